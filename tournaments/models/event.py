"""An event with everything that its start day fixes, and its officials."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.fields import SortKeyField
from players.models import RatingKind, RatingList, Region


class Event(models.Model):
    """A tournament. `version` rises in the transaction of every change of its facts.

    Editions, list in force and tie-break order are stored at registration and never looked up again from
    today. `locked_by_report` is the id of the report that froze the record; only `reports` sets it.
    """

    class System(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round_robin", _("round robin")
        SCHEVENINGEN = "scheveningen", _("Scheveningen")
        MATCH = "match", _("match")
        KNOCK_OUT = "knock_out", _("knock-out")
        TEAM_SWISS = "team_swiss", _("team Swiss")
        TEAM_ROUND_ROBIN = "team_round_robin", _("team round robin")
        TEAM_SCHEVENINGEN = "team_scheveningen", _("team Scheveningen")
        UNKNOWN = "unknown", _("not known")

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        REGISTERED = "registered", _("registered")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")

    class Occasion(models.TextChoices):
        NATIONAL = "national_championship", _("national championship")
        NATIONAL_WOMEN = "national_championship_women", _("national championship of women")
        OLYMPIAD = "olympiad", _("Olympiad")
        CONTINENTAL_TEAM = "continental_team", _("continental team championship")
        WORLD_TEAM = "world_team", _("world team championship")
        LEAGUE = "league", _("league")

    class AfterDecision(models.TextChoices):
        UNRATED = "unrated", _("not rated")
        RATED = "rated", _("rated, as agreed beforehand")

    class Numbering(models.TextChoices):
        RATING = "rating", _("by rating")
        LOT = "lot", _("by lot")
        TYPED = "typed", _("typed by the director")

    class Colour(models.TextChoices):
        WHITE = "w", _("White")
        BLACK = "b", _("Black")

    name = models.CharField(_("name of the event"), max_length=200)
    group_code = models.CharField(_("code of the group"), max_length=40, blank=True)
    city = models.CharField(_("place"), max_length=120, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    region = models.ForeignKey(
        Region,
        verbose_name=_("region"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="events",
    )
    start = models.DateField(_("first day of play"), null=True, blank=True)
    end = models.DateField(_("last day of play"), null=True, blank=True)
    rate_of_play = models.CharField(_("rate of play"), max_length=120, blank=True)
    correspondence = models.BooleanField(_("by correspondence"), default=False)
    system = models.CharField(_("system"), max_length=20, choices=System.choices, default=System.SWISS)
    cycles = models.PositiveSmallIntegerField(_("cycles"), default=1, validators=[MinValueValidator(1)])
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=9, validators=[MinValueValidator(1), MaxValueValidator(99)]
    )
    win_halves = models.PositiveSmallIntegerField(_("points for a win, in halves"), default=2)
    draw_halves = models.PositiveSmallIntegerField(_("points for a draw, in halves"), default=1)
    loss_halves = models.PositiveSmallIntegerField(_("points for a loss, in halves"), default=0)
    pairing_bye_halves = models.PositiveSmallIntegerField(
        _("points for an allocated bye, in halves"), default=2
    )
    chief_arbiter_name = models.CharField(_("chief arbiter"), max_length=120, blank=True)
    deputies = models.CharField(_("deputy arbiters"), max_length=600, blank=True)
    organiser = models.CharField(_("organiser"), max_length=200, blank=True)
    contact = models.CharField(_("contact"), max_length=200, blank=True)
    rating_kind = models.CharField(
        _("rated for"), max_length=10, choices=RatingKind.choices, default=RatingKind.STANDARD, blank=True
    )
    rating_edition = models.CharField(_("rating rules"), max_length=30, blank=True)
    tie_break_edition = models.CharField(_("tie-break rules"), max_length=30, blank=True)
    unplayed_edition = models.CharField(_("unplayed rounds by"), max_length=30, blank=True)
    tie_break_order = models.CharField(_("tie-break order"), max_length=200, default="PTS,DE,BH/C1,BH,SB")
    rating_list = models.ForeignKey(
        RatingList,
        verbose_name=_("list in force"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="events",
    )
    first_colour = models.CharField(
        _("colour of the first player in round 1"), max_length=1, choices=Colour.choices, blank=True
    )
    numbering = models.CharField(
        _("start numbers"), max_length=6, choices=Numbering.choices, default=Numbering.RATING
    )
    norms = models.CharField(_("norms"), max_length=120, blank=True)
    title_norms = models.BooleanField(_("title norms are shown in public"), default=False)
    occasion = models.CharField(_("occasion"), max_length=30, choices=Occasion.choices, blank=True)
    after_decision = models.CharField(
        _("games of a match after its decision"), max_length=8, choices=AfterDecision.choices, blank=True
    )
    stage_of = models.ForeignKey(
        "self",
        verbose_name=_("stage of"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="stages",
    )
    registration_number = models.CharField(_("registration number"), max_length=20, blank=True)
    registered_on = models.DateField(_("registered on"), null=True, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.DRAFT, db_index=True
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    locked_by_report = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    source_format = models.CharField(max_length=10, blank=True, editable=False)
    source_sha256 = models.CharField(max_length=64, blank=True, editable=False)
    source_lines = models.JSONField(default=list, blank=True, editable=False)
    # Words of the file's head that have no column of their own (`type_text`, `type_code`, `rate_code`).
    source_facts = models.JSONField(default=dict, blank=True, editable=False)
    created_at = models.DateTimeField(_("entered at"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("entered by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    search_key = SortKeyField(max_length=700, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-start", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(end__isnull=True) | Q(end__gte=F("start")), name="event_ends_after_start"
            ),
            models.UniqueConstraint(
                fields=["registration_number"],
                condition=~Q(registration_number=""),
                name="registration_number_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_swiss(self) -> bool:
        """Rounds are paired one after the other, by score."""
        return self.system == Event.System.SWISS

    @property
    def pairs_all_rounds(self) -> bool:
        """All rounds are paired at once, by tables."""
        return self.system in (
            Event.System.ROUND_ROBIN,
            Event.System.SCHEVENINGEN,
            Event.System.MATCH,
            Event.System.TEAM_ROUND_ROBIN,
            Event.System.TEAM_SCHEVENINGEN,
        )

    @property
    def is_team_event(self) -> bool:
        """Teams meet in matches of several boards."""
        return self.system in (
            Event.System.TEAM_SWISS,
            Event.System.TEAM_ROUND_ROBIN,
            Event.System.TEAM_SCHEVENINGEN,
        )

    @property
    def is_locked(self) -> bool:
        """A report has frozen the record; results cannot change until it is returned."""
        return self.locked_by_report is not None


class EventOfficial(models.Model):
    """A role of an account in one event."""

    class Role(models.TextChoices):
        CHIEF_ARBITER = "chief_arbiter", _("chief arbiter")
        DEPUTY = "deputy", _("deputy arbiter")
        CLERK = "clerk", _("result clerk")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="officials")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.PROTECT,
        related_name="event_roles",
    )
    role = models.CharField(_("role"), max_length=15, choices=Role.choices)

    class Meta:
        verbose_name = _("official")
        verbose_name_plural = _("officials")
        constraints = [
            models.UniqueConstraint(fields=["event", "account", "role"], name="one_role_once_per_event")
        ]

    def __str__(self) -> str:
        return f"{self.account} · {self.get_role_display()}"
