"""The next round of a team Swiss: asked of the engine in a child process, checked, stored."""

import secrets
from collections.abc import Callable

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.jobs import submit
from core.jobs.child import ChildFailed, ChildTimeout, run_limited
from core.models import Job
from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event, Round, TeamByeRequest
from tournaments.pairing.lots import LOT_METHOD, draw_first_colour
from tournaments.pairing.swiss import PairingError
from tournaments.pairing.team_swiss import TeamPairing, team_pairing_from, team_request
from tournaments.services.common import facts_changed, open_places, write_ledger
from tournaments.services.confirmations import refuse_unconfirmed
from tournaments.services.pairing import begin_play, round_next
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
    return submit(
        TEAM_PAIR_JOB,
        {
            "event": stored.pk,
            "round": number,
            "version": stored.version,
            "actor": actor.pk if actor else 0,
            "redirect": 1,
            "language": get_language() or "en",
        },
        created_by_id=actor.pk if actor else None,
        dedupe_key=f"{TEAM_PAIR_JOB}:{stored.pk}:{number}:{stored.version}",
    )


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
    refuse_unconfirmed(stored)
    if number == 1 and not stored.first_colour:
        seed = secrets.randbelow(10**12)
        stored.first_colour = draw_first_colour(seed)
        stored.save(update_fields=["first_colour"])
        payload = {"colour": stored.first_colour, "seed": str(seed), "method": LOT_METHOD}
        write_ledger(stored, actor=actor, verb="first_colour.drawn", payload=payload)
        facts_changed(stored)
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
    try:
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
    stored, rules, teams = teams_ready(event.pk, actor)
    if stored.version != version:
        raise DomainError(
            _("Something in the event changed while the round was being paired; nothing was stored."),
            "stale_version",
            _("Pair the round again."),
        )
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
