"""Addresses of the register, of players and of accounts."""

from django.urls import path

from players import (
    views,
    views_access,
    views_accounts,
    views_claims,
    views_invitations,
    views_officers,
    views_own,
    views_standing,
)

app_name = "players"
urlpatterns = [
    path("accounts/mine/", views_access.own, name="account"),
    path("accounts/sessions/", views_access.sessions, name="sessions"),
    path("accounts/locked/", views_access.locked, name="locked"),
    path("accounts/locked/<int:pk>/", views_access.unlock, name="unlock"),
    path("accounts/invitations/", views_invitations.invitations, name="invitations"),
    path("accounts/invitations/new/", views_invitations.invite, name="invite"),
    path("accounts/invitations/<int:pk>/", views_invitations.invitation, name="invitation"),
    path("accounts/invitation/<str:token>/", views_invitations.invitation_own, name="invitation_own"),
    path("accounts/second-factor/", views_accounts.second_factor, name="second_factor"),
    path("accounts/<int:pk>/access/", views_access.access, name="access"),
    path(
        "accounts/<int:pk>/second-factor/reset/",
        views_accounts.reset_second_factor,
        name="second_factor_reset",
    ),
    path("players/", views.register, name="register"),
    path("players/search/", views.search, name="search"),
    path("players/new/", views.edit, name="create"),
    path("players/claims/", views_claims.claims, name="claims"),
    path("players/claims/<int:pk>/", views_claims.claim, name="claim"),
    path("players/<int:pk>/", views.profile, name="profile"),
    path("players/<int:pk>/edit/", views.edit, name="edit"),
    path("players/<int:pk>/data/", views_own.own_data, name="own_data"),
    path("players/<int:pk>/claim/", views_claims.claim_new, name="claim_new"),
    path("players/<int:pk>/contact/", views_claims.contact, name="contact"),
    path("players/<int:pk>/standing/", views_standing.standing, name="standing"),
    path("players/<int:pk>/correction/", views.correction, name="correction"),
    path("arbiters/", views_officers.arbiters, name="arbiters"),
    path("arbiters/new/", views_officers.arbiter_edit, name="arbiter_new"),
    path("arbiters/<int:pk>/", views_officers.arbiter, name="arbiter"),
    path("arbiters/<int:pk>/edit/", views_officers.arbiter_edit, name="arbiter_edit"),
    path("arbiters/<int:pk>/grade/", views_officers.arbiter_grade, name="arbiter_grade"),
    path("rating-officers/", views_officers.officers, name="officers"),
    path("rating-officers/new/", views_officers.officer_new, name="officer_new"),
    path("rating-officers/<int:pk>/", views_officers.officer_change, name="officer_change"),
]
