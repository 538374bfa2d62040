"""The conditions of a norm with their figures, for a set of games: all of them must be met."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ratings.engine.errors import UnknownPolicyError
from ratings.engine.tables import dp
from ratings.engine.title_norms.field import Field
from ratings.engine.title_norms.model import Condition, RoundRow
from tournaments.record.model import Entry
from tournaments.rulebook.editions import Edition, Parameter
from tournaments.rulebook.rounding import half_up, whole_per_cent


@dataclass(frozen=True, slots=True)
class Asked:
    """What one title asks: floor, least average and performance in Elo points, and the titles of opponents."""

    title: str
    floor: int
    average: int
    performance: int
    titles: frozenset[str]


def asked_for(edition: Edition, title: str) -> Asked:
    """The figures of a title; raises KeyError for one that is not gained by norms."""
    own = edition["own_title"].table[title]
    return Asked(
        title,
        _of(edition["floor"], title),
        _of(edition["least_average"], title),
        _of(edition["performance"], title),
        frozenset(str(item) for item in own),  # type: ignore[attr-defined]
    )


def _of(parameter: Parameter, title: str) -> int:
    value = parameter.table[title]
    if not isinstance(value, int):
        raise TypeError(f"{parameter.name}: {title} is not an integer")
    return value


# --- numbers of opponents ------------------------------------------------------------------------------


def at_least(share: Parameter, games: int) -> int:
    """The smallest number that is this share of so many opponents, rounded up (1.4.4).

    >>> from tournaments.rulebook.shelf import edition
    >>> rules = edition("fide-titles-2024")
    >>> [at_least(rules["own_title_share"], games) for games in (7, 9, 10)]
    [3, 3, 4]
    """
    part, whole = share_of(share)
    return -(-games * part // whole)


def at_most(share: Parameter, games: int) -> int:
    """The greatest number that is no more than this share of so many opponents, rounded down (1.4.4).

    >>> from tournaments.rulebook.shelf import edition
    >>> rules = edition("fide-titles-2024")
    >>> [at_most(rules["own_share"], games) for games in (7, 9, 10)]
    [4, 5, 6]
    """
    part, whole = share_of(share)
    return games * part // whole


def share_of(parameter: Parameter) -> tuple[int, int]:
    """Numerator and denominator of a share."""
    part, whole = parameter.items
    if not isinstance(part, int) or not isinstance(whole, int):
        raise TypeError(f"{parameter.name} is not a share")
    return part, whole


# --- average, performance, score -----------------------------------------------------------------------


def counted_ratings(edition: Edition, floor: int, rows: Sequence[RoundRow]) -> list[tuple[int, bool]]:
    """The rating at which each opponent counts, and whether he was raised: only the lowest is (1.4.6).

    An unrated opponent counts as 1400 unless he is the one who is raised. An opponent met twice is one opponent:
    both games with him are raised together.
    """
    unrated = edition["unrated"].integer
    plain = [unrated if row.rating is None else row.rating for row in rows]
    if not plain or min(plain) >= floor:
        return [(rating, False) for rating in plain]
    lowest = rows[plain.index(min(plain))].opponent
    return [
        (floor, True) if row.opponent == lowest else (rating, False)
        for row, rating in zip(rows, plain, strict=True)
    ]


def average_of(edition: Edition, ratings: Sequence[int]) -> int:
    """The average of the opponents in whole Elo points, a half up (1.4.7b); 0 without any.

    >>> from tournaments.rulebook.shelf import edition
    >>> rules = edition("fide-titles-2024")
    >>> average_of(rules, [2379, 2380]), average_of(rules, [2379, 2379, 2380])
    (2380, 2379)
    """
    if edition["average"].text != "half_up":
        raise UnknownPolicyError(f"{edition.key}: no rule {edition['average'].text!r} for the average.")
    return half_up(Fraction(sum(ratings), len(ratings))) if ratings else 0


def performance_of(edition: Edition, average: int, halves: int, games: int) -> tuple[int, int, int]:
    """Whole per cent, the table's difference and the performance Ra + dp, for a score out of so many games (1.4.8)."""
    if edition["performance_rating"].text != "mean_plus_dp":
        raise UnknownPolicyError(f"{edition.key}: no rule {edition['performance_rating'].text!r}.")
    per_cent = whole_per_cent(Fraction(halves, 2 * games)) if games else 0
    return per_cent, dp(per_cent), average + dp(per_cent)


def score_required(edition: Edition, asked: Asked, average: int, games: int) -> int | None:
    """The fewest half points out of so many games that make the norm against this average; None if none do.

    >>> from tournaments.rulebook.shelf import edition
    >>> rules = edition("fide-titles-2024")
    >>> score_required(rules, asked_for(rules, "GM"), 2380, 9), score_required(rules, asked_for(rules, "GM"), 2379, 9)
    (14, None)
    """
    if average < asked.average:
        return None
    least = edition["least_per_cent"].integer
    for halves in range(2 * games + 1):
        per_cent, _dp, performance = performance_of(edition, average, halves, games)
        if per_cent >= least and performance >= asked.performance:
            return halves
    return None


# --- all conditions ------------------------------------------------------------------------------------


def conditions_of(
    field: Field, applicant: Entry, asked: Asked, rows: Sequence[RoundRow], *, least: int, exempt: bool
) -> tuple[Condition, ...]:
    """Every condition of the norm for these games, in the order of the articles."""
    return (
        Condition("games", field.edition["games"].article, len(rows), least),
        *mix_conditions(field, applicant, asked, rows, exempt=exempt),
        *figure_conditions(field.edition, asked, rows),
    )


def mix_conditions(
    field: Field,
    applicant: Entry,
    asked: Asked,
    rows: Sequence[RoundRow],
    *,
    exempt: bool,
    games: int | None = None,
) -> tuple[Condition, ...]:
    """The conditions on the opponents' federations and titles (1.4.3 to 1.4.5), for these or for so many games."""
    rules = field.edition
    games = len(rows) if games is None else games
    stateless = set(rules["stateless"].items)
    counts = Counter(row.federation for row in rows if row.federation and row.federation not in stateless)
    own = applicant.federation if applicant.federation not in stateless else ""
    foreign = len(set(counts) - {own})
    titled = sum(row.title in rules["titled"].items for row in rows)
    needed = max(rules["own_title_least"].integer, at_least(rules["own_title_share"], games))
    holders = [row.opponent for row in rows if row.title in asked.titles]
    if field.double:
        needed, holders = -(-needed // 2), list(set(holders))
    return (
        Condition(
            "federations",
            rules["foreign_federations"].article,
            foreign,
            rules["foreign_federations"].integer,
            waived=exempt,
        ),
        Condition(
            "own_federation",
            rules["own_share"].article,
            counts[own] if own else 0,
            at_most(rules["own_share"], games),
            at_most=True,
            waived=exempt,
        ),
        Condition(
            "one_federation",
            rules["one_share"].article,
            max(counts.values(), default=0),
            at_most(rules["one_share"], games),
            at_most=True,
            waived=exempt,
        ),
        Condition("titled", rules["titled_share"].article, titled, at_least(rules["titled_share"], games)),
        Condition("own_title", _own_title_article(rules, asked.title), len(holders), needed),
    )


def figure_conditions(edition: Edition, asked: Asked, rows: Sequence[RoundRow]) -> tuple[Condition, ...]:
    """The conditions on average, score and performance (1.4.7, 1.4.8)."""
    ratings = [rating for rating, _raised in counted_ratings(edition, asked.floor, rows)]
    average = average_of(edition, ratings)
    halves = sum(row.halves or 0 for row in rows)
    per_cent, _dp, performance = performance_of(edition, average, halves, len(rows))
    return (
        Condition("average", edition["least_average"].article, average, asked.average),
        Condition("score", edition["least_per_cent"].article, per_cent, edition["least_per_cent"].integer),
        Condition("performance", edition["performance"].article, performance, asked.performance),
    )


def _own_title_article(edition: Edition, title: str) -> str:
    """1.4.5b to e, one for each title in the order of the text."""
    articles = [part.strip() for part in edition["own_title"].article.split(",")]
    return articles[list(edition["own_title"].table).index(title)]
