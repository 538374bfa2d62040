"""Rating runs: a look at what an order would do, the order carried out, stopped, taken up again.

Each event is rated in a transaction of its own, together with its row in the run: an order that is delivered twice, or
whose worker dies, does nothing twice, and an event that cannot be rated keeps no other from it.
"""

import logging
from dataclasses import dataclass
from datetime import date

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from commission.checks import is_published
from commission.models import Dossier, RatingRun, RunEvent
from commission.permissions import PERMISSIONS
from commission.run_plans import events_of
from commission.services import dossier_move
from commission.services_rerate import event_rate_again
from core.jobs import cancel, submit
from core.ledger import append
from core.models import Job
from core.templatetags.ui import day
from players.models import Account
from players.permissions import allowed, require
from ratings.basis import calculation_sha256, changed_players
from ratings.event_facts import refuse_stage
from ratings.models import Period, RatedEvent
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event

RUN_JOB = "commission.rating_run"
Outcome, Scope, State = RunEvent.Outcome, RatingRun.Scope, RatingRun.State
logger = logging.getLogger("crosstable.runs")


class Skipped(Exception):
    """An event that a run leaves as it is; the message says why."""


@dataclass(frozen=True, slots=True)
class Done:
    """What rating one event came to."""

    outcome: RunEvent.Outcome
    before: RatedEvent | None
    after: RatedEvent


@transaction.atomic
def run_look(
    *,
    actor: Account,
    reason: str,
    event: Event | None = None,
    period: Period | None = None,
    since: date | None = None,
    kind: str = "",
) -> RatingRun:
    """Order a look at what rating an event, a period, or everything since a day would do; nothing is rated.

    Raises PermissionDenied, DomainError without a reason or where there is nothing to rate.
    """
    require(PERMISSIONS, "run", actor)
    scope = Scope.EVENT if event is not None else Scope.PERIOD if period is not None else Scope.SINCE
    run = RatingRun(scope=scope, event=event, period=period, since=since, kind=kind, reason=reason.strip())
    return _ordered(run, actor, events_of(run))


@transaction.atomic
def run_carry_out(look: RatingRun, *, actor: Account) -> RatingRun:
    """Order that the events of a look are rated. Whoever carries it out looked himself.

    Raises PermissionDenied, StaleVersion if the look has not ended, or was carried out already.
    """
    require(PERMISSIONS, "run", actor)
    locked = RatingRun.objects.select_for_update(of=("self",)).get(pk=look.pk)
    if not locked.dry or locked.state != State.DONE:
        raise StaleVersion(_("The look has not ended yet; nothing was rated."))
    if RatingRun.objects.filter(look=locked).exists():
        raise StaleVersion(_("This was carried out already."))
    if locked.ordered_by_id != actor.pk:
        raise DomainError(
            _("Somebody else looked at this."),
            "not_own_look",
            _("Four eyes are asked of each member anew: look at it yourself first."),
        )
    run = RatingRun(
        scope=locked.scope,
        event=locked.event,
        period=locked.period,
        since=locked.since,
        kind=locked.kind,
        dry=False,
        look=locked,
        reason=locked.reason,
    )
    return _ordered(run, actor, [row.event for row in locked.events.select_related("event")])


def _ordered(run: RatingRun, actor: Account, events: list[Event]) -> RatingRun:
    if not run.reason:
        raise DomainError(_("Say why; the log of the run keeps it."), "reason_missing", field="reason")
    if not events:
        raise DomainError(
            _("There is no event to rate."), "nothing_to_rate", _("Choose another period or an earlier day.")
        )
    run.ordered_by, run.ordered_at = actor, timezone.now()
    run.save()
    RunEvent.objects.bulk_create(
        (RunEvent(run=run, place=place, event=event) for place, event in enumerate(events, start=1)),
        batch_size=500,
    )
    _submit(run, actor)
    if not run.dry:
        _tell(run, actor, "run.ordered", {"events": len(events)})
    return run


def _submit(run: RatingRun, actor: Account) -> None:
    run.job = submit(
        RUN_JOB, {"run": run.pk, "actor": actor.pk}, created_by_id=actor.pk, dedupe_key=f"run-{run.pk}"
    )
    run.save(update_fields=["job"])


@transaction.atomic
def run_stop(run: RatingRun, *, actor: Account) -> RatingRun:
    """Stop a run: what is rated stays, the rest waits. Raises PermissionDenied, StaleVersion if it has ended."""
    require(PERMISSIONS, "run", actor)
    locked = RatingRun.objects.select_for_update(of=("self",)).select_related("job").get(pk=run.pk)
    if locked.state not in RatingRun.LIVE:
        raise StaleVersion(_("The run has ended already."))
    job = locked.job
    if job is None or not cancel(job) or not Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).exists():
        _end(locked, State.STOPPED, actor)
    return locked


@transaction.atomic
def run_go_on(run: RatingRun, *, actor: Account) -> RatingRun:
    """Take up a run that was stopped or broken off, with the events that it has not come to.

    Raises PermissionDenied, StaleVersion while it runs or when nothing is left, DomainError for another's run.
    """
    require(PERMISSIONS, "run", actor)
    locked = RatingRun.objects.select_for_update(of=("self",)).select_related("job").get(pk=run.pk)
    if locked.ordered_by_id != actor.pk:
        raise DomainError(_("Only who ordered a run takes it up again."), "not_own_run")
    if locked.is_live or not locked.events.filter(outcome=Outcome.WAITING).exists():
        raise StaleVersion(_("There is nothing to take up again."))
    locked.state, locked.ended_at = State.WAITING, None
    locked.save(update_fields=["state", "ended_at"])
    _submit(locked, actor)
    return locked


@transaction.atomic
def run_begin(run_id: int) -> RatingRun:
    """The run as its job begins with it, for the first time or again."""
    run = RatingRun.objects.select_for_update(of=("self",)).select_related("ordered_by").get(pk=run_id)
    if run.state in RatingRun.LIVE:
        run.state, run.started_at = State.RUNNING, run.started_at or timezone.now()
        run.save(update_fields=["state", "started_at"])
    return run


@transaction.atomic
def run_end(run: RatingRun, state: str, *, actor: Account) -> None:
    """Close a run, done or stopped, and tell the ledger how many events it came to."""
    locked = RatingRun.objects.select_for_update(of=("self",)).get(pk=run.pk)
    if locked.state in RatingRun.LIVE:
        _end(locked, state, actor)


def _end(run: RatingRun, state: str, actor: Account) -> None:
    run.state, run.ended_at = state, timezone.now()
    run.save(update_fields=["state", "ended_at"])
    if not run.dry:
        counts = dict.fromkeys(Outcome.values, 0)
        for outcome in run.events.values_list("outcome", flat=True):
            counts[outcome] += 1
        _tell(run, actor, f"run.{state}", {name: count for name, count in counts.items() if count})


def run_event(row_id: int, *, actor: Account) -> None:
    """Rate one event of a run, once: its calculation and its row in one transaction.

    An error is written into the row, and nothing else of the event; it is never raised.
    """
    try:
        with transaction.atomic():
            row = (
                RunEvent.objects.select_for_update(of=("self",)).select_related("run", "event").get(pk=row_id)
            )
            if row.outcome != Outcome.WAITING:
                return
            _carry_out(row, actor)
            row.save()
    except Skipped as why:
        _close(row_id, Outcome.SKIPPED, str(why))
    except (DomainError, PermissionDenied) as error:
        _close(row_id, Outcome.FAILED, str(error))
    except Exception as error:
        logger.exception("event %s of a rating run failed", row_id)
        words = _("An internal fault (%(name)s) stopped this event. Nothing of it was changed.")
        _close(row_id, Outcome.FAILED, words % {"name": type(error).__name__})


@transaction.atomic
def _close(row_id: int, outcome: RunEvent.Outcome, words: str) -> None:
    row = RunEvent.objects.select_for_update(of=("self",)).get(pk=row_id)
    if row.outcome == Outcome.WAITING:
        row.outcome, row.words, row.ended_at = outcome, words, timezone.now()
        row.save()


def _carry_out(row: RunEvent, actor: Account) -> None:
    """Rate the event and fill its row; a look takes back what it did and keeps the row alone."""
    with transaction.atomic():
        done = _rated(row.event, actor, row.run.reason)
        row.outcome = done.outcome
        row.before_sha256 = calculation_sha256(done.before)
        row.after_sha256 = calculation_sha256(done.after)
        row.changed = changed_players(done.before, done.after)
        if _is_not_what_was_seen(row):
            row.words = _("The look showed another calculation; something has changed since.")
        transaction.set_rollback(row.run.dry)
    row.ended_at = timezone.now()


def _is_not_what_was_seen(row: RunEvent) -> bool:
    """The look that is carried out came to another calculation of the event."""
    seen = RunEvent.objects.filter(run=row.run.look_id, event=row.event_id).exclude(after_sha256="")
    return seen.exclude(after_sha256=row.after_sha256).exists()


def _rated(event: Event, actor: Account, reason: str) -> Done:
    """Rate an accepted event, or one again that no list has published. Raises Skipped, DomainError."""
    dossier = Dossier.objects.filter(event=event).select_related("event__stage_of").first()
    if dossier is None:
        raise Skipped(_("No report was handed in."))
    _refuse_untouchable(dossier, actor)
    if dossier.stage == Dossier.Stage.ACCEPTED:
        dossier_move(dossier, "rate", actor=actor, reason=reason)
        return Done(Outcome.RATED, None, RatedEvent.objects.get(event=event, current=True))
    before, after = event_rate_again(dossier, actor=actor, reason=reason)
    return Done(Outcome.SAME if before.pk == after.pk else Outcome.AGAIN, before, after)


def _refuse_untouchable(dossier: Dossier, actor: Account) -> None:
    try:
        refuse_stage(dossier.event)
    except DomainError as error:
        raise Skipped(error.message) from error
    if is_published(dossier.event_id):
        period = Period.objects.get(rated_events__event_id=dossier.event_id, rated_events__current=True)
        raise Skipped(
            _("The list of %(day)s holds it; only a correction changes it.")
            % {"day": day(period.effective_from)}
        )
    if dossier.stage not in (Dossier.Stage.ACCEPTED, Dossier.Stage.RATED):
        raise Skipped(_("Not accepted: %(state)s.") % {"state": dossier.get_stage_display()})
    if not allowed(PERMISSIONS, "rate", actor, dossier):
        raise Skipped(
            _("%(name)s has a part in this event; another member rates it (four eyes).")
            % {"name": actor.shown_name}
        )


def _tell(run: RatingRun, actor: Account, verb: str, facts: dict[str, int]) -> None:
    append(
        scope="federation",
        object_id="runs",
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb=verb,
        reason=run.reason,
        payload={"run": run.pk, "scope": str(run.scope)} | facts,
    )
