"""The thread between commission and director: what is unread, who is told, the mail that tells."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.core.mail import EmailMessage
from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _

from commission.models import Dossier, DossierMessage, MessagesRead
from players.models import Account
from players.permissions import COMMISSION_MEMBER, RATING_OFFICER
from tournaments.models import EventOfficial


def thread_of(dossier: Dossier) -> QuerySet[DossierMessage]:
    """The messages of a dossier, oldest first, with who wrote them."""
    return DossierMessage.objects.filter(dossier_id=dossier.pk).select_related("account").order_by("pk")


def unread_count(dossier: Dossier, account: Any, *, by_commission: bool) -> int:
    """How many messages of one side the account has not read."""
    if not dossier.pk:
        return 0
    seen = MessagesRead.objects.filter(dossier=dossier, account=account).values_list("last_id", flat=True)
    return dossier.messages.filter(by_commission=by_commission, pk__gt=seen.first() or 0).count()


def with_unread(dossiers: QuerySet[Dossier], account: Account) -> QuerySet[Dossier]:
    """The dossiers with `unread`: how many messages of their directors this member has not read."""
    seen = MessagesRead.objects.filter(dossier=OuterRef("dossier"), account=account).values("last_id")
    fresh = (
        DossierMessage.objects.filter(dossier=OuterRef("pk"), by_commission=False)
        .annotate(seen=Coalesce(Subquery(seen[:1]), Value(0), output_field=IntegerField()))
        .filter(pk__gt=F("seen"))
        .order_by()
        .values("dossier")
        .annotate(count=Count("pk"))
        .values("count")
    )
    return dossiers.annotate(unread=Coalesce(Subquery(fresh), Value(0), output_field=IntegerField()))


def told_of(message: DossierMessage) -> list[Account]:
    """Who gets the notice: the event's chief arbiters, or the member who has the dossier, else all members.

    Nobody is told of his own message, nor anybody who has left or has no address.
    """
    dossier = message.dossier
    able = Account.objects.filter(is_active=True).exclude(email="").exclude(pk=message.account_id)
    if message.by_commission:
        directors = EventOfficial.objects.filter(
            event_id=dossier.event_id, role=EventOfficial.Role.CHIEF_ARBITER
        )
        return list(able.filter(pk__in=directors.values("account_id")).order_by("pk"))
    if dossier.assigned_to_id is not None:
        return list(able.filter(pk=dossier.assigned_to_id))
    groups = Group.objects.filter(Q(name=COMMISSION_MEMBER) | Q(name=RATING_OFFICER))
    return list(able.filter(groups__in=groups).distinct().order_by("pk"))


def notice_mail(message: DossierMessage, account: Account) -> EmailMessage:
    """The notice to one account, with the address of the thread and without its text."""
    name = " ".join(message.dossier.event.name.split())
    path = reverse("commission:messages", args=[message.dossier.event_id])
    sender = _("the commission") if message.by_commission else message.account.shown_name
    lines = [
        account.shown_name,
        "",
        _("There is a message from %(sender)s about “%(event)s”.") % {"sender": sender, "event": name},
        _("Read and answer it in the portal:"),
        f"{settings.PUBLIC_ADDRESS}{path}",
    ]
    return EmailMessage(
        subject=_("Message: %(event)s") % {"event": name}, body="\n".join(lines), to=[account.email]
    )
