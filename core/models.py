"""What the ground floor stores: the ledger, jobs, files by hash. None of it knows a domain word."""

from datetime import timedelta
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

HASH_LENGTH = 64
SETTLING = timedelta(seconds=3)


class Chain(models.Model):
    """The head of one ledger chain; locked while a row is added to it."""

    class Scope(models.TextChoices):
        EVENT = "event", _("event")
        PERSON = "person", _("player")
        LIST = "list", _("rating list")
        FEDERATION = "federation", _("federation")

    scope = models.CharField(_("scope"), max_length=12, choices=Scope.choices)
    object_id = models.CharField(_("object"), max_length=64)
    seq = models.PositiveIntegerField(_("rows"), default=0)
    head_hash = models.CharField(_("hash of the last row"), max_length=HASH_LENGTH, blank=True)

    class Meta:
        verbose_name = _("ledger chain")
        verbose_name_plural = _("ledger chains")
        constraints = [
            models.UniqueConstraint(fields=["scope", "object_id"], name="one_chain_per_object"),
            models.CheckConstraint(
                condition=Q(scope__in=("event", "person", "list", "federation")), name="chain_scope_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scope} {self.object_id}"


class LedgerRow(models.Model):
    """One act: who, when, what and why, linked to the row before by its hash. Never changed, never deleted.

    The actor is an id and a name as it was then, no reference: the ground floor does not know accounts.
    """

    chain = models.ForeignKey(Chain, verbose_name=_("chain"), on_delete=models.PROTECT, related_name="rows")
    seq = models.PositiveIntegerField(_("number"))
    at = models.DateTimeField(_("time"))
    actor_id = models.BigIntegerField(_("account"), null=True, blank=True)
    actor_name = models.CharField(_("by"), max_length=200)
    verb = models.CharField(_("act"), max_length=60)
    reason = models.TextField(_("reason"), blank=True)
    payload = models.JSONField(_("facts"), default=dict)
    previous_hash = models.CharField(_("hash before"), max_length=HASH_LENGTH, blank=True)
    hash = models.CharField(_("hash"), max_length=HASH_LENGTH)

    class Meta:
        verbose_name = _("ledger row")
        verbose_name_plural = _("ledger rows")
        constraints = [models.UniqueConstraint(fields=["chain", "seq"], name="one_row_per_place")]
        indexes = [models.Index(fields=["at"], name="ledger_by_time")]

    def __str__(self) -> str:
        return f"{self.chain} {self.seq}: {self.verb}"


class Checkpoint(models.Model):
    """A day's signature over the heads of all chains: from then on no earlier row can be rewritten unseen."""

    day = models.DateField(_("day"), unique=True)
    at = models.DateTimeField(_("time"))
    heads = models.JSONField(_("heads"))
    digest = models.CharField(_("digest of the heads"), max_length=HASH_LENGTH)
    key_id = models.CharField(_("key"), max_length=HASH_LENGTH)
    public_key = models.TextField(_("public key"))
    signature = models.TextField(_("signature"))

    class Meta:
        verbose_name = _("ledger checkpoint")
        verbose_name_plural = _("ledger checkpoints")

    def __str__(self) -> str:
        return f"{self.day:%Y-%m-%d}"


class Job(models.Model):
    """Long work: its order, its progress, its end. The lease says until when its worker counts as alive."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    LIVE = (State.QUEUED, State.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    kind = models.CharField(_("kind"), max_length=60)
    payload = models.JSONField(_("order"), default=dict)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.QUEUED)
    progress = models.PositiveIntegerField(_("done so far"), default=0)
    total = models.PositiveIntegerField(_("of"), default=0)
    message = models.CharField(_("message"), max_length=300, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True)
    error = models.TextField(_("error"), blank=True)
    token = models.UUIDField(_("token"), null=True, blank=True)
    lease_until = models.DateTimeField(_("lease until"), null=True, blank=True)
    starts = models.PositiveSmallIntegerField(_("starts"), default=0)
    cancel_requested = models.BooleanField(_("cancelling"), default=False)
    created_by_id = models.BigIntegerField(_("ordered by"), null=True, blank=True)
    dedupe_key = models.CharField(_("same work"), max_length=200, null=True, blank=True)
    created_at = models.DateTimeField(_("ordered"), default=timezone.now)
    sent_at = models.DateTimeField(_("sent"), default=timezone.now)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ("-created_at",)
        constraints = [
            models.UniqueConstraint(
                fields=["dedupe_key"],
                condition=Q(state__in=("queued", "running")),
                name="same_work_once_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("queued", "running", "done", "failed", "cancelled")),
                name="job_state_known",
            ),
        ]
        indexes = [models.Index(fields=["state", "lease_until"], name="job_by_lease")]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def is_settled(self) -> bool:
        """Whether a page may stop asking: ended, and the result that its worker writes last has arrived."""
        if self.state in self.LIVE:
            return False
        if self.state == self.State.DONE and self.result is None and self.finished_at:
            return timezone.now() - self.finished_at > SETTLING
        return True


class StoredFile(models.Model):
    """A file known by the hash of its bytes; the bytes lie in the storage under that name.

    It is kept for good, and the database refuses to delete it, unless `expires_at` was set when it was stored.
    """

    sha256 = models.CharField("SHA-256", max_length=HASH_LENGTH, primary_key=True)
    size = models.PositiveBigIntegerField(_("size"))
    media_type = models.CharField(_("type"), max_length=100)
    created_at = models.DateTimeField(_("stored"), default=timezone.now)
    expires_at = models.DateTimeField(_("kept until"), null=True, blank=True)

    class Meta:
        verbose_name = _("stored file")
        verbose_name_plural = _("stored files")

    def __str__(self) -> str:
        return self.sha256
