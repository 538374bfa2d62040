"""Addresses of the register and of players."""

from django.urls import path

from players import views

app_name = "players"
urlpatterns = [
    path("players/", views.register, name="register"),
    path("players/search/", views.search, name="search"),
    path("players/new/", views.edit, name="create"),
    path("players/<int:pk>/", views.profile, name="profile"),
    path("players/<int:pk>/edit/", views.edit, name="edit"),
    path("players/<int:pk>/correction/", views.correction, name="correction"),
]
