"""The registers of arbiters and of the federation's rating officers; rows are followed by others, never deleted."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.fields import SortKeyField
from players.models.people import Person, Region


class Arbiter(models.Model):
    """Somebody who may direct events, with or without an account. Only the number identifies.

    `person` is his record among the players, if he has one; the key columns are set by the services.
    """

    number = models.CharField(_("number"), max_length=20, unique=True)
    surname = models.CharField(_("surname"), max_length=120)
    given_name = models.CharField(_("given name"), max_length=120, blank=True)
    fide_id = models.CharField(_("FIDE ID"), max_length=11, blank=True)
    region = models.ForeignKey(
        Region,
        verbose_name=_("region"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="arbiters",
    )
    person = models.ForeignKey(
        Person,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="arbiter_entries",
    )
    entered_at = models.DateTimeField(_("entered at"), auto_now_add=True)
    search_key = SortKeyField(max_length=700, editable=False)
    sort_key = SortKeyField(max_length=300, editable=False, db_index=True)

    class Meta:
        verbose_name = _("arbiter")
        verbose_name_plural = _("arbiters")

    def __str__(self) -> str:
        return f"{self.name} ({self.number})"

    @property
    def name(self) -> str:
        """`Surname, Given name`."""
        return f"{self.surname}, {self.given_name}" if self.given_name else self.surname


class ArbiterGrade(models.Model):
    """A category, title or licence of an arbiter: from when, until when, by which decision; only added to.

    The newest row of a kind is the one that counts: a later one takes its place, and one that is `revoked` ends it.
    """

    class Kind(models.TextChoices):
        TITLE = "title", _("category or title")
        LICENCE = "licence", _("licence")

    arbiter = models.ForeignKey(
        Arbiter, verbose_name=_("arbiter"), on_delete=models.PROTECT, related_name="grades"
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.TITLE)
    grade = models.CharField(_("category, title or licence"), max_length=30)
    since = models.DateField(_("since"))
    until = models.DateField(_("until"), null=True, blank=True)
    revoked = models.BooleanField(_("taken away"), default=False)
    decision = models.CharField(_("decision"), max_length=200)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("entered by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        verbose_name = _("category, title or licence of an arbiter")
        verbose_name_plural = _("categories, titles and licences of arbiters")
        ordering = ["since", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")),
                name="arbiter_grade_ends_after_start",
            )
        ]

    def __str__(self) -> str:
        return f"{self.grade} {self.arbiter}"


class RatingOfficerTerm(models.Model):
    """Who coordinates and forwards rating matters for the federation (11.5), from when to when, by which decision.

    `account` is the log-in with which he signs, `told_on` the day on which FIDE's secretariat was told of him.
    """

    name = models.CharField(_("name"), max_length=120)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="officer_terms",
    )
    since = models.DateField(_("in office since"))
    until = models.DateField(_("in office until"), null=True, blank=True)
    decision = models.CharField(_("decision"), max_length=200)
    end_decision = models.CharField(_("decision on the end"), max_length=200, blank=True)
    told_on = models.DateField(_("FIDE was told on"), null=True, blank=True)

    class Meta:
        verbose_name = _("term of a rating officer")
        verbose_name_plural = _("terms of rating officers")
        ordering = ["-since", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")),
                name="officer_term_ends_after_start",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.since.isoformat()}"
