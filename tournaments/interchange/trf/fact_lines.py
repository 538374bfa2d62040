"""The same facts as lines of TRF26, each field in its columns."""

from collections.abc import Iterator
from types import MappingProxyType

from tournaments.interchange.points import points_text
from tournaments.interchange.trf.facts import FORFEITS, Facts
from tournaments.record.model import TeamRules

LAST_ROUND = 999  # a prohibition without an end; three columns
_SIGNS = {code: signs for signs, code in FORFEITS.items()}


def fact_lines(facts: Facts, group: str, *, rounds: int = 0) -> list[str]:
    """The lines of one group of `facts.GROUPS`, empty if there is nothing to say.

    `rounds` is the last round of the event, where a prohibition has no end of its own.
    """
    return list(_WRITERS[group](facts, rounds))


def _points(halves: int | None) -> str:
    return "" if halves is None else points_text(halves)


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(f"{number:4}" for number in numbers)


def _accelerations(facts: Facts, rounds: int) -> Iterator[str]:
    for item in facts.accelerations:
        points = f"{_points(item.match_halves):>4} {_points(item.halves):>4}"
        yield f"250 {points} {item.first_round:3} {item.last_round:3} {item.first:4} {item.last:4}"


def _forbidden(facts: Facts, rounds: int) -> Iterator[str]:
    for item in facts.forbidden:
        last = item.last_round or rounds or LAST_ROUND
        yield f"260 {item.first_round:3} {last:3} {_numbers(item.numbers)}"


def _special_points(facts: Facts, rounds: int) -> Iterator[str]:
    for item in facts.special_points:
        points = f"{_points(item.match_halves):>5} {_points(item.halves):>5}"
        line = f"299 {item.kind:1} {points}  {item.round or '':>3} {_numbers(item.numbers)}"
        yield line.rstrip()


def _line_ups(facts: Facts, rounds: int) -> Iterator[str]:
    for item in facts.line_ups:
        members = " ".join(f"{member:4}" if member else "0000" for member in item.members)
        yield f"300 {item.round:3} {item.team:3} {item.opponent or '':>3} {members}"


def _match_forfeits(facts: Facts, rounds: int) -> Iterator[str]:
    for item in facts.match_forfeits:
        yield f"330 {_SIGNS[item.code]} {item.round:3} {item.white:3} {item.black:3}"


def _teams(facts: Facts, rounds: int) -> Iterator[str]:
    rules = facts.team_rules or TeamRules()
    asked: dict[tuple[int, str], list[int]] = {}
    allocated: dict[int, int] = {}
    for bye in facts.team_byes:
        if bye.code == "U":
            allocated[bye.round] = bye.team
        else:
            asked.setdefault((bye.round, bye.code), []).append(bye.team)
    if rules.colours:
        yield f"352 {rules.colours}"
    if facts.team_rules is not None:
        values = (("TW", rules.win), ("TD", rules.draw), ("TL", rules.loss))
        yield "362 " + "   ".join(f"{name}{points_text(halves):>4}" for name, halves in values)
    for (round_number, code), numbers in sorted(asked.items()):
        yield f"240 {code} {round_number:3} {_numbers(tuple(sorted(numbers)))}"
    if allocated or rules.bye_match is not None or rules.bye_game is not None:
        teams = " ".join(
            f"{allocated.get(number, 0):03}" for number in range(1, max(allocated, default=0) + 1)
        )
        yield f"320 {_points(rules.bye_match):>4} {_points(rules.bye_game):>4} {teams}".rstrip()


_WRITERS = MappingProxyType(
    {
        "accelerations": _accelerations,
        "forbidden": _forbidden,
        "special_points": _special_points,
        "line_ups": _line_ups,
        "match_forfeits": _match_forfeits,
        "teams": _teams,
    }
)
