"""Rounds, games and seats. A game row holds entry ids; a seat keeps a player once in a round."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.event import Event
from tournaments.record.codes import BYE_CODES, GAME_CODES


class Round(models.Model):
    """A round of an event: paired once it has seats, before that only a day and a time in the schedule.

    `pairing_edition` and `engine` say by which rules it was paired and by what.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    day = models.DateField(_("date"), null=True, blank=True)
    time = models.TimeField(_("time"), null=True, blank=True)
    pairing_edition = models.CharField(_("pairing rules"), max_length=30, blank=True)
    engine = models.CharField(_("paired by"), max_length=60, blank=True)
    locked = models.BooleanField(_("locked"), default=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.number}"


class Game(models.Model):
    """One board of one round. `version` rises with every change of the result; a stale write is refused."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="games")
    board = models.PositiveSmallIntegerField(_("board"))
    white = models.ForeignKey(
        Entry, verbose_name=_("White"), on_delete=models.PROTECT, related_name="white_games"
    )
    black = models.ForeignKey(
        Entry, verbose_name=_("Black"), on_delete=models.PROTECT, related_name="black_games"
    )
    code = models.CharField(_("result"), max_length=8, default="*")
    colours_known = models.BooleanField(default=True)
    match = models.PositiveSmallIntegerField(_("match"), null=True, blank=True)
    played_on = models.DateField(_("played on"), null=True, blank=True)
    manual = models.BooleanField(_("paired by hand"), default=False)
    manual_reason = models.CharField(_("reason"), max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    entered_at = models.DateTimeField(_("entered at"), null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["board"]
        constraints = [
            models.UniqueConstraint(fields=["round", "board"], name="one_result_per_board"),
            models.CheckConstraint(condition=~Q(white=F("black")), name="nobody_plays_himself"),
            models.CheckConstraint(condition=Q(code__in=sorted(GAME_CODES)), name="known_result_code"),
        ]

    def __str__(self) -> str:
        return f"{self.white} – {self.black} {self.code}"


class Seat(models.Model):
    """A player's place in a round: a game with a colour, or a bye. Once per round, by constraint."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="seats")
    colour = models.CharField(max_length=1, choices=Event.Colour.choices, blank=True)
    bye = models.CharField(_("bye"), max_length=1, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="player_once_per_round"),
            models.UniqueConstraint(
                fields=["game", "colour"], condition=Q(game__isnull=False), name="one_seat_per_colour"
            ),
            models.CheckConstraint(
                condition=(Q(game__isnull=False, bye="") & ~Q(colour=""))
                | Q(game__isnull=True, colour="", bye__in=sorted(BYE_CODES)),
                name="seat_is_game_or_bye",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.round}"
