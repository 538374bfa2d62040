"""Who is told of an appeal and of its outcome, and the mail that tells; the words of both stand in the portal alone."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from commission.models import Appeal
from commission.permissions import PERMISSIONS
from core.templatetags.ui import day
from players.models import Account
from players.permissions import APPEALS_COMMITTEE, allowed
from tournaments.models import EventOfficial

MADE, DECIDED = "made", "decided"


def told_of_appeal(appeal: Appeal, what: str) -> list[Account]:
    """Who is written to: whoever appealed and whoever decided, and of a new appeal those who may decide it.

    Of an appeal against a move of a dossier the event's chief arbiters too. Whoever asked for the correction has the
    outcome in the mails of his request; whoever decided the appeal knows it.
    """
    able = Account.objects.filter(is_active=True).exclude(email="")
    told = able.filter(_parties(appeal))
    if what == MADE:
        judges = able.filter(groups__name=APPEALS_COMMITTEE)
        may = [each.pk for each in judges if allowed(PERMISSIONS, "appeal_decide", each, appeal)]
        told = told | able.filter(pk__in=may)
    else:
        asker = appeal.step.request.account_id if appeal.step is not None else None
        told = told.exclude(pk__in=[key for key in (appeal.decided_by_id, asker) if key])
    return list(told.order_by("pk"))


def appeal_mail(appeal: Appeal, what: str, account: Account) -> EmailMessage:
    """The mail to one account, with the address of the page that has the reasons."""
    about = " ".join(_about(appeal).split())
    words = {"about": about, "day": day(appeal.due_on), "outcome": appeal.get_outcome_display()}
    made = _("There is an appeal against a decision about “%(about)s”; the committee decides by %(day)s.")
    decided = _("The appeals committee has decided about “%(about)s”: %(outcome)s.")
    lines = [
        account.shown_name,
        "",
        (made if what == MADE else decided) % words,
        f"{settings.PUBLIC_ADDRESS}{_page_for(appeal, account)}",
    ]
    return EmailMessage(
        subject=_("Appeal: %(about)s") % {"about": about}, body="\n".join(lines), to=[account.email]
    )


def _parties(appeal: Appeal) -> Q:
    decision = appeal.move or appeal.step
    assert decision is not None
    parties = Q(pk__in=[key for key in (appeal.account_id, decision.account_id) if key])
    if appeal.move is not None:
        directors = EventOfficial.objects.filter(
            event_id=appeal.move.dossier.event_id, role=EventOfficial.Role.CHIEF_ARBITER
        )
        parties |= Q(pk__in=directors.values("account_id"))
    return parties


def _about(appeal: Appeal) -> str:
    if appeal.move is not None:
        return appeal.move.dossier.event.name
    assert appeal.step is not None
    found = appeal.step.request
    return str(found.event or found.person or found)


def _page_for(appeal: Appeal, account: Account) -> str:
    """The appeal itself for committee and commission, the event or the public decisions for everybody else."""
    if allowed(PERMISSIONS, "appeals", account):
        return reverse("commission:appeal", args=[appeal.pk])
    if appeal.move is not None:
        return reverse("tournaments:event", args=[appeal.move.dossier.event_id])
    return reverse("commission:request_decisions")
