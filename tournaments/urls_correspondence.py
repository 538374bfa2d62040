"""Addresses of play by correspondence, for participants and at the desk; part of `urls`."""

from django.urls import path

from tournaments.views import correspondence, correspondence_games, correspondence_public

correspondence_patterns = [
    path("events/<int:pk>/correspondence/", correspondence_public.participants, name="correspondence_list"),
    path("events/<int:pk>/correspondence/<str:token>/", correspondence_public.own, name="correspondence_own"),
    path(
        "events/<int:pk>/correspondence/<str:token>/questionnaire/",
        correspondence_public.own_questionnaire,
        name="questionnaire_own",
    ),
    path("desk/<int:pk>/correspondence/", correspondence.players, name="correspondence"),
    path("desk/<int:pk>/correspondence/set-up/", correspondence.setup, name="correspondence_setup"),
    path("desk/<int:pk>/correspondence/links/", correspondence.links, name="correspondence_links"),
    path("desk/<int:pk>/correspondence/games/", correspondence_games.games, name="correspondence_games"),
    path("desk/<int:pk>/correspondence/open/", correspondence_games.open_games, name="correspondence_open"),
    path(
        "desk/<int:pk>/correspondence/players/<int:entry>/",
        correspondence.leave,
        name="correspondence_leave",
    ),
    path(
        "desk/<int:pk>/correspondence/players/<int:entry>/questionnaire/",
        correspondence.questionnaire,
        name="correspondence_questionnaire",
    ),
]
