"""A value that is not held against the text is marked where it decided a number, and nowhere else."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from ratings.engine.event import rate_event
from ratings.engine.facts import PlayerFacts
from ratings.engine.period import FirstPart, PeriodPlayer, PeriodRating, RatedPart, rate_period
from ratings.engine.results import FirstResult
from ratings.sentences import sentence
from tournaments.record.model import Entry, EventFacts, Game, Record
from tournaments.rulebook.shelf import edition

DAY = date(2026, 6, 1)


def game(own: int, other: int, code: str = "1/2-1/2", *, games: int = 1) -> Record:
    entries = (Entry(1, "One", rating=own or None), Entry(2, "Two", rating=other, rating_k=20))
    played = tuple(Game(number, 1, 1, 2, code) for number in range(1, games + 1))
    return Record(EventFacts("Open", start=DAY, end=DAY, system="swiss", rounds=games), entries, played)


def marks(record: Record, key: str, **facts: object) -> set[str]:
    """The marks of player 1 in an edition, beside those that every line of it carries."""
    line = rate_event(record, edition(key), {1: PlayerFacts(**facts)}).player(1)  # type: ignore[arg-type]
    shown = {step.inputs["parameter"] for step in line.steps if step.key == "edition.unverified"}
    assert shown == set(line.doubts)
    return set(line.doubts) - {"method", "change", "expected"}


@pytest.mark.parametrize(
    ("born", "marked"),
    [
        ("2008-03-14", True),  # 18 on 14 March: till the birthday K 20, till the end of the year K 40
        ("2008-09-01", False),  # not yet 18: K 40 either way
        ("2000", False),
    ],
)
def test_end_of_the_junior_factor_is_marked_where_the_wordings_differ(born: str, marked: bool) -> None:
    found = marks(game(1850, 1850), "fide-2022", games=60, born=born)
    assert ("k_junior_until" in found) is marked


def test_rating_that_ends_the_junior_factor_is_marked_for_who_fell_below_it_again() -> None:
    facts = {"games": 60, "born": "2012", "ever_2300": True}
    assert "k_junior_rule" in marks(game(2290, 2290), "fide-2024", **facts)
    assert "k_junior_rule" not in marks(game(2310, 2310), "fide-2024", **facts)
    assert "k_junior_rule" not in marks(game(2290, 2290), "fide-2024", games=60, born="2012", ever_2300=False)


@pytest.mark.parametrize(("games", "marked"), [(20, False), (29, False), (30, True), (34, True), (35, False)])
def test_counter_of_thirty_games_is_marked_where_games_before_the_first_rating_may_decide(
    games: int, marked: bool
) -> None:
    """Five games at least made the first rating: without them 30 to 34 would be fewer than 30."""
    assert ("k_new_counts" in marks(game(1850, 1850), "fide-2024", games=games)) is marked


def test_limit_of_k_times_games_is_marked_where_it_reduces() -> None:
    assert "k_games_limit" in marks(game(2000, 2000, games=36), "fide-2014", k=20)
    assert "k_games_limit" not in marks(game(2000, 2000, games=35), "fide-2014", k=20)
    assert "k_games_limit" not in marks(game(2000, 2000, games=36), "fide-2024", k=20)


def test_one_upgrade_is_marked_for_the_weaker_side_alone() -> None:
    assert "gap_cap_games" not in marks(game(2500, 2000), "fide-2022", k=10)
    assert "gap_cap_games" in marks(game(2000, 2500), "fide-2022", k=10)


def test_given_factor_leaves_no_mark_of_the_article_on_k() -> None:
    assert marks(game(1850, 1850), "fide-2009", k=15) == set()
    assert {"k_new_games"} <= marks(game(1850, 1850), "fide-2009", games=12)


def test_factor_of_a_list_is_marked_as_the_value_it_was_taken_from() -> None:
    assert "k_new" in marks(game(1850, 1850), "fide-2012", k=30)
    assert not {"k_new", "k_ordinary", "k_high"} & marks(game(1850, 1850), "fide-2012", k=15)


@pytest.mark.parametrize(("points", "marked"), [(["1-0"], True), (["1/2-1/2"], False)])
def test_rounding_of_the_per_cent_is_marked_where_leaving_the_rest_off_reads_another_row(
    points: list[str], marked: bool
) -> None:
    # one win of 6 against 2000: 16.67 % is 17, left off 16; a draw of six: 8.33 % either way
    record = game(0, 2000, "0-1", games=6)
    games = (replace(record.games[0], code=points[0]), *record.games[1:])
    others = (Entry(2, "Two", rating=2000), Entry(3, "Three", rating=2000), Entry(4, "Four", rating=2000))
    spread = tuple(replace(item, black=2 + index % 3) for index, item in enumerate(games))
    record = replace(record, games=spread, entries=(record.entries[0], *others))
    assert ("score_rounding" in marks(record, "fide-2004", first_event=False)) is marked


def test_list_in_force_is_marked_where_another_came_during_the_event() -> None:
    record = game(2000, 2000)
    longer = replace(record, event=replace(record.event, start=date(2026, 5, 30)))
    assert "list_in_force" in marks(longer, "fide-2025-10", k=20)
    assert "list_in_force" not in marks(record, "fide-2025-10", k=20)


def test_player_rated_in_the_meantime_has_a_step_with_its_article() -> None:
    line = rate_event(
        game(2000, 2000), edition("fide-2005"), {1: PlayerFacts(k=15, unrated_for_opponents=True)}
    ).player(1)
    step = next(step for step in line.steps if step.key == "rating.meanwhile")
    assert (step.article, step.value) == ("10.4", 2000)
    assert "2000" in sentence(step)
    assert "rated_meanwhile" in line.doubts


# --- periods -------------------------------------------------------------------------------------------


def period_of(key: str, player: PeriodPlayer, day: date = DAY) -> PeriodRating:
    found = rate_period(edition(key), day, [player])[player.number]
    shown = [step.inputs["parameter"] for step in found.steps if step.key == "edition.unverified"]
    assert shown == list(found.doubts)
    return found


@pytest.mark.parametrize(("change", "marked"), [("-2.5", True), ("2.5", False), ("-2.4", False)])
def test_rounding_of_a_period_is_marked_where_the_readings_differ(change: str, marked: bool) -> None:
    player = PeriodPlayer(1, 2400, (RatedPart("Open", 1, Fraction(change) / 10, 10),))
    assert ("new_rating_rounding" in period_of("fide-2014", player).doubts) is marked
    assert "new_rating_rounding" not in period_of("fide-2024", player).doubts


def result(n: int, ru: str) -> FirstResult:
    return FirstResult(n, n, Fraction(ru) * n, Fraction(ru), n)


def test_window_of_the_pool_is_marked_where_an_older_period_lies_in_it() -> None:
    now, before = date(2009, 9, 1), date(2009, 7, 1)
    older = PeriodPlayer(
        1, None, first=(FirstPart("A", before, result(5, "2000")), FirstPart("B", now, result(5, "2000")))
    )
    same = PeriodPlayer(
        1, None, first=(FirstPart("A", now, result(5, "2000")), FirstPart("B", now, result(5, "2000")))
    )
    assert {"pool_window", "pool_unit"} <= set(period_of("fide-2009", older, now).doubts)
    assert "pool_window" not in period_of("fide-2009", same, now).doubts


def test_exact_weighting_is_marked_where_rounded_results_would_give_another_rating() -> None:
    day = date(2006, 1, 1)
    # (2000.5 x 5 + 2000 x 5) / 10 = 2000.25, 2000; with 2001 it is 2000.5, 2001
    near = PeriodPlayer(
        1, None, first=(FirstPart("A", day, result(5, "2000.5")), FirstPart("B", day, result(5, "2000")))
    )
    found = period_of("fide-2004", near, day)
    assert (found.new, found.doubts) == (2000, ("first_result_rounding",))
    far = PeriodPlayer(1, None, first=(FirstPart("A", day, result(10, "2000")),))
    assert period_of("fide-2004", far, day).doubts == ()


def test_limit_of_k_times_games_is_marked_in_a_period() -> None:
    player = PeriodPlayer(1, 2000, (RatedPart("A", 20, Fraction(1), 20), RatedPart("B", 20, Fraction(1), 20)))
    assert "k_games_limit" in period_of("fide-2017", player).doubts


def test_what_a_delisted_player_keeps_is_marked() -> None:
    player = PeriodPlayer(1, 1603, (RatedPart("Open", 9, Fraction(-1), 15),))
    found = period_of("fide-2004", player, date(2006, 1, 1))
    assert (found.state, "delisted_history" in found.doubts) == ("delisted", True)
