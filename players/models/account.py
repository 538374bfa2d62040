"""Accounts and the roles that are not tied to an event."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class Account(AbstractUser):
    """Somebody who logs in. Federation-wide roles are groups; event roles belong to the event."""

    display_name = models.CharField(_("name shown"), max_length=120, blank=True)
    language = models.CharField(_("language"), max_length=5, blank=True)
    person = models.OneToOneField(
        "players.Person",
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="account",
    )

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name that pages and the ledger print."""
        return self.display_name or self.get_full_name() or self.username


class RegionalAssignment(models.Model):
    """Makes an account the representative of a region (group `regional_representative`)."""

    account = models.ForeignKey(
        Account, verbose_name=_("account"), on_delete=models.PROTECT, related_name="regional_assignments"
    )
    region = models.ForeignKey(
        "players.Region", verbose_name=_("region"), on_delete=models.PROTECT, related_name="representatives"
    )

    class Meta:
        verbose_name = _("regional representative")
        verbose_name_plural = _("regional representatives")
        constraints = [
            models.UniqueConstraint(fields=["account", "region"], name="one_assignment_per_region")
        ]

    def __str__(self) -> str:
        return f"{self.account} · {self.region}"
