"""How players come into an event: the sequence of lists, self-registration with its waiting list, categories."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from players.models import Person
from tournaments.models.entries import Entry
from tournaments.models.event import Event


class EntrySettings(models.Model):
    """What an event says of its entries; an event without a row has the defaults.

    `rating_sequence` names, with commas, where the rating of the start list is looked for: kinds of the
    federation's lists and `other`, the rating that a file or the director named with its source. Empty: the
    list by which the event is rated, and nothing else.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="entry_settings")
    rating_sequence = models.CharField(_("sequence of ratings"), max_length=60, blank=True)
    registration_open = models.BooleanField(_("players may register themselves"), default=False)
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True)
    limit = models.PositiveSmallIntegerField(
        _("places"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(5000)]
    )
    notes = models.TextField(_("what the players should know"), max_length=2000, blank=True)

    class Meta:
        verbose_name = _("settings of the entries")
        verbose_name_plural = _("settings of the entries")

    def __str__(self) -> str:
        return str(self.event)


class Registration(models.Model):
    """A player's own request to play. Nothing of it is public until a director has made an entry of it.

    The link in the player's hands is signed with the portal's key over `link_nonce`, which alone opens nothing.
    `email` is for the officials of this event and is emptied after it; `origin` tells one sender from another for
    an hour's limit and names nobody.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("asked")
        WAITING = "waiting", _("on the waiting list")
        APPROVED = "approved", _("entered")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    HOLDING_A_PLACE = (State.ASKED, State.APPROVED)
    LIVE = (State.ASKED, State.WAITING, State.APPROVED)

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="registrations")
    entry = models.OneToOneField(
        Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="registration"
    )
    person = models.ForeignKey(
        Person, verbose_name=_("player"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.ASKED)
    surname = models.CharField(_("surname"), max_length=120)
    given_name = models.CharField(_("given name"), max_length=120, blank=True)
    sex = models.CharField(_("sex"), max_length=1, choices=Person.Sex.choices, blank=True)
    birth = models.CharField(_("date of birth"), max_length=10, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    club = models.CharField(_("club"), max_length=120, blank=True)
    fide_id = models.CharField(_("FIDE ID"), max_length=11, blank=True)
    national_id = models.CharField(_("national number"), max_length=16, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    remark = models.CharField(_("remark for the director"), max_length=300, blank=True)
    link_nonce = models.CharField(max_length=64, unique=True, editable=False)
    origin = models.CharField(max_length=64, blank=True, editable=False)
    consented_at = models.DateTimeField(_("consented at"))
    created_at = models.DateTimeField(_("received"), auto_now_add=True)
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering = ["created_at", "pk"]
        indexes = [models.Index(fields=["event", "state"], name="registration_by_state")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """`Surname, Given name`."""
        return f"{self.surname}, {self.given_name}" if self.given_name else self.surname


class Category(models.Model):
    """A category or prize group of an event. Who belongs to it is computed and never stored.

    A player belongs if every bound that is set holds for him for certain; one whose age or rating is not known
    belongs to no group that asks for it. Ages are whole years reached on `age_on`.
    """

    class Kind(models.TextChoices):
        CATEGORY = "category", _("category")
        PRIZE = "prize", _("prize group")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="categories")
    code = models.CharField(_("short name"), max_length=10)
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.CATEGORY)
    order = models.PositiveSmallIntegerField(default=0, editable=False)
    sex = models.CharField(_("sex"), max_length=1, choices=Person.Sex.choices, blank=True)
    age_least = models.PositiveSmallIntegerField(_("age at least"), null=True, blank=True)
    age_most = models.PositiveSmallIntegerField(_("age at most"), null=True, blank=True)
    age_on = models.DateField(_("age on"), null=True, blank=True)
    rating_least = models.PositiveSmallIntegerField(_("rating from"), null=True, blank=True)
    rating_most = models.PositiveSmallIntegerField(_("rating to"), null=True, blank=True)
    with_unrated = models.BooleanField(_("with unrated players"), default=False)
    federation = models.CharField(_("federation"), max_length=3, blank=True)

    class Meta:
        verbose_name = _("category")
        verbose_name_plural = _("categories")
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "code"], name="category_code_once"),
            models.CheckConstraint(
                condition=Q(age_least__isnull=True)
                | Q(age_most__isnull=True)
                | Q(age_most__gte=models.F("age_least")),
                name="category_ages_in_order",
            ),
            models.CheckConstraint(
                condition=Q(rating_least__isnull=True)
                | Q(rating_most__isnull=True)
                | Q(rating_most__gte=models.F("rating_least")),
                name="category_ratings_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name
