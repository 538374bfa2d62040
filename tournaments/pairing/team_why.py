"""Why this pairing of teams: scores, colours due, the colour rule that decided, floats, match by match (C.04.6).

Counted from the record alone and not taken from the engine. Which upfloater a score group took is the
engine's search (art. 3.5 and 3.6) and is not retold.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tournaments.pairing.team_history import Primary, TeamHistory, team_histories
from tournaments.pairing.team_swiss import Preference
from tournaments.record.model import Record

Strength = Literal["strong", "mild", "none"]
OTHER: Mapping[str, str] = {"w": "b", "b": "w"}
COLOUR_RULES = tuple(f"4.3.{number}" for number in range(1, 10))


@dataclass(frozen=True, slots=True)
class ColourDue:
    """What colour a team is due and how strongly; colour empty where none. Type A knows one strength."""

    colour: str = ""
    strength: Strength = "none"


@dataclass(frozen=True, slots=True)
class TeamFacts:
    """A team before the round. Scores are halves; `pairing_halves` is the score that pairs, with virtual points.

    `last_float` is `up`, `down` or empty, of the round before (art. 1.5).
    """

    number: int
    primary_halves: int
    secondary_halves: int
    pairing_halves: int
    colours: str
    difference: int
    due: ColourDue
    last_float: str
    barred: bool

    @property
    def virtual(self) -> int:
        """Points of an acceleration, in halves."""
        return self.pairing_halves - self.primary_halves


@dataclass(frozen=True, slots=True)
class MatchWhy:
    """A match: both teams, the article that gives the colours of board 1 and who has White by it."""

    home: TeamFacts
    away: TeamFacts
    article: str
    due_white: int

    @property
    def as_due(self) -> bool:
        """The team at home has White on board 1, as the rule says."""
        return self.due_white == self.home.number

    @property
    def floats(self) -> bool:
        """The two come from different score groups."""
        return self.home.pairing_halves != self.away.pairing_halves

    @property
    def group(self) -> int:
        """The score group in which the match was paired, in halves: that of the team with more (art. 1.3.2)."""
        return max(self.home.pairing_halves, self.away.pairing_halves)


@dataclass(frozen=True, slots=True)
class TeamWhy:
    """How the pairing of an event counts: what ranks first, whether the other score breaks ties of colour."""

    primary: Primary = "MP"
    secondary: bool = True
    preference: Preference = "A"
    first_colour: str = "w"


def colour_due(difference: int, colours: str, preference: Preference, *, last_round: bool) -> ColourDue:
    """The colour preference of a team (art. 1.7). `colours` are those of its played matches, in order.

    In the last round a difference of 0 with one colour in the last two matches is a strong preference of type
    B: the sentence that excludes 0 in the last round is read as closing the mild ones alone.

    >>> colour_due(-1, "wbb", "A", last_round=False), colour_due(1, "wbw", "B", last_round=False).strength
    (ColourDue(colour='w', strength='strong'), 'mild')
    """
    if preference == "none" or not colours:
        return ColourDue()
    if difference < -1 or (difference in (0, -1) and colours.endswith("bb")):
        return ColourDue("w", "strong")
    if difference > 1 or (difference in (0, 1) and colours.endswith("ww")):
        return ColourDue("b", "strong")
    if preference == "A" or (difference == 0 and last_round):
        return ColourDue()
    if difference:
        return ColourDue("w" if difference < 0 else "b", "mild")
    return ColourDue(OTHER[colours[-1]], "mild")


def team_facts(record: Record, round_number: int, how: TeamWhy) -> dict[int, TeamFacts]:
    """The facts of every team before `round_number`, by team number."""
    last = round_number == record.event.rounds
    past = team_histories(record, round_number, how.primary)
    return {number: _facts(history, how, last) for number, history in past.items()}


def _facts(history: TeamHistory, how: TeamWhy, last: bool) -> TeamFacts:
    primary = history.halves(how.primary)
    return TeamFacts(
        number=history.number,
        primary_halves=primary,
        secondary_halves=history.halves("GP" if how.primary == "MP" else "MP"),
        pairing_halves=primary + history.virtual,
        colours=history.colours,
        difference=history.difference,
        due=colour_due(history.difference, history.colours, how.preference, last_round=last),
        last_float=("", "up", "down")[history.float],
        barred=bool(history.barred),
    )


def explain_matches(
    record: Record, round_number: int, pairs: Iterable[tuple[int, int]], how: TeamWhy
) -> tuple[MatchWhy, ...]:
    """For every match (home, guests) the facts of both teams and the colour rule."""
    known = team_facts(record, round_number, how)
    found = []
    for home, away in pairs:
        article, white = team_colour_rule(known[home], known[away], how)
        found.append(MatchWhy(known[home], known[away], article, white))
    return tuple(found)


def first_team(one: TeamFacts, other: TeamFacts, how: TeamWhy) -> TeamFacts:
    """The first-team: more of the primary score, of the secondary if it is used, the smaller number (art. 4.2)."""

    def key(team: TeamFacts) -> tuple[int, int, int]:
        return -team.primary_halves, -team.secondary_halves if how.secondary else 0, team.number

    return min(one, other, key=key)


def team_colour_rule(one: TeamFacts, other: TeamFacts, how: TeamWhy) -> tuple[str, int]:
    """The article of C.04.6 that gives the colours of two teams, and which has White on board 1 (art. 4.3)."""
    first = first_team(one, other, how)
    second = other if first is one else one
    article, white = _colour_of_first(first, second, how)
    return article, first.number if white == "w" else second.number


def _colour_of_first(first: TeamFacts, second: TeamFacts, how: TeamWhy) -> tuple[str, str]:
    mine, yours = first.due, second.due
    if not (first.colours or second.colours):
        return "4.3.1", how.first_colour if first.number % 2 else OTHER[how.first_colour]
    if bool(mine.colour) != bool(yours.colour):
        return "4.3.2", mine.colour or OTHER[yours.colour]
    if mine.colour != yours.colour:
        return "4.3.3", mine.colour
    if mine.strength != yours.strength:
        return "4.3.4", mine.colour if mine.strength == "strong" else OTHER[yours.colour]
    if first.difference != second.difference:
        return "4.3.5", "w" if first.difference < second.difference else "b"
    for own, their in zip(reversed(first.colours), reversed(second.colours), strict=False):
        if own != their:
            return "4.3.6", OTHER[own]
    if mine.colour:
        return "4.3.7", mine.colour
    if first.colours:
        return "4.3.8", OTHER[first.colours[-1]]
    return "4.3.9", second.colours[-1]
