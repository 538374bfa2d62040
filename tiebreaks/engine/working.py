"""One count of one field under one edition: everything that several tie-breaks need, made once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import mul
from typing import Literal, NamedTuple, TypeVar

from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.field import FORFEITS, FREE, MISSED_BY_CHOICE, OPEN, PLAYED, Field
from tiebreaks.engine.grammar import TieBreak, family
from tiebreaks.engine.policies import (
    CUT_EXCEPTION,
    FIXED_FORFEITS,
    OPPONENT_SCORE,
    OWN_RESULT,
    OWN_UNPLAYED,
    ROUND_COUNT,
    OwnValue,
)
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Reference

PolicyT = TypeVar("PolicyT")
HALVES, QUARTERS = 2, 4


class Contribution(NamedTuple):
    """What one round gives to Buchholz (`value`, halves) and Sonneborn-Berger (`product`, quarters).

    `missed` is true for a round missed by choice; `place` is the round, counted from 0.
    """

    value: int
    product: int
    missed: bool
    place: int


class Given(NamedTuple):
    """What the rounds of a player give, in their order.

    `rising` are (value, product, round) from the lowest opponent on; `missed` the values of rounds missed by
    choice, rising, and `missed_products` (product, value, round) of them, the least product first.
    """

    values: list[int]
    products: list[int]
    rising: list[tuple[int, int, int]]
    missed: list[int]
    missed_products: list[tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Column:
    """One value for each player, as whole numbers of which `unit` make one; None is undefined.

    `keys` is what the players are ordered by where that is not the value itself: greater is better.
    """

    values: list[int | None]
    unit: int
    keys: list[int | tuple[int, ...] | None] | None = None


class Working:
    """A field, the edition that ranks it and the edition that says how unplayed rounds count."""

    units: Literal["players", "teams"] = "players"

    def __init__(self, field: Field, edition: Edition, unplayed: Edition) -> None:
        self.field, self.edition, self.unplayed = field, edition, unplayed
        self._own = bound(unplayed, "own_unplayed", OWN_UNPLAYED)
        self._own_result = bound(unplayed, "own_unplayed_result", OWN_RESULT)
        self._draw_rounds = bound(unplayed, "opponent_score", OPPONENT_SCORE)
        self.cut_exception = bound(unplayed, "cut_exception", CUT_EXCEPTION)
        self.forfeit_is_game = bound(unplayed, "round_robin_unplayed", FIXED_FORFEITS)
        self.rounds_of_ceiling = bound(unplayed, "round_count", ROUND_COUNT)(field)
        self._adjusted: list[int] | None = None
        self._values: list[list[int]] | None = None
        self._sorted: list[list[int]] | None = None
        self._played: list[list[int]] | None = None
        self._missed: dict[int, list[int]] | None = None
        self._sums: list[int] | None = None
        self._products: list[list[int]] | None = None
        self._sorted_products: list[list[int]] | None = None
        self._known: dict[int | None, list[list[int]]] = {}
        self._known_sorted: dict[int | None, list[list[int]]] = {}
        self._contributions: dict[int, list[Contribution]] = {}
        self._given: dict[int, Given] = {}
        self._columns: dict[str, Column] = {}
        self._fore: Working | None = None

    def article(self, name: str) -> str:
        """The article of a tie-break in the edition."""
        return str(self.edition["criteria"].table.get(name, ""))

    def article_of(self, tie_break: TieBreak) -> str:
        """The article of a tie-break as it is modified: some texts give a cut an article of its own."""
        return self._modified("modified_criteria", tie_break) or self.article(tie_break.name)

    def cut_article(self, tie_break: TieBreak) -> str:
        """The article that says what a modifier takes away."""
        found = self._modified("cut_articles", tie_break) or self._modified("modified_criteria", tie_break)
        return found or self.edition["cuts"].article

    def _modified(self, parameter: str, tie_break: TieBreak) -> str:
        """The article that a table of the edition has for `BH/C1`, `PS/C` (any number) or `C1` (anything)."""
        known = self.edition.get(parameter)
        if known is None:
            return ""
        for part in tie_break.modifiers:
            for key in (f"{tie_break.name}/{part}", f"{tie_break.name}/{family(part)}", part, family(part)):
                if key in known.table:
                    return str(known.table[key])
        return ""

    def unplayed_article(self, about: str, parameter: str) -> str:
        """The article about one kind of unplayed round, or the one of the whole parameter."""
        known = self.unplayed.get("unplayed_articles")
        found = "" if known is None else str(known.table.get(about, ""))
        return found or self.unplayed[parameter].article

    def referring(self, tie_break: TieBreak) -> "Working":
        """The count by the score that a tie-break refers to; players have one score alone."""
        return self

    @property
    def scored(self) -> "Working":
        """The count whose points multiply the opponents' scores in Sonneborn-Berger."""
        return self

    def entry(self, player: int) -> Reference:
        """The player as a reference that a page can link."""
        return Reference("entry", self.field.numbers[player])

    def shared(self, name: str, make: Callable[[], Column]) -> Column:
        """A column that several tie-breaks use, made once."""
        if name not in self._columns:
            self._columns[name] = make()
        return self._columns[name]

    # -- scores in the sums of others (16.3) ----------------------------------------------------------

    @property
    def adjusted(self) -> list[int]:
        """The score of each player as it counts for his opponents, in halves."""
        if self._adjusted is None:
            if self.field.fixed_pairings:
                self._adjusted = self.field.scores
            else:
                self._adjusted = [
                    score if whole else score + self._adjustment(player)
                    for player, (score, whole) in enumerate(
                        zip(self.field.scores, self.field.complete, strict=True)
                    )
                ]
        return self._adjusted

    def draw_rounds(self, player: int) -> frozenset[int]:
        """The rounds of a player that count as draws for his opponents."""
        if self.field.fixed_pairings or self.field.complete[player]:
            return frozenset()
        return self._draw_rounds(self.field, player)

    def _adjustment(self, player: int) -> int:
        halves = self.field.halves[player]
        return sum(self.field.draw - halves[place] for place in self._draw_rounds(self.field, player))

    # -- what each round gives ------------------------------------------------------------------------

    def counts_as_game(self, player: int, place: int) -> bool:
        """Whether opponent and result stand as they are: played, or a forfeit with fixed pairings."""
        kind = self.field.kinds[player][place]
        return kind == PLAYED or (
            self.field.fixed_pairings and kind in FORFEITS and self.field.opponents[player][place] >= 0
        )

    def own_value(self, player: int, place: int) -> OwnValue:
        """The score put in for an own unplayed round."""
        return self._own(self.field, player, place, self.adjusted, self.rounds_of_ceiling)

    def own_result(self, player: int, place: int) -> int:
        """The result of an own unplayed round in Sonneborn-Berger, in halves."""
        return self._own_result(self.field, player, place)

    def contributions(self, player: int) -> list[Contribution]:
        """What each counted round of the player gives, in the order of the rounds."""
        found = self._contributions.get(player)
        if found is None:
            found = [
                item for place in range(self.field.rounds) if (item := self._contribution(player, place))
            ]
            self._contributions[player] = found
        return found

    def given(self, player: int) -> Given:
        """The same as bare numbers, for who did not play every round; made for speed."""
        found = self._given.get(player)
        if found is None:
            found = self._given[player] = self._numbers_given(player)
        return found

    def _numbers_given(self, player: int) -> Given:
        field, adjusted = self.field, self.adjusted
        halves = self.scored.field.halves[player]
        values, products, places = list[int](), list[int](), list[int]()
        missed = list[tuple[int, int, int]]()
        for place, (kind, opponent) in enumerate(
            zip(field.kinds[player], field.opponents[player], strict=True)
        ):
            if kind == PLAYED:
                value = adjusted[opponent]
                values.append(value)
                products.append(value * halves[place])
                places.append(place)
            elif item := self._contribution(player, place):
                values.append(item.value)
                products.append(item.product)
                places.append(place)
                if item.missed:
                    missed.append((item.product, item.value, place))
        rising = sorted(zip(values, products, places, strict=True))
        return Given(values, products, rising, sorted([item[1] for item in missed]), sorted(missed))

    def _contribution(self, player: int, place: int) -> Contribution | None:
        field = self.field
        kind = field.kinds[player][place]
        if kind in (OPEN, FREE):
            return None
        if self.counts_as_game(player, place):
            value = self.adjusted[field.opponents[player][place]]
            return Contribution(value, value * self.scored.field.halves[player][place], False, place)
        if field.fixed_pairings:
            return None
        value = self.own_value(player, place).halves
        own = self.scored.own_result(player, place)
        return Contribution(value, value * own, kind in MISSED_BY_CHOICE, place)

    @property
    def values(self) -> list[list[int]]:
        """The opponents' scores of each player, one for each counted round, in halves."""
        if self._values is None:
            adjusted, field = self.adjusted, self.field
            self._values = [
                [adjusted[opponent] for opponent in field.opponents[player]]
                if whole
                else self.given(player).values
                for player, whole in enumerate(field.complete)
            ]
        return self._values

    @property
    def sorted_values(self) -> list[list[int]]:
        """The same from the lowest to the highest."""
        if self._sorted is None:
            self._sorted = [sorted(row) for row in self.values]
        return self._sorted

    @property
    def sums(self) -> list[int]:
        """The sum of the values of each player, in halves."""
        if self._sums is None:
            self._sums = [sum(row) for row in self.values]
        return self._sums

    @property
    def products(self) -> list[list[int]]:
        """Opponent's score times points against him for each round of a player who played all, in quarters."""
        if self._products is None:
            rows = zip(self.values, self.scored.field.halves, self.field.complete, strict=True)
            self._products = [list(map(mul, row, halves)) if whole else [] for row, halves, whole in rows]
        return self._products

    @property
    def sorted_products(self) -> list[list[int]]:
        """The products from the lowest opponent to the highest, of equal ones the smallest first."""
        if self._sorted_products is None:
            rows = zip(self.values, self.products, self.field.complete, strict=True)
            self._sorted_products = [
                [product for _, product in sorted(zip(row, products, strict=True))] if whole else []
                for row, products, whole in rows
            ]
        return self._sorted_products

    @property
    def least_values(self) -> int:
        """The number of values of the player who has the fewest."""
        return min(map(len, self.values), default=0)

    @property
    def missed_values(self) -> dict[int, list[int]]:
        """The values of rounds missed by choice in rising order, by player: whom the cut exception can touch."""
        if self._missed is None:
            self._missed = {
                player: missed
                for player, whole in enumerate(self.field.complete)
                if not whole and (missed := self.given(player).missed)
            }
        return self._missed

    def ratings_met(self, unrated: int | None) -> list[list[int]]:
        """The ratings of the opponents met over the board, those without one at `unrated` (None: 0)."""
        if unrated not in self._known:
            known = [rating or unrated or 0 for rating in self.field.ratings].__getitem__
            self._known[unrated] = [list(map(known, row)) for row in self.played]
        return self._known[unrated]

    def ratings_sorted(self, unrated: int | None) -> list[list[int]]:
        """The same from the lowest to the highest."""
        if unrated not in self._known_sorted:
            self._known_sorted[unrated] = [sorted(row) for row in self.ratings_met(unrated)]
        return self._known_sorted[unrated]

    @property
    def played(self) -> list[list[int]]:
        """The opponents met over the board of each player, one for each game."""
        if self._played is None:
            field = self.field
            self._played = [
                row
                if whole
                else [opponent for opponent, kind in zip(row, kinds, strict=True) if kind == PLAYED]
                for row, kinds, whole in zip(field.opponents, field.kinds, field.complete, strict=True)
            ]
        return self._played

    # -- the same as if the last round had been drawn (8.3) --------------------------------------------

    def fore(self) -> "Working":
        """The same count with every paired game of the event's last round as a draw.

        A forfeited game was paired, so it counts as a draw too: the value must be known when the pairings
        are. Before the last round nothing changes.
        """
        if self._fore is None:
            last = self.field.last_round_counted()
            self._fore = self.on(_last_round_drawn(self.field)) if last else self
        return self._fore

    def on(self, field: Field) -> "Working":
        """The same count of another field."""
        return Working(field, self.edition, self.unplayed)


def bound(edition: Edition, name: str, policies: Mapping[str, PolicyT]) -> PolicyT:
    """The function bound to a policy of the edition; raises TieBreakError for a name nobody wrote."""
    policy = edition[name].text
    if policy not in policies:
        raise TieBreakError(f"{edition.key}: the policy {policy!r} of {name} is not implemented.")
    return policies[policy]


def points(halves: int) -> Fraction:
    """Half points as points."""
    return Fraction(halves, HALVES)


def _last_round_drawn(field: Field) -> Field:
    place = field.rounds - 1
    halves = [row.copy() for row in field.halves]
    results = [row.copy() for row in field.results]
    kinds = [row.copy() for row in field.kinds]
    for player, row in enumerate(field.opponents):
        if row[place] >= 0:
            halves[player][place], results[player][place], kinds[player][place] = field.draw, 1, PLAYED
    return replace(
        field,
        halves=halves,
        results=results,
        kinds=kinds,
        scores=[sum(row) for row in halves],
        complete=[not any(row) for row in kinds],
    )
