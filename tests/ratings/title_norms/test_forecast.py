"""What the last rounds must bring: exact against known opponents, an average asked of unknown ones."""

from dataclasses import replace

from ratings.engine.title_norms.model import Forecast
from ratings.engine.title_norms.norm import title_norm
from tests.ratings.title_norms.builder import record_of
from tournaments.record.model import Entry, Record
from tournaments.rulebook.shelf import edition

RULES = edition("fide-titles-2024")
# N01 of the golden cases without its last round: 6 of 8, the ninth opponent 2240.
EIGHT = (
    "2500 GM GER 1; 2480 GM GER 1; 2460 GM HUN =; 2400 IM HUN =; 2380 IM SLO 1; 2360 FM SLO 1; "
    "2320 - CRO =; 2280 - CRO ="
)


def forecast(record: Record, title: str = "GM") -> Forecast:
    found = title_norm(record, RULES, 1, title).forecast
    assert found is not None
    return found


def test_against_a_paired_opponent_each_result_says_whether_it_is_the_norm() -> None:
    """2380 on average ask for 7 of 9; he has 6: a win makes it, a draw (72 %, 2546) does not."""
    found = forecast(record_of(f"{EIGHT}; 2240 - CRO *"))
    assert (found.rounds, found.opponents, found.known) == (1, (10,), True)
    assert [(outlook.halves, outlook.norm) for outlook in found.outlooks] == [
        (0, False),
        (1, False),
        (2, True),
    ]
    assert found.needed == 2


def test_two_paired_rounds_are_played_out_in_every_way() -> None:
    """5.5 of 7 before; against 2280 and 2240 the average is 2380 again: 1.5 more are needed."""
    found = forecast(record_of(EIGHT.replace("2280 - CRO =", "2280 - CRO *") + "; 2240 - CRO *"))
    assert [outlook.norm for outlook in found.outlooks] == [False, False, False, True, True]
    assert found.needed == 3


def test_an_unknown_opponent_must_have_a_rating_that_the_score_asks_for() -> None:
    """The eight sum to 19180. A win, 7 of 9, 78 %: 2380 - .5 times 9 = 21415.5, so 2236 in the last round.

    A draw, 6.5 of 9, 72 %, dp 166: an average of 2434 is asked, (2434 - .5) x 9 = 21901.5, so 2722; a loss, 6 of
    9, 67 %, dp 125: 2475, 22270.5, so 3091. The strongest who was not met has 2600.
    """
    record = record_of(EIGHT, rounds=9)
    record = replace(record, entries=(*record.entries, Entry(30, "Strongest", rating=2600, federation="ITA")))
    found = forecast(record)
    assert (found.rounds, found.opponents, found.known, found.lacking) == (1, (), False, ())
    assert [(outlook.halves, outlook.norm, outlook.average) for outlook in found.outlooks] == [
        (0, False, 3091),
        (1, False, 2722),
        (2, None, 2236),
    ]
    assert found.needed == 2


def test_a_title_holder_that_is_lacking_must_still_come() -> None:
    record = record_of(EIGHT.replace("2460 GM HUN", "2460 IM HUN"), rounds=9)
    record = replace(record, entries=(*record.entries, Entry(30, "Strongest", rating=2600, federation="ITA")))
    found = forecast(record)
    assert found.lacking == ("own_title",)
    assert found.needed == 2


def test_where_more_are_lacking_than_rounds_are_left_no_result_is_enough() -> None:
    record = record_of(EIGHT.replace("GM HUN", "IM HUN").replace("2480 GM GER", "2480 IM GER"), rounds=9)
    found = forecast(record)
    assert found.lacking == ("own_title",)
    assert found.needed is None
    assert {outlook.norm for outlook in found.outlooks} == {False}
    assert not title_norm(record, RULES, 1, "GM").possible


def test_six_of_the_own_federation_cannot_be_mended_in_nine_rounds() -> None:
    found = forecast(
        record_of(
            EIGHT.replace("SLO", "CRO")
            .replace("2400 IM HUN", "2400 IM CRO")
            .replace("2460 GM HUN", "2460 GM CRO"),
            rounds=9,
        )
    )
    assert "own_federation" in found.lacking
    assert found.needed is None


def test_too_few_games_at_the_end_are_no_norm_whatever_the_results() -> None:
    found = forecast(record_of("2500 GM GER 1; 2480 GM GER 1", rounds=7))
    assert (found.needed, found.outlooks, found.lacking) == (None, (), ("games",))


def test_who_has_left_has_no_rounds_to_come() -> None:
    record = record_of(EIGHT, rounds=9)
    entries = tuple(
        replace(entry, withdrawn_after=8) if entry.number == 1 else entry for entry in record.entries
    )
    assert title_norm(replace(record, entries=entries), RULES, 1, "GM").forecast is None


def test_in_a_round_robin_with_many_rounds_left_all_opponents_are_known() -> None:
    """Nobody has played yet: 7 of 9 against 2380."""
    record = record_of(
        "2500 GM GER *; 2480 GM GER *; 2460 GM HUN *; 2400 IM HUN *; 2380 IM SLO *; 2360 FM SLO *; 2320 - CRO *; "
        "2280 - CRO *; 2240 - CRO *",
        system="round_robin",
    )
    found = forecast(record)
    assert found.known
    assert found.needed == 14
    assert [outlook.norm for outlook in found.outlooks] == [False] * 14 + [True] * 5


def test_a_norm_that_is_there_has_no_forecast() -> None:
    assert (
        title_norm(record_of(f"{EIGHT}; 2240 - CRO 1; 2300 IM GER *", rounds=10), RULES, 1, "GM").forecast
        is None
    )
