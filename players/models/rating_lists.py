"""Published ratings as facts: lists, their rows, and the rolled-up current rating.

Lists are made and published by `ratings`; every app below reads them here.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models.people import Person


class RatingKind(models.TextChoices):
    """Which of the federation's lists a rating belongs to."""

    STANDARD = "standard", _("standard")
    RAPID = "rapid", _("rapid")
    BLITZ = "blitz", _("blitz")
    CORRESPONDENCE = "ik", _("correspondence coefficient")


class RatingList(models.Model):
    """A rating list: published, it is immutable and `sha256` is that of its canonical bytes."""

    class State(models.TextChoices):
        PREVIEW = "preview", _("preview")
        PUBLISHED = "published", _("published")

    key = models.SlugField(_("key"), unique=True, max_length=40)
    kind = models.CharField(_("kind"), max_length=10, choices=RatingKind.choices)
    effective_from = models.DateField(_("in force from"))
    closing_day = models.DateField(_("closing day"), null=True, blank=True)
    edition = models.CharField(_("edition"), max_length=30)
    engine_version = models.CharField(_("engine version"), max_length=30, blank=True)
    previous = models.ForeignKey(
        "self",
        verbose_name=_("list before"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="next",
    )
    initial = models.BooleanField(_("opening list, entered and not computed"), default=False)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PREVIEW)
    published_at = models.DateTimeField(_("published at"), null=True, blank=True)
    published_by_name = models.CharField(_("published by"), max_length=120, blank=True)
    sha256 = models.CharField(_("SHA-256"), max_length=64, blank=True)
    player_count = models.PositiveIntegerField(_("players"), default=0)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ["-effective_from"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "effective_from"], name="one_list_per_kind_and_day"),
            models.CheckConstraint(
                condition=~models.Q(state="published") | ~models.Q(sha256=""), name="published_list_has_hash"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.effective_from.isoformat()}"


class ListedRating(models.Model):
    """One player on one list, with the names as printed there. Key (list, player), no surrogate id.

    `number` is the FIDE ID (for the correspondence list the national number). `inactive_lists` is 0 for an
    active player, else how many lists, this one included, have shown him as inactive. `last_entered` is the
    first day of the newest list on which a counted event entered his rating.
    """

    pk = models.CompositePrimaryKey("rating_list_id", "person_id")
    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="rows")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="listed_ratings")
    name = models.CharField(_("name"), max_length=260)
    title = models.CharField(_("title"), max_length=3, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    sex = models.CharField(_("sex"), max_length=1, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    previous_rating = models.PositiveSmallIntegerField(_("rating before"), null=True, blank=True)
    k = models.PositiveSmallIntegerField(_("K"), null=True, blank=True)
    games = models.PositiveIntegerField(_("games in the period"), default=0)
    games_total = models.PositiveIntegerField(_("games in all"), default=0)
    highest = models.PositiveSmallIntegerField(_("highest published rating"), null=True, blank=True)
    mark = models.CharField(_("mark"), max_length=10, blank=True)
    number = models.CharField(_("number"), max_length=16, blank=True)
    region = models.CharField(_("region"), max_length=120, blank=True)
    k_games = models.PositiveSmallIntegerField(_("games with the newcomers' K"), null=True, blank=True)
    inactive_lists = models.PositiveSmallIntegerField(_("lists since inactive"), default=0)
    last_played = models.DateField(_("last rated event ended"), null=True, blank=True)
    last_entered = models.DateField(_("list of the last entry"), null=True, blank=True)

    class Meta:
        verbose_name = _("listed rating")
        verbose_name_plural = _("listed ratings")

    def __str__(self) -> str:
        return f"{self.name} {self.rating if self.rating is not None else '–'}"


class CurrentRating(models.Model):
    """The newest published figure of a player, rolled up from the lists; `rating_list` is the one that brought it."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="current_ratings")
    kind = models.CharField(_("kind"), max_length=10, choices=RatingKind.choices)
    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="+")
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    k = models.PositiveSmallIntegerField(_("K"), null=True, blank=True)
    games_total = models.PositiveIntegerField(_("games in all"), default=0)
    highest = models.PositiveSmallIntegerField(_("highest published rating"), null=True, blank=True)

    class Meta:
        verbose_name = _("current rating")
        verbose_name_plural = _("current ratings")
        constraints = [models.UniqueConstraint(fields=["person", "kind"], name="one_current_rating_per_kind")]

    def __str__(self) -> str:
        return f"{self.person} {self.rating if self.rating is not None else '–'}"
