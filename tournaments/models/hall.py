"""What is kept of a round beside its results: second looks, players' reports, rounds opened again, check-in.

None of it is a fact of play: standings and ratings never read it.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.event import Event
from tournaments.models.rounds import Game, Round


class HallRules(models.Model):
    """How results of an event come in. Without a row: one person is enough and players report nothing.

    `link_series` is part of every private link; raising it ends all links given out before. `marks` rises with
    everything in this module, so that a page that waits for news need not count rows.
    """

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="hall")
    two_persons = models.BooleanField(_("a second person confirms every result"), default=False)
    players_report = models.BooleanField(_("players report results by link"), default=False)
    link_series = models.PositiveIntegerField(default=1, editable=False)
    marks = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("rules of result entry")
        verbose_name_plural = _("rules of result entry")

    def __str__(self) -> str:
        return str(self.event)


class SecondLook(models.Model):
    """The newest second look at a board: what was typed again, upon which version of the result."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="look")
    version = models.PositiveIntegerField()
    code = models.CharField(_("result"), max_length=8)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()
    # Why an arbiter let the result through without a second person; empty for a look.
    let_through = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("second look")
        verbose_name_plural = _("second looks")

    def __str__(self) -> str:
        return f"{self.game_id} {self.code}"


class PlayerReport(models.Model):
    """What one side of a board reported by private link, from White's view; `times` counts the changes."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reports")
    side = models.CharField(max_length=1, choices=Event.Colour.choices)
    code = models.CharField(_("result"), max_length=8)
    times = models.PositiveSmallIntegerField(default=1)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("report of a player")
        verbose_name_plural = _("reports of players")
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="one_report_per_side")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.side} {self.code}"


class RoundOpening(models.Model):
    """An earlier round opened for corrections, with the reason; it ends by hand or when a round is paired.

    `paired_through` is the last round that was paired at that moment.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="openings")
    reason = models.CharField(_("reason"), max_length=200)
    paired_through = models.PositiveSmallIntegerField()
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round opened again")
        verbose_name_plural = _("rounds opened again")
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(closed_at__isnull=True), name="round_opened_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.opened_at}"


class CheckInRound(models.Model):
    """Before a round everybody says that he is here, until the deadline by private link if there is one."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="check_in_rounds")
    round_number = models.PositiveSmallIntegerField(_("round"))
    deadline = models.DateTimeField(_("players check in until"), null=True, blank=True)

    class Meta:
        verbose_name = _("check-in of a round")
        verbose_name_plural = _("check-ins of rounds")
        constraints = [
            models.UniqueConstraint(fields=["event", "round_number"], name="one_check_in_per_round")
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.round_number}"


class CheckIn(models.Model):
    """A player is here for a round; `by` is empty where he said so himself."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="check_ins")
    round_number = models.PositiveSmallIntegerField(_("round"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("check-in")
        verbose_name_plural = _("check-ins")
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="checked_in_once_per_round")
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.round_number}"
