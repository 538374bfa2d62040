"""Transfers of a player from one federation or region to another."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models.people import Person, Region


class Transfer(models.Model):
    """From where to where, on which day, by which decision; only added to. The national number stays as it is."""

    person = models.ForeignKey(
        Person, verbose_name=_("player"), on_delete=models.PROTECT, related_name="transfers"
    )
    on = models.DateField(_("since"))
    from_federation = models.CharField(_("from federation"), max_length=3, blank=True)
    to_federation = models.CharField(_("to federation"), max_length=3, blank=True)
    from_region = models.ForeignKey(
        Region,
        verbose_name=_("from region"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    to_region = models.ForeignKey(
        Region, verbose_name=_("to region"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    decision = models.CharField(_("decision"), max_length=200)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("entered by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        ordering = ["on", "pk"]

    def __str__(self) -> str:
        return f"{self.person} {self.on}"
