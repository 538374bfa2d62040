"""Requests for a correction, how each was decided, and the public rows of what was corrected."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from commission.models.dossiers import DossierMove
from players.models import Person
from ratings.models import RatedEvent
from tournaments.models import Event


class CorrectionRequest(models.Model):
    """What somebody holds to be wrong, and what became of it.

    `account` made it, or nobody who logs in: then `sealed` holds the e-mail that confirmed it, until it is erased.
    `version` rises with every step; a stale decision is refused. `calculation` is the correction that came of it.
    Nothing else is deleted.
    """

    class Subject(models.TextChoices):
        RESULT = "result", _("a result")
        NAME = "name", _("a name")
        BIRTH = "birth", _("a date of birth")
        TITLE = "title", _("a title")
        RATING = "rating", _("a rating")
        OTHER = "other", _("something else")

    class State(models.TextChoices):
        UNCONFIRMED = "unconfirmed", _("e-mail not confirmed")
        OPEN = "open", _("waits for the commission")
        ASKED = "asked", _("waits for an answer")
        ACCEPTED = "accepted", _("accepted, being carried out")
        REJECTED = "rejected", _("rejected")
        DONE = "done", _("corrected")
        WITHDRAWN = "withdrawn", pgettext_lazy("papers", "withdrawn")

    OF_A_PERSON = (Subject.NAME, Subject.BIRTH, Subject.TITLE)
    UNDECIDED = (State.OPEN, State.ASKED)
    DECIDED = (State.ACCEPTED, State.REJECTED, State.DONE)

    subject = models.CharField(_("what is wrong"), max_length=10, choices=Subject.choices)
    state = models.CharField(_("state"), max_length=12, choices=State.choices, db_index=True)
    version = models.PositiveIntegerField(default=1)
    event = models.ForeignKey(
        Event,
        verbose_name=_("event"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="correction_requests",
    )
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    person = models.ForeignKey(
        Person,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="correction_requests",
    )
    stated = models.CharField(_("what stands now"), max_length=300, blank=True)
    claimed = models.CharField(_("what is right"), max_length=300)
    text = models.TextField(_("how you know"), blank=True)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    name = models.CharField(_("your name"), max_length=120)
    sealed = models.TextField(blank=True, editable=False)
    language = models.CharField(max_length=5, blank=True)
    made_at = models.DateTimeField(_("made"))
    due_on = models.DateField(_("due on"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    address_erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    calculation = models.ForeignKey(
        RatedEvent,
        verbose_name=_("correction"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="correction_requests",
    )

    class Meta:
        verbose_name = _("request for a correction")
        verbose_name_plural = _("requests for corrections")
        constraints = [
            models.CheckConstraint(
                condition=Q(account__isnull=False) | ~Q(sealed="") | Q(address_erased_at__isnull=False),
                name="request_can_be_answered",
            )
        ]

    def __str__(self) -> str:
        return f"{self.pk} · {self.get_subject_display()}"


class RequestStep(models.Model):
    """One step of a request: who, when, what, and the words that go with it."""

    class Verb(models.TextChoices):
        MADE = "made", _("asked for a correction")
        CONFIRMED = "confirmed", _("confirmed the e-mail address")
        ASKED = "asked", _("asked back")
        ANSWERED = "answered", _("answered")
        ACCEPTED = "accepted", _("accepted the request")
        REJECTED = "rejected", _("rejected the request")
        DONE = "done", _("carried it out")
        WITHDRAWN = "withdrawn", _("withdrew the request")
        APPEALED = "appealed", _("appealed")
        UPHELD = "upheld", _("let the decision stand")
        CHANGED = "changed", _("changed the decision")
        RETURNED = "returned", _("returned the request for a new decision")

    DECISIONS = (Verb.ACCEPTED, Verb.REJECTED)

    request = models.ForeignKey(CorrectionRequest, on_delete=models.PROTECT, related_name="steps")
    verb = models.CharField(_("step"), max_length=10, choices=Verb.choices)
    text = models.TextField(blank=True)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    by_name = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("step of a request")
        verbose_name_plural = _("steps of requests")
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.request_id} · {self.verb}"


class RequestFile(models.Model):
    """A paper that goes with a request; the bytes lie among the stored files."""

    request = models.ForeignKey(CorrectionRequest, on_delete=models.PROTECT, related_name="files")
    name = models.CharField(_("name"), max_length=120)
    media_type = models.CharField(max_length=60)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    added_at = models.DateTimeField()

    class Meta:
        verbose_name = _("paper of a request")
        verbose_name_plural = _("papers of requests")

    def __str__(self) -> str:
        return self.name


class Correction(models.Model):
    """A public row: what was corrected by one decision. Its effect on ratings stands with `calculation`.

    `rating_only`: results are rated otherwise than they stand in the tables, which stay as they are.
    """

    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, null=True, blank=True, related_name="corrections"
    )
    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, blank=True, related_name="corrections"
    )
    calculation = models.OneToOneField(
        RatedEvent, on_delete=models.PROTECT, null=True, blank=True, related_name="correction"
    )
    rating_only = models.BooleanField(_("for ratings alone"), default=False)
    reason = models.TextField(_("reason"))
    decided_by_name = models.CharField(_("decided by"), max_length=120)
    decided_at = models.DateTimeField(_("decided at"), db_index=True)

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")

    def __str__(self) -> str:
        return str(self.event or self.person)


class CorrectedFact(models.Model):
    """One fact of a correction: what it said and what it says. Of a date of birth the year alone."""

    class Fact(models.TextChoices):
        RESULT = "result", _("result")
        BYE = "bye", _("round without opponent")
        ANNULLED = "annulled", _("event in the ratings")
        NAME = "name", _("name")
        BIRTH = "birth", _("year of birth")
        TITLE = "title", _("title")
        FEDERATION = "federation", _("federation")
        RATING = "rating", _("rating at the start")
        ENTERED = "entered", _("player entered")
        REMOVED = "removed", _("player taken out")
        FIDE_ID = "fide_id", _("FIDE ID")
        NUMBER = "number", _("national number")

    correction = models.ForeignKey(Correction, on_delete=models.PROTECT, related_name="facts")
    fact = models.CharField(max_length=10, choices=Fact.choices)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    who = models.CharField(max_length=520, blank=True)
    old = models.CharField(max_length=300, blank=True)
    new = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("corrected fact")
        verbose_name_plural = _("corrected facts")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.fact} {self.old} > {self.new}"


class Appeal(models.Model):
    """An appeal against one decision of the commission, to the appeals committee. Against a decision there is one.

    The decision is a step of a request or a move of a dossier; the outcome is public.
    """

    class Outcome(models.TextChoices):
        OPEN = "", _("waits for the appeals committee")
        UPHELD = "upheld", _("the decision stands")
        CHANGED = "changed", _("the decision is changed")
        RETURNED = "returned", _("returned for a new decision")

    step = models.OneToOneField(
        RequestStep, on_delete=models.PROTECT, null=True, blank=True, related_name="appeal"
    )
    move = models.OneToOneField(
        DossierMove, on_delete=models.PROTECT, null=True, blank=True, related_name="appeal"
    )
    text = models.TextField(_("why the decision is wrong"))
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    by_name = models.CharField(max_length=120)
    made_at = models.DateTimeField(_("made"))
    due_on = models.DateField(_("due on"))
    outcome = models.CharField(
        _("outcome"), max_length=10, choices=Outcome.choices, default="", blank=True, db_index=True
    )
    reason = models.TextField(_("reason"), blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        constraints = [
            models.CheckConstraint(
                condition=Q(step__isnull=False, move__isnull=True) | Q(step__isnull=True, move__isnull=False),
                name="appeal_against_one_decision",
            )
        ]

    def __str__(self) -> str:
        return f"{self.step or self.move}"
