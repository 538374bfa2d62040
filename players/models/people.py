"""Persons, their regions and titles."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from players.fields import SortKeyField


class Region(models.Model):
    """A region of the federation; its code begins the national numbers of its players."""

    code = models.CharField(_("code"), max_length=8, unique=True)
    name = models.CharField(_("name"), max_length=120)

    class Meta:
        verbose_name = _("region")
        verbose_name_plural = _("regions")
        ordering = ["code"]

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """A player known to the federation. Only numbers identify; names are stored natively and in Latin.

    `birth` is `YYYY`, `YYYY-MM` or `YYYY-MM-DD` and is never public beyond its year. Key columns are set
    by the services, never by hand.
    """

    class Sex(models.TextChoices):
        WOMAN = "w", _("woman")
        MAN = "m", _("man")

    class Organisation(models.TextChoices):
        IBCA = "IBCA", _("IBCA (blind players)")
        ICSC = "ICSC", _("ICSC (deaf players)")
        IPCA = "IPCA", _("IPCA (physically disabled players)")

    surname = models.CharField(_("surname"), max_length=120)
    given_name = models.CharField(_("given name"), max_length=120, blank=True)
    patronymic = models.CharField(_("patronymic"), max_length=120, blank=True)
    latin_surname = models.CharField(_("surname in Latin letters"), max_length=120, blank=True)
    latin_given_name = models.CharField(_("given name in Latin letters"), max_length=120, blank=True)
    sex = models.CharField(_("sex"), max_length=1, choices=Sex.choices, blank=True)
    birth = models.CharField(_("date of birth"), max_length=10, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    region = models.ForeignKey(
        Region,
        verbose_name=_("region"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="persons",
    )
    club = models.CharField(_("club"), max_length=120, blank=True)
    title = models.CharField(_("title"), max_length=3, blank=True)
    # The title that the register had before the first award with a day was written down.
    title_undated = models.CharField(max_length=3, blank=True, editable=False)
    national_id = models.CharField(_("national number"), max_length=16, blank=True)
    fide_id = models.CharField(_("FIDE ID"), max_length=11, blank=True)
    organisation = models.CharField(_("organisation"), max_length=4, choices=Organisation.choices, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    merged_into = models.ForeignKey(
        "self",
        verbose_name=_("merged into"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="merged",
    )
    created_at = models.DateTimeField(_("entered at"), auto_now_add=True)
    search_key = SortKeyField(_("search key"), max_length=700, editable=False)
    sort_key_en = SortKeyField(max_length=300, editable=False, db_index=True)
    sort_key_hr = SortKeyField(max_length=300, editable=False, db_index=True)
    sort_key_ru = SortKeyField(max_length=300, editable=False, db_index=True)
    sort_key_uk = SortKeyField(max_length=300, editable=False, db_index=True)
    sort_key_es = SortKeyField(max_length=300, editable=False, db_index=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(
                fields=["national_id"], condition=~Q(national_id=""), name="national_number_once"
            ),
            models.UniqueConstraint(fields=["fide_id"], condition=~Q(fide_id=""), name="fide_id_once"),
        ]
        indexes = [models.Index(fields=["search_key"], name="person_search")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """`Surname, Given name` in the person's own script."""
        return f"{self.surname}, {self.given_name}" if self.given_name else self.surname

    @property
    def latin_name(self) -> str:
        """`Surname, Given name` in Latin letters; the native name where no other is stored."""
        surname = self.latin_surname or self.surname
        given = self.latin_given_name or self.given_name
        return f"{surname}, {given}" if given else surname

    @property
    def birth_year(self) -> int | None:
        """The public part of the date of birth."""
        return int(self.birth[:4]) if self.birth[:4].isdigit() else None


class TitleAward(models.Model):
    """A title or category with the day and the decision that gave it, or took it away (`revoked`); only added to."""

    class System(models.TextChoices):
        FIDE = "fide", _("title over the board")
        ICCF = "iccf", _("ICCF title")
        CATEGORY = "category", _("sports category")

    person = models.ForeignKey(
        Person, verbose_name=_("player"), on_delete=models.PROTECT, related_name="title_awards"
    )
    system = models.CharField(_("kind"), max_length=10, choices=System.choices, default=System.FIDE)
    title = models.CharField(_("title"), max_length=30)
    awarded_on = models.DateField(_("awarded on"))
    revoked = models.BooleanField(_("revoked"), default=False)
    decision = models.CharField(_("decision"), max_length=200, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("entered by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        verbose_name = _("title award")
        verbose_name_plural = _("title awards")
        ordering = ["awarded_on", "pk"]

    def __str__(self) -> str:
        return f"{self.title} {self.person}"


class MembershipNote(models.Model):
    """Why a player may or may not be on a rating list for a time (article 16 of the 2004 rating text).

    `until` is the last day; none: until it is lifted. A special inclusion stands over a missing membership.
    """

    class Kind(models.TextChoices):
        SUSPENDED = "suspended", _("suspended")
        NOT_MEMBER = "not_member", _("not a member of a federation")
        INCLUDED = "included", _("specially included")

    person = models.ForeignKey(
        Person, verbose_name=_("player"), on_delete=models.PROTECT, related_name="membership_notes"
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    since = models.DateField(_("since"))
    until = models.DateField(_("until"), null=True, blank=True)
    decision = models.CharField(_("decision"), max_length=200)

    class Meta:
        verbose_name = _("membership note")
        verbose_name_plural = _("membership notes")
        ordering = ["since"]
        constraints = [
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=models.F("since")),
                name="membership_note_ends_after_start",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.get_kind_display()}"


class FederationNote(models.Model):
    """A federation that is inactive (9.24) or suspended (16.1) for a time; `until` is the last day."""

    class Kind(models.TextChoices):
        INACTIVE = "inactive", _("inactive")
        SUSPENDED = "suspended", _("suspended")

    federation = models.CharField(_("federation"), max_length=3)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    since = models.DateField(_("since"))
    until = models.DateField(_("until"), null=True, blank=True)
    decision = models.CharField(_("decision"), max_length=200)

    class Meta:
        verbose_name = _("federation note")
        verbose_name_plural = _("federation notes")
        ordering = ["federation", "since"]
        constraints = [
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=models.F("since")),
                name="federation_note_ends_after_start",
            )
        ]

    def __str__(self) -> str:
        return f"{self.federation} {self.get_kind_display()}"
