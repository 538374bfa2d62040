"""Addresses of papers that came by post or e-mail."""

from django.urls import path

from commission import views_papers

papers_patterns = [
    path("commission/papers/", views_papers.papers, name="papers"),
    path("commission/papers/new/", views_papers.enter, name="papers_new"),
    path("commission/papers/<int:pk>/", views_papers.one, name="papers_one"),
    path("commission/papers/<int:pk>/original/", views_papers.original, name="papers_original"),
    path("commission/papers/<int:pk>/withdraw/", views_papers.withdraw, name="papers_withdraw"),
]
