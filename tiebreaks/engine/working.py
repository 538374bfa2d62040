"""One count of one field under one edition: everything that several tie-breaks need, made once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import mul
from typing import Literal, NamedTuple, TypeVar

from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.field import FORFEITS, MISSED_BY_CHOICE, NOT_COUNTED, PLAYED, Field
from tiebreaks.engine.grammar import TieBreak, family
from tiebreaks.engine.opponent_sums import Gather, OpponentSums, Packing, gather
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
        self.somebody_unrated = None in field.ratings
        self._own = bound(unplayed, "own_unplayed", OWN_UNPLAYED)
        self._own_result = bound(unplayed, "own_unplayed_result", OWN_RESULT)
        self._draw_rounds = bound(unplayed, "opponent_score", OPPONENT_SCORE)
        self.cut_exception = bound(unplayed, "cut_exception", CUT_EXCEPTION)
        self.forfeit_is_game = bound(unplayed, "round_robin_unplayed", FIXED_FORFEITS)
        self.rounds_of_ceiling = bound(unplayed, "round_count", ROUND_COUNT)(field)
        self._adjusted: list[int] | None = None
        self._unplayed_rounds: dict[int, list[int]] | None = None
        self._met: list[Gather] | None = None
        self._faced: list[Gather] | None = None
        self._games: list[int] | None = None
        self._points_seen: frozenset[int] | None = None
        self._known_totals: dict[int | None, list[int]] = {}
        self._made: list[int] | None = None
        self._sums: OpponentSums | None = None
        self._known: dict[int | None, list[tuple[int, ...]]] = {}
        self._known_sorted: dict[int | None, list[list[int]]] = {}
        self._contributions: dict[int, list[Contribution]] = {}
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
        draw, halves = self.field.draw, self.field.halves[player]
        places = self._draw_rounds(self.field, player)
        return sum([draw - halves[place] for place in places]) if places else 0

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

    def _contribution(self, player: int, place: int) -> Contribution | None:
        field = self.field
        kind = field.kinds[player][place]
        if kind in NOT_COUNTED:
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
    def sums(self) -> OpponentSums:
        """What all rounds of everybody give to Buchholz and Sonneborn-Berger, for the fast count."""
        if self._sums is None:
            self._sums = self._opponent_sums()
        return self._sums

    def _opponent_sums(self) -> OpponentSums:
        adjusted, halves = self.adjusted, self.scored.field.halves
        unplayed = self._unplayed_given()
        values = {value for rows in unplayed.values() for value, _, _ in rows}.union(adjusted)
        packing = Packing(values, self.scored.points_seen, self.field.rounds)
        factors, missed = packing.factors, dict[int, list[int]]()
        factor = factors.__getitem__
        rising = [
            sorted(map(mul, gather(adjusted), map(factor, own))) if whole else []
            for gather, own, whole in zip(self.met, halves, self.field.complete, strict=True)
        ]
        for player, given in unplayed.items():
            own = list(halves[player])
            for place in reversed(self.unplayed_rounds[player]):
                del own[place]
            row = list(map(mul, self.met[player](adjusted), map(factor, own)))
            row += [value * factors[points] for value, points, _ in given]
            row.sort()
            rising[player] = row
            by_choice = [value * factors[points] for value, points, chosen in given if chosen]
            if by_choice:
                missed[player] = by_choice
        return OpponentSums(packing, rising, missed, self.cut_exception)

    def _unplayed_given(self) -> dict[int, list[tuple[int, int, bool]]]:
        """What `_contribution` says of the unplayed rounds, of everybody who has some and without the objects.

        Value and points, and whether the round was missed by choice.
        """
        field, scored, adjusted, rounds = self.field, self.scored, self.adjusted, self.rounds_of_ceiling
        own_value, own_result = self._own, scored._own_result
        fixed, scored_field = field.fixed_pairings, scored.field
        found = dict[int, list[tuple[int, int, bool]]]()
        for player, places in self.unplayed_rounds.items():
            given, kinds = list[tuple[int, int, bool]](), field.kinds[player]
            for place in places:
                kind = kinds[place]
                if kind in NOT_COUNTED:
                    continue
                if not fixed:
                    value = own_value(field, player, place, adjusted, rounds)[0]
                    given.append((value, own_result(scored_field, player, place), kind in MISSED_BY_CHOICE))
                elif self.counts_as_game(player, place):
                    opponent = field.opponents[player][place]
                    given.append((adjusted[opponent], scored_field.halves[player][place], False))
            found[player] = given
        return found

    @property
    def points_seen(self) -> frozenset[int]:
        """Every number of points, in halves, that a round has brought somebody, and those of a draw."""
        if self._points_seen is None:
            self._points_seen = frozenset({self.field.draw}.union(*self.field.halves))
        return self._points_seen

    # -- games over the board ---------------------------------------------------------------------------

    @property
    def unplayed_rounds(self) -> dict[int, list[int]]:
        """The rounds in which a player met nobody over the board, of everybody who has such rounds."""
        if self._unplayed_rounds is None:
            self._unplayed_rounds = {
                player: [place for place, kind in enumerate(kinds) if kind]
                for player, (kinds, whole) in enumerate(
                    zip(self.field.kinds, self.field.complete, strict=True)
                )
                if not whole
            }
        return self._unplayed_rounds

    @property
    def met(self) -> list[Gather]:
        """For each player what takes out of a list of everybody those whom he met over the board."""
        if self._met is None:
            rows = self.field.opponents.copy()
            for player, places in self.unplayed_rounds.items():
                rows[player] = rows[player].copy()
                for place in reversed(places):
                    del rows[player][place]
            self._met = [gather(row) for row in rows]
        return self._met

    @property
    def faced(self) -> list[Gather]:
        """The same for every round: whoever was paired with a player, and the last of the list for nobody."""
        if self._faced is None:
            rows = zip(self.met, self.field.opponents, self.field.complete, strict=True)
            self._faced = [met if whole else gather(row) for met, row, whole in rows]
        return self._faced

    @property
    def games(self) -> list[int]:
        """How many games each player played over the board."""
        if self._games is None:
            self._games = [kinds.count(PLAYED) for kinds in self.field.kinds]
        return self._games

    @property
    def made_over_the_board(self) -> list[int]:
        """What each player made in his games over the board, in halves of the usual 1-½-0."""
        if self._made is None:
            self._made = list(map(sum, self.field.results))
            for player, places in self.unplayed_rounds.items():
                row = self.field.results[player]
                self._made[player] -= sum([row[place] for place in places])
        return self._made

    def sum_over_met(self, values: Sequence[int]) -> list[int]:
        """The sum of the values of the opponents met over the board, one value given for each player."""
        return [sum(gather(values)) for gather in self.met]

    def ratings_met(self, unrated: int | None) -> list[tuple[int, ...]]:
        """The ratings of the opponents met over the board, those without one at `unrated` (None: 0)."""
        if unrated not in self._known:
            known = [rating or unrated or 0 for rating in self.field.ratings]
            self._known[unrated] = [gather(known) for gather in self.met]
        return self._known[unrated]

    def ratings_total(self, unrated: int | None) -> list[int]:
        """The sum of them."""
        if unrated not in self._known_totals:
            self._known_totals[unrated] = list(map(sum, self.ratings_met(unrated)))
        return self._known_totals[unrated]

    def ratings_sorted(self, unrated: int | None) -> list[list[int]]:
        """The same from the lowest to the highest."""
        if unrated not in self._known_sorted:
            self._known_sorted[unrated] = list(map(sorted, self.ratings_met(unrated)))
        return self._known_sorted[unrated]

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
    place, drawn = field.rounds - 1, [row[-1] >= 0 for row in field.opponents]
    halves = [
        [*row[:place], field.draw] if paired else row for row, paired in zip(field.halves, drawn, strict=True)
    ]
    kinds = _last_byte(field.kinds, drawn, PLAYED)
    return replace(
        field,
        halves=halves,
        results=_last_byte(field.results, drawn, 1),
        kinds=kinds,
        scores=[
            score + sum(row) - sum(before)
            for score, row, before in zip(field.scores, halves, field.halves, strict=True)
        ],
        complete=[not any(row) for row in kinds],
    )


def _last_byte(rows: list[bytes], changed: list[bool], value: int) -> list[bytes]:
    """The rows with another last byte where it changed."""
    last = bytes([value])
    return [row[:-1] + last if new else row for row, new in zip(rows, changed, strict=True)]
