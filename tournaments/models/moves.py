"""The moves of a game, as its PGN gave them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.rounds import Game


class GameMoves(models.Model):
    """What was played on one board: movetext with comments and variations, without the result.

    `plies` counts the half moves of the main line. `start_fen` is empty for the usual starting position. `tags`
    are those of the file that the record does not know better (ECO, Annotator, ...).
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="moves")
    movetext = models.TextField(_("moves"))
    plies = models.PositiveSmallIntegerField(_("half moves"))
    start_fen = models.CharField(_("starting position"), max_length=100, blank=True)
    tags = models.JSONField(_("other tags"), default=dict, blank=True)
    source_sha256 = models.CharField(max_length=64, editable=False)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("added by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    added_at = models.DateTimeField(_("added at"), auto_now=True)

    class Meta:
        verbose_name = _("moves of a game")
        verbose_name_plural = _("moves of games")

    def __str__(self) -> str:
        return f"{self.game} · {self.plies}"
