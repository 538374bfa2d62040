"""Reports sent on to FIDE with what came back, and FIDE's lists as far as they tell of the register's players."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.attachments import NAME_LENGTH
from core.models import StoredFile
from players.models import Person, RatingKind
from reports.models import Report
from tournaments.models import Event


class FideSending(models.Model):
    """One sending of an event to FIDE: the file that was sent, and the receipt or why it was returned.

    A sending that was returned is followed by another; none is deleted.
    """

    class State(models.TextChoices):
        SENT = "sent", _("sent, no receipt yet")
        RECEIVED = "received", _("received by FIDE")
        RETURNED = "returned", _("returned by FIDE")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="fide_sendings")
    number = models.PositiveSmallIntegerField(_("sending"))
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.SENT, db_index=True
    )
    event_code = models.CharField(_("code of the event at FIDE"), max_length=20, blank=True)
    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="fide_sendings")
    file = models.ForeignKey(
        StoredFile, verbose_name=_("file sent"), on_delete=models.PROTECT, related_name="+"
    )
    file_name = models.CharField(max_length=NAME_LENGTH)
    sent_on = models.DateField(_("sent on"))
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("sent by"), on_delete=models.PROTECT, related_name="+"
    )
    entered_at = models.DateTimeField(_("entered at"))
    answered_on = models.DateField(_("answered on"), null=True, blank=True)
    answer = models.CharField(_("receipt, or reason of the return"), max_length=500, blank=True)
    receipt = models.ForeignKey(
        StoredFile,
        verbose_name=_("receipt"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    receipt_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("noted by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        verbose_name = _("sending to FIDE")
        verbose_name_plural = _("sendings to FIDE")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="fide_sending_number_once"),
            models.CheckConstraint(
                condition=~Q(state="returned") | ~Q(answer=""), name="fide_return_has_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(state="sent") | Q(answered_on__isnull=False, answered_by__isnull=False),
                name="fide_answer_has_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.number}"


class FideList(models.Model):
    """A list of FIDE that was read: which, from when, and the hash of the file. A list read again replaces its rows."""

    kind = models.CharField(_("kind"), max_length=10, choices=RatingKind.choices)
    effective_from = models.DateField(_("in force from"))
    sha256 = models.CharField(_("SHA-256"), max_length=64)
    players = models.PositiveIntegerField(_("players"), default=0)
    known = models.PositiveIntegerField(_("players of the register"), default=0)
    read_by_name = models.CharField(_("read by"), max_length=120)
    read_at = models.DateTimeField(_("read at"))

    class Meta:
        verbose_name = _("list of FIDE")
        verbose_name_plural = _("lists of FIDE")
        ordering = ["-effective_from"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "effective_from"], name="one_fide_list_per_kind_and_day")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.effective_from.isoformat()}"


class FideListRow(models.Model):
    """One player of the register on a list of FIDE: rating, games of the period, K."""

    fide_list = models.ForeignKey(FideList, on_delete=models.CASCADE, related_name="rows")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="fide_rows")
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    games = models.PositiveSmallIntegerField(_("games in the period"), default=0)
    k = models.PositiveSmallIntegerField(_("K"), null=True, blank=True)
    inactive = models.BooleanField(_("inactive"), default=False)

    class Meta:
        verbose_name = _("row of a list of FIDE")
        verbose_name_plural = _("rows of lists of FIDE")
        constraints = [
            models.UniqueConstraint(fields=["fide_list", "person"], name="one_row_per_fide_list_and_player")
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.rating if self.rating is not None else '–'}"
