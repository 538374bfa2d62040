"""Round by round: why a game does not count, and the applicants that are looked at."""

from dataclasses import replace
from datetime import timedelta

import pytest

from ratings.engine.errors import EditionMismatchError
from ratings.engine.title_norms.norm import prepared, title_norm, title_norms, titles_sought
from ratings.engine.title_norms.rounds import rows_of
from tests.ratings.title_norms.builder import FIRST_DAY, record_of
from tournaments.record.model import Bye, Entry, Game, Record
from tournaments.rulebook.shelf import edition

RULES = edition("fide-titles-2024")
NINE = (
    "2500 GM GER 1; 2480 GM GER 1; 2460 GM HUN =; 2400 IM HUN =; 2380 IM SLO 1; 2360 FM SLO 1; "
    "2320 - CRO =; 2280 - CRO =; 2240 - CRO 1"
)


def reasons(record: Record) -> dict[int, tuple[str, str]]:
    return {
        row.round: (row.reason, row.article) for row in rows_of(prepared(record, RULES), 1) if not row.counted
    }


def test_every_round_that_does_not_count_says_why_and_by_which_article() -> None:
    record = record_of(
        "2500 GM GER 1; 2480 GM GER +; 2460 GM HUN f; 2400 IM HUN a; 2380 IM SLO w; - - - U; - - - H; "
        "2360 FM NON 1; 2320 - CRO *"
    )
    assert reasons(record) == {
        2: ("norm.row.forfeit", "1.4.2c"),
        3: ("norm.row.forfeit", "1.4.2c"),
        4: ("norm.row.adjudicated", "1.4.2c"),
        5: ("norm.row.unrated_game", "1.4"),
        6: ("norm.row.bye", "1.4.2c"),
        7: ("norm.row.bye", "1.4.2c"),
        8: ("norm.row.stranger", "1.4.2a"),
        9: ("norm.row.open", ""),
    }


def test_rounds_after_those_announced_are_a_play_off() -> None:
    assert reasons(record_of(f"{NINE}; 2500 GM GER 1", rounds=9)) == {10: ("norm.row.play_off", "1.4.1a")}


def test_unrated_player_of_a_round_robin_without_a_point_against_the_rated_does_not_count() -> None:
    record = record_of("2500 GM GER 1; 2480 GM GER 1; - - HUN 1", system="round_robin")
    assert reasons(record) == {3: ("norm.row.nothing_scored", "1.4.2b")}
    scored = replace(record, games=(*record.games, Game(1, 2, 4, 3, "1/2-1/2")))
    assert reasons(scored) == {}


def test_in_a_swiss_an_unrated_player_without_a_point_counts() -> None:
    assert reasons(record_of("2500 GM GER 1; 2480 GM GER 1; - - HUN 1")) == {}


def test_a_bye_asked_for_ahead_is_no_round_to_come() -> None:
    record = record_of("2500 GM GER 1; 2480 GM GER 1; 2460 GM HUN *; - - - H")
    record = replace(record, games=record.games[:3], byes=(Bye(4, 1, "H"),))
    assert reasons(record)[4] == ("norm.row.bye_ahead", "")


def test_an_opponent_met_twice_is_one_opponent_and_raised_in_both_games() -> None:
    single = record_of("2300 GM GER 1; 1900 - HUN 1", own="- CRO", system="round_robin", cycles=2, rounds=4)
    games = (*single.games, *(Game(game.round + 2, 1, game.black, 1, "0-1") for game in single.games))
    norm = title_norm(replace(single, games=games), RULES, 1, "IM")
    assert [(row.adjusted, row.raised) for row in norm.rows] == [(2300, False), (2050, True)] * 2


def test_titles_are_sought_above_the_own_and_womens_titles_by_women() -> None:
    assert titles_sought(Entry(1, "A", sex="m", title="FM")) == ("GM", "IM")
    assert titles_sought(Entry(1, "A", sex="w")) == ("GM", "IM", "WGM", "WIM")
    assert titles_sought(Entry(1, "A", sex="f", title="WGM")) == ("GM", "IM")
    assert titles_sought(Entry(1, "A", sex="f", title="GM")) == ()


def test_all_norms_of_an_event_go_by_number_and_title() -> None:
    record = record_of("2500 GM GER 1; 2480 IM GER 1")
    assert [(norm.number, norm.title) for norm in title_norms(record, RULES)] == [(1, "GM"), (3, "GM")]


def test_a_correspondence_event_has_no_title_norms() -> None:
    assert title_norms(record_of(NINE, correspondence=True), RULES) == ()


def test_an_edition_of_another_regulation_is_refused() -> None:
    with pytest.raises(EditionMismatchError, match="fide-2024"):
        title_norm(record_of(NINE), edition("fide-2024"), 1, "GM")


# --- double round robins, the big Swiss ----------------------------------------------------------------


def test_in_a_double_round_robin_half_of_the_number_of_title_holders_is_enough() -> None:
    """Ten games ask for four games with holders of the title, so for two such players (1.4.5f)."""
    five = "2500 GM GER 1; 2450 GM GER =; 2400 FM HUN =; 2350 FM HUN 1; 2300 - SLO 1"
    once = record_of(five, own="FM CRO", system="round_robin", cycles=2, rounds=10)
    games = (*once.games, *(Game(game.round + 5, 1, game.black, 1, "0-1") for game in once.games))
    norm = title_norm(replace(once, games=games), RULES, 1, "IM")
    own = next(condition for condition in norm.conditions if condition.key == "own_title")
    assert (own.figure, own.asked, own.met) == (2, 2, True)
    assert norm.reached


def big_swiss(foreigners: int, federations: int, titled: int) -> Record:
    """Nine opponents of the own federation, and so many foreigners who meet each other in every round."""
    record = record_of(NINE.replace("GER", "CRO").replace("HUN", "CRO").replace("SLO", "CRO"))
    codes = ["GER", "HUN", "SLO", "ITA"][:federations]
    others = tuple(
        Entry(
            number,
            f"Guest {number}",
            rating=2200,
            federation=codes[number % federations],
            title="IM" if number < 20 + titled else "",
        )
        for number in range(20, 20 + foreigners)
    )
    games = tuple(
        Game(a_round, board, 20 + 2 * board - 2, 20 + 2 * board - 1, "1/2-1/2")
        for a_round in range(1, 10)
        for board in range(1, foreigners // 2 + 1)
    )
    return replace(record, entries=(*record.entries, *others), games=(*record.games, *games))


@pytest.mark.parametrize(
    ("foreigners", "federations", "titled", "exempt"),
    [(20, 3, 10, "1.4.3d"), (18, 3, 10, ""), (20, 2, 10, ""), (20, 3, 9, "")],
)
def test_a_swiss_with_twenty_foreigners_frees_everybody_of_the_rules_on_federations(
    foreigners: int, federations: int, titled: int, exempt: str
) -> None:
    norm = title_norm(big_swiss(foreigners, federations, titled), RULES, 1, "GM")
    assert norm.exemption == exempt
    assert norm.reached is bool(exempt)


def test_a_foreigner_who_misses_two_rounds_is_not_one_of_the_twenty() -> None:
    record = big_swiss(20, 3, 10)
    games = tuple(game for game in record.games if not (game.round in (1, 2) and game.white == 38))
    norm = title_norm(replace(record, games=games), RULES, 1, "GM")
    assert norm.exemption == ""


# --- what the commission would reject ------------------------------------------------------------------


def codes(record: Record, title: str = "GM") -> list[tuple[str, str]]:
    norm = title_norm(record, RULES, 1, title)
    assert norm.reached
    return [(found.code, found.severity) for found in norm.findings]


def test_a_norm_in_order_has_nothing_against_it() -> None:
    assert codes(record_of(NINE)) == []
    assert title_norm(record_of(NINE), RULES, 1, "GM").acceptable


@pytest.mark.parametrize(
    ("change", "code", "severity"),
    [
        ({"system": "unknown"}, "norm.system", "objection"),
        ({"system": "team_swiss"}, "norm.system_unusual", "warning"),
        ({"chief_arbiter": ""}, "norm.arbiter", "objection"),
        ({"end": FIRST_DAY + timedelta(days=30)}, "norm.long_event", "warning"),
        ({"end": None}, "norm.days_unknown", "objection"),
        ({"rate_of_play": ""}, "norm.rate_unknown", "objection"),
        ({"rate_of_play": "60'+30\""}, "norm.rate_too_fast", "objection"),
        ({"occasion": "national_championship"}, "norm.exempt", "note"),
    ],
)
def test_what_is_wrong_with_the_event_is_told(change: dict[str, object], code: str, severity: str) -> None:
    assert codes(record_of(NINE, **change)) == [(code, severity)]


def test_thirty_days_are_not_too_long() -> None:
    assert codes(record_of(NINE, end=FIRST_DAY + timedelta(days=29))) == []


def test_three_rounds_a_day_are_too_many_and_unknown_days_are_asked_for() -> None:
    record = record_of(NINE)
    days = tuple(
        replace(a_round, day=FIRST_DAY) if a_round.number <= 3 else a_round for a_round in record.rounds
    )
    assert codes(replace(record, rounds=days)) == [("norm.rounds_a_day", "objection")]
    assert codes(replace(record, rounds=())) == [("norm.round_days_unknown", "warning")]


def test_two_long_rounds_a_day_are_too_many_hours() -> None:
    """40 moves in 2 hours and an hour for the rest: three hours for each player, six a game, twelve a day."""
    record = record_of(NINE, rate_of_play="120'/40 + 60'")
    days = tuple(
        replace(a_round, day=FIRST_DAY) if a_round.number <= 2 else a_round for a_round in record.rounds
    )
    assert codes(replace(record, rounds=days)) == []
    longer = replace(record, event=replace(record.event, rate_of_play="120'/40 + 61'"), rounds=days)
    assert codes(longer) == [("norm.hours_a_day", "objection")]


def test_missing_numbers_and_federations_are_named_with_the_players() -> None:
    record = record_of(NINE)
    entries = tuple(
        replace(
            entry,
            fide_id="" if entry.number in (1, 3) else entry.fide_id,
            federation="" if entry.number == 10 else entry.federation,
        )
        for entry in record.entries
    )
    norm = title_norm(replace(record, entries=entries), RULES, 1, "GM")
    assert [(found.code, found.players) for found in norm.findings] == [
        ("norm.own_id", (1,)),
        ("norm.opponents_id", (3,)),
        ("norm.opponents_federation", (10,)),
    ]
    assert not norm.acceptable


def test_a_norm_of_eight_games_says_that_only_one_such_may_stand_in_an_application() -> None:
    record = record_of(
        "2480 GM GER 1; 2440 GM GER 1; 2400 IM HUN =; 2380 IM HUN =; 2340 FM SLO =; 2300 - SLO =; 2260 - CRO 1; "
        "2240 - CRO 0; 2200 - CRO +"
    )
    assert codes(record, "IM") == [("norm.short", "note")]
