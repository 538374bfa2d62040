"""Line-ups: who sits at which board of a match, and the games that follow from it."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from core.ledger import append
from players.models import Account
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import ByeRequest, Entry, Event, Game, Seat, Team, TeamMatch, TeamRules
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.hall import refuse_locked_round
from tournaments.services.pairing import refuse_not_registered

Lineup = list[int | None]
WIN_WITHOUT_OPPONENT = "+"


def default_lineup(members: Iterable[int], boards: int, away: Iterable[int] = ()) -> Lineup:
    """The first members who are there, in the order of the team; None for boards that are left.

    >>> default_lineup([11, 12, 13], 2, away=[11])
    [12, 13]
    >>> default_lineup([11], 2)
    [11, None]
    """
    absent = set(away)
    present = [member for member in members if member not in absent][:boards]
    return [*present, *[None] * (boards - len(present))]


def absent_entries(event: Event, round_number: int) -> set[int]:
    """Ids of the players who do not play in a round: withdrawn, or with a bye asked for."""
    gone = event.entries.filter(withdrawn_after__lt=round_number).values_list("pk", flat=True)
    asked = ByeRequest.objects.filter(entry__event_id=event.pk, round_number=round_number)
    return set(gone) | set(asked.values_list("entry_id", flat=True))


def lineup_refuse(order: Sequence[int], lineup: Sequence[int | None], *, boards: int, ordered: bool) -> None:
    """Raise DomainError for a line-up that cannot be: strangers, somebody twice, the order of the team broken."""
    sitting = [pk for pk in lineup if pk is not None]
    if len(lineup) != boards:
        raise DomainError(_("A match has %(count)s boards.") % {"count": boards}, "boards_wrong")
    if not set(sitting) <= set(order):
        raise DomainError(_("A player is not a member of the team."), "no_member")
    if len(set(sitting)) != len(sitting):
        raise DomainError(
            _("A player sits at two boards."), "two_boards", _("Choose somebody else for one of them.")
        )
    places = [order.index(pk) for pk in sitting]
    if ordered and places != sorted(places):
        raise DomainError(
            _("The players do not sit in the order of the team."),
            "order_broken",
            _("In this event a reserve sits below everybody who stands before him."),
        )


@transaction.atomic
def lineup_set(
    match: TeamMatch,
    *,
    actor: Account | None,
    team: Team,
    lineup: Sequence[int | None],
    version: int,
    by_captain: bool = False,
) -> TeamMatch:
    """Give a team's line-up in a match: entry ids by board, None for an empty board.

    The captain (`by_captain`, known by his private link) may until the first result of the round; an arbiter as
    long as no board that changes has a result. Raises PermissionDenied, DomainError and StaleVersion.
    """
    event = event_locked_for(
        match.round.event_id, actor=actor if not by_captain else None, permission="lineups_edit"
    )
    refuse_frozen(event)
    stored = (
        TeamMatch.objects.select_for_update(of=("self",))
        .select_related("round", "home", "away")
        .get(pk=match.pk)
    )
    if stored.version != version:
        raise StaleVersion(
            _("Somebody changed this match meanwhile; nothing was saved."),
            hint=_("Your line-up is still in the form. Compare, then save again."),
        )
    refuse_not_registered(event)
    refuse_locked_round(event, stored.round)
    _refuse_closed(stored, by_captain=by_captain)
    _refuse_gone(stored, lineup)
    rules = TeamRules.objects.filter(event=event).first() or TeamRules(event=event)
    order = list(team.members.order_by("board_order", "number").values_list("pk", flat=True))
    rotated = event.system == Event.System.TEAM_SCHEVENINGEN
    lineup_refuse(order, lineup, boards=rules.boards, ordered=rules.ordered and not rotated)
    if team.pk == stored.home_id:
        stored.home_lineup, stored.home_set = list(lineup), True
    elif team.pk == stored.away_id:
        stored.away_lineup, stored.away_set = list(lineup), True
    else:
        raise DomainError(_("The team does not play this match."), "not_in_match")
    boards_write(stored, rules.boards)
    names = dict(Entry.objects.filter(pk__in=[pk for pk in lineup if pk]).values_list("pk", "name"))
    payload = {
        "round": stored.round.number,
        "match": stored.number,
        "team": team.name,
        "names": [names[pk] if pk else "–" for pk in lineup],
    }
    _tell(event, actor, team, payload, by_captain=by_captain)
    facts_changed(event)
    return stored


def _refuse_closed(match: TeamMatch, *, by_captain: bool) -> None:
    if match.away_id is None or match.forfeit:
        raise DomainError(_("This match is not played; it has no line-up."), "not_played")
    begun = Game.objects.filter(round_id=match.round_id).exclude(code="*").exists()
    if by_captain and begun:
        raise DomainError(
            _("The round has begun; a captain cannot change the line-up any more."),
            "round_begun",
            _("Speak to the arbiter."),
        )


def _refuse_gone(match: TeamMatch, lineup: Sequence[int | None]) -> None:
    """Whoever has left the event sits at no board that has not been played."""
    number = match.round.number
    gone = Entry.objects.filter(pk__in=[pk for pk in lineup if pk], withdrawn_after__lt=number)
    seated = Game.objects.filter(round_id=match.round_id).exclude(code="*")
    kept = set(seated.values_list("white_id", flat=True)) | set(seated.values_list("black_id", flat=True))
    name = gone.exclude(pk__in=kept).values_list("name", flat=True).first()
    if name is not None:
        raise DomainError(
            _("%(name)s has left the event.") % {"name": name},
            "withdrawn",
            _("Take the player back first, or choose somebody else."),
        )


def _tell(
    event: Event, actor: Account | None, team: Team, payload: dict[str, Any], *, by_captain: bool
) -> None:
    if not by_captain:
        write_ledger(event, actor=actor, verb="lineup.set", payload=payload)
        return
    append(
        scope="event",
        object_id=str(event.pk),
        actor_id=None,
        actor_name=_("captain of %(team)s") % {"team": team.name},
        verb="lineup.set",
        reason="",
        payload=payload,
    )


def boards_write(match: TeamMatch, boards: int) -> None:
    """Make games and seats of a match what its line-ups say; boards that stay keep their game and its version.

    A player without an opponent has a seat with `+`.
    Raises DomainError where a board with a result would change.
    """
    wanted = _wanted(match, boards)
    first = (match.number - 1) * boards
    games = {game.board - first: game for game in Game.objects.filter(round=match.round, match=match.number)}
    gone = [game for board, game in games.items() if wanted.get(board) != (game.white_id, game.black_id)]
    with_result = [game.board - first for game in gone if game.code != "*"]
    if with_result:
        raise DomainError(
            _("Board %(board)s has a result and cannot change.") % {"board": with_result[0]},
            "has_result",
            _("Clear the result first."),
        )
    members = Entry.objects.filter(team_id__in=[match.home_id, match.away_id])
    Seat.objects.filter(round=match.round, entry__in=members, game__isnull=True).delete()
    Game.objects.filter(pk__in=[game.pk for game in gone]).delete()
    kept = {board for board, game in games.items() if game not in gone}
    made: list[Game] = []
    seats: list[Seat] = []
    for board, (white, black) in wanted.items():
        if white is not None and black is not None:
            if board not in kept:
                made.append(
                    Game(
                        round=match.round, board=first + board, white_id=white, black_id=black,
                        match=match.number, manual=match.manual, manual_reason=match.manual_reason,
                    )
                )  # fmt: skip
        else:
            seats += [
                Seat(round=match.round, entry_id=alone, bye=WIN_WITHOUT_OPPONENT)
                for alone in (white, black)
                if alone is not None
            ]
    Game.objects.bulk_create(made)
    for game in made:
        seats.append(Seat(round=match.round, entry_id=game.white_id, game=game, colour="w"))
        seats.append(Seat(round=match.round, entry_id=game.black_id, game=game, colour="b"))
    Seat.objects.bulk_create(seats)
    match.forfeit = ""
    match.version += 1
    match.save()


def _wanted(match: TeamMatch, boards: int) -> dict[int, tuple[int | None, int | None]]:
    """White and Black by board of the match, from 1; boards at which nobody sits are left out."""
    found: dict[int, tuple[int | None, int | None]] = {}
    for place in range(boards):
        home = match.home_lineup[place] if place < len(match.home_lineup) else None
        away = match.away_lineup[place] if place < len(match.away_lineup) else None
        if home is not None or away is not None:
            white = match.colours[place : place + 1] != "b"
            found[place + 1] = (home, away) if white else (away, home)
    return found


def boards_clear(match: TeamMatch) -> None:
    """Take the games and seats of a match away; raises DomainError where there is a result."""
    games = Game.objects.filter(round=match.round, match=match.number)
    if games.exclude(code="*").exists():
        raise DomainError(_("The match has results already."), "has_result", _("Clear the results first."))
    members = Entry.objects.filter(team_id__in=[match.home_id, match.away_id])
    Seat.objects.filter(round=match.round, entry__in=members).delete()
    games.delete()


@transaction.atomic
def match_forfeit(match: TeamMatch, *, actor: Account | None, forfeit: str, reason: str = "") -> TeamMatch:
    """Note that a match was not played at all (`+-`, `-+`, `--` from the home team), or take it back with ``.

    Raises PermissionDenied and DomainError (results entered, no reason, round locked, event finished).
    """
    event = event_locked_for(match.round.event_id, actor=actor, permission="lineups_edit")
    refuse_frozen(event)
    refuse_not_registered(event)
    stored = TeamMatch.objects.select_related("round", "home", "away").get(pk=match.pk)
    refuse_locked_round(event, stored.round)
    if stored.away_id is None or forfeit not in ("", *TeamMatch.Forfeit.values):
        raise DomainError(_("This match cannot be forfeited so."), "unknown_forfeit")
    if forfeit and not reason.strip():
        raise DomainError(
            _("A match is forfeited only with a reason."), "reason_missing", _("Say why."), field="reason"
        )
    boards_clear(stored)
    if forfeit:
        stored.forfeit = forfeit
        stored.version += 1
        stored.save()
    else:
        rules = TeamRules.objects.filter(event=event).first() or TeamRules(event=event)
        boards_write(stored, rules.boards)
    write_ledger(
        event,
        actor=actor,
        verb="match.forfeited" if forfeit else "match.restored",
        reason=reason,
        payload={
            "round": stored.round.number,
            "match": stored.number,
            "home": stored.home.name,
            "away": stored.away.name if stored.away else "",
            "result": forfeit,
        },
    )
    facts_changed(event)
    return stored


def lineups_refresh(event: Event, team: Team | None = None) -> None:
    """Line-ups that nobody set follow the order of the team again, in matches without any result or forfeit.

    From those that somebody set go only players who are no members any more.
    """
    rules = TeamRules.objects.filter(event=event).first() or TeamRules(event=event)
    if event.system == Event.System.TEAM_SCHEVENINGEN:
        return  # the table says who sits where; its places are the line-up of the first round
    matches = TeamMatch.objects.filter(round__event=event, away__isnull=False, forfeit="")
    for match in matches.select_related("round").order_by("round__number", "number"):
        if team is not None and team.pk not in (match.home_id, match.away_id):
            continue
        if Game.objects.filter(round=match.round, match=match.number).exclude(code="*").exists():
            continue
        away = absent_entries(event, match.round.number)
        for own, lineup, is_set in (
            (match.home_id, "home_lineup", match.home_set),
            (match.away_id, "away_lineup", match.away_set),
        ):
            order = list(
                Entry.objects.filter(team_id=own or 0)
                .order_by("board_order", "number")
                .values_list("pk", flat=True)
            )
            if is_set:
                fresh: Lineup = [pk if pk in order else None for pk in getattr(match, lineup)]
            else:
                fresh = default_lineup(order, rules.boards, away)
            setattr(match, lineup, fresh)
        boards_write(match, rules.boards)
