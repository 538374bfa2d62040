"""The next round of a team Swiss: asked of the engine in a child process, checked, stored."""

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext as _

from core.jobs.child import run_limited
from core.models import Job
from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event, Round, TeamByeRequest
from tournaments.pairing.team_swiss import TeamPairing, team_pairing_from, team_request
from tournaments.services.common import facts_changed, write_ledger
from tournaments.services.confirmations import refuse_unconfirmed
from tournaments.services.engine import (
    engine_refusals,
    engine_round,
    first_colour_fix,
    pairing_queue,
    refuse_overtaken,
)
from tournaments.services.pairing import begin_play
from tournaments.services.team_pairing import TeamPlan, team_round_write, teams_ready
from tournaments.services.teams import rules_for
from tournaments.snapshot import record_of

TEAM_PAIR_JOB = "tournaments.pair_teams"
TEAM_ENGINE = "tournaments.pairing.gacrux_teams:pair_teams_json"
TEAM_PAIR_SECONDS = 120


@transaction.atomic
def team_round_pair_later(event: Event, *, actor: Account | None) -> Job:
    """Queue the pairing of the next round; the job's page shows how far it is. The same round is queued once."""
    stored, number = _ready_for_swiss(event, actor)
    return pairing_queue(TEAM_PAIR_JOB, stored, number, actor)


def team_round_pair(event: Event, *, actor: Account | None, seconds: int = TEAM_PAIR_SECONDS) -> Round:
    """Pair the next round of a team Swiss now, in a child process that is killed after `seconds`.

    Raises PermissionDenied and DomainError with the reason of the rules or of the engine.
    """
    with transaction.atomic():
        stored, number = _ready_for_swiss(event, actor)
    result = team_swiss_pairing(stored, number, seconds=seconds)
    return team_round_store(stored, actor=actor, result=result, version=stored.version)


def _ready_for_swiss(event: Event, actor: Account | None) -> tuple[Event, int]:
    stored, _rules, _teams = teams_ready(event.pk, actor)
    if stored.system != Event.System.TEAM_SWISS:
        raise DomainError(
            _("Only a team Swiss is paired round by round."), "not_swiss", _("Pair all rounds at once.")
        )
    number = engine_round(stored, hint=_("Enter the results first."))
    if number == 1:
        first_colour_fix(stored, actor)
    return stored, number


def team_swiss_pairing(
    event: Event,
    round_number: int,
    *,
    seconds: int = TEAM_PAIR_SECONDS,
    waiting: Callable[[float], None] | None = None,
) -> TeamPairing:
    """The engine's pairing of a round, held against our own check. Writes nothing.

    `waiting` is called while the engine works, with the seconds gone by; what it raises stops the engine.
    Raises DomainError: not ready, no legal pairing, out of time, or an engine's fault.
    """
    record, rules = record_of(event.pk), rules_for(event)
    with engine_refusals(seconds):
        request = team_request(
            record,
            round_number,
            absent=teams_away(event, round_number),
            primary=rules.primary,  # type: ignore[arg-type]
            secondary=rules.secondary,
            preference=rules.preference,  # type: ignore[arg-type]
        )
        answer = run_limited(TEAM_ENGINE, request.to_json(), seconds, waiting)
        return team_pairing_from(record, request, answer)


def teams_away(event: Event, round_number: int) -> dict[int, str]:
    """Teams that do not play in a round, by number: byes asked for, and Z for the withdrawn."""
    gone = event.teams.filter(withdrawn_after__lt=round_number).values_list("number", flat=True)
    asked = TeamByeRequest.objects.filter(team__event=event, round_number=round_number)
    return dict.fromkeys(gone, "Z") | dict(asked.values_list("team__number", "code"))


@transaction.atomic
def team_round_store(event: Event, *, actor: Account | None, result: TeamPairing, version: int) -> Round:
    """Store a pairing that was made from the event as of `version`; refused if facts changed meanwhile."""
    stored, rules, teams = teams_ready(event.pk, actor)
    refuse_overtaken(stored, version)
    refuse_unconfirmed(stored)
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
