"""Entries of an event: the player as of the start, his team, the byes he asked for."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from players.models import Person, RatingList
from tournaments.models.event import Event


class Team(models.Model):
    """A team of an event."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="teams")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=120)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    captain = models.CharField(_("captain"), max_length=120, blank=True)
    # Rises when the captain's private link is made anew, so that the old one is worth nothing; 0: none given.
    captain_link = models.PositiveSmallIntegerField(default=0, editable=False)
    withdrawn_after = models.PositiveSmallIntegerField(_("withdrawn after round"), null=True, blank=True)
    # What a file says of the team and no column holds (nickname, strength, stated points and rank).
    source_facts = models.JSONField(default=dict, blank=True, editable=False)

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="team_number_once")]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in an event with name, rating, K and their list as of the start.

    `person` is empty while nobody has said who the entry of an imported file is. `number` is empty until
    start numbers are given. The birth date is official, never public beyond its year.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries")
    person = models.ForeignKey(
        Person,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
    )
    number = models.PositiveSmallIntegerField(_("start number"), null=True, blank=True)
    name = models.CharField(_("name"), max_length=260)
    sex = models.CharField(_("sex"), max_length=1, choices=Person.Sex.choices, blank=True)
    title = models.CharField(_("title"), max_length=3, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    birth = models.CharField(_("date of birth"), max_length=10, blank=True)
    fide_id = models.CharField(_("FIDE ID"), max_length=11, blank=True)
    national_id = models.CharField(_("national number"), max_length=16, blank=True)
    club = models.CharField(_("club"), max_length=120, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    rating_k = models.PositiveSmallIntegerField(_("K"), null=True, blank=True)
    rating_games = models.PositiveIntegerField(_("games before"), null=True, blank=True)
    rating_list = models.ForeignKey(
        RatingList, verbose_name=_("list"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    rating_source = models.CharField(_("source of the rating"), max_length=60, blank=True)
    # A rating of another list than those of the federation, with what it is and of which day.
    other_rating = models.PositiveSmallIntegerField(_("other rating"), null=True, blank=True)
    other_source = models.CharField(_("source of the other rating"), max_length=60, blank=True)
    other_day = models.DateField(_("day of the other rating"), null=True, blank=True)
    # What orders the start list, by the event's sequence; the rating above is the one that is counted with.
    start_rating = models.PositiveSmallIntegerField(_("rating of the start list"), null=True, blank=True)
    start_source = models.CharField(_("source of that rating"), max_length=60, blank=True)
    start_day = models.DateField(_("day of that rating"), null=True, blank=True)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="members")
    board_order = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    substitute_for = models.ForeignKey(
        "self",
        verbose_name=_("substitute for"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    withdrawn_after = models.PositiveSmallIntegerField(_("withdrawn after round"), null=True, blank=True)
    stated_points_halves = models.SmallIntegerField(null=True, blank=True, editable=False)
    stated_rank = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    # How a file spelled this player's rounds, `[round, opponent, colour, code]` each, to write them back.
    source_cells = models.JSONField(default=list, blank=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["event", "number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=Q(number__isnull=False), name="start_number_once"
            ),
            models.UniqueConstraint(
                fields=["event", "person"], condition=Q(person__isnull=False), name="player_entered_once"
            ),
            models.CheckConstraint(
                condition=Q(number__isnull=True) | Q(number__gte=1), name="start_number_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number or '–'} {self.name}"

    @property
    def seeding(self) -> int | None:
        """The rating that orders the start list: by the event's sequence, without one the rating counted with."""
        return self.start_rating if self.start_source else self.rating


class ByeRequest(models.Model):
    """A half- or zero-point bye asked for before the round is paired."""

    class Kind(models.TextChoices):
        HALF = "H", _("half-point bye")
        ZERO = "Z", _("zero-point bye")
        FULL = "F", _("full-point bye")

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="bye_requests")
    round_number = models.PositiveSmallIntegerField(_("round"))
    code = models.CharField(_("kind"), max_length=1, choices=Kind.choices)

    class Meta:
        verbose_name = _("requested bye")
        verbose_name_plural = _("requested byes")
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="one_bye_request_per_round")
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.round_number} · {self.code}"
