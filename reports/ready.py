"""An event as its final table needs it: record, standing after the play-offs, particulars, and the play-offs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from reports.differences import NOTHING, differences_of
from reports.frozen import particulars_of
from reports.postal import postal_coefficients, postal_players
from reports.sheets.final_table import final_table, form_of
from reports.sheets.model import FinalTable, Form, Order, Particulars, PlayOff, PlayOffGame
from reports.sheets.team_table import TeamTable, team_table
from tiebreaks import models
from tiebreaks.brackets import bracket_places
from tiebreaks.engine.playoff.model import GameSlot
from tiebreaks.engine.ranking import Standings
from tiebreaks.lots import settled
from tiebreaks.play_off_pages import rate_text
from tiebreaks.play_off_ratings import RatedRound, last_round, rated_rounds, with_rated_games
from tiebreaks.play_offs import play_offs_of, progress_of
from tiebreaks.services import after_play_off, play_offs_at_rest, player_order, ranked, rules_of, working_for
from tiebreaks.teams import team_ranking
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.model import Record
from tournaments.snapshot import record_of


@dataclass(frozen=True, slots=True)
class Ready:
    """What a report freezes: `record` is the event as it was played, `rated` with the rated games of its play-offs."""

    record: Record
    rated: Record
    standings: Standings
    particulars: Particulars
    play_offs: tuple[PlayOff, ...]
    coefficients: dict[str, Any] | None = None

    @property
    def form(self) -> Form:
        """On which form the event is reported."""
        return form_of(self.record)

    @property
    def sheet(self) -> FinalTable | TeamTable:
        """The final table; of teams, form 3."""
        if self.form == "form_3":
            return team_table(self.record, self.standings, self.particulars)
        return final_table(self.record, self.standings, self.particulars, self.play_offs, self.coefficients)


def ready_of(
    event: Event,
    *,
    arbiter: str,
    unusual: str,
    place: str,
    order: Order = "places",
    explanations: Mapping[str, str] = NOTHING,
) -> Ready:
    """The event as it stands, by correspondence in the chosen order.

    `explanations` are what somebody said of each difference to the list (`differences.field_name`). Raises
    DomainError where it cannot be ranked.
    """
    record = record_of(event.pk)
    particulars = particulars_of(
        event,
        arbiter=arbiter,
        unusual=unusual,
        place=place,
        order=order if event.correspondence else "places",
        players=postal_players(event) if event.correspondence else (),
        differences=differences_of(event, explanations),
    )
    if form_of(record) == "form_3":
        return Ready(record, record, team_ranking(record, rules_of(event)), particulars, ())
    begun = play_offs_of(event.pk)
    standings = ranked(working_for(event, record), player_order(rules_of(event)))
    rated = rated_rounds(record, begun, event)
    decided = (_decided(play_off, rated, last_round(record)) for play_off in begun)
    return Ready(
        record,
        with_rated_games(record, rated),
        after_play_off(standings, bracket_places(event) or settled(event.pk, standings).places),
        particulars,
        tuple(play_off for play_off in decided if play_off is not None),
        postal_coefficients(event, record) if event.correspondence else None,
    )


def refuse_before_the_end(event: Event, received_on: date) -> None:
    """Raise DomainError for papers that came before the event's last day: they cannot hold its results."""
    if event.end is not None and received_on < event.end:
        raise DomainError(_("The event was not over on this day."), "day_before_the_end", field="received_on")


def refuse_open_play_offs(event: Event) -> None:
    """Raise DomainError while one of the play-offs that were begun has not decided its places, or rests."""
    begun = play_offs_of(event.pk)
    if play_offs_at_rest(event, begun):
        raise DomainError(
            _(
                "A result was changed since the play-off: its players are no longer equal, so it decides nothing."
            ),
            "play_off_rests",
            _("Put the result right, or take the play-off back."),
        )
    if any(progress_of(play_off).ranking is None for play_off in begun):
        raise DomainError(
            _("The play-off of this event is not decided yet."),
            "play_off_open",
            _("Enter its games, or take it back if none was played."),
        )


def _decided(begun: models.PlayOff, rated: Sequence[RatedRound], last: int) -> PlayOff | None:
    """A play-off as it is frozen, with the rounds of its own rated games; None while it is open."""
    progress = progress_of(begun)
    if progress.ranking is None:
        return None
    rounds = {item.game.key: item.number for item in rated if item.play_off == begun}
    places, place = list[tuple[int, tuple[int, ...]]](), begun.first_place
    for group in progress.ranking:
        places.append((place, group))
        place += len(group)
    played = (game for stage in progress.stages for game in stage.games if game.result)
    return PlayOff(
        progress.article, tuple(places), tuple(_game(game, rounds.get(game.key)) for game in played), last
    )


def _game(game: GameSlot, a_round: int | None) -> PlayOffGame:
    return PlayOffGame(game.white, game.black, rate_text(game.mode), game.result, game.moves, a_round)
