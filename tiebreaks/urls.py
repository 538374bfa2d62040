"""Addresses of standings, crosstable, derivations and comparison."""

from django.urls import path

from tiebreaks import views

app_name = "tiebreaks"
urlpatterns = [
    path("events/<int:pk>/standings/", views.standings, name="standings"),
    path("events/<int:pk>/standings/live/", views.standings_live, name="standings_live"),
    path("events/<int:pk>/standings/<int:number>/<path:code>/", views.value, name="value"),
    path("events/<int:pk>/crosstable/", views.crosstable, name="crosstable"),
    path("events/<int:pk>/compare/", views.compare, name="compare"),
]
