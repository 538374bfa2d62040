"""Whether the field of an event allows it to be rated (6.3 to 6.42); the rating engine asks the same."""

from collections.abc import Collection, Iterator

from tournaments.eligibility.case import Case, counts, finding
from tournaments.record.findings import Finding
from tournaments.record.model import Game, Record
from tournaments.rulebook.editions import Edition, Parameter
from tournaments.rulebook.explained import Input

CHAMPIONSHIPS = {
    "national_championship": "championship_rated_men",
    "national_championship_women": "championship_rated_women",
}
ALL_MEET = frozenset({"round_robin"})


def composition_findings(case: Case) -> Iterator[Finding]:
    """Who is rated and who is not, held against the rules of the event's system."""
    record, edition = case.record, case.edition
    if not record.entries:
        return
    system = record.event.system
    if system == "round_robin":
        cycles = max(record.event.cycles, cycles_played(record.games))
        yield from field_findings(edition, record, case.rated, cycles)
    elif system in ("scheveningen", "team_scheveningen"):
        yield from scheveningen_findings(edition, case.unrated)
    elif system == "match":
        yield from _match(case)
    averages = edition.get("round_robin")
    if system == "unknown" and averages is not None and averages_decide(case):
        yield finding("warning", "system.unknown", averages)
    yield from _nobody_rated(case)
    yield from _few_met(case)


def rated_players_needed(edition: Edition, players: int) -> int | None:
    """How many of so many players of a round robin must be rated; None where the edition does not ask.

    A third, rounded up, and at least four in an event of fewer than ten (6.3, 6.31).
    """
    share = edition.get("round_robin_share")
    if share is None:
        return None
    third = -(-players // share.integer)
    if players < edition["round_robin_small"].integer:
        return max(third, edition["round_robin_small_rated"].integer)
    return third


def field_findings(
    edition: Edition, record: Record, rated: Collection[int], cycles: int
) -> tuple[Finding, ...]:
    """Objections to the field of a round robin; a national championship has a rule of its own (6.33).

    `rated` are the start numbers that count as rated.
    """
    own = edition.get(_championship_rule(record))
    if own is not None:
        return _championship(own, record, rated)
    return round_robin_findings(edition, [entry.number for entry in record.entries], rated, cycles)


def _championship_rule(record: Record) -> str:
    """The parameter that binds a national championship: that of women also where nobody else plays (6.33)."""
    name = CHAMPIONSHIPS.get(record.event.occasion, "")
    only_women = bool(record.entries) and all(entry.sex == "w" for entry in record.entries)
    return CHAMPIONSHIPS["national_championship_women"] if name and only_women else name


def round_robin_findings(
    edition: Edition, numbers: Collection[int], rated: Collection[int], cycles: int
) -> tuple[Finding, ...]:
    """Objections to the field of a round robin: too few rated, or a double one too small (6.3 to 6.32)."""
    entered = len(numbers)
    needed = rated_players_needed(edition, entered)
    if needed is None:
        return ()
    unrated = sorted(set(numbers) - set(rated))
    found = []
    if len(rated) < needed:
        name = "round_robin_small" if entered < edition["round_robin_small"].integer else "round_robin_share"
        inputs: dict[str, Input] = {"rated": len(rated), "needed": needed, "entered": entered}
        found.append(
            finding("objection", "round_robin.few_rated", edition[name], players=unrated, inputs=inputs)
        )
    if cycles > 1 and unrated:
        found.extend(_double(edition, entered, len(rated), unrated))
    return tuple(found)


def scheveningen_findings(edition: Edition, unrated: Collection[int]) -> tuple[Finding, ...]:
    """An objection to a Scheveningen event with more unrated players than the edition allows (6.4)."""
    allowed = edition.get("scheveningen_unrated")
    if allowed is None or len(unrated) <= allowed.integer:
        return ()
    inputs: dict[str, Input] = {"unrated": len(unrated), "allowed": allowed.integer}
    return (finding("objection", "scheveningen.unrated", allowed, players=sorted(unrated), inputs=inputs),)


def cycles_played(games: Collection[Game]) -> int:
    """How often the pair met that met most often: 2 in a double round robin."""
    met: dict[frozenset[int], int] = {}
    for game in games:
        if counts(game):
            pair = frozenset((game.white, game.black))
            met[pair] = met.get(pair, 0) + 1
    return max(met.values(), default=1)


def averages_decide(case: Case) -> bool:
    """Whether this event, as a round robin, is computed otherwise than as a Swiss.

    Since single games count, the average of the tournament serves unrated players alone.
    """
    rule = case.edition.get("round_robin")
    if rule is None:
        return False
    mixed = bool(case.rated and case.unrated)
    return rule.text == "tournament_average" or (rule.text == "average_for_unrated" and mixed)


def _double(edition: Edition, entered: int, rated: int, unrated: list[int]) -> tuple[Finding, ...]:
    least, rated_least = edition["double_players"], edition["double_rated"].integer
    if entered >= least.integer and rated >= rated_least:
        return ()
    inputs: dict[str, Input] = {
        "entered": entered,
        "rated": rated,
        "least": least.integer,
        "rated_least": rated_least,
    }
    return (finding("objection", "round_robin.double_small", least, players=unrated, inputs=inputs),)


def _championship(own: Parameter, record: Record, rated: Collection[int]) -> tuple[Finding, ...]:
    """Three rated men, or two rated women where only women play; who gives no sex counts (6.33)."""
    only_women = own.name == "championship_rated_women"
    other = "m" if only_women else "w"
    counted = [entry for entry in record.entries if entry.number in rated and entry.sex != other]
    if len(counted) >= own.integer:
        return ()
    key = f"round_robin.championship_{'women' if only_women else 'men'}"
    inputs: dict[str, Input] = {"rated": len(counted), "needed": own.integer, "entered": len(record.entries)}
    return (finding("objection", "round_robin.few_rated", own, key=key, inputs=inputs),)


def _match(case: Case) -> Iterator[Finding]:
    rule = case.edition.get("match_with_unrated")
    if rule is not None and case.unrated:
        yield finding("objection", "match.unrated", rule, players=case.unrated)


def _nobody_rated(case: Case) -> Iterator[Finding]:
    """Only games against rated opponents count (6.4, 6.41); a round robin has said so already."""
    asks = case.record.event.system in ALL_MEET and case.edition.get("round_robin_share") is not None
    rule = case.edition.get("eligible_games")
    if not case.rated and not asks and rule is not None:
        yield finding("objection", "field.nobody_rated", rule)


def _few_met(case: Case) -> Iterator[Finding]:
    """Unrated players who met too few rated ones: their result is not used (6.42); told when all is played."""
    needed = case.edition.get("rated_opponents_needed")
    if needed is None or needed.integer < 2 or case.record.event.system in ALL_MEET:
        return
    if not case.is_over or not case.rated:
        return
    rated = set(case.rated)
    met: dict[int, set[int]] = {number: set() for number in case.unrated}
    for game in case.record.games:
        for own, other in ((game.white, game.black), (game.black, game.white)):
            if counts(game) and own in met and other in rated:
                met[own].add(other)
    short = [number for number, opponents in met.items() if len(opponents) < needed.integer]
    if short:
        inputs: dict[str, Input] = {"needed": needed.integer, "count": len(short)}
        yield finding("note", "field.few_met", needed, players=short, inputs=inputs)
