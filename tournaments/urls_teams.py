"""Addresses of team events, public and at the desk; part of `urls`."""

from django.urls import path

from tournaments.views import matches, teams, teams_apart, teams_public

team_patterns = [
    path("events/<int:pk>/teams/", teams_public.teams, name="teams"),
    path("events/<int:pk>/teams/crosstable/", teams_public.cross, name="team_crosstable"),
    path("events/<int:pk>/teams/<int:number>/", teams_public.team, name="team"),
    path("captain/<str:token>/", matches.captain, name="captain"),
    path("desk/<int:pk>/teams/", teams.teams, name="desk_teams"),
    path("desk/<int:pk>/teams/rules/", teams.rules, name="teams_rules"),
    path("desk/<int:pk>/teams/apart/", teams_apart.apart, name="teams_apart"),
    path("desk/<int:pk>/teams/apart/<int:pair>/remove/", teams_apart.allow, name="teams_allow"),
    path("desk/<int:pk>/teams/number/", teams.number, name="teams_number"),
    path("desk/<int:pk>/teams/paste/", teams.paste, name="teams_paste"),
    path("desk/<int:pk>/teams/<int:team>/", teams.team, name="desk_team"),
    *(
        path(f"desk/<int:pk>/teams/<int:team>/{verb}/", teams.act, {"verb": verb}, name=f"team_{verb}")
        for verb in ("remove", "withdraw", "return", "link", "bye")
    ),
    path("desk/<int:pk>/rounds/<int:number>/matches/", matches.by_hand, name="matches_by_hand"),
    path("desk/<int:pk>/rounds/<int:number>/matches/<int:match>/", matches.lineups, name="match_lineups"),
    path(
        "desk/<int:pk>/rounds/<int:number>/matches/<int:match>/forfeit/",
        matches.forfeit,
        name="match_forfeit",
    ),
]
