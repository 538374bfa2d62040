"""Runs that rate several events as one order, with what became of each."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.models import Job
from players.models import RatingKind
from ratings.models import Period
from tournaments.models import Event


class RatingRun(models.Model):
    """One order to rate an event, a period, or everything since a day; a `dry` one only looks what it would do.

    What is to be done is always looked at first: a run that rates names the look that it carries out.
    """

    class Scope(models.TextChoices):
        EVENT = "event", _("one event")
        PERIOD = "period", _("a period")
        SINCE = "since", _("everything since a day")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        STOPPED = "stopped", _("stopped")

    LIVE = (State.WAITING, State.RUNNING)

    scope = models.CharField(_("what is rated"), max_length=10, choices=Scope.choices)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    period = models.ForeignKey(Period, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    since = models.DateField(_("papers received since"), null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=RatingKind.choices, blank=True)
    dry = models.BooleanField(_("look only"), default=True)
    look = models.OneToOneField(
        "self",
        verbose_name=_("carries out"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="carried_out",
    )
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.WAITING, db_index=True
    )
    reason = models.CharField(_("reason"), max_length=300)
    ordered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("ordered by"), on_delete=models.PROTECT, related_name="+"
    )
    ordered_at = models.DateTimeField(_("ordered"))
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    job = models.ForeignKey(
        Job, verbose_name=_("job"), on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("rating run")
        verbose_name_plural = _("rating runs")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(scope="event", event__isnull=False)
                | Q(scope="period", period__isnull=False)
                | Q(scope="since", since__isnull=False),
                name="run_says_what_it_rates",
            ),
            models.CheckConstraint(
                condition=Q(dry=True, look__isnull=True) | Q(dry=False, look__isnull=False),
                name="run_was_looked_at_first",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.get_scope_display()}"

    @property
    def is_broken_off(self) -> bool:
        """Whether its job ended without it: called off while it waited, or its workers died."""
        return self.state in self.LIVE and (self.job is None or self.job.state not in Job.LIVE)

    @property
    def is_live(self) -> bool:
        """Whether it waits for a worker or is at work."""
        return self.state in self.LIVE and not self.is_broken_off


class RunEvent(models.Model):
    """One event of a run: what became of it, why not, its calculation before and after by hash, and when."""

    class Outcome(models.TextChoices):
        WAITING = "waiting", _("not yet")
        RATED = "rated", _("rated")
        AGAIN = "again", _("rated again")
        SAME = "same", _("as it was")
        SKIPPED = "skipped", _("skipped")
        FAILED = "failed", _("failed")

    run = models.ForeignKey(RatingRun, on_delete=models.PROTECT, related_name="events")
    place = models.PositiveIntegerField(_("No."))
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    outcome = models.CharField(
        _("what became of it"), max_length=10, choices=Outcome.choices, default=Outcome.WAITING
    )
    words = models.TextField(_("why"), blank=True)
    before_sha256 = models.CharField(_("calculation before"), max_length=64, blank=True)
    after_sha256 = models.CharField(_("calculation after"), max_length=64, blank=True)
    changed = models.PositiveIntegerField(_("players changed"), default=0)
    ended_at = models.DateTimeField(_("done"), null=True, blank=True)

    class Meta:
        verbose_name = _("event of a rating run")
        verbose_name_plural = _("events of rating runs")
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["run", "event"], name="event_once_in_a_run"),
            models.UniqueConstraint(fields=["run", "place"], name="one_place_in_a_run"),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}/{self.place} {self.outcome}"
