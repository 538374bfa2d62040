"""Addresses of what goes on to FIDE."""

from django.urls import path

from commission import views_fide

fide_patterns = [
    path("commission/fide/", views_fide.sendings, name="fide"),
    path("commission/fide/lists/", views_fide.lists, name="fide_lists"),
    path("commission/fide/<int:pk>/", views_fide.event, name="fide_event"),
    path("commission/fide/<int:pk>/send/", views_fide.send, name="fide_send"),
    path("commission/fide/sendings/<int:pk>/answer/", views_fide.answer, name="fide_answer"),
    path("commission/fide/sendings/<int:pk>/<slug:which>/", views_fide.file, name="fide_file"),
]
