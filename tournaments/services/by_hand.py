"""Pairings by hand: boards chosen by the arbiter, held against the rules, marked with the reason."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Entry, Event, Game, Round, Seat
from tournaments.pairing.legality import check
from tournaments.record.codes import OPEN_CODES
from tournaments.record.findings import Finding, rank
from tournaments.record.model import Record
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.pairing import (
    RoundPlan,
    begin_play,
    numbered_entries,
    refuse_not_registered,
)
from tournaments.snapshot import record_of


@transaction.atomic
def round_pair_manual(
    event: Event,
    *,
    actor: Account | None,
    round_number: int,
    pairs: Sequence[tuple[int, int]],
    byes: Mapping[int, str] | None = None,
    reason: str = "",
) -> Round:
    """Pair a round by hand, or change the boards of a paired one that have no result yet.

    `pairs` are (White, Black) by start number in the order of the boards, `byes` the others by code;
    whoever is in neither is absent (Z). Boards that change are marked as paired by hand, with the reason.
    A refusal of the check stops it; an objection (a second meeting) needs a reason.
    Raises PermissionDenied and DomainError.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_not_registered(stored)
    entries = numbered_entries(stored)
    others = dict(byes or {})
    _refuse_strangers(entries, pairs, others)
    found = manual_findings(record_of(stored.pk), round_number, pairs, others)
    _refuse_illegal(found, reason)
    seated = {number for pair in pairs for number in pair}
    absent = {number: others.get(number, "Z") for number in entries if number not in seated}
    before = _boards_before(stored, round_number)
    changed = _changed_boards(pairs, before)
    plan = RoundPlan(
        round_number, tuple(pairs), absent, "" if not before else _engine(stored, round_number),
        manual=frozenset(changed), reason=reason,
    )  # fmt: skip
    made = _replace(stored, plan, entries, before)
    begin_play(stored)
    write_ledger(
        stored,
        actor=actor,
        verb="round.paired_by_hand",
        reason=reason,
        payload={
            "round": round_number,
            "boards": [[board, *pairs[board - 1]] for board in sorted(changed)],
            "byes": [[number, code] for number, code in sorted(absent.items())],
            "objections": [finding.code for finding in found if finding.severity == "objection"],
        },
    )
    facts_changed(stored)
    return made


def manual_findings(
    record: Record, round_number: int, pairs: Sequence[tuple[int, int]], byes: Mapping[int, str]
) -> tuple[Finding, ...]:
    """What speaks against this pairing; whoever has no board and no allocated bye counts as absent."""
    allocated = [number for number, code in byes.items() if code == "U"]
    seated = {number for pair in pairs for number in pair}
    absent = {entry.number for entry in record.entries} - seated - set(allocated[:1])
    return check(record, round_number, list(pairs), allocated[0] if allocated else None, absent)


def _refuse_strangers(
    entries: Mapping[int, Entry], pairs: Sequence[tuple[int, int]], byes: Mapping[int, str]
) -> None:
    named = [number for pair in pairs for number in pair] + list(byes)
    unknown = sorted({number for number in named if number not in entries})
    if unknown:
        raise DomainError(
            _("Nobody has the start number %(number)s.") % {"number": unknown[0]}, "unknown_number"
        )
    twice = sorted({number for number in named if named.count(number) > 1})
    if twice:
        raise DomainError(
            _("%(name)s stands on two boards, or on a board and among the byes.")
            % {"name": entries[twice[0]].name},
            "two_places",
            _("A player has one place in a round."),
        )
    if list(byes.values()).count("U") > 1:
        raise DomainError(_("A round has at most one pairing-allocated bye."), "two_allocated_byes")


def _refuse_illegal(found: Sequence[Finding], reason: str) -> None:
    refusals = [finding for finding in found if finding.severity == "refusal"]
    if refusals:
        raise DomainError(_("This pairing is not possible."), "pairing_illegal", findings=refusals)
    objections = [finding for finding in found if rank(finding.severity) >= rank("objection")]
    if objections and not reason.strip():
        raise DomainError(
            _("This pairing breaks a rule; it stands only with a reason."),
            "reason_missing",
            _("Say why, or change the boards."),
            field="reason",
            findings=objections,
        )


def _boards_before(event: Event, round_number: int) -> dict[int, Game]:
    games = Game.objects.filter(round__event_id=event.pk, round__number=round_number)
    return {game.board: game for game in games.select_related("white", "black")}


def _engine(event: Event, round_number: int) -> str:
    return Round.objects.get(event=event, number=round_number).engine


def _changed_boards(pairs: Sequence[tuple[int, int]], before: Mapping[int, Game]) -> set[int]:
    def numbers(game: Game) -> tuple[int | None, int | None]:
        return game.white.number, game.black.number

    return {
        board
        for board, pair in enumerate(pairs, start=1)
        if board not in before or numbers(before[board]) != tuple(pair)
    }


def _replace(
    event: Event, plan: RoundPlan, entries: Mapping[int, Entry], before: Mapping[int, Game]
) -> Round:
    """Boards that stay keep their row, result and version; the others are made anew."""
    gone = [game for board, game in before.items() if board in plan.manual or board > len(plan.pairs)]
    with_result = [game.board for game in gone if game.code not in OPEN_CODES]
    if with_result:
        raise DomainError(
            _("Board %(board)s has a result and cannot be paired anew.") % {"board": with_result[0]},
            "has_result",
            _("Clear the result first."),
        )
    edition = (
        Round.objects.filter(event=event, number=plan.number)
        .values_list("pairing_edition", flat=True)
        .first()
    )
    made, _created = Round.objects.update_or_create(
        event=event, number=plan.number, defaults={"engine": plan.engine, "pairing_edition": edition or ""}
    )
    Seat.objects.filter(round=made, game__isnull=True).delete()
    Game.objects.filter(pk__in=[game.pk for game in gone]).delete()
    kept = {board: game for board, game in before.items() if game not in gone}
    for board, (white, black) in enumerate(plan.pairs, start=1):
        if board in kept:
            continue
        game = Game.objects.create(
            round=made,
            board=board,
            white=entries[white],
            black=entries[black],
            manual=True,
            manual_reason=plan.reason[:200],
        )
        Seat.objects.create(round=made, entry=entries[white], game=game, colour="w")
        Seat.objects.create(round=made, entry=entries[black], game=game, colour="b")
    Seat.objects.bulk_create(
        [Seat(round=made, entry=entries[number], bye=code) for number, code in sorted(plan.byes.items())]
    )
    return made
