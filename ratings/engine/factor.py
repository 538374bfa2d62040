"""The development factor K: which one a player has, and how many games it bears."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from types import MappingProxyType

from ratings.engine.errors import EditionLacksRuleError, UnknownPolicyError
from ratings.engine.facts import Player
from tournaments.rulebook.editions import Edition, Parameter
from tournaments.rulebook.explained import Explained, Input, Step

ASSUMED_GAMES = 30
FIRST_BIRTH = 1900  # the first year of birth that a player may have
# The readings that the articles on K admit, by parameter.
READINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "k_high_rule": ("ever_reached", "reached_with_games_done"),
        "k_junior_until": ("end_of_year_of_birthday", "eve_of_birthday"),
        "k_junior_rule": ("never_reached", "currently_below"),
    }
)


def nominal_factor(edition: Edition, player: Player, day: date | None) -> Explained[int]:
    """The K of a player: the given one, or that which his rating, games and birth call for.

    `day` is the first day of play; without it a junior cannot be told from an adult. A player whose games are
    not known is taken to have completed 30.
    """
    if player.k is not None:
        article = (edition.get("k_ordinary") or edition["k_set_by"]).article
        return Explained(player.k, (Step(article, "k.given", {"k": player.k}, player.k),), edition.key)
    return derived_factor(edition, player, day)


def derived_factor(edition: Edition, player: Player, day: date | None) -> Explained[int]:
    """The K that the edition's own article gives, in the order in which its conditions go.

    Raises EditionLacksRuleError where it gives none and leaves K to the rating administrator.
    """
    if (administrator := edition.get("k_set_by")) is not None:
        raise EditionLacksRuleError(
            "k_set_by_administrator",
            {"edition": edition.key, "players": player.number},
            article=administrator.article,
        )
    games = ASSUMED_GAMES if player.games is None else player.games
    new = games < edition["k_new_games"].integer
    if player.ever_2400 and _high(edition, new):
        return _step(edition, "k_high", "k.high", {"limit": edition["k_high_from"].integer})
    if _is_junior(edition, player, day):
        inputs: dict[str, Input] = {"born": player.born, "age": edition["k_junior_age"].integer}
        return _step(edition, "k_junior", "k.junior", inputs)
    if new:
        return _step(edition, "k_new", "k.new", {"games": games, "needed": edition["k_new_games"].integer})
    if player.games is None:
        return _step(edition, "k_ordinary", "k.ordinary_assumed", {"games": games})
    return _step(edition, "k_ordinary", "k.ordinary", {"games": games})


def effective_factor(edition: Edition, k: int, games: int) -> Explained[int]:
    """K, or the greatest whole number whose product with the games stays within the edition's limit.

    Article 8.3.3: K times n is at most 700. At K 20, 36 games leave 19.
    """
    limit = edition.get("k_games_limit")
    if limit is None or k * games <= limit.integer:
        return Explained(k, (), edition.key)
    reduced = limit.integer // games
    inputs: dict[str, Input] = {"k": k, "games": games, "limit": limit.integer}
    return Explained(reduced, (Step(limit.article, "k.reduced", inputs, reduced),), edition.key)


def change_step(edition: Edition, k: int, gain: Fraction) -> Step:
    """K times the difference between score and expected score, exact."""
    change = k * gain
    return Step(edition["change"].article, "change", {"k": k, "gain": gain}, change)


def factor_doubts(edition: Edition, player: Player, day: date | None) -> tuple[str, ...]:
    """The choices between readings of the article on K that decided a K derived from it."""
    if player.k is not None:
        return ()
    chosen = derived_factor(edition, player, day).value
    found = [
        name
        for name, policies in READINGS.items()
        if (parameter := edition.get(name)) is not None and not parameter.verified
        for policy in policies
        if policy != parameter.text
        and derived_factor(_read_as(edition, parameter, policy), player, day).value != chosen
    ]
    counter = ("k_new_counts",) if _counter_decides(edition, player) else ()
    return (*found, *counter)


def _read_as(edition: Edition, parameter: Parameter, policy: str) -> Edition:
    changed = replace(parameter, value=policy)
    return replace(edition, parameters=MappingProxyType({**edition.parameters, parameter.name: changed}))


def _counter_decides(edition: Edition, player: Player) -> bool:
    """Whether K would be that of a new player if the games of his first rating did not count.

    They are at least those that a first rating needs; how many they were is not known here.
    """
    needed, first = edition["k_new_games"].integer, edition["first_rating_games"].integer
    return player.games is not None and player.games - first < needed <= player.games


def needs_birth(edition: Edition, player: Player) -> bool:
    """Whether the birth of this player, if it were known, could alter a K that has to be derived."""
    junior = edition.get("k_junior")
    return (
        junior is not None
        and player.k is None
        and not player.ever_2300
        and junior.integer != edition["k_ordinary"].integer
    )


def is_impossible_birth(born: str, day: date | None) -> bool:
    """Whether nobody who plays on this day can be born then, given as a year, month or day.

    >>> [is_impossible_birth(born, date(2024, 9, 1)) for born in ("1899", "2010-09-02", "2024-09-02", "2999")]
    [True, False, True, True]
    """
    return int(born[:4]) < FIRST_BIRTH or (day is not None and born > day.isoformat()[: len(born)])


def _high(edition: Edition, new: bool) -> bool:
    rule = edition["k_high_rule"].text
    if rule == "ever_reached":
        return True
    if rule == "reached_with_games_done":
        return not new
    raise UnknownPolicyError(f"{edition.key}: no rule {rule!r} for the lowest K.")


def _is_junior(edition: Edition, player: Player, day: date | None) -> bool:
    """Under the age at which the junior K ends, and never at the rating that ends it.

    Where only the year of birth is known, the player counts as a junior for as long as he may be one.
    """
    if edition.get("k_junior") is None or day is None or _too_high(edition, player):
        return False
    if not player.born or is_impossible_birth(player.born, day):
        return False
    age = edition["k_junior_age"].integer
    year = int(player.born[:4])
    rule = edition["k_junior_until"].text
    if rule == "end_of_year_of_birthday":
        return day.year - year <= age
    if rule == "eve_of_birthday":
        return day.isoformat() < f"{year + age}-{_last_possible_birthday(player.born)}"
    raise UnknownPolicyError(f"{edition.key}: no rule {rule!r} for the end of the junior K.")


def _too_high(edition: Edition, player: Player) -> bool:
    """Whether the rating ends a junior's K: once for all, or for as long as it is that high."""
    rule = edition["k_junior_rule"].text
    if rule == "never_reached":
        return player.ever_2300
    if rule == "currently_below":
        return player.rating is not None and player.rating >= edition["k_junior_below"].integer
    raise UnknownPolicyError(f"{edition.key}: no rule {rule!r} for the rating that ends the junior K.")


def _last_possible_birthday(born: str) -> str:
    """Month and day of the birthday, the latest possible where the birth is known by month or year only.

    >>> [_last_possible_birthday(born) for born in ("2008-03-14", "2008-03", "2008")]
    ['03-14', '03-31', '12-31']
    """
    known = born[5:]
    return known if len(known) == len("03-14") else f"{known or '12'}-31"


def _step(edition: Edition, name: str, key: str, inputs: dict[str, Input]) -> Explained[int]:
    parameter = edition[name]
    return Explained(
        parameter.integer, (Step(parameter.article, key, inputs, parameter.integer),), edition.key
    )
