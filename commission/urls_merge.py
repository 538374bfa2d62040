"""Addresses of merges of two records of the register."""

from django.urls import path

from commission import views_merge

merge_patterns = [
    path("commission/merges/", views_merge.merges, name="merges"),
    path("commission/merges/candidates/", views_merge.candidates_page, name="merge_candidates"),
    path("commission/merges/new/", views_merge.propose, name="merge_new"),
    path("commission/merges/<int:pk>/", views_merge.merge, name="merge"),
    path("commission/merges/<int:pk>/confirm/", views_merge.confirm, name="merge_confirm"),
    path("commission/merges/<int:pk>/decline/", views_merge.decline, name="merge_decline"),
    path("commission/merges/<int:pk>/undo/", views_merge.undo, name="merge_undo"),
]
