"""A play-off at a ratable rate, from its games to the published list (30.5.7, 6.2)."""

from datetime import date
from typing import Any

import pytest

pytestmark = pytest.mark.django_db

SWISS = [[(1, 3, "1-0"), (2, 4, "1-0")], [(4, 1, "0-1"), (3, 2, "0-1")]]
TABLE = [
    [(1, 4, "1-0"), (2, 3, "1-0")],
    [(4, 3, "1/2-1/2"), (1, 2, "1/2-1/2")],
    [(2, 4, "1-0"), (3, 1, "0-1")],
]


def with_play_off(event: Any, officer: Any) -> Any:
    """The finished event's report, with two games of 60 minutes and 30 seconds a move that number 2 won."""
    from reports.services import report_hand_in
    from tiebreaks.models import PlayOffPlan
    from tiebreaks.play_offs import progress_of
    from tiebreaks.services_playoff import StartChoices, game_save, play_off_start

    event.state = "finished"
    event.save(update_fields=["state"])
    PlayOffPlan.objects.create(event=event, longer_base=60, longer_increment=30)
    begun = play_off_start(event, actor=officer, choices=StartChoices(longer=True), seed=3)
    for game in progress_of(begun).open_games:
        game_save(begun, game.key, actor=officer, result="1-0" if game.white == 2 else "0-1")
    return report_hand_in(event, actor=officer)


@pytest.mark.parametrize(("system", "boards"), [("swiss", SWISS), ("round_robin", TABLE)])
def test_the_list_has_the_games_of_event_and_play_off_together(
    system: str, boards: Any, people: Any, opening: Any, played: Any, period: Any, publish: Any, officer: Any
) -> None:
    """All have 1800, so every game expects .50; K is 20.

    Number 1 made half of his points (2 of 4, or 2½ of 5) and stays. Number 2 made two more than expected (4 of 4,
    or 4½ of 5): +40. The others made one less (0 of 2, or ½ of 3): -20.
    """
    from ratings.services import event_rate

    players = people(4)
    opening(dict.fromkeys(players, 1800))
    event = played(players, boards, system=system, rate_of_play="90'+30\"")
    report = with_play_off(event, officer)
    chosen = period()
    event_rate(event, actor=officer, record_sha256=report.record_sha256, received_on=date(2026, 3, 20))
    rows = {row.person_id: (row.rating, row.games) for row in publish(chosen).rows.all()}
    count = len(boards)
    assert [rows[person.pk] for person in players] == [
        (1800, count + 2),
        (1840, count + 2),
        (1780, count),
        (1780, count),
    ]
