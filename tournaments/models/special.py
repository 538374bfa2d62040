"""Points beside the results, and other points for a kind of result: agreed, or decided by the arbiter."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.record.special import STANDINGS_ONLY


class SpecialPoints(models.Model):
    """What one line 299 of TRF26 says, with the reason.

    `kind` is the result that the points are for, empty for a bonus or penalty beside the results; points are
    halves, None where the usual ones stand. `round_number` is None for all rounds, STANDINGS_ONLY for a bonus or
    penalty that counts in the standing alone. `holders` are ids of entries, in a team event of teams, in the order
    given; empty for everybody. A row that was taken back stays, and counts no more.
    """

    class Kind(models.TextChoices):
        BESIDE = "", _("beside the results")
        WIN = "W", _("for a win over the board")
        DRAW = "D", _("for a draw over the board")
        LOSS = "L", _("for a loss over the board")
        FORFEIT_WIN = "+", _("for a win by forfeit")
        FORFEIT_LOSS = "-", _("for a loss by forfeit")
        FULL_BYE = "F", _("for a full-point bye")
        HALF_BYE = "H", _("for a half-point bye")
        ZERO_BYE = "Z", _("for a zero-point bye")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="special_points")
    kind = models.CharField(_("given for"), max_length=1, choices=Kind.choices, blank=True)
    halves = models.SmallIntegerField(_("points, in halves"), null=True, blank=True)
    match_halves = models.SmallIntegerField(_("match points, in halves"), null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    holders = models.JSONField(default=list, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    taken_back = models.BooleanField(_("taken back"), default=False)
    taken_back_reason = models.CharField(_("why it was taken back"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("special points")
        verbose_name_plural = _("special points")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(halves__isnull=False) | Q(match_halves__isnull=False), name="special_points_some"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.kind} · {self.halves} · {self.match_halves}"

    @property
    def is_apart(self) -> bool:
        """It counts in the standing alone."""
        return not self.kind and self.round_number == STANDINGS_ONLY
