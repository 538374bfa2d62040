"""Writes about games by correspondence: results as they come, a player who leaves, a substitute in a team."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account, Person
from tournaments.errors import DomainError
from tournaments.models import Entry, Game, Seat, TeamMatch
from tournaments.record.codes import OPEN_CODES
from tournaments.services.common import event_locked_for, facts_changed, refuse_frozen, write_ledger
from tournaments.services.correspondence import refuse_over_the_board
from tournaments.services.entries import entries_add
from tournaments.services.results import record_result


@transaction.atomic
def game_end(
    game: Game,
    *,
    actor: Account | None,
    code: str,
    version: int,
    ended_on: date | None = None,
    reason: str = "",
) -> Game:
    """Store how a game by correspondence ended, and on which day (not in the future, not before the event).

    A time-out is a forfeit, an adjudication its own code; both need the arbiter's reason. Clearing a result clears
    the day. Raises as `record_result`, and DomainError for a day that cannot be.
    """
    event = event_locked_for(game.round.event_id, actor=actor, permission="result_enter")
    refuse_over_the_board(event)
    if ended_on is not None:
        if ended_on > timezone.localdate():
            raise DomainError(_("This day has not come yet."), "day_ahead", field="ended_on")
        if event.start and ended_on < event.start:
            raise DomainError(
                _("The event began on %(day)s.") % {"day": event.start}, "day_before_start", field="ended_on"
            )
    stored = record_result(game, actor=actor, code=code, version=version, reason=reason)
    day = None if code in OPEN_CODES else ended_on or stored.played_on
    if stored.played_on != day:
        before = stored.played_on
        Game.objects.filter(pk=stored.pk).update(played_on=day)
        stored.played_on = day
        payload: dict[str, Any] = {
            "round": stored.round.number,
            "board": stored.board,
            "day": day.isoformat() if day else "",
            "before": before.isoformat() if before else "",
        }
        write_ledger(event, actor=actor, verb="game.day", payload=payload)
        facts_changed(event)
    return stored


def open_games_of(entry: Entry) -> list[Game]:
    """The games of a player that have no result yet."""
    games = Game.objects.filter(Q(white=entry) | Q(black=entry), code__in=OPEN_CODES)
    return list(games.select_related("round", "white", "black").order_by("round__number", "board"))


def _decided_rounds(entry: Entry) -> int:
    """The last round in which the player has a result; 0 where he has none."""
    games = Game.objects.filter(Q(white=entry) | Q(black=entry)).exclude(code__in=OPEN_CODES)
    return games.order_by("-round__number").values_list("round__number", flat=True).first() or 0


@transaction.atomic
def player_leaves(
    entry: Entry, *, actor: Account | None, reason: str, lost: bool, on: date | None = None
) -> list[Game]:
    """A player leaves the event. His open games are lost by him (`lost`), or stay open to be adjudicated one by one.

    Gives the games that were decided; what he had finished stays. In a team somebody else can take his games over
    instead. Raises PermissionDenied and DomainError (no reason, gone already).
    """
    event = event_locked_for(entry.event_id, actor=actor, permission="entries_edit")
    refuse_frozen(event)
    refuse_over_the_board(event)
    if not reason.strip():
        raise DomainError(_("Say why the player leaves."), "reason_missing", field="reason")
    stored = Entry.objects.select_for_update().get(pk=entry.pk)
    if stored.withdrawn_after is not None:
        raise DomainError(_("%(name)s has left already.") % {"name": stored.name}, "withdrawn_already")
    after = _decided_rounds(stored)
    _mark_gone(stored, after)
    payload = {"entry": stored.pk, "name": stored.name, "lost": int(lost)}
    write_ledger(event, actor=actor, verb="correspondence.left", reason=reason, payload=payload)
    decided = []
    for game in open_games_of(stored) if lost else ():
        is_white = game.white_id == stored.pk
        if _is_gone(game.black if is_white else game.white):
            continue  # it waits to be adjudicated already
        code = "-/+" if is_white else "+/-"
        decided.append(
            game_end(game, actor=actor, code=code, version=game.version, ended_on=on, reason=reason)
        )
    facts_changed(event)
    entry.refresh_from_db()
    return decided


def _is_gone(entry: Entry) -> bool:
    return entry.withdrawn_after is not None


def _mark_gone(entry: Entry, after: int) -> None:
    Entry.objects.filter(pk=entry.pk).update(withdrawn_after=after, version=F("version") + 1)


@transaction.atomic
def substitute_enter(
    main: Entry,
    *,
    actor: Account | None,
    reason: str,
    person: Person | None = None,
    name: str = "",
    **facts: Any,
) -> Entry:
    """Somebody takes over the open games of a team's player (RACC 3.4); both stay in the table with their own.

    The substitute is a person of the register, or entered by name with what is known of him. He has the next start
    number and stands last in his team; the games that the main player finished stay his. Raises PermissionDenied and
    DomainError (no team event, no open game, no reason, entered already).
    """
    event = event_locked_for(main.event_id, actor=actor, permission="entries_edit")
    refuse_frozen(event)
    refuse_over_the_board(event)
    stored = Entry.objects.select_for_update(of=("self",)).select_related("team").get(pk=main.pk)
    if not event.is_team_event or stored.team is None:
        raise DomainError(
            _("Only a player of a team is replaced by a substitute."),
            "no_team",
            _("In an individual event a player leaves, and his games are lost or adjudicated."),
        )
    if not reason.strip():
        raise DomainError(_("Say why the player is replaced."), "reason_missing", field="reason")
    games = open_games_of(stored)
    if not games:
        raise DomainError(
            _("%(name)s has no open game to be taken over.") % {"name": stored.name}, "no_open_game"
        )
    row = {"person": person, **facts} if person else {"name": name, **facts}
    last = stored.team.members.count() + 1
    place = {"team": stored.team, "board_order": last, "substitute_for": stored}
    (entry,) = entries_add(event, actor=actor, rows=[row | place])
    Seat.objects.filter(entry=entry).delete()  # byes of rounds that a late entry missed: he missed none
    after = _decided_rounds(stored)
    _games_hand_over(stored, entry, games)
    _mark_gone(stored, after)
    payload = {"main": stored.name, "substitute": entry.name, "games": len(games), "team": stored.team.name}
    write_ledger(event, actor=actor, verb="correspondence.substituted", reason=reason, payload=payload)
    facts_changed(event)
    main.refresh_from_db()
    return entry


def _games_hand_over(giver: Entry, taker: Entry, games: Sequence[Game]) -> None:
    """Games, seats and line-ups of these games name the other player from now on."""
    keys = [game.pk for game in games]
    Game.objects.filter(pk__in=keys, white=giver).update(white=taker, version=F("version") + 1)
    Game.objects.filter(pk__in=keys, black=giver).update(black=taker, version=F("version") + 1)
    Seat.objects.filter(game__in=keys, entry=giver).update(entry=taker)
    for match in TeamMatch.objects.filter(round__in={game.round_id for game in games}):
        for lineup, is_set in (("home_lineup", "home_set"), ("away_lineup", "away_set")):
            members = getattr(match, lineup)
            if giver.pk in members:
                setattr(match, lineup, [taker.pk if pk == giver.pk else pk for pk in members])
                setattr(match, is_set, True)
                match.version += 1
                match.save()


@transaction.atomic
def substitute_undo(substitute: Entry, *, actor: Account | None, reason: str) -> Entry:
    """Take a substitution back while the substitute has no result: his games go back, his entry is deleted.

    Raises PermissionDenied and DomainError (no substitute, a result, no reason).
    """
    event = event_locked_for(substitute.event_id, actor=actor, permission="entries_edit")
    refuse_frozen(event)
    main = substitute.substitute_for
    if main is None:
        raise DomainError(_("%(name)s is no substitute.") % {"name": substitute.name}, "no_substitute")
    if not reason.strip():
        raise DomainError(_("Say why."), "reason_missing", field="reason")
    games = Game.objects.filter(Q(white=substitute) | Q(black=substitute))
    if games.exclude(code__in=OPEN_CODES).exists():
        raise DomainError(
            _("%(name)s has results; the substitution stays.") % {"name": substitute.name}, "has_result"
        )
    if Entry.objects.filter(substitute_for=substitute).exists():
        raise DomainError(_("%(name)s was replaced himself.") % {"name": substitute.name}, "replaced_himself")
    _games_hand_over(substitute, main, list(games.select_related("round")))
    Entry.objects.filter(pk=main.pk).update(withdrawn_after=None, version=F("version") + 1)
    name = substitute.name
    Entry.objects.filter(pk=substitute.pk).delete()
    payload = {"main": main.name, "substitute": name}
    write_ledger(
        event, actor=actor, verb="correspondence.substitution_undone", reason=reason, payload=payload
    )
    facts_changed(event)
    return main
