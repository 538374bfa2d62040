"""Stored standings: derived rows, keyed by the event's version and made again when first read."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event


class StoredStandings(models.Model):
    """The standings of an event at one version after one round; `payload` holds places and values.

    Safe to delete at any time: it is computed again from the facts.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stored_standings")
    event_version = models.PositiveIntegerField()
    through_round = models.PositiveSmallIntegerField(default=0)
    order_text = models.CharField(max_length=200)
    edition = models.CharField(max_length=30)
    unplayed_edition = models.CharField(max_length=30, blank=True)
    payload = models.JSONField()

    class Meta:
        verbose_name = _("stored standings")
        verbose_name_plural = _("stored standings")
        constraints = [
            models.UniqueConstraint(
                fields=[
                    "event",
                    "event_version",
                    "through_round",
                    "order_text",
                    "edition",
                    "unplayed_edition",
                ],
                name="standings_once_per_version",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.event_version}"
