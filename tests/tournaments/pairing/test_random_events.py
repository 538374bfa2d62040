"""Small events with forfeits, byes and withdrawals: every round the engine pairs is legal and explained."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.history import may_not_have_the_bye
from tournaments.pairing.swiss import NoLegalPairing, PairingResult
from tournaments.record.crosstable import crosstable
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record

RESULTS = ("1-0", "1/2-1/2", "0-1", "1-0", "0-1", "+/-", "-/+", "-/-", "1/2-0")
ROUNDS = 3


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    players=st.integers(6, 18),
    first=st.sampled_from("wb"),
    results=st.lists(st.sampled_from(RESULTS), min_size=27, max_size=27),
    away=st.lists(st.tuples(st.integers(1, 18), st.integers(1, ROUNDS), st.sampled_from("HZF")), max_size=4),
)
def test_three_rounds_of_any_small_event_are_legal(
    paired: Callable[..., PairingResult],
    players: int,
    first: str,
    results: list[str],
    away: list[tuple[int, int, str]],
) -> None:
    entries = tuple(Entry(number, f"Player {number}") for number in range(1, players + 1))
    facts = EventFacts("Club", system="swiss", rounds=ROUNDS, first_colour=first)  # type: ignore[arg-type]
    record = Record(facts, entries)
    left = iter(results)
    for round_number in range(1, ROUNDS + 1):
        absent = {number: code for number, when, code in away if when == round_number and number <= players}
        try:
            result = paired(record, round_number, absent=absent)
        except NoLegalPairing:
            # Six to eight players with few present can run out of opponents in round 3, never before.
            assert (round_number, players <= 8) == (ROUNDS, True)
            return
        assert_legal(record, result, absent)
        games = tuple(
            Game(round_number, each.board, each.white, each.black, next(left)) for each in result.pairs
        )
        byes = [Bye(round_number, number, code) for number, code in absent.items()]
        if result.bye is not None:
            byes.append(Bye(round_number, result.bye, "U"))
        record = Record(facts, entries, record.games + games, record.byes + tuple(byes))


def assert_legal(record: Record, result: PairingResult, absent: dict[int, str]) -> None:
    """C.04.1 and C.04.3 art. 2.1, read here a second time and straight off the record."""
    seated = [number for each in result.pairs for number in (each.white, each.black)]
    seated += [] if result.bye is None else [result.bye]
    assert sorted(seated) == [entry.number for entry in record.entries if entry.number not in absent]
    rows = crosstable(record).rows
    for each in result.pairs:
        met = {cell.opponent for cell in rows[each.white].cells if cell.played and cell.opponent}
        assert each.black not in met
        assert any(step.key.startswith("pairing.colours.5") for step in each.steps)
        if result.round < ROUNDS:
            for number, colour in ((each.white, "w"), (each.black, "b")):
                had = "".join(cell.colour for cell in rows[number].cells if cell.played)
                assert (had + colour)[-3:] != colour * 3
                assert abs((had + colour).count("w") - (had + colour).count("b")) <= 2
    if result.bye is not None:
        free = [cell for cell in rows[result.bye].cells[: result.round - 1] if not cell.played]
        assert all(cell.halves < record.event.score_system.win for cell in free)


def test_the_rule_about_the_bye_is_the_one_the_property_reads() -> None:
    """A guard for the test above: its reading of art. 2.1.2 and the package's agree on a forfeit win."""
    from tournaments.pairing.history import histories

    entries = tuple(Entry(number, f"Player {number}") for number in (1, 2))
    record = Record(EventFacts("Club", rounds=3), entries, (Game(1, 1, 1, 2, "+/-"),))
    past = histories(record, 2)
    assert may_not_have_the_bye(past[1], record.event.score_system) is not None
    assert may_not_have_the_bye(past[2], record.event.score_system) is None
