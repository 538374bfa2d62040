"""What a dossier gathers while it is reviewed: decisions about the register, messages, declared interests."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from commission.models.dossiers import Dossier
from tournaments.models import Entry


class RegisterDecision(models.Model):
    """What was decided about one difference between a report and the register; the newest one stands.

    `written` is what the report says and `registered` what stood against it, both as then seen: a decision holds
    for exactly this difference.
    """

    class Outcome(models.TextChoices):
        ACCEPTED = "accepted", _("taken into the register")
        KEPT = "kept", _("the register stays")
        ASKED = "asked", _("the director was asked")

    dossier = models.ForeignKey(Dossier, on_delete=models.PROTECT, related_name="register_decisions")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="register_decisions")
    part = models.CharField(_("what differs"), max_length=12)
    written = models.CharField(_("in the report"), max_length=260, blank=True)
    registered = models.CharField(_("in the register"), max_length=260, blank=True)
    outcome = models.CharField(_("decision"), max_length=8, choices=Outcome.choices)
    reason = models.CharField(_("reason"), max_length=500)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(_("decided at"))

    class Meta:
        verbose_name = _("decision about the register")
        verbose_name_plural = _("decisions about the register")
        ordering = ["decided_at", "pk"]

    def __str__(self) -> str:
        return f"{self.entry} · {self.part} · {self.get_outcome_display()}"


class DossierMessage(models.Model):
    """A message between the commission and the director of an event. Nothing in the thread is changed or deleted."""

    dossier = models.ForeignKey(Dossier, on_delete=models.PROTECT, related_name="messages")
    by_commission = models.BooleanField(_("from the commission"))
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField(_("message"))
    sent_at = models.DateTimeField(_("sent at"))

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.account} · {self.dossier}"


class MessagesRead(models.Model):
    """Up to which message an account has read the thread of a dossier."""

    dossier = models.ForeignKey(Dossier, on_delete=models.CASCADE, related_name="+")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    last_id = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("messages read")
        verbose_name_plural = _("messages read")
        constraints = [models.UniqueConstraint(fields=["dossier", "account"], name="messages_read_once")]

    def __str__(self) -> str:
        return f"{self.account} · {self.last_id}"


class DeclaredInterest(models.Model):
    """A member's own word that he has an interest in an event; until it is taken back he decides nothing there."""

    dossier = models.ForeignKey(Dossier, on_delete=models.PROTECT, related_name="interests")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(_("reason"), max_length=300)
    declared_at = models.DateTimeField(_("declared at"))
    ended_at = models.DateTimeField(_("taken back at"), null=True, blank=True)
    end_reason = models.CharField(_("reason for taking it back"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("declared interest")
        verbose_name_plural = _("declared interests")
        ordering = ["declared_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["dossier", "account"],
                condition=Q(ended_at__isnull=True),
                name="interest_declared_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.account} · {self.dossier}"
