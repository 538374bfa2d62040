"""Addresses of what is filed with a registration."""

from django.urls import path

from tournaments.views import announcing

announcing_patterns = [
    path("desk/<int:pk>/filed/", announcing.filed, name="filed"),
    path("desk/<int:pk>/filed/regulations/", announcing.regulations_add, name="regulations_add"),
    path("desk/<int:pk>/filed/sources/", announcing.source_add, name="source_add"),
    path(
        "events/<int:pk>/regulations/<int:regulations>/",
        announcing.regulations_document,
        name="regulations_document",
    ),
]
