"""Addresses of a dossier beside its own page, included by those of the commission."""

from django.urls import path

from commission import views_dossier, views_members

dossier_patterns = [
    path("commission/events/<int:pk>/differences/", views_dossier.differences, name="differences"),
    path("commission/events/<int:pk>/differences/<slug:key>/", views_dossier.difference, name="difference"),
    path("commission/events/<int:pk>/preview/", views_dossier.preview, name="preview"),
    path("commission/events/<int:pk>/messages/", views_dossier.messages, name="messages"),
    path("commission/events/<int:pk>/assign/", views_members.assign, name="assign"),
    path("commission/events/<int:pk>/interest/", views_members.interest, name="interest"),
    path("commission/next/", views_members.following, name="next"),
    path("commission/moves/", views_members.moves, name="moves"),
]
