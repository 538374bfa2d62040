"""Writes that make rounds: tables for all at once, days, deletion; what every kind of pairing shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import ByeRequest, Entry, Event, Game, Round, Seat, TeamMatch
from tournaments.pairing.berger import Pair, berger_rounds
from tournaments.pairing.scheveningen import scheveningen_pairs
from tournaments.record.findings import Finding, rank
from tournaments.services.carried import results_carry
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_finished,
    refuse_frozen,
    write_ledger,
)


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round to be stored, by start numbers: pairs in order, byes by code, pairs made by hand.

    `boards` has the number of each pair's board; without it they are 1, 2, 3 ... `manual` names board numbers.
    """

    number: int
    pairs: tuple[tuple[int, int], ...]
    byes: Mapping[int, str] = field(default_factory=dict)
    engine: str = ""
    edition: str = ""
    manual: frozenset[int] = frozenset()
    reason: str = ""
    boards: tuple[int, ...] = ()

    @property
    def placed(self) -> list[tuple[int, tuple[int, int]]]:
        """Board number and pair, in the order of the pairs."""
        numbers = self.boards or range(1, len(self.pairs) + 1)
        return list(zip(numbers, self.pairs, strict=True))


@transaction.atomic
def rounds_pair_all(event: Event, *, actor: Account | None) -> list[Round]:
    """Pair every round of a round robin, Scheveningen or match at once, by the tables.

    Raises PermissionDenied and DomainError (no start numbers, results already entered, wrong system).
    """
    stored = event_locked_for(event.pk, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_not_registered(stored)
    entries = numbered_entries(stored)
    if Seat.objects.filter(round__event_id=stored.pk).exists():
        raise DomainError(
            _("The rounds are paired already."),
            "paired_already",
            _("Delete the pairings first: that is possible while there is no result."),
        )
    table = _table(stored, len(entries))
    engine = "Scheveningen" if stored.system == Event.System.SCHEVENINGEN else "Berger"
    plans = [_table_plan(number, boards, engine) for number, boards in enumerate(table, start=1)]
    if stored.rounds_planned != len(plans):
        Event.objects.filter(pk=stored.pk).update(rounds_planned=len(plans))
    rounds = [round_write(stored, plan, entries) for plan in plans]
    results_carry(stored, actor=actor)
    payload = {"rounds": len(rounds), "engine": plans[0].engine, "cycles": stored.cycles}
    write_ledger(stored, actor=actor, verb="rounds.paired", payload=payload)
    facts_changed(stored)
    return rounds


def _table(event: Event, count: int) -> tuple[tuple[Pair, ...], ...]:
    try:
        if event.system == Event.System.ROUND_ROBIN:
            return berger_rounds(count, event.cycles)
        if event.system == Event.System.SCHEVENINGEN:
            if count % 2:
                raise DomainError(
                    _("Both teams of a Scheveningen event need the same number of players."), "odd"
                )
            return scheveningen_pairs(count // 2, event.cycles)
        if event.system == Event.System.MATCH and count == 2:
            return berger_rounds(2, event.rounds_planned)
    except ValueError as error:
        raise DomainError(
            _("There are not enough players for a table: %(count)s.") % {"count": count}, "too_few_players"
        ) from error
    raise DomainError(
        _("The portal has no table for this system with %(count)s players.") % {"count": count},
        "no_table",
        _("Pair the rounds by hand."),
    )


def _table_plan(number: int, boards: Sequence[Pair], engine: str) -> RoundPlan:
    """A free player has no bye with points: his round is a zero-point one."""
    pairs = tuple((pair.white, pair.black) for pair in boards if pair.black is not None)
    return RoundPlan(number, pairs, {pair.white: "Z" for pair in boards if pair.black is None}, engine=engine)


def refuse_not_registered(event: Event) -> None:
    """Raise DomainError unless the event is registered and not finished yet."""
    if event.state == Event.State.DRAFT:
        raise DomainError(
            _("The event is a draft; its rules are not fixed yet."),
            "not_registered",
            _("Register the event, then pair."),
        )
    refuse_finished(event)


def refuse_illegal(found: Sequence[Finding], reason: str, *, hint: str) -> None:
    """Raise DomainError for boards made by hand that cannot stand; an objection stands with a reason."""
    refusals = [finding for finding in found if finding.severity == "refusal"]
    if refusals:
        raise DomainError(_("This pairing is not possible."), "pairing_illegal", findings=refusals)
    objections = [finding for finding in found if rank(finding.severity) >= rank("objection")]
    if objections and not reason.strip():
        raise DomainError(
            _("This pairing breaks a rule; it stands only with a reason."),
            "reason_missing",
            hint,
            field="reason",
            findings=objections,
        )


def numbered_entries(event: Event) -> dict[int, Entry]:
    """The entries by start number; everybody must have one."""
    entries = list(event.entries.order_by("number"))
    missing = [entry.name for entry in entries if entry.number is None]
    if not entries or missing:
        raise DomainError(
            _("Not everybody has a start number yet."),
            "numbers_missing",
            _("Give the start numbers on the page of the players."),
        )
    return {entry.number: entry for entry in entries if entry.number is not None}


def round_next(event: Event) -> int:
    """The number of the next round that nobody has paired."""
    last = Seat.objects.filter(round__event_id=event.pk).order_by("-round__number")
    return (last.values_list("round__number", flat=True).first() or 0) + 1


def absences(event: Event, round_number: int, entries: Mapping[int, Entry]) -> dict[int, str]:
    """Who is away in a round by start number: byes asked for, and Z for the withdrawn whatever they had asked."""
    gone = {
        number: "Z"
        for number, entry in entries.items()
        if entry.withdrawn_after is not None and entry.withdrawn_after < round_number
    }
    asked = ByeRequest.objects.filter(entry__event_id=event.pk, round_number=round_number)
    numbers = {entry.pk: number for number, entry in entries.items()}
    return {numbers[entry_id]: code for entry_id, code in asked.values_list("entry_id", "code")} | gone


def begin_play(event: Event) -> None:
    """From the first pairing on a registered event is being played."""
    if event.state == Event.State.REGISTERED:
        event.state = Event.State.PLAYING
        event.save(update_fields=["state"])


def round_write(event: Event, plan: RoundPlan, entries: Mapping[int, Entry]) -> Round:
    """Write a round's boards and seats; its row may stand already with a day."""
    made, _created = Round.objects.update_or_create(
        event=event,
        number=plan.number,
        defaults={"engine": plan.engine, "pairing_edition": plan.edition},
    )
    games = [
        Game(
            round=made,
            board=board,
            white=entries[white],
            black=entries[black],
            manual=board in plan.manual,
            manual_reason=plan.reason[:200] if board in plan.manual else "",
        )
        for board, (white, black) in plan.placed
    ]
    Game.objects.bulk_create(games, batch_size=200)
    seats = [
        Seat(round=made, entry=entry, game=game, colour=colour)
        for game in games
        for entry, colour in ((game.white, "w"), (game.black, "b"))
    ]
    seats += [Seat(round=made, entry=entries[number], bye=code) for number, code in sorted(plan.byes.items())]
    Seat.objects.bulk_create(seats, batch_size=400)
    return made


@transaction.atomic
def pairings_delete(event: Event, *, actor: Account | None, reason: str = "") -> list[int]:
    """Delete pairings that have no result: of the last Swiss round, of all rounds paired by tables, or the bracket.

    Returns the numbers of the rounds. Raises PermissionDenied and DomainError.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    last = round_next(stored) - 1
    if last < 1:
        raise DomainError(_("No round is paired."), "nothing_paired")
    rounds = Round.objects.filter(event=stored, seats__isnull=False).distinct()
    if not stored.pairs_all_rounds and stored.system != Event.System.KNOCK_OUT:
        rounds = rounds.filter(number=last)
    ids = list(rounds.values_list("pk", flat=True))
    numbers = sorted(rounds.values_list("number", flat=True))
    # A result carried from a preliminary was made with the pairing and goes with it.
    carried = Game.objects.filter(round_id__in=ids, manual=True, entered_at__isnull=True)
    results = Game.objects.filter(round_id__in=ids).exclude(code="*").exclude(pk__in=carried)
    if results.exists():
        raise DomainError(
            _("There are results already; the pairing stays."), "has_result", _("Clear the results first.")
        )
    Seat.objects.filter(round_id__in=ids).delete()
    Game.objects.filter(round_id__in=ids).delete()
    TeamMatch.objects.filter(round_id__in=ids).delete()
    stored.ties.all().delete()
    Round.objects.filter(pk__in=ids).update(engine="", pairing_edition="")
    Round.objects.filter(pk__in=ids, day__isnull=True).delete()
    if last == len(numbers) and stored.state == Event.State.PLAYING:
        stored.state = Event.State.REGISTERED
        stored.save(update_fields=["state"])
    write_ledger(stored, actor=actor, verb="pairing.deleted", reason=reason, payload={"rounds": numbers})
    facts_changed(stored)
    return numbers


@transaction.atomic
def round_day_set(event: Event, *, actor: Account | None, round_number: int, day: date | None) -> Round:
    """Type the day of a round, paired or not. Raises PermissionDenied and DomainError (outside the event)."""
    stored = event_locked_for(event.pk, actor=actor, permission="event_edit")
    refuse_frozen(stored)
    if day and ((stored.start and day < stored.start) or (stored.end and day > stored.end)):
        raise DomainError(
            _("Round %(number)s cannot be played on %(day)s: the event runs from %(start)s to %(end)s.")
            % {"number": round_number, "day": day, "start": stored.start or "?", "end": stored.end or "?"},
            "day_outside",
            field="day",
        )
    made, _created = Round.objects.update_or_create(event=stored, number=round_number, defaults={"day": day})
    payload: dict[str, Any] = {"round": round_number, "day": day.isoformat() if day else ""}
    write_ledger(stored, actor=actor, verb="round.day", payload=payload)
    facts_changed(stored)
    return made
