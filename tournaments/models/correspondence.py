"""Play by correspondence: what a start list says beside the entries, addresses apart and sealed, questionnaires.

Addresses and telephone numbers lie in columns named `sealed`, encrypted by `tournaments.sealing`. They are no part
of the record, of a file or of a public page, and are erased some months after the event.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.event import Event

USUAL_REMINDERS = "60, 30, 7"


class CorrespondenceSetup(models.Model):
    """What the start list of an event says below the table; an event without a row has not been set up.

    `sealed` holds the postal and e-mail addresses of the arbiter and of the appeals committee. Raising
    `link_series` ends all private links that players were given.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="correspondence_setup")
    rule_set = models.CharField(_("rules of play"), max_length=200, blank=True)
    arbiter_category = models.CharField(_("category of the arbiter"), max_length=60, blank=True)
    sealed = models.TextField(blank=True, editable=False)
    reminders = models.BooleanField(_("players are reminded of open games"), default=True)
    reminder_days = models.CharField(
        _("days before the end on which they are reminded"),
        max_length=40,
        default=USUAL_REMINDERS,
        blank=True,
    )
    link_series = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("set-up of an event by correspondence")
        verbose_name_plural = _("set-ups of events by correspondence")

    def __str__(self) -> str:
        return str(self.event)


class CorrespondencePlayer(models.Model):
    """What the start list says of a player beside his entry and may say to anybody; his wish about reminders."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="by_correspondence")
    category = models.CharField(_("category"), max_length=20, blank=True)
    region = models.CharField(_("region"), max_length=120, blank=True)
    no_reminders = models.BooleanField(_("no reminders by e-mail"), default=False)

    class Meta:
        verbose_name = _("player by correspondence")
        verbose_name_plural = _("players by correspondence")

    def __str__(self) -> str:
        return str(self.entry)


class CorrespondenceContact(models.Model):
    """Postal and e-mail address of a player, sealed: for officials and the participants of his event alone."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="contact")
    sealed = models.TextField(editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("address of a player")
        verbose_name_plural = _("addresses of players")

    def __str__(self) -> str:
        return f"{self.entry_id}"


class Questionnaire(models.Model):
    """The eighteen fields that a player without a number sends with the start list (RACC, Appendix 2).

    Postcode, home address, telephones, e-mail addresses and further information are in `sealed`. Of the papers
    nothing is stored but that an official has seen them, and when.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="questionnaire")
    surname = models.CharField(_("surname"), max_length=120)
    given_name = models.CharField(_("given name"), max_length=120)
    patronymic = models.CharField(_("patronymic"), max_length=120, blank=True)
    birth = models.DateField(_("date of birth"))
    region = models.CharField(_("region of residence"), max_length=120)
    board_category = models.CharField(_("over-the-board category or title"), max_length=60, blank=True)
    board_rating = models.PositiveSmallIntegerField(_("over-the-board rating"), null=True, blank=True)
    iccf_id = models.CharField(_("ICCF ID"), max_length=12, blank=True)
    iccf_title = models.CharField(_("ICCF title"), max_length=20, blank=True)
    iccf_rating = models.PositiveSmallIntegerField(_("ICCF rating"), null=True, blank=True)
    sealed = models.TextField(blank=True, editable=False)
    by_player = models.BooleanField(default=False, editable=False)
    filled_at = models.DateTimeField(_("filled in at"))
    papers_seen_on = models.DateField(_("papers seen on"), null=True, blank=True)
    papers_seen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("papers seen by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        verbose_name = _("questionnaire of a new player")
        verbose_name_plural = _("questionnaires of new players")

    def __str__(self) -> str:
        return f"{self.surname}, {self.given_name}"


class GamesReminder(models.Model):
    """A reminder that went out: so many days before that last day, to this player, of so many open games."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="games_reminders")
    last_day = models.DateField()
    days = models.PositiveSmallIntegerField()
    open_games = models.PositiveSmallIntegerField()
    sent_at = models.DateTimeField()

    class Meta:
        verbose_name = _("reminder of open games")
        verbose_name_plural = _("reminders of open games")
        constraints = [
            models.UniqueConstraint(fields=["entry", "last_day", "days"], name="one_reminder_per_term")
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.days}"
