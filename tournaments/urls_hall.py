"""Addresses of result entry: the grid's answers, locked rounds, private links, check-in."""

from django.urls import path

from tournaments.views import check_in, grid_answers, hall, player_links

ROUND = "desk/<int:pk>/rounds/<int:number>"

HALL_PATTERNS = [
    path(f"{ROUND}/state/", grid_answers.state, name="round_state"),
    path(f"{ROUND}/entries/", grid_answers.entries, name="round_entries"),
    path(f"{ROUND}/open/", hall.open_round, name="round_open"),
    path(f"{ROUND}/close/", hall.close_round, name="round_close"),
    path(f"{ROUND}/slips/", hall.slips, name="round_slips"),
    path(f"{ROUND}/check-in/", check_in.check_in, name="check_in"),
    path(f"{ROUND}/check-in/<int:entry>/", check_in.mark, name="check_in_mark"),
    path(f"{ROUND}/absent/", check_in.absent, name="absent"),
    path("desk/<int:pk>/games/<int:game>/", grid_answers.result, name="result"),
    path("desk/<int:pk>/games/<int:game>/history/", hall.history, name="board_history"),
    path("desk/<int:pk>/hall/", hall.rules, name="hall"),
    path("desk/<int:pk>/hall/links/<int:entry>/", hall.link_code, name="link_code"),
    path("desk/grid-worker.js", grid_answers.worker, name="grid_worker"),
    path("play/<str:token>/", player_links.player, name="player_link"),
]
