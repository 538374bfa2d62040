"""Stored standings: derived rows, keyed by the event's version and made again when first read."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event


class StoredStandings(models.Model):
    """The standings of an event at one version after one round: `payload` is the head, `rows` are the players.

    Of teams (`of_teams`) there are few, so theirs stand in `payload` itself.

    Safe to delete at any time: it is computed again from the facts.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stored_standings")
    event_version = models.PositiveIntegerField()
    through_round = models.PositiveSmallIntegerField(default=0)
    of_teams = models.BooleanField(default=False, db_default=False)
    order_text = models.CharField(max_length=200)
    edition = models.CharField(max_length=30)
    unplayed_edition = models.CharField(max_length=30, blank=True)
    payload = models.JSONField()

    class Meta:
        verbose_name = _("stored standings")
        verbose_name_plural = _("stored standings")
        constraints = [
            models.UniqueConstraint(
                fields=[
                    "event",
                    "event_version",
                    "through_round",
                    "of_teams",
                    "order_text",
                    "edition",
                    "unplayed_edition",
                ],
                name="standings_once_per_version",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.event_version}"


class StandingsRow(models.Model):
    """One player of stored standings, in the order of `position`. Written and read by `tiebreaks.stored` alone.

    `path` (the places after each criterion) and `raw` (values as whole numbers) are lists as in JSON without the
    brackets; `reasons` of direct encounters are joined by commas. `entry` and `person` are ids as they stood.
    """

    pk = models.CompositePrimaryKey("standings_id", "number")
    standings = models.ForeignKey(
        StoredStandings, on_delete=models.CASCADE, related_name="rows", db_index=False
    )
    position = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    place_before = models.PositiveSmallIntegerField(null=True)
    entry = models.BigIntegerField()
    person = models.BigIntegerField(null=True)
    name = models.CharField(max_length=260)
    title = models.CharField(max_length=3, blank=True)
    federation = models.CharField(max_length=3, blank=True)
    rating = models.PositiveSmallIntegerField(null=True)
    performance = models.IntegerField(null=True)
    path = models.TextField()
    raw = models.TextField()
    reasons = models.TextField(blank=True)

    class Meta:
        verbose_name = _("row of stored standings")
        verbose_name_plural = _("rows of stored standings")

    def __str__(self) -> str:
        return f"{self.place} {self.name}"


class PlayOffPlan(models.Model):
    """What an event says beforehand of its play-off: for which places, by which text, when (30.5.1; C.07, 3).

    Fixed once the event has begun. `places` counts from the first; `rule` names the text of the structures.
    """

    class Tied(models.TextChoices):
        POINTS = "points", _("equal points")
        ALL = "all", _("equal in all tie-breaks")

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="play_off_plan")
    rule = models.CharField(_("text"), max_length=30, default="ua-2011")
    places = models.PositiveSmallIntegerField(_("places played for"), default=1)
    tied = models.CharField(_("who plays"), max_length=6, choices=Tied.choices, default=Tied.POINTS)
    starts_at = models.DateTimeField(_("planned start"), null=True, blank=True)
    longer_base = models.PositiveSmallIntegerField(_("longer rate: minutes"), null=True, blank=True)
    longer_increment = models.PositiveSmallIntegerField(
        _("longer rate: seconds a move"), null=True, blank=True
    )
    choices = models.JSONField(_("where the text leaves a gap"), default=dict, blank=True)
    prize_share = models.CharField(_("part of the prize fund of those left out"), max_length=120, blank=True)
    early_boards = models.CharField(
        _("boards of the last round that begin earlier"), max_length=200, blank=True
    )

    class Meta:
        verbose_name = _("play-off plan")
        verbose_name_plural = _("play-off plans")

    def __str__(self) -> str:
        return f"{self.event} · {self.rule}"


class PlayOff(models.Model):
    """A play-off begun: its players by tie-break order, the lot's seed, and what the director chose.

    An event has one for each group of equals that touches the places named beforehand, told by its first place.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="play_offs")
    rule = models.CharField(max_length=30)
    first_place = models.PositiveSmallIntegerField(default=1)
    places = models.PositiveSmallIntegerField()
    players = models.JSONField()
    seed = models.PositiveBigIntegerField()
    late = models.BooleanField(_("late: straight to Armageddon"), default=False)
    short = models.BooleanField(_("no time for two games a match"), default=False)
    longer = models.JSONField(default=dict, blank=True)
    choices = models.JSONField(default=dict, blank=True)
    started_at = models.DateTimeField(_("begun at"))
    started_by_name = models.CharField(_("begun by"), max_length=120, blank=True)
    begins_at = models.DateTimeField(_("first game at"), null=True, blank=True)
    last_game_ended_at = models.DateTimeField(_("last game ended at"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("play-off")
        verbose_name_plural = _("play-offs")
        ordering = ["first_place"]
        constraints = [
            models.UniqueConstraint(fields=["event", "first_place"], name="one_play_off_per_first_place")
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.first_place}"

    @property
    def last_place(self) -> int:
        """The last place that its players fill."""
        return self.first_place + len(self.players) - 1


class PlayOffGame(models.Model):
    """What was entered for one game of a play-off, by the key that the structure gives it.

    `result` is empty where only the arbiter is named yet (30.5.4). `entered_at` is when the result was first entered;
    correcting it does not move the hour, clearing it does.
    """

    play_off = models.ForeignKey(PlayOff, on_delete=models.PROTECT, related_name="games")
    key = models.CharField(max_length=80)
    result = models.CharField(_("result"), max_length=8, blank=True)
    moves = models.PositiveSmallIntegerField(_("moves"), null=True, blank=True)
    arbiter = models.CharField(_("arbiter"), max_length=120, blank=True)
    entered_at = models.DateTimeField(_("entered at"), null=True, blank=True)

    class Meta:
        verbose_name = _("game of a play-off")
        verbose_name_plural = _("games of play-offs")
        constraints = [
            models.UniqueConstraint(fields=["play_off", "key"], name="one_result_per_play_off_game")
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.result}"


class PlayOffStageHour(models.Model):
    """When a later stage of a play-off begins, where the director said so; else after the pause of 30.5.3.

    `early_reason` is why it may begin before the pause is over, empty where it is.
    """

    play_off = models.ForeignKey(PlayOff, on_delete=models.PROTECT, related_name="stage_hours")
    key = models.CharField(max_length=80)
    begins_at = models.DateTimeField(_("begins at"))
    early_reason = models.CharField(_("why before the pause is over"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("hour of a stage")
        verbose_name_plural = _("hours of stages")
        constraints = [
            models.UniqueConstraint(fields=["play_off", "key"], name="one_hour_per_play_off_stage")
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.begins_at}"


class PlayOffDispute(models.Model):
    """A dispute about a game, decided by three other arbiters; the decision is final (30.5.4)."""

    play_off = models.ForeignKey(PlayOff, on_delete=models.PROTECT, related_name="disputes")
    game_key = models.CharField(max_length=80)
    matter = models.CharField(_("what is disputed"), max_length=400)
    panel = models.JSONField(_("panel"))
    decision = models.CharField(_("decision"), max_length=400)
    decided_at = models.DateTimeField(_("decided at"))

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ["decided_at"]

    def __str__(self) -> str:
        return f"{self.game_key}: {self.decision}"


class DrawnLot(models.Model):
    """A lot drawn by the director among those who were equal in every tie-break; it counts while they are (4.2)."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="drawn_lots")
    numbers = models.JSONField(_("equal players"))
    seed = models.PositiveBigIntegerField()
    drawn_at = models.DateTimeField(_("drawn at"))
    drawn_by_name = models.CharField(_("drawn by"), max_length=120, blank=True)

    class Meta:
        verbose_name = _("lot")
        verbose_name_plural = _("lots")
        ordering = ["drawn_at"]

    def __str__(self) -> str:
        return f"{self.event}: {self.numbers}"
