"""Results between players of one preliminary that count in the final without being played again."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event, Game, Qualification, Seat
from tournaments.record.codes import FORFEIT_CODES, OPEN_CODES
from tournaments.services.common import facts_changed, write_ledger
from tournaments.services.kinds import kind_rules

# A carried game was rated in its preliminary; in the final it counts and is not rated again.
CARRIED = {"1-0": "1-0u", "1/2-1/2": "1/2-1/2u", "0-1": "0-1u"}
KEPT = FORFEIT_CODES | set(CARRIED.values())


def results_carry(event: Event, *, actor: Account | None) -> int:
    """Put the results between players of one preliminary into the final just paired; how many games.

    In the caller's transaction, and only where the event has chosen it. The games take the colours that they had.
    They count where two players met as often in the preliminary as they are to meet here; results with an arbiter's
    penalty are not carried, and those boards stay open.
    """
    if not kind_rules(event).carry_results:
        return 0
    sources = {row.entry_id: row.source for row in _qualifications(event)}
    here = _meetings_of(event.pk)
    carried: list[str] = []
    for stage in {source.event_id for source in sources.values()}:
        own = {entry: source.pk for entry, source in sources.items() if source.event_id == stage}
        back = {source: entry for entry, source in own.items()}
        for pair, before in _meetings_of(stage).items():
            if not pair <= set(back):
                continue
            games = here.get(frozenset(back[pk] for pk in pair), [])
            if len(games) != len(before):
                continue
            for game, earlier in zip(games, before, strict=True):
                if _carry(game, earlier, back):
                    carried.append(f"{game.round.number}/{game.board}")
    if carried:
        write_ledger(event, actor=actor, verb="results.carried", payload={"places": ", ".join(carried)})
    return len(carried)


def carried_follow(event: Event, game: Game, *, actor: Account | None, reason: str = "") -> None:
    """Give the corrected result of a preliminary to the game of the final that it was carried into.

    In the caller's transaction. A result cleared here stays there until the new one is entered; where that cannot be
    carried, the board of the final is open again. What somebody entered in the final himself stays. Raises DomainError
    if a report has frozen the final.
    """
    if event.stage_of_id is None or game.code in OPEN_CODES:
        return
    pair = (game.white_id, game.black_id)
    entries = set(Qualification.objects.filter(source_id__in=pair).values_list("entry_id", flat=True))
    if len(entries) != len(pair):
        return
    here = _meetings_of(event.stage_of_id, entries).get(frozenset(entries), [])
    before = [each.pk for each in _meetings_of(event.pk, pair)[frozenset(pair)]]
    if len(here) != len(before):
        return
    later = here[before.index(game.pk)]
    code = CARRIED.get(game.code, game.code)
    wanted = code if code in KEPT else "*"
    if not later.manual or later.entered_at is not None or later.code not in KEPT or later.code == wanted:
        return
    final = Event.objects.select_for_update().get(pk=event.stage_of_id)
    if final.is_locked:
        raise DomainError(
            f"{final.name}: " + _("The report has frozen this event; nothing was changed."), "event_frozen"
        )
    Game.objects.filter(pk=later.pk).update(code=wanted, version=later.version + 1)
    payload = {
        "places": f"{later.round.number}/{later.board}",
        "game": later.pk,
        "old": later.code,
        "new": wanted,
        "from": event.pk,
    }
    write_ledger(final, actor=actor, verb="results.carried", reason=reason, payload=payload)
    facts_changed(final)


def _carry(game: Game, earlier: Game, back: dict[int, int]) -> bool:
    code = CARRIED.get(earlier.code, earlier.code)
    if code not in KEPT:
        return False
    white, black = back[earlier.white_id], back[earlier.black_id]
    reason = _("carried from %(stage)s, round %(round)s") % {
        "stage": earlier.round.event.name[:120],
        "round": earlier.round.number,
    }
    if game.white_id != white:
        _turn(game)
    Game.objects.filter(pk=game.pk).update(
        white_id=white, black_id=black, code=code, manual=True, manual_reason=reason, version=game.version + 1
    )
    return True


def _turn(game: Game) -> None:
    """Exchange the seats of a board; it is made anew, since two seats may not have one colour for a moment."""
    entries = {seat.colour: seat.entry_id for seat in game.seats.all()}
    game.seats.all().delete()
    Seat.objects.bulk_create(
        Seat(round_id=game.round_id, entry_id=entries[colour], game=game, colour=other)
        for colour, other in (("w", "b"), ("b", "w"))
    )


def _qualifications(event: Event) -> list[Qualification]:
    return list(Qualification.objects.filter(entry__event=event).select_related("source"))


def _meetings_of(event_id: int, among: Collection[int] = ()) -> dict[frozenset[int], list[Game]]:
    """The games of every two players in the order of the rounds; with `among` only of these entries."""
    found: dict[frozenset[int], list[Game]] = {}
    rows = Game.objects.filter(round__event_id=event_id).select_related("round__event")
    if among:
        rows = rows.filter(white_id__in=among, black_id__in=among)
    for game in rows.order_by("round__number", "board"):
        found.setdefault(frozenset((game.white_id, game.black_id)), []).append(game)
    return found
