"""Reads about result entry: marks of boards, the history of one, who is here, who has a link."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from core.ledger import rows_of
from core.models import LedgerRow
from tournaments.models import (
    ByeRequest,
    CheckIn,
    CheckInRound,
    Entry,
    Event,
    Game,
    PlayerReport,
    Round,
    SecondLook,
)
from tournaments.record.codes import OPEN_CODES
from tournaments.record.suspicion import Played, Suspicion, losses_in_a_row, mirrored, suspicions


@dataclass(frozen=True, slots=True)
class Mark:
    """What is known of a board beside its result.

    `look` is `confirmed`, `doubted` (with `look_code`), `let_through` (an arbiter did without) or empty; a look at
    an older version counts no more. `white_report` and `black_report` are codes or empty; `suspicions` are
    (kind, number) pairs, none once the board is confirmed.
    """

    look: str = ""
    look_code: str = ""
    look_by: str = ""
    white_report: str = ""
    black_report: str = ""
    suspicions: tuple[tuple[str, int], ...] = ()

    def to_decide(self, code: str) -> bool:
        """The players' reports contradict each other or the result, and an arbiter has to decide."""
        said = {self.white_report, self.black_report} - {""}
        if not said or self.look == "confirmed":
            return False
        return len(said) > 1 if code in OPEN_CODES else said != {code}


NO_MARK = Mark()
FEW = 8


def marks_of(event: Event, number: int, games: Sequence[Game]) -> dict[int, Mark]:
    """The marks of a round's boards by game id; boards without any are left out.

    The games come with their players. Two queries, and a third once a board has a result.
    """
    # A whole round by its id: hundreds of parameters cost more than a join.
    chosen = (
        {"game__in": games} if len(games) <= FEW else {"game__round__in": {game.round_id for game in games}}
    )
    looks = {look.game_id: look for look in SecondLook.objects.filter(**chosen).select_related("by")}
    reports: dict[int, dict[str, str]] = {}
    for game_id, side, code in PlayerReport.objects.filter(**chosen).values_list("game", "side", "code"):
        reports.setdefault(game_id, {})[side] = code
    entered = [game for game in games if game.code not in OPEN_CODES]
    lost = _losses_before(event, number) if entered else {}
    seldom = {
        game.pk: suspicions(
            Played(number, game.white_id, game.black_id, game.code, game.white.rating, game.black.rating),
            lost,
        )
        for game in entered
    }
    marks = {}
    for game in games:
        mark = _mark(game, looks.get(game.pk), reports.get(game.pk, {}), seldom.get(game.pk, ()))
        if mark != NO_MARK:
            marks[game.pk] = mark
    return marks


def _mark(game: Game, look: SecondLook | None, said: Mapping[str, str], seldom: Iterable[Suspicion]) -> Mark:
    state = ""
    if look is not None and look.version == game.version and game.code not in OPEN_CODES:
        state = "confirmed" if look.code == game.code else "doubted"
        state = "let_through" if look.let_through else state
    found: list[tuple[str, int]] = []
    if state != "confirmed" and game.code not in OPEN_CODES:
        found = [(each.kind, each.number) for each in seldom]
        if game.version > 2:
            found.append(("entered_again", game.version - 1))
    white, black = said.get("w", ""), said.get("b", "")
    if state != "confirmed" and white and mirrored(white) == black:
        found.append(("mirrored", 0))
    if state == "doubted" and look is not None and mirrored(look.code) == game.code:
        found.append(("mirrored", 0))
    return Mark(
        look=state,
        look_code=look.code if look is not None and state else "",
        look_by=look.by.shown_name if look is not None and look.by and state else "",
        white_report=white,
        black_report=black,
        suspicions=tuple(dict.fromkeys(found)),
    )


def _losses_before(event: Event, number: int) -> dict[int, int]:
    """Games lost in a row before the round, by entry id."""
    earlier = Game.objects.filter(round__event=event, round__number__lt=number).order_by("round__number")
    rows = earlier.values_list("round__number", "white_id", "black_id", "code")
    return losses_in_a_row(Played(*row) for row in rows)


# -- one board -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardHistory:
    """Everything that was entered for a board, newest first, and what the players reported."""

    game: Game
    rows: tuple[LedgerRow, ...]
    reports: tuple[PlayerReport, ...]
    look: SecondLook | None

    @property
    def can_be_undone(self) -> bool:
        """A result was entered, so there is a value before."""
        return any(row.verb == "result.recorded" for row in self.rows)


def board_history(game: Game) -> BoardHistory:
    """The ledger rows of a board with its reports and its newest second look."""
    rows = rows_of("event", game.round.event_id).filter(payload__game=game.pk).order_by("-seq")
    reports = PlayerReport.objects.filter(game=game).order_by("-side")
    look = SecondLook.objects.filter(game=game).select_related("by").first()
    return BoardHistory(game, tuple(rows), tuple(reports), look)


def results_changed(event: Event, number: int) -> list[LedgerRow]:
    """The ledger rows of a round in which a result that stood was changed, oldest first."""
    rows = rows_of("event", event.pk).filter(verb="result.recorded", payload__round=number)
    return list(rows.exclude(payload__old__in=sorted(OPEN_CODES)))


# -- check-in ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arrival:
    """A player before a round: `here`, or `away` with the bye asked for, or neither."""

    entry: Entry
    here: bool
    away: str
    at: datetime | None
    by: str

    @property
    def missing(self) -> bool:
        """He is expected and has not checked in."""
        return not self.here and not self.away


@dataclass(frozen=True, slots=True)
class CheckInPage:
    """The check-in of a round; `opened` is None where there is none."""

    number: int
    opened: CheckInRound | None
    arrivals: tuple[Arrival, ...]

    @property
    def expected(self) -> int:
        """Players without a bye asked for."""
        return sum(not each.away for each in self.arrivals)

    @property
    def missing(self) -> tuple[Arrival, ...]:
        """Who is expected and not here."""
        return tuple(each for each in self.arrivals if each.missing)


def check_in_page(event: Event, number: int) -> CheckInPage:
    """Who is expected in a round, who is here and who asked to be away; the withdrawn are left out."""
    entries = event.entries.filter(Q(withdrawn_after__isnull=True) | Q(withdrawn_after__gte=number))
    here = {
        each.entry_id: each
        for each in CheckIn.objects.filter(entry__event=event, round_number=number).select_related("by")
    }
    asked = ByeRequest.objects.filter(entry__event=event, round_number=number)
    away = dict(asked.values_list("entry_id", "code"))
    opened = CheckInRound.objects.filter(event=event, round_number=number).first()
    arrivals = []
    for entry in entries.order_by("number", "name"):
        found = here.get(entry.pk)
        by = found.by.shown_name if found and found.by else ""
        arrivals.append(
            Arrival(
                entry, bool(found), "" if found else away.get(entry.pk, ""), found.at if found else None, by
            )
        )
    return CheckInPage(number, opened, tuple(arrivals))


def absent_entries(event: Event, number: int) -> list[Entry]:
    """The players who are expected in a round and have not checked in; none where there is no check-in.

    Pairing asks this before it begins: `services.absent_settle` gives them a bye or withdraws them.
    """
    page = check_in_page(event, number)
    return [each.entry for each in page.missing] if page.opened else []


# -- what a player sees by his link ----------------------------------------------------------------------------------


def games_of_entry(entry: Entry, round_number: int = 0) -> list[Game]:
    """The boards of a player, newest round first; of one round if it is given."""
    games = Game.objects.filter(Q(white=entry) | Q(black=entry)).select_related("round", "white", "black")
    if round_number:
        games = games.filter(round__number=round_number)
    return list(games.order_by("-round__number"))


def check_ins_open(entry: Entry) -> list[dict[str, Any]]:
    """The check-ins of rounds that are not paired yet, with whether the player is here."""
    paired = Round.objects.filter(event_id=entry.event_id, seats__isnull=False).values("number")
    opened = CheckInRound.objects.filter(event_id=entry.event_id).exclude(round_number__in=paired)
    here = set(CheckIn.objects.filter(entry=entry).values_list("round_number", flat=True))
    return [
        {"number": each.round_number, "deadline": each.deadline, "here": each.round_number in here}
        for each in opened.order_by("round_number")
    ]
