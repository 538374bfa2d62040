"""Writes that pair teams: by Berger and Scheveningen tables, by the engine's team Swiss, by hand."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from core.jobs.child import ChildFailed, ChildTimeout, run_limited
from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Entry, Event, Round, Seat, Team, TeamByeRequest, TeamMatch, TeamRules
from tournaments.pairing.berger import berger_rounds
from tournaments.pairing.lots import LOT_METHOD, draw_first_colour
from tournaments.pairing.scheveningen import scheveningen_team_rounds
from tournaments.pairing.swiss import PairingError
from tournaments.pairing.team_history import team_histories
from tournaments.pairing.team_swiss import TeamPairing, check_teams, team_pairing_from, team_request
from tournaments.record.findings import Finding, rank
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    open_places,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.lineups import absent_entries, boards_clear, boards_write, default_lineup
from tournaments.services.pairing import begin_play, numbered_entries, refuse_not_registered, round_next
from tournaments.services.team_withdrawals import forfeit_rest
from tournaments.services.teams import members_by_team, rules_for
from tournaments.snapshot import record_of

TEAM_ENGINE = "tournaments.pairing.gacrux_teams:pair_teams_json"
TEAM_PAIR_SECONDS = 60


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


def _ready(event_id: int, actor: Account | None) -> tuple[Event, TeamRules, dict[int, Team]]:
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
    stored, rules, teams = _ready(event.pk, actor)
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


def team_round_pair(event: Event, *, actor: Account | None, seconds: int = TEAM_PAIR_SECONDS) -> Round:
    """Pair the next round of a team Swiss now, in a child process that is killed after `seconds`.

    Raises PermissionDenied and DomainError with the reason of the rules or of the engine.
    """
    with transaction.atomic():
        stored, number = _ready_for_swiss(event, actor)
    result = team_swiss_pairing(stored, number, seconds=seconds)
    return team_round_store(stored, actor=actor, result=result, version=stored.version)


def _ready_for_swiss(event: Event, actor: Account | None) -> tuple[Event, int]:
    stored, _rules, _teams = _ready(event.pk, actor)
    if stored.system != Event.System.TEAM_SWISS:
        raise DomainError(
            _("Only a team Swiss is paired round by round."), "not_swiss", _("Pair all rounds at once.")
        )
    number = round_next(stored)
    if number > stored.rounds_planned:
        raise DomainError(
            _("All %(count)s rounds are paired.") % {"count": stored.rounds_planned}, "all_rounds_paired"
        )
    missing = open_places(stored)
    if missing:
        raise DomainError(
            _("These boards have no result yet (round/board): %(places)s.") % {"places": missing},
            "open_games",
            _("Enter the results first."),
        )
    if number == 1 and not stored.first_colour:
        seed = secrets.randbelow(10**12)
        stored.first_colour = draw_first_colour(seed)
        stored.save(update_fields=["first_colour"])
        payload = {"colour": stored.first_colour, "seed": str(seed), "method": LOT_METHOD}
        write_ledger(stored, actor=actor, verb="first_colour.drawn", payload=payload)
        facts_changed(stored)
    return stored, number


def team_swiss_pairing(event: Event, round_number: int, *, seconds: int = TEAM_PAIR_SECONDS) -> TeamPairing:
    """The engine's pairing of a round, held against our own check. Writes nothing.

    Raises DomainError: not ready, no legal pairing, out of time, or an engine's fault.
    """
    record, rules = record_of(event.pk), rules_for(event)
    try:
        request = team_request(
            record,
            round_number,
            absent=teams_away(event, round_number),
            primary=rules.primary,  # type: ignore[arg-type]
            secondary=rules.secondary,
            preference=rules.preference,  # type: ignore[arg-type]
        )
        answer = run_limited(TEAM_ENGINE, request.to_json(), seconds)
        return team_pairing_from(record, request, answer)
    except ChildTimeout as error:
        raise DomainError(
            _("The pairing engine was stopped after %(seconds)s seconds.") % {"seconds": seconds},
            "pairing_timeout",
            _("Try again, or pair the round by hand."),
        ) from error
    except ChildFailed as error:
        raise DomainError(
            _("The pairing engine failed: %(why)s") % {"why": error},
            "pairing_failed",
            _("Pair the round by hand and report this."),
        ) from error
    except PairingError as error:
        raise DomainError(str(error), "pairing_refused", _("The round can be paired by hand.")) from error


def teams_away(event: Event, round_number: int) -> dict[int, str]:
    """Teams that do not play in a round, by number: byes asked for, and Z for the withdrawn."""
    gone = event.teams.filter(withdrawn_after__lt=round_number).values_list("number", flat=True)
    asked = TeamByeRequest.objects.filter(team__event=event, round_number=round_number)
    return dict.fromkeys(gone, "Z") | dict(asked.values_list("team__number", "code"))


@transaction.atomic
def team_round_store(event: Event, *, actor: Account | None, result: TeamPairing, version: int) -> Round:
    """Store a pairing that was made from the event as of `version`; refused if facts changed meanwhile."""
    stored, rules, teams = _ready(event.pk, actor)
    if stored.version != version:
        raise DomainError(
            _("Something in the event changed while the round was being paired; nothing was stored."),
            "stale_version",
            _("Pair the round again."),
        )
    byes = teams_away(stored, result.round)
    if result.bye is not None:
        byes[result.bye] = "U"
    plan = TeamPlan(result.round, result.pairs, byes, result.engine, result.edition)
    made = team_round_write(stored, plan, teams, rules)
    begin_play(stored)
    payload = {"round": result.round, "engine": result.engine, "edition": result.edition, "notes": []}
    write_ledger(stored, actor=actor, verb="round.paired", payload=payload)
    facts_changed(stored)
    return made


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
    stored, rules, teams = _ready(event.pk, actor)
    if stored.system == Event.System.TEAM_SCHEVENINGEN:
        raise DomainError(_("A Scheveningen match is paired by its table."), "no_manual")
    others = dict(byes or {})
    found = team_manual_findings(stored, round_number, pairs, others)
    _refuse_illegal(found, reason)
    seated = {team for pair in pairs for team in pair}
    before = {
        match.number: match
        for match in TeamMatch.objects.filter(round__event=stored, round__number=round_number).select_related(
            "round", "home", "away"
        )
    }
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


def _refuse_illegal(found: Sequence[Finding], reason: str) -> None:
    refusals = [finding for finding in found if finding.severity == "refusal"]
    if refusals:
        raise DomainError(_("This pairing is not possible."), "pairing_illegal", findings=refusals)
    objections = [finding for finding in found if rank(finding.severity) >= rank("objection")]
    if objections and not reason.strip():
        raise DomainError(
            _("This pairing breaks a rule; it stands only with a reason."),
            "reason_missing",
            _("Say why, or change the matches."),
            field="reason",
            findings=objections,
        )
