"""Decisions of the commission: numbered, confirmed by a second member, public, never changed, only followed."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.attachments import NAME_LENGTH
from core.models import StoredFile
from tournaments.models import Event


class Decision(models.Model):
    """What the commission decided. A draft until a second member confirms it; then it is public for good.

    `article` is the article of the event's own text that the decision waives, empty if it waives none. A decision
    that `follows` another takes its place: from its publication on the former waives nothing.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        PUBLISHED = "published", _("published")
        WITHDRAWN = "withdrawn", pgettext_lazy("papers", "withdrawn")

    number = models.CharField(_("number"), max_length=20, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.PROPOSED, db_index=True
    )
    decided_on = models.DateField(_("decided on"))
    subject = models.CharField(_("subject"), max_length=200)
    text = models.TextField(_("text"), max_length=4000)
    event = models.ForeignKey(
        Event,
        verbose_name=_("event"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="decisions",
    )
    article = models.CharField(_("waives article"), max_length=20, blank=True)
    edition = models.CharField(_("text of the rules"), max_length=30, blank=True)
    follows = models.ForeignKey(
        "self",
        verbose_name=_("takes the place of"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="followers",
    )
    document = models.ForeignKey(
        StoredFile,
        verbose_name=_("document"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    document_name = models.CharField(_("name of the document"), max_length=NAME_LENGTH, blank=True)
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("decided by"), on_delete=models.PROTECT, related_name="+"
    )
    proposed_at = models.DateTimeField(_("proposed at"))
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("confirmed by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    published_at = models.DateTimeField(_("published at"), null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("withdrawn by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    withdrawn_because = models.CharField(_("why it was withdrawn"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ["-published_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["number"], condition=~Q(number=""), name="decision_number_once"),
            models.UniqueConstraint(
                fields=["follows"],
                condition=Q(state="published"),
                name="decision_followed_once",
            ),
            models.CheckConstraint(
                condition=~Q(state="published")
                | Q(confirmed_by__isnull=False, published_at__isnull=False) & ~Q(number=""),
                name="decision_published_by_two",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by__isnull=True) | ~Q(confirmed_by=F("proposed_by")),
                name="decision_by_two_persons",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.subject}".strip()
