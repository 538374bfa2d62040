"""Reminders of terms that went out: each account is reminded once at a stage of a term."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event


class DeadlineReminder(models.Model):
    """One mail: of which term of which event, at which stage, to whom. A term that moves is a new one."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(_("term"), max_length=20)
    due = models.DateField(_("due on"))
    stage = models.CharField(_("stage"), max_length=10)
    sent_at = models.DateTimeField(_("sent at"))

    class Meta:
        verbose_name = _("reminder of a term")
        verbose_name_plural = _("reminders of terms")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "account", "key", "due", "stage"], name="term_reminded_once_a_stage"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.key} · {self.stage}"
