"""How somebody comes to an account and keeps it: sessions, invitations, claims of a profile, contact data."""

from datetime import datetime
from uuid import uuid4

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models.people import Person, Region


class Session(AbstractBaseSession):
    """A log-in that holds: whose, on what device, since when. Deleting the row ends it.

    The key is the browser's secret, so pages name a session by `number`. Of the network address only the part is
    kept that many share.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.CASCADE,
        null=True,
        related_name="sessions",
    )
    number = models.UUIDField(default=uuid4, editable=False)
    browser = models.CharField(_("browser"), max_length=30, blank=True)
    system = models.CharField(_("system"), max_length=30, blank=True)
    place = models.CharField(_("place"), max_length=60, blank=True)
    since = models.DateTimeField(_("since"), default=timezone.now)
    seen_at = models.DateTimeField(_("last seen"), default=timezone.now)

    class Meta(AbstractBaseSession.Meta):
        verbose_name = _("session")  # type: ignore[assignment]
        verbose_name_plural = _("sessions")  # type: ignore[assignment]

    @classmethod
    def get_session_store_class(cls) -> type:
        """The store that writes these rows."""
        from players.sessions import SessionStore

        return SessionStore

    @property
    def device(self) -> str:
        """The device in plain words."""
        if self.browser and self.system:
            return _now("%(browser)s on %(system)s") % {"browser": self.browser, "system": self.system}
        return self.browser or self.system or _now("a browser that does not say its name")


class Invitation(models.Model):
    """An account offered by e-mail, with the roles it will have. The link is signed and holds until it is used.

    Raising `series` ends every link sent before.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waits")
        ACCEPTED = "accepted", _("accepted")
        WITHDRAWN = "withdrawn", pgettext_lazy("papers", "withdrawn")
        EXPIRED = "expired", _("expired")

    email = models.EmailField(_("e-mail"))
    display_name = models.CharField(_("name shown"), max_length=120)
    language = models.CharField(_("language"), max_length=5, blank=True)
    roles = models.JSONField(_("roles"), default=list, blank=True)
    region = models.ForeignKey(
        Region,
        verbose_name=_("region"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    series = models.PositiveIntegerField(default=1, editable=False)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("invited by"),
        on_delete=models.PROTECT,
        related_name="invitations_made",
    )
    invited_at = models.DateTimeField(_("invited at"))
    expires_at = models.DateTimeField(_("holds until"))
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="invitation",
    )
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)
    withdrawn_reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-invited_at", "-pk"]

    def __str__(self) -> str:
        return self.display_name

    def state_at(self, now: datetime) -> str:
        """What has become of it by then."""
        if self.accepted_at is not None:
            return self.State.ACCEPTED
        if self.withdrawn_at is not None:
            return self.State.WITHDRAWN
        return self.State.OPEN if now < self.expires_at else self.State.EXPIRED

    @property
    def state(self) -> str:
        """What has become of it by now."""
        return self.state_at(timezone.now())


class ProfileClaim(models.Model):
    """An account says that a profile is its own. What shall prove it is sealed, and erased with the decision.

    `agreed` says which of it agreed with the register: by `number` and `birth` one of yes, no, unknown.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waits for the commission")
        CONFIRMED = "confirmed", _("confirmed")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("papers", "withdrawn")

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.PROTECT,
        related_name="profile_claims",
    )
    person = models.ForeignKey(
        Person, verbose_name=_("player"), on_delete=models.PROTECT, related_name="profile_claims"
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    sealed = models.TextField(blank=True, editable=False)
    agreed = models.JSONField(default=dict, blank=True, editable=False)
    made_at = models.DateTimeField(_("made at"))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("claim of a profile")
        verbose_name_plural = _("claims of profiles")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["account"], condition=Q(state="open"), name="one_open_claim_of_an_account"
            )
        ]

    def __str__(self) -> str:
        return f"{self.account} · {self.person}"


class PersonContact(models.Model):
    """Telephone and postal address that a player has given himself, sealed: for him and the commission alone."""

    person = models.OneToOneField(
        Person, verbose_name=_("player"), on_delete=models.PROTECT, related_name="contact"
    )
    sealed = models.TextField(blank=True, editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("contact data of a player")
        verbose_name_plural = _("contact data of players")

    def __str__(self) -> str:
        return str(self.person)
