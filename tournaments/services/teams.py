"""Writes about the teams of an event: how matches count, names, members in board order, numbers, byes."""

import secrets
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Entry, Event, Seat, Team, TeamByeRequest, TeamMatch, TeamRules
from tournaments.pairing.lots import LOT_METHOD, draw_numbers
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.lineups import lineups_refresh

RULE_FIELDS = frozenset(
    {
        "boards",
        "win_halves",
        "draw_halves",
        "loss_halves",
        "bye_match_halves",
        "bye_game_halves",
        "primary",
        "preference",
        "secondary",
        "numbering",
        "ordered",
        "most_members",
    }
)
TEAM_FIELDS = frozenset({"name", "federation", "captain"})


def rules_for(event: Event) -> TeamRules:
    """The rules of the event's matches; the usual ones, not stored, where nobody has set any."""
    return TeamRules.objects.filter(event=event).first() or TeamRules(event=event)


def _begin(event_id: int, actor: Account | None) -> Event:
    stored = event_locked_for(event_id, actor=actor, permission="entries_edit")
    refuse_frozen(stored)
    return stored


def matches_exist(event: Event) -> bool:
    """Some round of the event has matches."""
    return TeamMatch.objects.filter(round__event_id=event.pk).exists()


@transaction.atomic
def team_rules_set(event: Event, *, actor: Account | None, **fields: Any) -> TeamRules:
    """Set how matches count. The number of boards stays once a round is paired.

    Raises PermissionDenied, DomainError, ValidationError by field.
    """
    stored = _begin(event.pk, actor)
    unknown = sorted(set(fields) - RULE_FIELDS)
    if unknown:
        raise DomainError(_("There is no field %(name)s.") % {"name": unknown[0]}, "unknown_field")
    rules = rules_for(stored)
    before = {name: getattr(rules, name) for name in fields}
    changes = {name: value for name, value in fields.items() if before[name] != value}
    if "boards" in changes and matches_exist(stored):
        raise DomainError(
            _("Matches are paired on %(boards)s boards; the number stays.") % {"boards": before["boards"]},
            "paired_already",
            _("Delete the pairings first: that is possible while there is no result."),
            field="boards",
        )
    for name, value in changes.items():
        setattr(rules, name, value)
    rules.full_clean(exclude=["event"])
    rules.save()
    if changes:
        changed = {name: [_plain(before[name]), _plain(value)] for name, value in sorted(changes.items())}
        write_ledger(stored, actor=actor, verb="teams.rules", payload={"changed": changed})
        facts_changed(stored)
    return rules


def _plain(value: Any) -> Any:
    return "" if value is None else int(value) if isinstance(value, bool) else value


@transaction.atomic
def team_add(
    event: Event,
    *,
    actor: Account | None,
    name: str,
    captain: str = "",
    federation: str = "",
    members: Sequence[int] = (),
) -> Team:
    """Enter a team with its members (entry ids in board order). Its number follows the last one.

    Raises PermissionDenied and DomainError (name taken, paired already, a player in another team).
    """
    stored = _begin(event.pk, actor)
    if matches_exist(stored) and stored.pairs_all_rounds:
        raise DomainError(
            _("All rounds are paired already; no team can be added."),
            "paired_already",
            _("Delete the pairings first: that is possible while there is no result."),
        )
    last = stored.teams.order_by("-number").values_list("number", flat=True).first() or 0
    team = Team(event=stored, number=last + 1)
    _assign(team, {"name": name, "captain": captain, "federation": federation})
    team.save()
    names = _members_write(stored, team, members)
    write_ledger(stored, actor=actor, verb="team.added", payload={"team": team.name, "names": names})
    facts_changed(stored)
    return team


def _assign(team: Team, fields: Mapping[str, str]) -> None:
    for name, value in fields.items():
        setattr(team, name, value.strip())
    team.federation = team.federation.upper()
    if not team.name:
        raise DomainError(_("Type the name of the team."), "name_missing", field="name")
    if Team.objects.filter(event=team.event, name__iexact=team.name).exclude(pk=team.pk).exists():
        raise DomainError(
            _("There is a team %(name)s already.") % {"name": team.name}, "name_taken", field="name"
        )
    team.full_clean(exclude=["event"], validate_unique=False, validate_constraints=False)


@transaction.atomic
def team_update(team: Team, *, actor: Account | None, **fields: str) -> Team:
    """Change name, federation or captain. Raises as `team_add`."""
    event = _begin(team.event_id, actor)
    stored = Team.objects.select_for_update().select_related("event").get(pk=team.pk)
    changes = {name: value for name, value in fields.items() if getattr(stored, name) != value.strip()}
    if not set(changes) <= TEAM_FIELDS:
        raise DomainError(_("There is no such field."), "unknown_field")
    if not changes:
        return stored
    before = {name: getattr(stored, name) for name in changes}
    _assign(stored, changes)
    stored.save()
    changed = {name: [before[name], getattr(stored, name)] for name in sorted(changes)}
    payload = {"team": stored.name, "changed": changed}
    write_ledger(event, actor=actor, verb="team.changed", payload=payload)
    facts_changed(event)
    return stored


@transaction.atomic
def team_members_set(team: Team, *, actor: Account | None, members: Sequence[int]) -> Team:
    """Set a team's members by entry ids in board order; reserves stand last. Line-ups that nobody set follow.

    Whoever has sat for the team stays a member. Raises PermissionDenied and DomainError.
    """
    event = _begin(team.event_id, actor)
    gone = list(team.members.exclude(pk__in=members))
    names = _members_write(event, team, members)
    Seat.objects.filter(entry__in=gone, game__isnull=True).delete()
    lineups_refresh(event, team=team)
    sat = Seat.objects.filter(entry__in=gone).select_related("entry").first()
    if sat is not None:
        raise DomainError(
            _("%(name)s has a place in a round and stays in the team.") % {"name": sat.entry.name},
            "has_played",
            _("Withdraw the player, or change the line-up first."),
        )
    write_ledger(event, actor=actor, verb="team.members", payload={"team": team.name, "names": names})
    facts_changed(event)
    return team


def _members_write(event: Event, team: Team, members: Sequence[int]) -> list[str]:
    """Write members and their order; gives the names in that order."""
    rows = {entry.pk: entry for entry in event.entries.filter(pk__in=members).select_related("team")}
    if len(rows) != len(set(members)) or len(set(members)) != len(members):
        raise DomainError(
            _("A player stands twice in the list, or is not entered in this event."), "unknown_member"
        )
    for entry in rows.values():
        if entry.team_id not in (None, team.pk):
            raise DomainError(
                _("%(name)s plays for %(team)s.") % {"name": entry.name, "team": entry.team},
                "in_other_team",
                _("A player is in one team. Take him out there first."),
            )
    most = rules_for(event).most_members
    if most is not None and len(members) > most:
        raise DomainError(
            _("A team has at most %(most)s members in this event.") % {"most": most}, "too_many_members"
        )
    team.members.exclude(pk__in=members).update(team=None, board_order=None)
    for board, pk in enumerate(members, start=1):
        rows[pk].team, rows[pk].board_order = team, board
    Entry.objects.bulk_update(rows.values(), ["team", "board_order"], batch_size=200)
    return [rows[pk].name for pk in members]


@transaction.atomic
def team_remove(team: Team, *, actor: Account | None) -> None:
    """Take a team out before it is paired; its players stay entered. Numbers close up while nothing is paired."""
    event = _begin(team.event_id, actor)
    if team.home_matches.exists() or team.away_matches.exists():
        raise DomainError(
            _("%(name)s has been paired and cannot be removed.") % {"name": team.name},
            "paired_already",
            _("Withdraw the team instead: its matches stay."),
        )
    TeamByeRequest.objects.filter(team=team).delete()
    team.members.update(team=None, board_order=None)
    name = team.name
    Team.objects.filter(pk=team.pk).delete()
    if not matches_exist(event):
        for number, each in enumerate(event.teams.order_by("number"), start=1):
            if each.number != number:
                Team.objects.filter(pk=each.pk).update(number=number)
    write_ledger(event, actor=actor, verb="team.removed", payload={"team": name})
    facts_changed(event)


def average_rating(ratings: Sequence[int | None], boards: int) -> Fraction:
    """The mean rating of a team's first players, as many as a match has boards; unrated count as 0.

    >>> average_rating([2400, None, 2100], 2)
    Fraction(1200, 1)
    """
    first = [rating or 0 for rating in ratings[:boards]]
    return Fraction(sum(first), len(first)) if first else Fraction(0)


@transaction.atomic
def teams_number(
    event: Event,
    *,
    actor: Account | None,
    seed: int | None = None,
    numbers: Mapping[int, int] | None = None,
) -> list[Team]:
    """Number the teams as the event says (mean rating, lot, typed), and the players after them by team and board.

    `seed` repeats a known lot. `numbers` maps team ids to the numbers typed, 1 to n. Raises PermissionDenied and
    DomainError.
    """
    stored = _begin(event.pk, actor)
    if Seat.objects.filter(round__event_id=stored.pk).exists():
        raise DomainError(
            _("Rounds are paired; the numbers stay as they are."),
            "paired_already",
            _("Delete the pairings first: that is possible while there is no result."),
        )
    teams = list(stored.teams.order_by("pk"))
    if not teams:
        raise DomainError(_("There is no team to number yet."), "no_teams", _("Enter the teams first."))
    rules = rules_for(stored)
    payload: dict[str, Any] = {"numbering": rules.numbering, "teams": [team.name for team in teams]}
    members = members_by_team(stored)
    if rules.numbering == TeamRules.Numbering.TYPED:
        given = _typed(teams, numbers or {})
    elif rules.numbering == TeamRules.Numbering.LOT:
        drawn = secrets.randbelow(10**12) if seed is None else seed
        payload |= {"seed": str(drawn), "method": LOT_METHOD}
        given = list(draw_numbers(len(teams), drawn))
    else:
        given = _by_rating(teams, members, rules.boards)
    # Two steps, since two teams may not have one number even for a moment.
    spare = max(team.number for team in teams) + len(teams)
    for place, team in enumerate(teams, start=1):
        Team.objects.filter(pk=team.pk).update(number=spare + place)
    for team, number in zip(teams, given, strict=True):
        team.number = number
        Team.objects.filter(pk=team.pk).update(number=number)
    teams.sort(key=lambda team: team.number)
    _number_players(stored, teams, members)
    write_ledger(stored, actor=actor, verb="teams.numbered", payload=payload | {"numbers": given})
    facts_changed(stored)
    return teams


def members_by_team(event: Event) -> dict[int, list[Entry]]:
    """The members of every team by team id, in board order."""
    found: dict[int, list[Entry]] = {}
    for entry in event.entries.filter(team__isnull=False).order_by("board_order", "number", "pk"):
        if entry.team_id is not None:
            found.setdefault(entry.team_id, []).append(entry)
    return found


def _typed(teams: Sequence[Team], numbers: Mapping[int, int]) -> list[int]:
    given = [numbers.get(team.pk, 0) for team in teams]
    missing = sorted(set(range(1, len(teams) + 1)) - set(given))
    if missing:
        raise DomainError(
            _("Team numbers run from 1 to %(last)s, each once; missing: %(missing)s.")
            % {"last": len(teams), "missing": ", ".join(map(str, missing[:10]))},
            "numbers_wrong",
        )
    return given


def _by_rating(teams: Sequence[Team], members: Mapping[int, Sequence[Entry]], boards: int) -> list[int]:
    """The highest mean first; of equal ones the one entered first."""
    means = [average_rating([entry.rating for entry in members.get(team.pk, ())], boards) for team in teams]
    order = sorted(range(len(teams)), key=lambda place: (-means[place], place))
    return [order.index(place) + 1 for place in range(len(teams))]


def _number_players(event: Event, teams: Sequence[Team], members: Mapping[int, Sequence[Entry]]) -> None:
    """Start numbers run team by team in board order; whoever is in no team comes last."""
    ordered = [entry for team in teams for entry in members.get(team.pk, ())]
    ordered += list(event.entries.filter(team__isnull=True).order_by("number", "pk"))
    Entry.objects.filter(event=event).update(number=None)
    for number, entry in enumerate(ordered, start=1):
        entry.number = number
    Entry.objects.bulk_update(ordered, ["number"], batch_size=200)


@transaction.atomic
def team_bye_request(
    team: Team, *, actor: Account | None, round_number: int, code: str
) -> TeamByeRequest | None:
    """Note a bye that a team of a Swiss asks for ahead; an empty `code` takes it back."""
    event = _begin(team.event_id, actor)
    if code and code not in TeamByeRequest.Kind.values:
        raise DomainError(_("There is no bye of the kind %(code)s.") % {"code": code}, "unknown_bye")
    if not 1 <= round_number <= event.rounds_planned:
        raise DomainError(
            _("The event has rounds 1 to %(last)s.") % {"last": event.rounds_planned}, "unknown_round"
        )
    if TeamMatch.objects.filter(round__event_id=event.pk, round__number=round_number).exists():
        raise DomainError(
            _("Round %(number)s is paired already.") % {"number": round_number}, "paired_already"
        )
    TeamByeRequest.objects.filter(team=team, round_number=round_number).delete()
    asked = None
    if code:
        asked = TeamByeRequest.objects.create(team=team, round_number=round_number, code=code)
    write_ledger(
        event,
        actor=actor,
        verb="bye.asked" if code else "bye.taken_back",
        payload={"name": team.name, "round": round_number, "code": code},
    )
    facts_changed(event)
    return asked


@transaction.atomic
def captain_link_renew(team: Team, *, actor: Account | None) -> Team:
    """Make a private link for the captain; the one given out before is worth nothing from now on."""
    event = _begin(team.event_id, actor)
    stored = Team.objects.select_for_update().get(pk=team.pk)
    stored.captain_link += 1
    stored.save(update_fields=["captain_link"])
    write_ledger(event, actor=actor, verb="team.captain_link", payload={"team": stored.name})
    return stored
