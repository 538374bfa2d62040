"""A team leaves the event, or comes back."""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event, Game, Team, TeamMatch
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.lineups import boards_clear, boards_write, lineups_refresh
from tournaments.services.teams import rules_for


@transaction.atomic
def team_withdraw(team: Team, *, actor: Account | None, after_round: int | None, reason: str = "") -> Team:
    """Withdraw a team after a round (0: before the first), or take it back with None.

    Where all rounds are paired beforehand its later matches are lost without play; taken back, they are to be
    played again. Raises PermissionDenied and DomainError.
    """
    event = event_locked_for(team.event_id, actor=actor, permission="entries_edit")
    refuse_frozen(event)
    if after_round is not None:
        if not 0 <= after_round <= event.rounds_planned:
            raise DomainError(
                _("The event has rounds 1 to %(last)s.") % {"last": event.rounds_planned},
                "unknown_round",
                field="after_round",
            )
        if last_round_played(team) > after_round:
            raise DomainError(
                _("%(name)s has results after round %(number)s.")
                % {"name": team.name, "number": after_round},
                "has_result",
                field="after_round",
            )
    before = Team.objects.get(pk=team.pk).withdrawn_after
    Team.objects.filter(pk=team.pk).update(withdrawn_after=after_round)
    team.refresh_from_db()
    if before is not None:
        _restore_rest(event, team, before)
    if after_round is not None:
        forfeit_rest(event, team)
    write_ledger(
        event,
        actor=actor,
        verb="entry.withdrawn" if after_round is not None else "entry.returned",
        reason=reason,
        payload={"name": team.name, "after": -1 if after_round is None else after_round},
    )
    facts_changed(event)
    return team


def last_round_played(team: Team) -> int:
    """The number of the last round in which a game of the team has a result, 0 if none: it left no earlier."""
    games = Game.objects.filter(seats__entry__team=team).exclude(code="*")
    return games.aggregate(last=Max("round__number"))["last"] or 0


def _later(event: Event, team: Team, after: int) -> list[TeamMatch]:
    matches = TeamMatch.objects.filter(round__event=event, round__number__gt=after, away__isnull=False)
    rows = matches.select_related("round", "home", "away").order_by("round__number")
    return [match for match in rows if team.pk in (match.home_id, match.away_id)]


def forfeit_rest(event: Event, team: Team) -> None:
    """The matches of a withdrawn team after its last round are lost without play."""
    for match in _later(event, team, team.withdrawn_after or 0):
        boards_clear(match)
        other = match.away if match.home_id == team.pk else match.home
        if _is_gone(other, match.round.number):
            match.forfeit = "--"
        else:
            match.forfeit = "-+" if match.home_id == team.pk else "+-"
        match.version += 1
        match.save()


def _is_gone(team: Team | None, round_number: int) -> bool:
    return team is not None and team.withdrawn_after is not None and team.withdrawn_after < round_number


def _restore_rest(event: Event, team: Team, after: int) -> None:
    for match in _later(event, team, after):
        other = match.away if match.home_id == team.pk else match.home
        if not match.forfeit:
            continue
        if _is_gone(other, match.round.number):
            match.forfeit = "+-" if match.home_id == team.pk else "-+"
            match.version += 1
            match.save()
        else:
            boards_write(match, rules_for(event).boards)
    lineups_refresh(event, team=team)
