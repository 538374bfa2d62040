"""Addresses of standings, crosstable, derivations and comparison."""

from django.urls import path

from tiebreaks import (
    views,
    views_compare,
    views_embed,
    views_order,
    views_playoff,
    views_stages,
    views_teams,
    views_trf,
)

app_name = "tiebreaks"
urlpatterns = [
    path("events/<int:pk>/standings/", views.standings, name="standings"),
    path("events/<int:pk>/standings/live/", views.standings_live, name="standings_live"),
    path("events/<int:pk>/standings/teams/", views_teams.team_standings, name="teams"),
    path(
        "events/<int:pk>/standings/teams/<int:number>/<path:code>/", views_teams.team_value, name="team_value"
    ),
    path("events/<int:pk>/standings/<int:number>/<path:code>/", views.value, name="value"),
    path("events/<int:pk>/crosstable/", views.crosstable, name="crosstable"),
    path("events/<int:pk>/embed/standings/", views_embed.standings, name="standings_embedded"),
    path("events/<int:pk>/embed/crosstable/", views_embed.crosstable, name="crosstable_embedded"),
    # Stands before the address of the same form in `tournaments`, which knows no ranks.
    path("events/<int:pk>/download/trf16/", views_trf.trf, {"name": "trf16"}, name="trf16"),
    path("events/<int:pk>/download/trf26/", views_trf.trf, {"name": "trf26"}, name="trf26"),
    path("events/<int:pk>/stages/", views_stages.stages, name="stages"),
    path("desk/<int:pk>/stages/", views_stages.qualifying, name="qualifying"),
    path("events/<int:pk>/compare/", views_compare.compare, name="compare"),
    path("events/<int:pk>/compare/teams/", views_compare.compare_teams, name="compare_teams"),
    path("events/<int:pk>/order/", views_order.order, name="order"),
    path("events/<int:pk>/order/lot/", views_order.lot, name="lot"),
    path("events/<int:pk>/play-off/", views_playoff.play_offs, name="play_offs"),
    path("events/<int:pk>/play-off/plan/", views_playoff.plan, name="play_off_plan"),
    path("events/<int:pk>/play-off/start/", views_playoff.start, name="play_off_start"),
    path("events/<int:pk>/play-off/<int:first_place>/", views_playoff.play_off, name="play_off"),
    path("events/<int:pk>/play-off/<int:first_place>/cancel/", views_playoff.cancel, name="play_off_cancel"),
    path("events/<int:pk>/play-off/<int:first_place>/game/", views_playoff.game, name="play_off_game"),
    path("events/<int:pk>/play-off/<int:first_place>/hour/", views_playoff.stage_hour, name="play_off_hour"),
    path(
        "events/<int:pk>/play-off/<int:first_place>/dispute/", views_playoff.dispute, name="play_off_dispute"
    ),
]
