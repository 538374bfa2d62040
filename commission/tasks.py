"""Long work of the commission, each one job row."""

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from commission import tasks_deadlines, tasks_runs  # noqa: F401  their jobs are registered with those below
from commission.appeal_mails import appeal_mail, told_of_appeal
from commission.demo.federation import DemoFederation
from commission.messages import notice_mail, told_of
from commission.models import Appeal, CorrectionRequest, Dossier, DossierMessage
from commission.request_mails import language_of, request_mail
from commission.services import dossier_move
from commission.services_appeals import MAIL_JOB as APPEAL_MAIL_JOB
from commission.services_carried import RATE_JOB, result_rated_otherwise
from commission.services_publication import list_publish_confirmed
from commission.services_requests import MAIL_JOB as REQUEST_MAIL_JOB
from commission.services_requests import request_addresses_forget
from commission.services_review import MAIL_JOB
from core.jobs import JobContext, job
from players.models import Account
from ratings.building import check_calculations
from ratings.models import Period
from ratings.services_bulk import is_great
from ratings.tasks import in_parts, pack, parts_wanted
from tournaments.models import Event
from tournaments.sending import Refused, send_one

PUBLISH_JOB = "commission.publish_list"


@job("commission.rate", title=gettext_lazy("Rating an event"))
def rate(context: JobContext) -> dict[str, Any]:
    """Rate one accepted event: calculation and move in one transaction, exactly once."""
    dossier = Dossier.objects.select_related("event").get(event_id=context.payload["event"])
    actor = Account.objects.get(pk=context.payload["actor"])
    context.progress(0, 1, _("calculating %(event)s") % {"event": dossier.event.name})
    with context.effect():
        dossier_move(dossier, "rate", actor=actor, version=context.payload.get("version"))
        context.result = {"url": reverse("ratings:event", args=[dossier.event_id])}
    return context.result


@job("commission.correct", title=gettext_lazy("Correcting a published event"))
def correct(context: JobContext) -> dict[str, Any]:
    """Correct or annul one published event (`verb`): calculation, lists and move in one transaction."""
    dossier = Dossier.objects.select_related("event").get(event_id=context.payload["event"])
    actor = Account.objects.get(pk=context.payload["actor"])
    context.progress(0, 1, _("calculating %(event)s") % {"event": dossier.event.name})
    with context.effect():
        dossier_move(
            dossier,
            context.payload["verb"],
            actor=actor,
            reason=context.payload["reason"],
            version=context.payload.get("version"),
        )
        context.result = {"url": f"{reverse('ratings:corrections')}?event={dossier.event_id}"}
    return context.result


@job(RATE_JOB, title=gettext_lazy("Rating a result by a decision"))
def rate_otherwise(context: JobContext) -> dict[str, Any]:
    """Rate one game otherwise than it stands in the table: decision, calculation and lists in one transaction."""
    payload = context.payload
    event = Event.objects.select_related("stage_of").get(pk=payload["event"])
    actor = Account.objects.get(pk=payload["actor"])
    found = CorrectionRequest.objects.filter(pk=payload["request"]).first() if payload["request"] else None
    context.progress(0, 1, _("calculating %(event)s") % {"event": event.name})
    with context.effect():
        result_rated_otherwise(
            event,
            actor=actor,
            round_number=payload["round"],
            board=payload["board"],
            code=payload["code"],
            reason=payload["reason"],
            version=payload["version"],
            found=found,
        )
        context.result = {"url": reverse("tournaments:event", args=[event.pk])}
    return context.result


@job(REQUEST_MAIL_JOB, title=gettext_lazy("Writing to somebody who asked for a correction"))
def mail_request(context: JobContext) -> dict[str, Any]:
    """Tell whoever asked for a correction what became of it."""
    found = CorrectionRequest.objects.select_related("account", "event", "person").get(
        pk=context.payload["request"]
    )
    with translation.override(language_of(found)):
        mail = request_mail(found, context.payload["what"])
        sent = send_one(mail) if mail is not None else 0
    with context.effect():
        context.result = {"sent": sent}
    return context.result


@job(PUBLISH_JOB, title=gettext_lazy("Publishing a rating list"))
def publish(context: JobContext) -> dict[str, Any]:
    """Publish a period's list and move its dossiers, all or nothing.

    Computing the events again takes longest and changes nothing: it comes first, moves the bar and can be
    called off. What was calculated meanwhile is computed again with the publication itself. A great period is
    computed over arrays, at once; where the portal has workers for it, they fill its list in parts first.
    """
    period = Period.objects.get(pk=context.payload["period"])
    actor = Account.objects.get(pk=context.payload["actor"])
    staged = context.payload.get("staged")
    if staged is None and is_great(period):
        pack(context, period)
        if parts_wanted() > 1:
            return in_parts(context, period)
    checked: frozenset[int] = frozenset()
    if not is_great(period):
        checked = check_calculations(period, report=_checking(context))
    context.progress(len(checked), len(checked) + 1, _("building the list"))
    with context.effect():
        published = list_publish_confirmed(period, actor=actor, checked=checked, staged=staged)
        context.result = {"url": reverse("ratings:list", args=[published.key])}
    return context.result


def _checking(context: JobContext) -> Callable[[int, int, str], None]:
    """Moves the bar for each event that is computed again."""
    return lambda done, total, name: context.progress(
        done, total + 1, _("computing %(event)s again") % {"event": name}
    )


@job("commission.demo", title=gettext_lazy("Making the demo federation"))
def demo(context: JobContext) -> dict[str, Any]:
    """Make the demo federation. Each step is a short transaction, and a second start goes on where the first ended."""
    seed = int(context.payload.get("seed", 1))
    DemoFederation(seed=seed, today=timezone.localdate(), report=context.progress).build()
    return {"url": reverse("commission:home")}


@job(MAIL_JOB, title=gettext_lazy("Telling of a message"))
def mail_message(context: JobContext) -> dict[str, Any]:
    """Tell the other side of a dossier's thread that there is a message, each in his own language."""
    message = DossierMessage.objects.select_related("dossier__event", "account").get(
        pk=context.payload["message"]
    )
    sent = _send_each(told_of(message), lambda account: notice_mail(message, account))
    with context.effect():
        context.result = {"sent": sent}
    return context.result


@job(APPEAL_MAIL_JOB, title=gettext_lazy("Telling of an appeal"))
def mail_appeal(context: JobContext) -> dict[str, Any]:
    """Tell those concerned of an appeal or its outcome, each in his own language."""
    found = Appeal.objects.select_related(
        "move__dossier__event", "step__request__event", "step__request__person"
    ).get(pk=context.payload["appeal"])
    what = context.payload["what"]
    sent = _send_each(told_of_appeal(found, what), lambda account: appeal_mail(found, what, account))
    with context.effect():
        context.result = {"sent": sent}
    return context.result


def _send_each(accounts: Iterable[Account], mail: Callable[[Account], EmailMessage]) -> int:
    """How many mails went out; an address that the server refuses keeps nobody else from his."""
    sent = 0
    for account in accounts:
        with translation.override(account.language or settings.LANGUAGE_CODE):
            try:
                sent += send_one(mail(account))
            except Refused:
                continue
    return sent


@job("commission.forget_request_addresses", title=gettext_lazy("Erasing addresses of requests"))
def forget_request_addresses(context: JobContext) -> dict[str, Any]:
    """Erase the addresses of requests that are long over; ordered once a day."""
    context.progress(0, 1)
    with context.effect():
        context.result = {"addresses": request_addresses_forget(timezone.now())}
    return context.result
