"""Two records of one player made one, and made two again: proposals, decisions, and the journal of what moved."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.models.people import Person


class PersonMerge(models.Model):
    """A merge of two records: proposed by one member, confirmed by another, undone by a further decision.

    `merged` then sends its readers to `survivor`. `ratings` says by kind of list whose published figure stands,
    `survivor` or `merged`. `journal` is what was moved, filled in and taken over, so that undoing is exact: `moved`
    (ids by model and field), `entries`, `fields` (value before and after of either record), `forwarded` (records
    merged into `merged` before), `current` (current figures before and after).
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        DECLINED = "declined", _("declined")
        CONFIRMED = "confirmed", _("merged")
        UNDONE = "undone", _("undone")

    survivor = models.ForeignKey(
        Person, verbose_name=_("record that stays"), on_delete=models.PROTECT, related_name="merges"
    )
    merged = models.ForeignKey(
        Person, verbose_name=_("record merged into it"), on_delete=models.PROTECT, related_name="merges_away"
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PROPOSED)
    reason = models.TextField(_("reason"))
    ratings = models.JSONField(default=dict, blank=True)
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("proposed by"), on_delete=models.PROTECT, related_name="+"
    )
    proposed_at = models.DateTimeField(_("proposed at"))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decision = models.TextField(_("reason of the decision"), blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("undone by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    undone_at = models.DateTimeField(_("undone at"), null=True, blank=True)
    undone_reason = models.TextField(_("reason of undoing"), blank=True)
    journal = models.JSONField(default=dict, blank=True, editable=False)

    class Meta:
        verbose_name = _("merge of two records")
        verbose_name_plural = _("merges of records")
        ordering = ["-proposed_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["merged"], condition=Q(state="confirmed"), name="merged_into_one_record"
            ),
            models.UniqueConstraint(
                fields=["survivor", "merged"], condition=Q(state="proposed"), name="merge_proposed_once"
            ),
            models.CheckConstraint(condition=~Q(survivor=F("merged")), name="merge_of_two_records"),
        ]

    def __str__(self) -> str:
        return f"{self.merged} → {self.survivor}"
