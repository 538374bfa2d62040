"""Addresses of rating runs."""

from django.urls import path

from commission import views_runs

run_patterns = [
    path("commission/runs/", views_runs.runs, name="runs"),
    path("commission/runs/new/", views_runs.new, name="run_new"),
    path("commission/runs/<int:pk>/", views_runs.run, name="run"),
    path("commission/runs/<int:pk>/<slug:verb>/", views_runs.act, name="run_act"),
]
