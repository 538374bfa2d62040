"""Questionnaires of newcomers on their way to the commission: what they say, which papers were seen, what was done."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from players.fields import SortKeyField
from players.models import Person, Region
from tournaments.models import Entry


class Newcomer(models.Model):
    """The eighteen fields of the questionnaire (RACC, Appendix 2) and where they stand.

    Postcode, address, telephones, e-mail addresses and further information are sealed, and erased with the
    decision. Raising `link_series` ends the private link that was given out before.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waits for the player")
        SUBMITTED = "submitted", _("submitted")
        RETURNED = "returned", _("returned")
        ADMITTED = "admitted", _("admitted")
        KNOWN = "known", _("was in the register")
        REFUSED = "refused", _("refused")

    UNDECIDED = (State.OPEN, State.SUBMITTED, State.RETURNED)

    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.OPEN, db_index=True
    )
    surname = models.CharField(_("surname"), max_length=120)
    given_name = models.CharField(_("given name"), max_length=120)
    patronymic = models.CharField(_("patronymic"), max_length=120, blank=True)
    birth = models.DateField(_("date of birth"), null=True, blank=True)
    region = models.ForeignKey(
        Region,
        verbose_name=_("region of residence"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="newcomers",
    )
    board_category = models.CharField(_("over-the-board category or title"), max_length=60, blank=True)
    board_rating = models.PositiveSmallIntegerField(_("over-the-board rating"), null=True, blank=True)
    iccf_id = models.CharField(_("ICCF ID"), max_length=12, blank=True)
    iccf_title = models.CharField(_("ICCF title"), max_length=20, blank=True)
    iccf_rating = models.PositiveSmallIntegerField(_("ICCF rating"), null=True, blank=True)
    sealed = models.TextField(blank=True, editable=False)
    entry = models.ForeignKey(
        Entry,
        verbose_name=_("entry"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="newcomers",
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("begun by"), on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(_("begun at"))
    filled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("filled in by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    filled_at = models.DateTimeField(_("filled in at"), null=True, blank=True)
    person = models.ForeignKey(
        Person,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="newcomers",
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    link_series = models.PositiveIntegerField(default=1, editable=False)
    search_key = SortKeyField(max_length=700, editable=False)

    class Meta:
        verbose_name = _("newcomer")
        verbose_name_plural = _("newcomers")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(entry__isnull=False, state__in=("open", "submitted", "returned")),
                name="one_undecided_newcomer_per_entry",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("admitted", "known"), person__isnull=False)
                | ~Q(state__in=("admitted", "known")) & Q(person__isnull=True),
                name="admitted_newcomer_is_a_person",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """`Surname, Given name`."""
        return f"{self.surname}, {self.given_name}"

    @property
    def is_undecided(self) -> bool:
        """Whether the commission may still decide."""
        return self.state in self.UNDECIDED


class NewcomerPaper(models.Model):
    """A paper that somebody has seen, and when; no copy is stored.

    `overtaken_at`: what it proves was changed in the questionnaire since, so that it proves nothing any more.
    """

    class Kind(models.TextChoices):
        PASSPORT = "passport", _("main page of the passport")
        CERTIFICATE = "certificate", _("certificate of the category")
        BIRTH = "birth", _("birth certificate")
        CONSENT = "consent", _("consent of a parent")
        OTHER = "other", _("other paper")

    newcomer = models.ForeignKey(Newcomer, on_delete=models.PROTECT, related_name="papers")
    kind = models.CharField(_("paper"), max_length=12, choices=Kind.choices)
    seen_on = models.DateField(_("seen on"))
    seen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("seen by"), on_delete=models.PROTECT, related_name="+"
    )
    overtaken_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("paper of a newcomer")
        verbose_name_plural = _("papers of newcomers")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.seen_on}"


class NewcomerStep(models.Model):
    """Who did what with a questionnaire, when and why; only added to. Without an account: the player himself."""

    class Verb(models.TextChoices):
        BEGUN = "begun", _("begun")
        SUBMITTED = "submitted", _("submitted")
        CHANGED = "changed", _("changed")
        RETURNED = "returned", _("returned")
        ADMITTED = "admitted", _("admitted")
        KNOWN = "known", _("found in the register")
        REFUSED = "refused", _("refused")
        REOPENED = "reopened", _("taken up again")

    newcomer = models.ForeignKey(Newcomer, on_delete=models.PROTECT, related_name="steps")
    verb = models.CharField(max_length=10, choices=Verb.choices)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("step of a newcomer")
        verbose_name_plural = _("steps of newcomers")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.newcomer} {self.get_verb_display()}"
