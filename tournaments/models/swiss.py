"""What a Swiss event settles about its pairing beyond the event itself, and a proposal of the engine."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.event import Event


class SwissSetup(models.Model):
    """The choices of one event about its rounds; an event without a row has the values that stand here.

    Half-point byes may be limited in number and to the rounds up to `half_byes_until`; `late_byes` is what
    somebody who enters late has for the rounds that he missed (C.04.2: nothing, unless the event says more).
    """

    class Acceleration(models.TextChoices):
        NONE = "", _("none")
        BAKU = "baku", _("Baku acceleration (C.04.5.1)")

    class LateByes(models.TextChoices):
        ZERO = "Z", _("no points")
        HALF = "H", _("a half point each")

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="swiss_setup")
    acceleration = models.CharField(
        _("acceleration"), max_length=5, choices=Acceleration.choices, blank=True, default=""
    )
    half_byes_most = models.PositiveSmallIntegerField(
        _("half-point byes for one player, at most"), null=True, blank=True
    )
    half_byes_until = models.PositiveSmallIntegerField(
        _("last round with a half-point bye"), null=True, blank=True
    )
    late_byes = models.CharField(
        _("rounds missed by a late entry"),
        max_length=1,
        choices=LateByes.choices,
        default=LateByes.ZERO,
    )

    class Meta:
        verbose_name = _("pairing rules of an event")
        verbose_name_plural = _("pairing rules of events")

    def __str__(self) -> str:
        return str(self.event)


class VirtualPoints(models.Model):
    """Points in halves lent for the pairing of some rounds to everybody from number 1 to that of `last`.

    The last one is a player, not a number: he stays the same when late entries move the numbers
    (C.04.5.1). `first` is empty where the range begins with the first number.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="virtual_points")
    halves = models.PositiveSmallIntegerField(_("virtual points, in halves"))
    first_round = models.PositiveSmallIntegerField(_("from round"))
    last_round = models.PositiveSmallIntegerField(_("to round"))
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    last = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("virtual points")
        verbose_name_plural = _("virtual points")
        ordering = ["first_round", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(last_round__gte=F("first_round")), name="virtual_points_rounds_in_order"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.first_round}–{self.last_round}"


class ForbiddenPair(models.Model):
    """Two players who are not to meet in a range of rounds, with the reason."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="forbidden_pairs")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    first_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    last_round = models.PositiveSmallIntegerField(_("to round"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("forbidden pair")
        verbose_name_plural = _("forbidden pairs")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(one=F("other")), name="forbidden_pair_is_two"),
            models.CheckConstraint(
                condition=Q(last_round__gte=F("first_round")), name="forbidden_rounds_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} – {self.other}"


class FixedBoard(models.Model):
    """The table at which a player always sits. Why he needs it is nobody's business and is not kept."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="fixed_board")
    table = models.PositiveSmallIntegerField(_("table"))

    class Meta:
        verbose_name = _("fixed table")
        verbose_name_plural = _("fixed tables")
        constraints = [models.CheckConstraint(condition=Q(table__gte=1), name="fixed_table_from_one")]

    def __str__(self) -> str:
        return f"{self.entry} · {self.table}"


class PairingProposal(models.Model):
    """How the engine would pair a round of the event as of `event_version`; derived, stale after any change.

    `pairs` are `[white, black]` by start number in the order of the boards. Where the engine could not,
    `refusal` says why.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="pairing_proposals")
    round_number = models.PositiveSmallIntegerField(_("round"))
    event_version = models.PositiveIntegerField()
    pairs = models.JSONField(default=list)
    bye = models.PositiveSmallIntegerField(null=True, blank=True)
    engine = models.CharField(_("paired by"), max_length=60, blank=True)
    refusal = models.TextField(blank=True)

    class Meta:
        verbose_name = _("proposed pairing")
        verbose_name_plural = _("proposed pairings")
        constraints = [
            models.UniqueConstraint(fields=["event", "round_number"], name="one_proposal_per_round")
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.round_number}"
