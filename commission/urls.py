"""Addresses of the first page, the search, and the commission's room."""

from django.urls import include, path

from commission import views, views_corrections, views_home, views_periods, views_signing, views_who_sees
from commission.urls_dossier import dossier_patterns
from commission.urls_fide import fide_patterns
from commission.urls_merge import merge_patterns
from commission.urls_newcomers import newcomer_patterns
from commission.urls_papers import papers_patterns
from commission.urls_registering import registering_patterns
from commission.urls_runs import run_patterns

app_name = "commission"
urlpatterns = [
    path("", views_home.home, name="home"),
    path("search/", views_home.search, name="search"),
    path("about/", views_home.about, name="about"),
    path("who-sees-what/", views_who_sees.who_sees, name="who_sees"),
    path("signing/", views_signing.signing, name="signing"),
    path("commission/", views.queue, name="queue"),
    path("commission/periods/", views_periods.periods, name="periods"),
    path("commission/periods/<int:pk>/", views_periods.period, name="period"),
    path(
        "commission/periods/<int:pk>/players/<int:person>/", views_periods.period_player, name="period_player"
    ),
    path("commission/periods/<int:pk>/recompute/", views_periods.recompute, name="recompute"),
    path("commission/periods/<int:pk>/publish/", views_periods.publish, name="publish"),
    path("commission/events/<int:pk>/", views.dossier, name="dossier"),
    path("commission/events/<int:pk>/move/<slug:verb>/", views.move, name="move"),
    path("commission/events/<int:pk>/effect/<slug:verb>/", views_corrections.effect, name="effect"),
    path("commission/events/<int:pk>/dismiss/", views.dismiss, name="dismiss"),
    path("commission/events/<int:pk>/registration/", views.registration, name="registration"),
    path("commission/events/<int:pk>/admit/", views.admit, name="admit"),
    *merge_patterns,
    *registering_patterns,
    *dossier_patterns,
    *newcomer_patterns,
    *run_patterns,
    *papers_patterns,
    *fide_patterns,
    path("", include("commission.urls_requests")),
]
