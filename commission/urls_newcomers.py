"""Addresses of the questionnaires of newcomers."""

from django.urls import path

from commission import views_newcomers, views_newcomers_own

newcomer_patterns = [
    path("newcomers/", views_newcomers.newcomers, name="newcomers"),
    path("newcomers/new/", views_newcomers.enter, name="newcomer_enter"),
    path("newcomers/invite/", views_newcomers.invite, name="newcomer_invite"),
    path("newcomers/own/<str:token>/", views_newcomers_own.own, name="newcomer_own"),
    path("newcomers/from/<int:event>/<int:entry>/", views_newcomers.take, name="newcomer_take"),
    path("newcomers/<int:pk>/", views_newcomers.newcomer, name="newcomer"),
    path("newcomers/<int:pk>/edit/", views_newcomers.edit, name="newcomer_edit"),
    path("newcomers/<int:pk>/papers/", views_newcomers.papers, name="newcomer_papers"),
    path("newcomers/<int:pk>/link/", views_newcomers.link, name="newcomer_link"),
    path("newcomers/<int:pk>/<slug:verb>/", views_newcomers.decide, name="newcomer_decide"),
]
