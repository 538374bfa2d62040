"""The procedure: dossiers, their moves, dismissed findings."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event


class Dossier(models.Model):
    """The commission's file of one event. `version` rises with every move; a stale move is refused."""

    class Stage(models.TextChoices):
        NONE = "none", _("not handed in")
        SUBMITTED = "submitted", _("submitted")
        IN_REVIEW = "in_review", _("in review")
        RETURNED = "returned", _("returned")
        ACCEPTED = "accepted", _("accepted")
        RATED = "rated", _("rated")
        PUBLISHED = "published", _("published")
        CORRECTED = "corrected", _("corrected")
        ANNULLED = "annulled", _("annulled")

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="dossier")
    stage = models.CharField(
        _("state"), max_length=10, choices=Stage.choices, default=Stage.NONE, db_index=True
    )
    version = models.PositiveIntegerField(default=1)
    report_id = models.PositiveBigIntegerField(null=True, blank=True)
    approved_sha256 = models.CharField(max_length=64, blank=True)
    assigned_to = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("assigned to"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="dossiers",
    )
    arrived_on = models.DateField(_("arrived on"), null=True, blank=True)
    due_on = models.DateField(_("due on"), null=True, blank=True)
    # Findings that nobody has set aside, counted at the dossier's last move, for the queue.
    open_refusals = models.PositiveSmallIntegerField(default=0, editable=False)
    open_objections = models.PositiveSmallIntegerField(default=0, editable=False)
    open_warnings = models.PositiveSmallIntegerField(default=0, editable=False)
    # What its calculation rests on otherwise by now, words of `ratings.basis.BASES`; it is to be rated again.
    rate_again = models.CharField(max_length=60, blank=True, editable=False, db_index=True)
    rate_again_since = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("dossier")
        verbose_name_plural = _("dossiers")

    def __str__(self) -> str:
        return f"{self.event} · {self.get_stage_display()}"


class DossierMove(models.Model):
    """One move of a dossier: from where to where, who, when, why."""

    dossier = models.ForeignKey(Dossier, on_delete=models.PROTECT, related_name="moves")
    verb = models.CharField(_("move"), max_length=20)
    from_stage = models.CharField(_("from"), max_length=10)
    to_stage = models.CharField(_("to"), max_length=10)
    reason = models.TextField(_("reason"), blank=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.verb} · {self.dossier}"


class DismissedFinding(models.Model):
    """A finding that somebody looked at and set aside, with the reason. It stays set aside."""

    dossier = models.ForeignKey(Dossier, on_delete=models.PROTECT, related_name="dismissed_findings")
    fingerprint = models.CharField(max_length=64)
    reason = models.CharField(_("reason"), max_length=300)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    dismissed_at = models.DateTimeField(_("dismissed at"))

    class Meta:
        verbose_name = _("dismissed finding")
        verbose_name_plural = _("dismissed findings")
        constraints = [
            models.UniqueConstraint(fields=["dossier", "fingerprint"], name="finding_dismissed_once")
        ]

    def __str__(self) -> str:
        return self.fingerprint
