"""A list to be published: proposed by one person, confirmed by another."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ratings.models import Period


class PublicationProposal(models.Model):
    """One person's word that the list of a period is ready; another confirms it, or one of them takes it back."""

    period = models.ForeignKey(Period, on_delete=models.PROTECT, related_name="proposals")
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField(_("proposed at"))
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    confirmed_at = models.DateTimeField(_("confirmed at"), null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(_("taken back at"), null=True, blank=True)
    # The hash of the draft that was proposed (`ratings.list_drafts`); without one it stands for no list.
    content_sha256 = models.CharField(_("SHA-256 of the list proposed"), max_length=64, blank=True)
    reason = models.CharField(_("reason for taking it back"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("proposal to publish")
        verbose_name_plural = _("proposals to publish")
        ordering = ["proposed_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["period"], condition=Q(withdrawn_at__isnull=True), name="one_proposal_stands"
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by__isnull=True) | ~Q(confirmed_by=F("proposed_by")),
                name="proposal_confirmed_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.period} · {self.proposed_by}"
