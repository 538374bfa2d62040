"""Rating runs of the demo: a look at the open period, and one rated event rated again, which stays as it was."""

from collections.abc import Mapping

from commission.models import RatingRun
from commission.services_runs import run_begin, run_carry_out, run_end, run_event, run_look
from players.models import Account, RatingKind
from ratings.models import Period, RatedEvent

REASON = "Everything once more before the list"


def rating_runs(accounts: Mapping[str, Account]) -> None:
    """Order both and do them here, as a worker would; nothing the second time."""
    member = accounts["commission"]
    if RatingRun.objects.exists():
        return
    period = Period.objects.filter(kind=RatingKind.STANDARD, state=Period.State.OPEN).first()
    rated = RatedEvent.objects.filter(period=period, current=True).select_related("event").first()
    if period is None or rated is None:
        return
    _done(run_look(actor=member, reason=REASON, period=period), member)
    look = _done(run_look(actor=member, reason=REASON, event=rated.event), member)
    _done(run_carry_out(look, actor=member), member)


def _done(run: RatingRun, member: Account) -> RatingRun:
    begun = run_begin(run.pk)
    for row_id in begun.events.values_list("pk", flat=True):
        run_event(row_id, actor=member)
    run_end(begun, RatingRun.State.DONE, actor=member)
    run.refresh_from_db()
    return run
