"""How far the national numbers of each region have come."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models.people import Region


class NumberSeries(models.Model):
    """The last serial number that was given in a region; a number is never given twice, also if nobody bears it."""

    region = models.OneToOneField(
        Region, verbose_name=_("region"), on_delete=models.PROTECT, related_name="number_series"
    )
    last = models.PositiveIntegerField(_("last serial number"), default=0)

    class Meta:
        verbose_name = _("series of national numbers")
        verbose_name_plural = _("series of national numbers")

    def __str__(self) -> str:
        return f"{self.region} {self.last}"
