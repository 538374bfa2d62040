"""Pairings by hand: boards chosen by the arbiter, held against the rules, marked with the reason."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Entry, Event, Game, PairingProposal, Round, Seat
from tournaments.pairing.boards import board_numbers
from tournaments.pairing.legality import SWISS, check
from tournaments.pairing.swiss import forbidden_in
from tournaments.record.codes import BYE_CODES, OPEN_CODES
from tournaments.record.findings import Finding
from tournaments.record.model import Record
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.confirmations import refuse_unconfirmed
from tournaments.services.pairing import (
    RoundPlan,
    absences,
    begin_play,
    numbered_entries,
    refuse_illegal,
    refuse_not_registered,
    round_next,
)
from tournaments.services.proposals import proposal_current
from tournaments.services.swiss_setup import fixed_tables
from tournaments.snapshot import record_of

# Beyond every board number that a table may have.
FAR_BOARD = 20_000


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
    whoever is in neither has the bye that he asked for, or is absent (Z). Boards that change are marked as paired
    by hand, with the reason. A refusal of the check stops it; an objection (a second meeting, somebody left out)
    needs a reason.
    Raises PermissionDenied and DomainError.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_not_registered(stored)
    if stored.ties.exists():
        raise DomainError(
            _("The boards of a knock-out follow from its bracket."),
            "follows_bracket",
            _("Decide a tie on the page of the bracket, or delete the bracket first."),
        )
    entries = numbered_entries(stored)
    others = dict(byes or {})
    _refuse_unknown(stored, round_number, others)
    _refuse_strangers(entries, pairs, others)
    tables = fixed_tables(stored.pk)
    found = manual_findings(record_of(stored.pk), round_number, pairs, others, tables)
    refuse_illegal(found, reason, hint=_("Say why, or change the boards."))
    seated = {number for pair in pairs for number in pair}
    asked = absences(stored, round_number, entries)
    absent = {
        number: others.get(number) or asked.get(number, "Z") for number in entries if number not in seated
    }
    before = _boards_before(stored, round_number)
    if not before:
        refuse_unconfirmed(stored)
    plan = RoundPlan(
        round_number,
        tuple((white, black) for white, black in pairs),
        absent,
        "" if not before else _engine(stored, round_number),
        reason=reason,
        boards=board_numbers(pairs, tables),
    )
    proposal = proposal_current(stored, round_number)
    made, changed = _replace(stored, plan, entries, before)
    begin_play(stored)
    write_ledger(
        stored,
        actor=actor,
        verb="round.paired_by_hand",
        reason=reason,
        payload={
            "round": round_number,
            "boards": [[board, white, black] for board, (white, black) in plan.placed if board in changed],
            "byes": [[number, code] for number, code in sorted(absent.items())],
            "objections": [finding.code for finding in found if finding.severity == "objection"],
        }
        | _engine_instead(proposal, pairs),
    )
    facts_changed(stored)
    return made


def manual_findings(
    record: Record,
    round_number: int,
    pairs: Sequence[tuple[int, int]],
    byes: Mapping[int, str],
    tables: Mapping[int, int] | None = None,
) -> tuple[Finding, ...]:
    """What speaks against this pairing; whoever has no board counts as absent, in a Swiss only with a bye.

    `tables` are the fixed ones by start number; findings name the boards as they will be numbered.
    """
    allocated = [number for number, code in byes.items() if code == "U"]
    seated = {number for pair in pairs for number in pair}
    absent = {entry.number for entry in record.entries} - seated - set(allocated[:1])
    if record.event.system in SWISS:
        asked = {bye.entry for bye in record.byes if bye.round == round_number and bye.code != "U"}
        absent &= asked | {number for number, code in byes.items() if code != "U"}
    bye = allocated[0] if allocated else None
    apart = forbidden_in(record, round_number)
    found = check(record, round_number, list(pairs), bye, absent, apart)
    numbers = board_numbers(pairs, tables or {})
    return tuple(
        replace(finding, board=numbers[finding.board - 1]) if finding.board else finding for finding in found
    )


def _engine_instead(
    proposal: PairingProposal | None, pairs: Sequence[tuple[int, int]]
) -> dict[str, list[list[int]]]:
    """The boards of the engine's proposal that the arbiter did not take, for the ledger."""
    if proposal is None or proposal.refusal:
        return {}
    taken = {tuple(pair) for pair in pairs}
    return {"engine_instead": [list(pair) for pair in proposal.pairs if tuple(pair) not in taken]}


def _refuse_unknown(event: Event, round_number: int, byes: Mapping[int, str]) -> None:
    """Rounds follow one another, within those that the event has; byes are of the kinds that there are."""
    last = min(event.rounds_planned, round_next(event))
    if not 1 <= round_number <= last:
        raise DomainError(
            _("Round %(number)s cannot be paired now; the rounds up to %(last)s can.")
            % {"number": round_number, "last": last},
            "unknown_round",
        )
    unknown = sorted(set(byes.values()) - set(BYE_CODES))
    if unknown:
        raise DomainError(_("There is no bye of the kind %(code)s.") % {"code": unknown[0]}, "unknown_bye")


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


def _boards_before(event: Event, round_number: int) -> dict[int, Game]:
    games = Game.objects.filter(round__event_id=event.pk, round__number=round_number)
    return {game.board: game for game in games.select_related("white", "black")}


def _engine(event: Event, round_number: int) -> str:
    return Round.objects.get(event=event, number=round_number).engine


def _replace(
    event: Event, plan: RoundPlan, entries: Mapping[int, Entry], before: Mapping[int, Game]
) -> tuple[Round, set[int]]:
    """The round as planned, and the numbers of the boards made by hand.

    A pair that was there before keeps its game, with result and version, and only moves to its new board.
    """
    old = {(game.white.number, game.black.number): game for game in before.values()}
    gone = [game for pair, game in old.items() if pair not in plan.pairs]
    with_result = [game.board for game in gone if game.code not in OPEN_CODES]
    if with_result:
        raise DomainError(
            _("Board %(board)s has a result and cannot be paired anew.") % {"board": with_result[0]},
            "has_result",
            _("Clear the result first."),
        )
    made, _created = Round.objects.update_or_create(
        event=event, number=plan.number, defaults={"engine": plan.engine}
    )
    Seat.objects.filter(round=made, game__isnull=True).delete()
    Game.objects.filter(pk__in=[game.pk for game in gone]).delete()
    kept = {pair: old[pair] for pair in plan.pairs if pair in old}
    _move({kept[pair].pk: board for board, pair in plan.placed if pair in kept}, kept.values())
    fresh = [
        Game(
            round=made,
            board=board,
            white=entries[white],
            black=entries[black],
            manual=True,
            manual_reason=plan.reason[:200],
        )
        for board, (white, black) in plan.placed
        if (white, black) not in kept
    ]
    Game.objects.bulk_create(fresh, batch_size=200)
    seats = [
        Seat(round=made, entry=entry, game=game, colour=colour)
        for game in fresh
        for entry, colour in ((game.white, "w"), (game.black, "b"))
    ]
    seats += [Seat(round=made, entry=entries[number], bye=code) for number, code in sorted(plan.byes.items())]
    Seat.objects.bulk_create(seats, batch_size=400)
    return made, {game.board for game in fresh}


def _move(boards: Mapping[int, int], games: Iterable[Game]) -> None:
    """Give games other board numbers, in two steps since two may not share one even for a moment."""
    moved = [game for game in games if game.board != boards[game.pk]]
    for offset in (FAR_BOARD, 0):
        for game in moved:
            game.board = boards[game.pk] + offset
        Game.objects.bulk_update(moved, ["board"], batch_size=200)
