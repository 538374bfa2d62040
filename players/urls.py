"""Addresses of the register and of players."""

from django.urls import path

from players import views, views_accounts, views_own, views_standing

app_name = "players"
urlpatterns = [
    path("accounts/second-factor/", views_accounts.second_factor, name="second_factor"),
    path(
        "accounts/<int:pk>/second-factor/reset/",
        views_accounts.reset_second_factor,
        name="second_factor_reset",
    ),
    path("players/", views.register, name="register"),
    path("players/search/", views.search, name="search"),
    path("players/new/", views.edit, name="create"),
    path("players/<int:pk>/", views.profile, name="profile"),
    path("players/<int:pk>/edit/", views.edit, name="edit"),
    path("players/<int:pk>/data/", views_own.own_data, name="own_data"),
    path("players/<int:pk>/standing/", views_standing.standing, name="standing"),
    path("players/<int:pk>/correction/", views.correction, name="correction"),
]
