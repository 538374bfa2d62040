"""Team events: how matches count, the matches of a round with their line-ups, byes that teams asked for."""

from collections.abc import Sequence

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Team
from tournaments.models.event import Event
from tournaments.models.rounds import Round

MOST_BOARDS = 20


def unattended(home_lineup: Sequence[int | None], away_lineup: Sequence[int | None]) -> str:
    """How a match ends to which a team sends nobody: `+-`, `-+`, `--`; empty where both send somebody.

    >>> unattended([7, None], [None, None]), unattended([7], [8])
    ('+-', '')
    """
    home, away = (any(pk is not None for pk in lineup) for lineup in (home_lineup, away_lineup))
    return ("" if away else "+-") if home else ("-+" if away else "--")


class TeamRules(models.Model):
    """How the matches of an event count. Points are halves; without a row the usual values of the fields hold."""

    class Primary(models.TextChoices):
        MATCH = "MP", _("match points")
        GAME = "GP", _("board points")

    class Preference(models.TextChoices):
        A = "A", _("type A: one strength")
        B = "B", _("type B: strong and mild")
        NONE = "none", _("no colour preferences")

    class Numbering(models.TextChoices):
        RATING = "rating", _("by average rating")
        LOT = "lot", _("by lot")
        TYPED = "typed", _("as typed")

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="team_rules")
    boards = models.PositiveSmallIntegerField(
        _("boards of a match"),
        default=4,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_BOARDS)],
    )
    win_halves = models.PositiveSmallIntegerField(_("match points for a win, in halves"), default=4)
    draw_halves = models.PositiveSmallIntegerField(_("match points for a draw, in halves"), default=2)
    loss_halves = models.PositiveSmallIntegerField(_("match points for a loss, in halves"), default=0)
    bye_match_halves = models.PositiveSmallIntegerField(
        _("match points for an allocated bye, in halves"), null=True, blank=True
    )
    bye_game_halves = models.PositiveSmallIntegerField(
        _("board points for an allocated bye, in halves"), null=True, blank=True
    )
    primary = models.CharField(_("ranks first"), max_length=2, choices=Primary.choices, default=Primary.MATCH)
    preference = models.CharField(
        _("colour preferences"), max_length=4, choices=Preference.choices, default=Preference.A
    )
    secondary = models.BooleanField(_("the other score takes part in the colours"), default=True)
    numbering = models.CharField(
        _("team numbers"), max_length=6, choices=Numbering.choices, default=Numbering.RATING
    )
    # Reserves sit below every player who stands before them in the order of the team.
    ordered = models.BooleanField(_("players sit in the order of the team"), default=True)
    most_members = models.PositiveSmallIntegerField(
        _("members at most"), null=True, blank=True, validators=[MinValueValidator(1)]
    )

    class Meta:
        verbose_name = _("rules of a team event")
        verbose_name_plural = _("rules of team events")

    def __str__(self) -> str:
        return f"{self.event} · {self.boards}"


class TeamMatch(models.Model):
    """A match of two teams in a round, or a team without an opponent.

    `number` is `Game.match` of its boards. `colours` are the home team's by board. Line-ups are entry ids by
    board, null where nobody sits; whoever sits has a `Seat`, so nobody sits twice. `home_set` and `away_set`
    are true where somebody gave the line-up; others follow the order of the team.
    """

    class Forfeit(models.TextChoices):
        HOME_WINS = "+-", _("won by the home team without play")
        AWAY_WINS = "-+", _("won by the guests without play")
        BOTH_LOSE = "--", _("lost by both without play")

    class Bye(models.TextChoices):
        ALLOCATED = "U", _("bye (allocated)")
        FULL = "F", _("full-point bye")
        HALF = "H", _("half-point bye")
        ZERO = "Z", _("not playing")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="team_matches")
    number = models.PositiveSmallIntegerField(_("match"))
    home = models.ForeignKey(
        Team, verbose_name=_("home team"), on_delete=models.PROTECT, related_name="home_matches"
    )
    away = models.ForeignKey(
        Team,
        verbose_name=_("guests"),
        on_delete=models.PROTECT,
        related_name="away_matches",
        null=True,
        blank=True,
    )
    bye = models.CharField(_("bye"), max_length=1, choices=Bye.choices, blank=True)
    forfeit = models.CharField(_("forfeited"), max_length=2, choices=Forfeit.choices, blank=True)
    colours = models.CharField(max_length=MOST_BOARDS, blank=True)
    home_lineup = models.JSONField(default=list, blank=True)
    away_lineup = models.JSONField(default=list, blank=True)
    home_set = models.BooleanField(default=False)
    away_set = models.BooleanField(default=False)
    manual = models.BooleanField(_("paired by hand"), default=False)
    manual_reason = models.CharField(_("reason"), max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("match of teams")
        verbose_name_plural = _("matches of teams")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="team_match_number_once"),
            models.UniqueConstraint(fields=["round", "home"], name="home_team_once_per_round"),
            models.UniqueConstraint(
                fields=["round", "away"], condition=Q(away__isnull=False), name="away_team_once_per_round"
            ),
            models.CheckConstraint(condition=~Q(home=F("away")), name="no_team_plays_itself"),
            models.CheckConstraint(
                condition=Q(away__isnull=False, bye="") | (Q(away__isnull=True) & ~Q(bye="")),
                name="team_match_or_bye",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} – {self.away or self.get_bye_display()}"

    @property
    def lost_without_play(self) -> str:
        """The forfeit of the match, noted or because a team sends nobody; empty for a bye and a match to be played."""
        if self.away_id is None:
            return ""
        return self.forfeit or unattended(self.home_lineup, self.away_lineup)


class TeamByeRequest(models.Model):
    """A bye that a team asked for before the round is paired."""

    class Kind(models.TextChoices):
        HALF = "H", _("half-point bye")
        ZERO = "Z", _("zero-point bye")
        FULL = "F", _("full-point bye")

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="bye_requests")
    round_number = models.PositiveSmallIntegerField(_("round"))
    code = models.CharField(_("kind"), max_length=1, choices=Kind.choices)

    class Meta:
        verbose_name = _("bye asked for by a team")
        verbose_name_plural = _("byes asked for by teams")
        constraints = [
            models.UniqueConstraint(fields=["team", "round_number"], name="one_team_bye_request_per_round")
        ]

    def __str__(self) -> str:
        return f"{self.team} · {self.round_number} · {self.code}"


class ForbiddenTeams(models.Model):
    """Two teams that are not to meet in a range of rounds of a team Swiss, with the reason."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="forbidden_teams")
    one = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    first_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    last_round = models.PositiveSmallIntegerField(_("to round"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("forbidden match")
        verbose_name_plural = _("forbidden matches")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(one=F("other")), name="forbidden_teams_are_two"),
            models.CheckConstraint(
                condition=Q(last_round__gte=F("first_round")), name="forbidden_teams_rounds_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} – {self.other}"
