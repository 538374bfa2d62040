"""Writes that pair teams: by Berger and Scheveningen tables, by the engine's team Swiss, by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Entry, Event, Round, Seat, Team, TeamMatch, TeamRules
from tournaments.pairing.berger import berger_rounds
from tournaments.pairing.scheveningen import scheveningen_team_rounds
from tournaments.pairing.team_history import team_histories
from tournaments.pairing.team_swiss import check_teams
from tournaments.record.findings import Finding
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.confirmations import refuse_unconfirmed
from tournaments.services.lineups import absent_entries, boards_clear, boards_write, default_lineup
from tournaments.services.pairing import begin_play, numbered_entries, refuse_illegal, refuse_not_registered
from tournaments.services.team_withdrawals import forfeit_rest
from tournaments.services.teams import members_by_team, rules_for
from tournaments.snapshot import record_of


@dataclass(frozen=True, slots=True)
class TeamPlan:
    """A round to be stored, by team numbers: (home, guests) in order, byes by code.

    `boards` gives for each match the line-ups by places in the order of the team and the home team's colours;
    without it line-ups follow the order of the team and colours alternate from White.
    """

    number: int
    pairs: tuple[tuple[int, int], ...]
    byes: Mapping[int, str] = field(default_factory=dict)
    engine: str = ""
    edition: str = ""
    manual: frozenset[int] = frozenset()
    reason: str = ""
    table: tuple[tuple[int, int, bool], ...] = ()


def teams_ready(event_id: int, actor: Account | None) -> tuple[Event, TeamRules, dict[int, Team]]:
    """The locked event, its rules and its teams by number; everybody has players and numbers."""
    stored = event_locked_for(event_id, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_not_registered(stored)
    numbered_entries(stored)
    teams = {team.number: team for team in stored.teams.order_by("number")}
    if len(teams) < 2:
        raise DomainError(
            _("There are fewer than two teams."), "too_few_teams", _("Enter the teams on their page.")
        )
    if sorted(teams) != list(range(1, len(teams) + 1)):
        raise DomainError(
            _("The teams are not numbered from 1 on."), "numbers_missing", _("Number them on their page.")
        )
    members = members_by_team(stored)
    empty = [team.name for team in teams.values() if team.pk not in members]
    if empty:
        raise DomainError(
            _("%(name)s has no players.") % {"name": empty[0]}, "no_members", _("Enter its members first.")
        )
    return stored, rules_for(stored), teams


@transaction.atomic
def team_rounds_pair_all(event: Event, *, actor: Account | None) -> list[Round]:
    """Pair every round of a team round robin or a Scheveningen match of teams by the tables.

    Raises PermissionDenied and DomainError (no numbers, no players, results already entered, no table).
    """
    stored, rules, teams = teams_ready(event.pk, actor)
    if Seat.objects.filter(round__event_id=stored.pk).exists():
        raise DomainError(
            _("The rounds are paired already."),
            "paired_already",
            _("Delete the pairings first: that is possible while there is no result."),
        )
    if stored.system == Event.System.TEAM_ROUND_ROBIN:
        plans = _berger_plans(len(teams), stored.cycles)
    elif stored.system == Event.System.TEAM_SCHEVENINGEN:
        plans = _scheveningen_plans(len(teams), rules.boards, stored.cycles)
    else:
        raise DomainError(_("This system is paired round by round."), "no_table")
    if stored.rounds_planned != len(plans):
        Event.objects.filter(pk=stored.pk).update(rounds_planned=len(plans))
    rounds = [team_round_write(stored, plan, teams, rules) for plan in plans]
    payload = {"rounds": len(rounds), "engine": plans[0].engine, "cycles": stored.cycles}
    write_ledger(stored, actor=actor, verb="rounds.paired", payload=payload)
    for team in teams.values():
        if team.withdrawn_after is not None:
            forfeit_rest(stored, team)
    facts_changed(stored)
    return rounds


def _berger_plans(count: int, cycles: int) -> list[TeamPlan]:
    """The free team of a round has a bye without points."""
    return [
        TeamPlan(
            number,
            tuple((pair.white, pair.black) for pair in boards if pair.black is not None),
            {pair.white: "Z" for pair in boards if pair.black is None},
            engine="Berger",
        )
        for number, boards in enumerate(berger_rounds(count, cycles), start=1)
    ]


def _scheveningen_plans(count: int, boards: int, cycles: int) -> list[TeamPlan]:
    if count != 2:
        raise DomainError(
            _("A Scheveningen match is one of two teams; there are %(count)s.") % {"count": count},
            "not_two_teams",
        )
    try:
        table = scheveningen_team_rounds(boards, cycles)
    except ValueError as error:
        raise DomainError(
            _("There is no Scheveningen table for %(boards)s boards.") % {"boards": boards},
            "no_table",
            _("Choose another number of boards on the page of the teams."),
        ) from error
    return [
        TeamPlan(
            number,
            ((1, 2),),
            engine="Scheveningen",
            table=tuple((board.home, board.away, board.home_white) for board in row),
        )
        for number, row in enumerate(table, start=1)
    ]


def team_round_write(event: Event, plan: TeamPlan, teams: Mapping[int, Team], rules: TeamRules) -> Round:
    """Write a round's matches with their line-ups and boards; its row may stand already with a day."""
    made, _created = Round.objects.update_or_create(
        event=event,
        number=plan.number,
        defaults={"engine": plan.engine, "pairing_edition": plan.edition},
    )
    members = members_by_team(event)
    away = absent_entries(event, plan.number)
    for number, (home, guests) in enumerate(plan.pairs, start=1):
        manual = number in plan.manual
        match = TeamMatch(
            round=made,
            number=number,
            home=teams[home],
            away=teams[guests],
            manual=manual,
            manual_reason=plan.reason[:200] if manual else "",
        )
        _fill(match, plan, rules.boards, members, away)
        boards_write(match, rules.boards)
    last = len(plan.pairs)
    byes = sorted(plan.byes.items())
    TeamMatch.objects.bulk_create(
        TeamMatch(round=made, number=last + place, home=teams[team], bye=code)
        for place, (team, code) in enumerate(byes, start=1)
    )
    return made


def _fill(
    match: TeamMatch, plan: TeamPlan, boards: int, members: Mapping[int, Sequence[Entry]], away: set[int]
) -> None:
    """Line-ups and colours of a match: by the table of a Scheveningen match, else by the order of the teams."""
    home = [entry.pk for entry in members.get(match.home_id, ())]
    guests = [entry.pk for entry in members.get(match.away_id or 0, ())]
    if not plan.table:
        match.home_lineup = default_lineup(home, boards, away)
        match.away_lineup = default_lineup(guests, boards, away)
        match.colours = ("wb" * boards)[:boards]
        return
    match.home_lineup = [_at(home, own) for own, _other, _white in plan.table]
    match.away_lineup = [_at(guests, other) for _own, other, _white in plan.table]
    match.colours = "".join("w" if white else "b" for _own, _other, white in plan.table)


def _at(order: Sequence[int], place: int) -> int | None:
    return order[place - 1] if place <= len(order) else None


def team_manual_findings(
    event: Event, round_number: int, pairs: Sequence[tuple[int, int]], byes: Mapping[int, str]
) -> tuple[Finding, ...]:
    """What speaks against a round of matches made by hand; teams in neither count as absent."""
    allocated = [team for team, code in byes.items() if code == "U"]
    seated = {team for pair in pairs for team in pair}
    record = record_of(event.pk)
    past = list(team_histories(record, round_number).values())
    absent = {history.number for history in past} - seated - set(allocated[:1])
    meetings = event.cycles if event.pairs_all_rounds else 1
    return check_teams(past, round_number, pairs, allocated[0] if allocated else None, absent, (), meetings)


@transaction.atomic
def team_round_pair_manual(
    event: Event,
    *,
    actor: Account | None,
    round_number: int,
    pairs: Sequence[tuple[int, int]],
    byes: Mapping[int, str] | None = None,
    reason: str = "",
) -> Round:
    """Pair a round of matches by hand, or change matches of a paired one that have no result yet.

    `pairs` are (home, guests) by team number in order, `byes` the others by code; whoever is in neither has Z.
    Matches that change are marked with the reason. A refusal of the check stops it; an objection needs a reason.
    Raises PermissionDenied and DomainError.
    """
    stored, rules, teams = teams_ready(event.pk, actor)
    if stored.system == Event.System.TEAM_SCHEVENINGEN:
        raise DomainError(_("A Scheveningen match is paired by its table."), "no_manual")
    others = dict(byes or {})
    found = team_manual_findings(stored, round_number, pairs, others)
    refuse_illegal(found, reason, hint=_("Say why, or change the matches."))
    seated = {team for pair in pairs for team in pair}
    before = {
        match.number: match
        for match in TeamMatch.objects.filter(round__event=stored, round__number=round_number).select_related(
            "round", "home", "away"
        )
    }
    if not before:
        refuse_unconfirmed(stored)
    kept = {number: _numbers(match) for number, match in before.items() if match.away_id is not None}
    changed = {number for number, pair in enumerate(pairs, start=1) if kept.get(number) != pair}
    for number, match in before.items():
        if number in changed or number not in kept or number > len(pairs):
            if match.away_id is not None:
                boards_clear(match)
            match.delete()
    absent = {number: others.get(number, "Z") for number in teams if number not in seated}
    plan = TeamPlan(round_number, tuple(pairs), absent, manual=frozenset(changed), reason=reason)
    made = _write_changed(stored, plan, teams, rules, changed)
    begin_play(stored)
    write_ledger(
        stored,
        actor=actor,
        verb="round.matches_by_hand",
        reason=reason,
        payload={
            "round": round_number,
            "names": [
                f"{teams[home].name} – {teams[away].name}"
                for number, (home, away) in enumerate(pairs, start=1)
                if number in changed
            ],
            "byes": [[number, code] for number, code in sorted(absent.items())],
            "objections": [finding.code for finding in found if finding.severity == "objection"],
        },
    )
    facts_changed(stored)
    return made


def _numbers(match: TeamMatch) -> tuple[int, int]:
    return match.home.number, match.away.number if match.away else 0


def _write_changed(
    event: Event, plan: TeamPlan, teams: Mapping[int, Team], rules: TeamRules, changed: set[int]
) -> Round:
    """Matches that stay keep their row, line-ups and results; the others are made anew."""
    found = Round.objects.filter(event=event, number=plan.number).first()
    made = found or Round.objects.create(event=event, number=plan.number)
    members, away = members_by_team(event), absent_entries(event, plan.number)
    for number, (home, guests) in enumerate(plan.pairs, start=1):
        if number not in changed:
            continue
        match = TeamMatch(
            round=made,
            number=number,
            home=teams[home],
            away=teams[guests],
            manual=True,
            manual_reason=plan.reason[:200],
        )
        _fill(match, plan, rules.boards, members, away)
        boards_write(match, rules.boards)
    TeamMatch.objects.bulk_create(
        TeamMatch(round=made, number=len(plan.pairs) + place, home=teams[team], bye=code, manual=True)
        for place, (team, code) in enumerate(sorted(plan.byes.items()), start=1)
    )
    return made
