"""Addresses of decisions, of changes after registration, and of what is due."""

from django.urls import path

from commission import views_decisions, views_registering

registering_patterns = [
    path("commission/due/", views_registering.due, name="due"),
    path("commission/changes/", views_registering.changes, name="changes"),
    path("commission/open/", views_registering.open_event, name="open_event"),
    path("decisions/", views_decisions.decisions, name="decisions"),
    path("decisions/feed/", views_decisions.feed, name="decisions_feed"),
    path("decisions/new/", views_decisions.propose, name="decision_propose"),
    path("decisions/<int:pk>/", views_decisions.decision, name="decision"),
    path("decisions/<int:pk>/document/", views_decisions.document, name="decision_document"),
    path("decisions/<int:pk>/confirm/", views_decisions.confirm, name="decision_confirm"),
    path("decisions/<int:pk>/withdraw/", views_decisions.withdraw, name="decision_withdraw"),
]
