"""Kinds of event beside the Swiss: knock-out ties, early withdrawal in a round robin, preliminaries and a final."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.event import Event
from tournaments.record.codes import GAME_CODES

MOST_TIE_GAMES = 12


class KindRules(models.Model):
    """What an event of such a kind has chosen; without a row the usual values of the fields hold."""

    class Colours(models.TextChoices):
        LOT = "lot", _("drawn by lot in every tie")
        SEEDED = "seeded", _("White for the smaller start number")

    class EarlyWithdrawal(models.TextChoices):
        STAY = "", _("everybody stays in the standings")
        LEAVE = "leave", _("who played less than half of his games leaves the standings")

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="kind_rules")
    tie_games = models.PositiveSmallIntegerField(
        _("games of a tie"),
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_TIE_GAMES)],
    )
    third_place = models.BooleanField(
        _("the losers of the semi-finals play for the third place"), default=False
    )
    colours = models.CharField(
        _("White in the first game of a tie"), max_length=6, choices=Colours.choices, default=Colours.LOT
    )
    early_withdrawal = models.CharField(
        _("withdrawal before half of the games"),
        max_length=5,
        choices=EarlyWithdrawal.choices,
        blank=True,
        default=EarlyWithdrawal.STAY,
    )
    qualify = models.PositiveSmallIntegerField(
        _("players who qualify from each preliminary"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(200)],
    )
    carry_results = models.BooleanField(
        _("results between players of the same preliminary count in the final"), default=False
    )

    class Meta:
        verbose_name = _("rules of a kind of event")
        verbose_name_plural = _("rules of kinds of event")

    def __str__(self) -> str:
        return f"{self.event} · {self.event.get_system_display()}"


class KnockOutTie(models.Model):
    """Two players of whom one goes on. `stage` 1 is the first; the last has the final, and the third place as tie 2.

    `lower` is empty where `upper` goes on without play. The games are those of the rounds of the stage; `winner`
    follows from them, from the play-off, or from a decision with its reason.
    """

    class DecidedBy(models.TextChoices):
        FREE = "free", _("without an opponent")
        GAMES = "games", _("by the games")
        PLAY_OFF = "play_off", _("in the play-off")
        DECISION = "decision", _("by decision")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="ties")
    stage = models.PositiveSmallIntegerField(_("stage"))
    number = models.PositiveSmallIntegerField(_("number"))
    upper = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="upper_ties")
    lower = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="lower_ties"
    )
    upper_white = models.BooleanField(default=True)
    winner = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="won_ties"
    )
    decided_by = models.CharField(_("decided"), max_length=8, choices=DecidedBy.choices, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("tie of a knock-out")
        verbose_name_plural = _("ties of a knock-out")
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "stage", "number"], name="tie_number_once"),
            models.CheckConstraint(
                condition=Q(lower__isnull=True) | ~Q(upper=F("lower")), name="no_tie_against_oneself"
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner=F("upper")) | Q(winner=F("lower")),
                name="winner_plays_in_the_tie",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.upper} – {self.lower or '–'}"


class TiePlayOffGame(models.Model):
    """A game at a faster rate that decides a tie. It is no game of the record and is never rated.

    Games of one `step` are counted together; where a step ends level the next follows. With `armageddon` a draw
    is won by Black.
    """

    tie = models.ForeignKey(KnockOutTie, on_delete=models.CASCADE, related_name="play_off_games")
    step = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(_("game"))
    rate = models.CharField(_("rate of play"), max_length=60)
    upper_white = models.BooleanField()
    armageddon = models.BooleanField(_("Armageddon: Black wins with a draw"), default=False)
    code = models.CharField(_("result"), max_length=8, default="*")
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("play-off game of a tie")
        verbose_name_plural = _("play-off games of ties")
        ordering = ["step", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tie", "step", "number"], name="tie_play_off_game_once"),
            models.CheckConstraint(
                condition=Q(code__in=sorted(GAME_CODES)), name="known_code_of_tie_play_off"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tie} · {self.step}.{self.number}"


class Qualification(models.Model):
    """Why a player is in the final: the preliminary he comes from, his place there, or the reason of a decision."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="qualification")
    source = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="qualified_as")
    place = models.PositiveSmallIntegerField(_("place"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("qualification")
        verbose_name_plural = _("qualifications")

    def __str__(self) -> str:
        return f"{self.entry} · {self.source.event} · {self.place}"
