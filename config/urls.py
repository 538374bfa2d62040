"""All addresses of the portal."""

from django.contrib import admin
from django.urls import include, path

from config.health import healthz
from core.views_language import set_language
from players.views_accounts import PasswordByMail, PasswordChange

handler400 = "config.errors.bad_request"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("i18n/setlang/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("accounts/password_change/", PasswordChange.as_view(), name="password_change"),
    path("accounts/reset/<uidb64>/<token>/", PasswordByMail.as_view(), name="password_reset_confirm"),
    path("accounts/", include("django.contrib.auth.urls")),
    path("", include("core.urls")),
    path("", include("commission.urls")),
    path("", include("reports.urls")),
    path("", include("tiebreaks.urls")),
    path("", include("ratings.urls")),
    path("", include("tournaments.urls")),
    path("", include("players.urls")),
]
