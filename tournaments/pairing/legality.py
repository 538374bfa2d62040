"""Our own check of a round, paired by an engine or by hand, against the rules that may not be broken.

Refusals are impossible (a player on two boards); objections break a rule and stand only with a recorded
reason (a rematch); a topscorer's third colour in the last round is only noted, because C.04.1 allows it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from tournaments.pairing.history import (
    History,
    histories,
    is_topscorer,
    may_not_have_the_bye,
    preference,
)
from tournaments.record.findings import Finding, Severity
from tournaments.record.model import Record

BASIC = "C.04.1"
DUTCH = "C.04.3"

# Systems of which the basic rules for Swiss events speak; a file that does not name its system counts as one.
SWISS = ("swiss", "team_swiss", "unknown")

# A player may have one colour at most this many times more than the other (C.04.1).
_GREATEST_DIFFERENCE = 2


def check(
    record: Record,
    round_number: int,
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
    absent: Collection[int] = (),
    forbidden: Iterable[tuple[int, int]] = (),
    past: Mapping[int, History] | None = None,
) -> tuple[Finding, ...]:
    """What speaks against pairing `round_number` like this; empty if nothing does.

    `pairs` are (White, Black) by start number, in the order of the boards from 1; `bye` has the
    pairing-allocated bye; `absent` are not to be paired. What the record already has in this round or later
    is not looked at. `past` saves work where the caller already has `histories(record, round_number)`.
    Byes and colours are rules of the Swiss; elsewhere two players may meet once in every cycle, in a match
    and a knock-out as often as it takes.
    """
    past = past or histories(record, round_number)
    places = _places(record, round_number, past, pairs, bye, absent)
    if any(finding.severity == "refusal" for finding in places):
        return places
    apart = {frozenset(pair) for pair in forbidden}
    if record.event.system not in SWISS:
        return (*places, *_boards(record, round_number, past, pairs, apart, colours=False))
    return (
        *places,
        *_bye(record, round_number, past, bye, absent),
        *_boards(record, round_number, past, pairs, apart),
    )


def _places(
    record: Record,
    round_number: int,
    past: Mapping[int, History],
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
    absent: Collection[int],
) -> tuple[Finding, ...]:
    """Everybody present has exactly one place, and nobody else has."""
    found: list[Finding] = []
    seated = [number for pair in pairs for number in pair] + ([] if bye is None else [bye])
    for board, (white, black) in enumerate(pairs, start=1):
        if white == black:
            found.append(
                Finding("refusal", "pairing.self", round=round_number, board=board, players=(white,))
            )
    for number, times in sorted(Counter(seated).items()):
        if number not in past:
            code = "pairing.unknown_player"
        elif times > 1 and (number, number) not in pairs:
            code = "pairing.twice"
        elif number in absent:
            code = "pairing.absent"
        else:
            continue
        found.append(Finding("refusal", code, inputs={"times": times}, round=round_number, players=(number,)))
    missing = sorted(set(past) - set(seated) - set(absent) - _gone(record, round_number))
    if missing:
        found.append(
            Finding("objection", "pairing.missing", "", BASIC, round=round_number, players=tuple(missing))
        )
    return tuple(found)


def _gone(record: Record, round_number: int) -> set[int]:
    return {
        entry.number
        for entry in record.entries
        if entry.withdrawn_after is not None and entry.withdrawn_after < round_number
    }


def _bye(
    record: Record, round_number: int, past: Mapping[int, History], bye: int | None, absent: Collection[int]
) -> tuple[Finding, ...]:
    """The allocated bye: only with an odd number present, and never twice (C.04.3 art. 2.1.2)."""
    if bye is None:
        return ()
    found = []
    present = set(past) - set(absent) - _gone(record, round_number)
    if len(present) % 2 == 0:
        found.append(
            Finding("objection", "pairing.bye_needless", "", BASIC, round=round_number, players=(bye,))
        )
    before = may_not_have_the_bye(past[bye], record.event.score_system)
    if before is not None:
        found.append(
            Finding(
                "objection",
                "pairing.second_bye",
                "pairing.second_bye" if before.allocated else "pairing.bye_after_free_point",
                f"{DUTCH} art. 2.1.2",
                {"before": before.round},
                round=round_number,
                players=(bye,),
                codes=(before.code,),
            )
        )
    return tuple(found)


def _boards(
    record: Record,
    round_number: int,
    past: Mapping[int, History],
    pairs: Sequence[tuple[int, int]],
    forbidden: set[frozenset[int]],
    colours: bool = True,
) -> tuple[Finding, ...]:
    found: list[Finding] = []
    for board, (white, black) in enumerate(pairs, start=1):
        if frozenset((white, black)) in forbidden:
            found.append(
                Finding(
                    "objection", "pairing.forbidden", round=round_number, board=board, players=(white, black)
                )
            )
        found.extend(_rematch(record, round_number, board, past[white], past[black]))
        if colours:
            found.extend(_colours(record, round_number, board, past[white], past[black]))
    return tuple(found)


def _rematch(
    record: Record, round_number: int, board: int, white: History, black: History
) -> tuple[Finding, ...]:
    """Two players meet once, or once in every cycle; a forfeited game was not played (C.04.3 art. 2.1.1)."""
    if record.event.system in ("match", "knock_out"):
        return ()
    allowed = record.event.cycles if record.event.system in ("round_robin", "scheveningen") else 1
    met = sum(past.played and past.opponent == black.number for past in white.rounds)
    if met < allowed:
        return ()
    before = next(past.round for past in white.rounds if past.played and past.opponent == black.number)
    rules = f"{BASIC}, {DUTCH} art. 2.1.1" if record.event.system in SWISS else ""
    return (
        Finding(
            "objection",
            "pairing.rematch",
            "",
            rules,
            {"before": before},
            round=round_number,
            board=board,
            players=(white.number, black.number),
        ),
    )


def _colours(
    record: Record, round_number: int, board: int, white: History, black: History
) -> tuple[Finding, ...]:
    """Colour differences, three colours in a row, and two absolute preferences for one colour."""
    free = any(is_topscorer(player, record, round_number) for player in (white, black))
    severity: Severity = "note" if free else "objection"
    found: list[Finding] = []
    due = preference(white), preference(black)
    if not free and due[0] == due[1] and due[0].strength == "absolute":
        found.append(
            Finding(
                "objection",
                "pairing.colour_clash",
                f"pairing.colour_clash.{due[0].colour}",
                f"{DUTCH} art. 2.1.3",
                round=round_number,
                board=board,
                players=(white.number, black.number),
            )
        )
    for player, colour in ((white, "w"), (black, "b")):
        found.extend(_third_colour(severity, round_number, board, player, colour))
        found.extend(_difference(severity, round_number, board, player, colour))
    return tuple(found)


def _third_colour(
    severity: Severity, round_number: int, board: int, player: History, colour: str
) -> tuple[Finding, ...]:
    if player.colours[-2:] != colour * 2:
        return ()
    key = f"pairing.colour_third.{colour}"
    return (
        Finding(
            severity,
            "pairing.colour_third",
            key,
            BASIC,
            round=round_number,
            board=board,
            players=(player.number,),
        ),
    )


def _difference(
    severity: Severity, round_number: int, board: int, player: History, colour: str
) -> tuple[Finding, ...]:
    """Beyond two, and further from equal than before: a history that is already beyond may get better."""
    after = player.colours + colour
    white, black = after.count("w"), after.count("b")
    if abs(white - black) <= max(_GREATEST_DIFFERENCE, abs(player.difference) - 1):
        return ()
    return (
        Finding(
            severity,
            "pairing.colour_difference",
            "",
            BASIC,
            {"white": white, "black": black},
            round=round_number,
            board=board,
            players=(player.number,),
        ),
    )
