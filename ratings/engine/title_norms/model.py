"""What the computation of a title norm takes and gives: rounds, conditions, results, forecasts."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.record.findings import Finding
from tournaments.rulebook.explained import Step

REGULATION = "fide-titles"
TITLES = ("GM", "IM", "WGM", "WIM")
WOMENS_TITLES = frozenset({"WGM", "WIM"})
# Titles that a holder has no use for any more: his own and those below it. A WGM title does not follow from IM.
HELD = {
    "GM": frozenset(TITLES),
    "IM": frozenset({"IM", "WIM"}),
    "WGM": frozenset({"WGM", "WIM"}),
    "WIM": frozenset({"WIM"}),
}


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One round of an applicant: the opponent as of the start, the score, and whether the game counts.

    `halves` is None while there is no result. `adjusted` is the rating at which the opponent counts: 1400 for an
    unrated one, the floor for the lowest if he is below it. `reason` says why a game does not count and is empty
    for one that does; `article` is the rule that says so. `won` and `unplayed` are what later rules ask for.
    """

    round: int
    opponent: int | None
    rating: int | None
    title: str
    federation: str
    halves: int | None
    counted: bool
    reason: str = ""
    article: str = ""
    adjusted: int | None = None
    raised: bool = False
    excuses: bool = False

    @property
    def won(self) -> bool:
        """A win over the board: a game that may be ignored (1.4.1f)."""
        return self.halves == 2


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a norm: the figure reached, the figure asked, and what lies between.

    `key` names the condition, `at_most` turns the comparison round. `waived` where an exemption frees the player.
    """

    key: str
    article: str
    figure: int | Fraction
    asked: int | Fraction
    at_most: bool = False
    waived: bool = False

    @property
    def met(self) -> bool:
        """Whether the norm does not fail on this."""
        return self.waived or self.margin >= 0

    @property
    def margin(self) -> int | Fraction:
        """How far the figure is on the good side; negative on the other."""
        return self.asked - self.figure if self.at_most else self.figure - self.asked


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one result of the rounds to come would bring.

    `halves` are the points of those rounds. `norm` is whether the norm is there with it; None where that hangs on
    opponents who are not known yet, who must then average `average` at least; no average at all would do where
    `average` is None too.
    """

    halves: int
    norm: bool | None
    average: int | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the last rounds must bring: so many rounds are left, of which these opponents are known.

    `needed` are the fewest half points with which the norm is there or can be; None where no result is enough.
    `lacking` names the conditions on opponents that must still be met by those who are not known yet.
    """

    rounds: int
    opponents: tuple[int, ...]
    outlooks: tuple[Outlook, ...]
    needed: int | None
    lacking: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """All opponents of the rounds to come are known, so the outlook is exact."""
        return len(self.opponents) == self.rounds


@dataclass(frozen=True, slots=True)
class TitleNorm:
    """A norm of one player for one title, computed round by round.

    `conditions` are those of the chosen games; where none do, of all that may count. `required` is the score that
    they ask against these opponents in points (None: no score is enough), `games_for_title` for how many games the
    norm stands in an application. `exemption` is the article that frees the player of the rule on federations.
    """

    number: int
    title: str
    reached: bool
    rows: tuple[RoundRow, ...]
    conditions: tuple[Condition, ...]
    games: int
    points: Fraction
    average: int
    per_cent: int
    dp: int
    performance: int
    required: Fraction | None
    games_for_title: int
    exemption: str
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]
    forecast: Forecast | None
    edition: str

    @property
    def margin(self) -> Fraction | None:
        """Points above the score required; negative where they are short of it."""
        return None if self.required is None else self.points - self.required

    @property
    def failed(self) -> tuple[Condition, ...]:
        """The conditions that are not met."""
        return tuple(condition for condition in self.conditions if not condition.met)

    @property
    def acceptable(self) -> bool:
        """The norm is reached, and nothing is known for which the commission would reject it."""
        return self.reached and not any(found.severity in ("objection", "refusal") for found in self.findings)

    @property
    def possible(self) -> bool:
        """Reached, or not excluded by what the rounds to come can bring."""
        return self.reached or (self.forecast is not None and self.forecast.needed is not None)
