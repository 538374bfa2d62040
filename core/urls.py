"""Addresses of the ground floor."""

from django.conf import settings
from django.urls import path

from core import views

app_name = "core"
urlpatterns = [
    path("jobs/<uuid:job_id>/", views.job, name="job"),
    path("jobs/<uuid:job_id>/cancel/", views.job_cancel, name="job_cancel"),
]
if settings.DEBUG:
    from core.views_styleguide import styleguide

    urlpatterns.append(path("styleguide/", styleguide, name="styleguide"))
    urlpatterns.append(path("styleguide/<slug:part>/", styleguide, name="styleguide_part"))
