"""Papers that came by post or e-mail, entered by a clerk for an arbiter without an account."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.attachments import NAME_LENGTH
from core.models import StoredFile
from players.models import Arbiter
from tournaments.models import Event


class ReceivedPapers(models.Model):
    """The report of an event on paper: the day it was received, which decides the list (RACC 1.5), and the original.

    Entered wrongly it is withdrawn with a reason and entered anew; no row is deleted.
    """

    class Way(models.TextChoices):
        POST = "post", _("by post")
        EMAIL = "email", _("by e-mail")
        HAND = "hand", _("handed over")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="received_papers")
    received_on = models.DateField(_("received on"), db_index=True)
    way = models.CharField(_("how they came"), max_length=5, choices=Way.choices, default=Way.POST)
    arbiter_name = models.CharField(_("arbiter"), max_length=120)
    arbiter_number = models.CharField(_("number of the arbiter"), max_length=20, blank=True)
    arbiter = models.ForeignKey(
        Arbiter,
        verbose_name=_("arbiter in the register"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="received_papers",
    )
    document = models.ForeignKey(
        StoredFile, verbose_name=_("original"), on_delete=models.PROTECT, related_name="+"
    )
    document_name = models.CharField(_("name of the file"), max_length=NAME_LENGTH)
    note = models.CharField(_("note"), max_length=300, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("entered by"),
        on_delete=models.PROTECT,
        related_name="entered_papers",
    )
    entered_at = models.DateTimeField(_("entered at"))
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("withdrawn by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    withdrawn_because = models.CharField(_("why they were withdrawn"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("papers received")
        verbose_name_plural = _("papers received")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(withdrawn_by__isnull=True) | ~Q(withdrawn_because=""),
                name="papers_withdrawn_with_a_reason",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.received_on.isoformat()}"

    @property
    def counts(self) -> bool:
        """They were not withdrawn."""
        return self.withdrawn_by_id is None
