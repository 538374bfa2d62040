"""What is filed with an event's registration: its regulations, and the sources of one that nobody reported."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.attachments import NAME_LENGTH
from core.models import StoredFile
from tournaments.models.event import Event


class EventRegulations(models.Model):
    """The regulations of an event as they were filed on a day; the newest are in force, the earlier ones stay."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="regulations")
    address = models.URLField(_("address"), max_length=300, blank=True)
    document = models.ForeignKey(
        StoredFile,
        verbose_name=_("document"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    document_name = models.CharField(_("name of the document"), max_length=NAME_LENGTH, blank=True)
    filed_on = models.DateField(_("filed on"))
    filed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("regulations of an event")
        verbose_name_plural = _("regulations of events")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(document__isnull=False) | ~Q(address=""), name="regulations_are_somewhere"
            )
        ]

    def __str__(self) -> str:
        return self.document_name or self.address


class EventSource(models.Model):
    """A source of an event that the commission opened without a report: what, where, seen by whom and when."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="sources")
    title = models.CharField(_("title"), max_length=200)
    address = models.URLField(_("address"), max_length=300, blank=True)
    kept_at = models.CharField(_("where it is kept"), max_length=200, blank=True)
    seen_on = models.DateField(_("seen on"))
    seen_by = models.CharField(_("seen by"), max_length=120)
    cited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    cited_at = models.DateTimeField(_("cited at"))

    class Meta:
        verbose_name = _("source of an event")
        verbose_name_plural = _("sources of events")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(address="") | ~Q(kept_at=""), name="source_can_be_found")
        ]

    def __str__(self) -> str:
        return self.title
