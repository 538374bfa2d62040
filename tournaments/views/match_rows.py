"""The boards of a result grid under the matches of teams that they belong to."""

from dataclasses import dataclass

from tournaments.models import Event
from tournaments.selectors.rounds import RoundPage
from tournaments.selectors.teams import MatchView, round_matches


@dataclass(frozen=True, slots=True)
class Placed:
    """The match of a board and who has White; `head` is the match at its first board, else None.

    `home_base` and `away_base` are points in halves of boards at which one team has nobody: no row shows them.
    """

    number: int
    home_white: bool
    head: MatchView | None
    home_base: int = 0
    away_base: int = 0


def place_in_matches(event: Event, page: RoundPage) -> list[MatchView]:
    """Put `placed` on the games of a round of matches; the teams without an opponent, none without teams."""
    if not event.is_team_event:
        return []
    matches = round_matches(event, page)
    places = {
        line.board.game.pk: (match, line.home_white)
        for match in matches
        for line in match.lines
        if line.board is not None
    }
    seen: set[int] = set()
    for board in page.boards:
        match, home_white = places.get(board.game.pk, (None, False))
        if match is None:
            continue
        alone = [line for line in match.lines if line.board is None]
        board.game.placed = Placed(  # type: ignore[attr-defined]
            match.number,
            home_white,
            None if match.number in seen else match,
            sum(line.home_halves for line in alone),
            sum(line.away_halves for line in alone),
        )
        seen.add(match.number)
    return [match for match in matches if match.away is None]
