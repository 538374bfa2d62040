"""What surrounds the numbers of an event: methods, findings, doubts, steps that can be computed again."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from ratings.engine.errors import EditionMismatchError, UnknownEntryError
from ratings.engine.event import method, rate_event
from ratings.engine.facts import PlayerFacts
from ratings.engine.output import game_rows, rating_document
from ratings.engine.period import FirstPart, PeriodPlayer, rate_period
from ratings.engine.results import FirstResult
from ratings.engine.tables import dp, pd_hundredths
from ratings.finding_sentences import FINDING_SENTENCES, remark
from ratings.sentences import sentence
from tournaments.record.model import Entry, EventFacts, Game, Record, ScoreSystem, System
from tournaments.rulebook.explained import Step
from tournaments.rulebook.shelf import edition, editions


def open_event(
    ratings: list[int], games: list[tuple[int, int, str]], system: System = "swiss", start: date | None = None
) -> Record:
    """Players with K 15 (0 is unrated), games (White, Black, code) one a round."""
    entries = tuple(
        Entry(n, f"Player {n}", rating=rating or None, rating_k=15 if rating else None)
        for n, rating in enumerate(ratings, 1)
    )
    played = tuple(Game(n, 1, white, black, code) for n, (white, black, code) in enumerate(games, 1))
    event = EventFacts("Open", start=start or date(2026, 5, 1), system=system, rounds=len(played))
    return Record(event, entries, played)


def all_against_all(ratings: list[int], system: System = "round_robin", code: str = "1/2-1/2") -> Record:
    numbers = range(1, len(ratings) + 1)
    return open_event(ratings, [(a, b, code) for a in numbers for b in numbers if a < b], system)


def codes(record: Record, key: str, facts: dict[int, PlayerFacts] | None = None) -> list[str]:
    return [finding.code for finding in rate_event(record, edition(key), facts).findings]


def every_step(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from every_step(step.parts)


# --- method --------------------------------------------------------------------------------------------


def test_method_follows_edition_and_system() -> None:
    rated, swiss = all_against_all([2300, 2200, 2100, 2000]), open_event([2300, 2200], [(1, 2, "1-0")])
    assert method(rated, edition("fide-2004")) == "round_robin"
    assert method(swiss, edition("fide-2004")) == "swiss"
    assert method(rated, edition("fide-2025-10")) == "per_game"


@pytest.mark.parametrize("code", ["+/-", "=/=", "*", "1-0u"])
def test_one_game_not_played_for_rating_makes_a_round_robin_a_swiss(code: str) -> None:
    record = all_against_all([2300, 2200, 2100, 2000])
    broken = replace(record, games=(replace(record.games[0], code=code), *record.games[1:]))
    assert method(broken, edition("fide-2004")) == "swiss"
    found = rate_event(broken, edition("fide-2004")).findings
    assert [(f.code, f.article, f.players) for f in found] == [("round_robin.as_swiss", "6.43", (1, 2))]


def test_unknown_system_is_computed_as_a_swiss_with_a_warning() -> None:
    record = all_against_all([2300, 2200, 2100, 2000], "unknown")
    assert method(record, edition("fide-2004")) == "swiss"
    assert codes(record, "fide-2004") == ["system.unknown"]
    assert codes(record, "fide-2025-10") == []


def test_double_round_robin_counts_opponents_once_in_the_average_and_games_in_the_expectation() -> None:
    ratings = [2300, 2200, 2200, 2100, 2000, 0]
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7) if a != b]
    record = open_event(ratings, [(a, b, "1/2-1/2") for a, b in pairs], "round_robin")
    rating = rate_event(record, edition("fide-2004"), {6: PlayerFacts(first_event=False)})
    # Rar = Ra = 2160; Rc = (2160 * 6 - 2300) / 5 = 2132, D 168, .72, ten games
    line = rating.player(1)
    assert (rating.method, line.rc, line.n, line.we) == ("round_robin", 2132, 10, Fraction("7.2"))


@pytest.mark.parametrize("key", ["fide-2012", "fide-2014", "fide-2017"])
def test_before_2022_unrated_players_of_a_round_robin_count_in_games_too(key: str) -> None:
    mixed = all_against_all([2000, 2000, 2000, 2000, 0])
    facts = {5: PlayerFacts(first_event=False)}
    assert rate_event(mixed, edition(key), facts).method == "per_game_by_average"
    # everybody on half of the points: Ra = 2000, and so the unrated player
    assert [rate_event(mixed, edition(key), facts).player(n).n for n in (1, 5)] == [4, 4]
    assert rate_event(mixed, edition(key), facts).player(5).ru == 2000
    assert rate_event(mixed, edition("fide-2022"), facts).player(1).n == 3


def test_a_round_robin_of_rated_players_alone_goes_game_by_game_and_without_remark() -> None:
    rated = all_against_all([2300, 2200, 2100, 2000])
    broken = replace(rated, games=(replace(rated.games[0], code="+/-"), *rated.games[1:]))
    for record in (rated, broken):
        rating = rate_event(record, edition("fide-2017"))
        assert rating.method == "per_game"
        assert "round_robin.as_swiss" not in {finding.code for finding in rating.findings}


def test_double_round_robin_game_by_game_counts_opponents_in_the_average() -> None:
    """A 2200 scores 3 of 4, B 2000 and the unrated C 1½: dpa = (193 - 87)/2 = 53, Ra = 2100 - 53 * 2/3."""
    games = [(1, 2, "1-0"), (2, 1, "1/2-1/2"), (1, 3, "1-0"), (3, 1, "1/2-1/2")]
    games += [(2, 3, "1/2-1/2"), (3, 2, "1/2-1/2")]
    record = open_event([2200, 2000, 0], games, "round_robin")
    rating = rate_event(record, edition("fide-2017"), {3: PlayerFacts(first_event=False)})
    # 2065 - 87 * 2/3 = 2007; A: 2 * .76 + 2 * .75; B: 2 * .24 + 2 * .49
    assert rating.player(3).ru == 2007
    assert [rating.player(n).we for n in (1, 2)] == [Fraction("3.02"), Fraction("1.46")]
    assert all("double_round_robin" in line.doubts for line in rating.players)


def test_a_result_below_half_in_a_round_robin_stands_alone_in_the_pool_as_it_stands_in_the_event() -> None:
    """2249 - 149 * 5/6 = 2124.83: without himself, at that, the average of the field of six is 2273.83."""
    boards = [(1, 2, "1-0"), (1, 3, "1-0"), (1, 4, "1-0"), (1, 5, "0-1"), (1, 6, "1-0"), (2, 3, "1-0")]
    boards += [(2, 4, "1-0"), (2, 5, "0-1"), (2, 6, "1-0"), (3, 4, "1-0"), (3, 5, "1/2-1/2"), (3, 6, "1-0")]
    boards += [(4, 5, "0-1"), (4, 6, "1/2-1/2"), (5, 6, "0-1")]
    record = open_event([2400, 2300, 2250, 2000, 0, 0], boards, "round_robin")
    rating = rate_event(record, edition("fide-2017"), {n: PlayerFacts(first_event=False) for n in (5, 6)})
    assert rating.player(6).first
    day = date(2018, 1, 1)
    part = FirstPart("Masters", day, rating.player(6).first)
    alone = rate_period(edition("fide-2017"), day, [PeriodPlayer(6, None, first=(part,))])[6]
    assert (alone.state, alone.new) == ("first", 2125)
    # with 2½ of 5 against 2000: 4 of 10, (11369.17 + 10000)/10 - 72 = 2064.92
    swiss = FirstPart("Open", day, FirstResult(5, 5, Fraction(10000), Fraction(2000), 5))
    both = rate_period(edition("fide-2017"), day, [PeriodPlayer(6, None, first=(part, swiss))])[6]
    assert both.new == 2065


# --- who counts ----------------------------------------------------------------------------------------


def test_points_of_the_event_do_not_matter_for_the_rating() -> None:
    record = open_event([2000, 2000], [(1, 2, "1-0"), (2, 1, "1/2-1/2")])
    football = replace(record, event=replace(record.event, score_system=ScoreSystem(6, 2, 0, 6)))
    assert rate_event(football, edition("fide-2025-10")) == rate_event(record, edition("fide-2025-10"))


def test_penalty_scores_are_rated_as_written() -> None:
    line = rate_event(open_event([2000, 2000], [(1, 2, "0-0")]), edition("fide-2025-10")).player(1)
    assert (line.n, line.w, line.change) == (1, 0, Fraction("-7.5"))


def test_player_rated_in_the_meantime_is_rated_for_himself_and_unrated_for_the_others() -> None:
    record = open_event([2000, 2100, 2200], [(1, 2, "1-0"), (2, 3, "0-1")])
    rating = rate_event(record, edition("fide-2004"), {1: PlayerFacts(unrated_for_opponents=True)})
    assert [(line.ro, line.n) for line in rating.players] == [(2000, 1), (2100, 1), (2200, 1)]
    assert rating.player(2).w == 0


def test_match_with_an_unrated_player_is_not_rated_since_2024() -> None:
    record = open_event([2000, 0], [(1, 2, "1-0"), (2, 1, "1-0")], "match")
    rating = rate_event(record, edition("fide-2025-10"))
    assert [(line.n, line.steps[0].key, line.steps[0].article) for line in rating.players] == [
        (0, "none.match", "6.1"),
        (0, "none.match", "6.1"),
    ]


def test_scheveningen_with_two_unrated_players_is_objected_to() -> None:
    record = open_event([2000, 2000, 0, 0], [(1, 3, "1-0"), (2, 4, "1-0")], "scheveningen")
    assert "scheveningen.unrated" in codes(record, "fide-2004")


def test_too_few_rated_players_of_a_round_robin_are_objected_to() -> None:
    record = all_against_all([2000, 2000, 2000, 0, 0])
    found = {finding.code: finding for finding in rate_event(record, edition("fide-2004")).findings}
    few = found["round_robin.few_rated"]
    assert (few.severity, few.article, few.inputs) == (
        "objection",
        "6.31",
        {"rated": 3, "needed": 4, "entered": 5},
    )


def test_first_event_that_nobody_vouches_for_is_assumed_aloud() -> None:
    record = open_event([2000, 2000, 2000, 0], [(4, 1, "0-1"), (4, 2, "0-1"), (4, 3, "0-1")])
    assert "first_event.assumed" in codes(record, "fide-2004")
    assert "first_event.assumed" not in codes(record, "fide-2004", {4: PlayerFacts(first_event=True)})


@pytest.mark.parametrize(("key", "day"), [("fide-2012", date(2013, 1, 1)), ("fide-2009", date(2011, 7, 1))])
def test_a_valid_event_before_is_no_first_event(key: str, day: date) -> None:
    """Half a point against 2000 is 50 %, Ru 2000 from one game; without the earlier event it is too little."""
    record = open_event([0, 2000], [(1, 2, "1/2-1/2")], start=day)
    facts = {1: PlayerFacts(valid_event_before=True)}
    rating = rate_event(record, edition(key), facts)
    assert (rating.player(1).n, rating.player(1).ru) == (1, 2000)
    assert "first_event.assumed" not in [finding.code for finding in rating.findings]
    assert rate_event(record, edition(key)).player(1).n == 0


@pytest.mark.parametrize(("opponents", "used"), [(1700, True), (1560, False)])
def test_a_first_result_says_whether_it_is_used(opponents: int, used: bool) -> None:
    """Three draws give the average of the opponents; 1601 was the lowest rating in 2006 (10.31)."""
    games = [(4, number, "1/2-1/2") for number in (1, 2, 3)]
    record = open_event([opponents] * 3 + [0], games, start=date(2006, 5, 1))
    document = rating_document(rate_event(record, edition("fide-2004")), sentence)
    line = document["players"][3]  # type: ignore[index]
    assert (line["ru"], line["ru_used"]) == (opponents, used)
    assert "ru_used" not in document["players"][0]  # type: ignore[index]


@pytest.mark.parametrize(
    ("key", "step", "value", "said"),
    [
        ("fide-2004", "average.mean", 2101, "rounded half up to Rc = 2101"),
        ("fide-2012", "average.exact", Fraction("2100.5"), "is 2100.5; it is not rounded"),
        ("fide-2024", "average.information", Fraction("2100.5"), "For information: over 4 games"),
    ],
)
def test_the_average_of_a_first_result_is_said_as_it_is_used(
    key: str, step: str, value: object, said: str
) -> None:
    """2100, 2100, 2101 and 2101: 8402 / 4 = 2100.5."""
    games = [(5, number, "1/2-1/2") for number in (1, 2, 3, 4)]
    line = rate_event(open_event([2100, 2100, 2101, 2101, 0], games), edition(key)).player(5)
    found = [one for one in line.steps if one.key.startswith("average.")]
    assert [(one.key, one.value, len(one.parts)) for one in found] == [(step, value, 4)]
    assert said in sentence(found[0])
    assert (line.rc, line.ru) == (2101, {"fide-2004": 2101, "fide-2012": value}.get(key, Fraction(12002, 6)))


@pytest.mark.parametrize(("born", "k"), [("2999", 20), ("1899", 20), ("2026-05-02", 20), ("2010", 40)])
def test_who_cannot_have_been_born_then_is_no_junior(born: str, k: int) -> None:
    record = open_event([2000, 2000], [(1, 2, "1/2-1/2")])
    record = replace(record, entries=tuple(replace(entry, rating_k=None) for entry in record.entries))
    facts = {1: PlayerFacts(born=born, games=50), 2: PlayerFacts(born="1980", games=50)}
    rating = rate_event(record, edition("fide-2024"), facts)
    assert rating.player(1).k == k
    impossible = [finding.players for finding in rating.findings if finding.code == "k.born_impossible"]
    assert impossible == ([] if k == 40 else [(1,)])


def test_a_match_that_is_not_rated_says_only_that() -> None:
    games = [(2, 1, "1-0"), (2, 1, "1-0"), (2, 1, "1-0"), (2, 1, "1-0")]
    for said in ("", "rated"):
        record = open_event([0, 2000], games, "match")
        record = replace(record, event=replace(record.event, after_decision=said))  # type: ignore[arg-type]
        rating = rate_event(record, edition("fide-2024"))
        assert [[step.key for step in line.steps] for line in rating.players] == [["none.match"]] * 2
        assert {finding.code for finding in rating.findings} <= {"edition.unverified"}


def test_valid_event_before_frees_from_three_rated_opponents_in_2012() -> None:
    record = open_event([2000, 0], [(1, 2, "1/2-1/2")])
    later, unknown = PlayerFacts(first_event=False, valid_event_before=True), PlayerFacts(first_event=False)
    assert rate_event(record, edition("fide-2012"), {2: later}).player(2).ru == 2000
    assert rate_event(record, edition("fide-2012"), {2: unknown}).player(2).ru is None


# --- refusals ------------------------------------------------------------------------------------------


def test_edition_of_another_regulation_is_refused() -> None:
    with pytest.raises(EditionMismatchError, match="c07-2026"):
        rate_event(open_event([2000], []), edition("c07-2026"))


def test_facts_about_nobody_are_refused() -> None:
    with pytest.raises(UnknownEntryError, match="7"):
        rate_event(open_event([2000], []), edition("fide-2004"), {7: PlayerFacts(k=20)})


# --- K -------------------------------------------------------------------------------------------------


def test_derived_factor_is_told_and_so_is_a_missing_birth() -> None:
    record = open_event([2000, 2000], [(1, 2, "1-0")])
    bare = replace(record, entries=tuple(replace(entry, rating_k=None) for entry in record.entries))
    rating = rate_event(
        bare, edition("fide-2025-10"), {1: PlayerFacts(born="2010"), 2: PlayerFacts(games=12)}
    )
    assert [(line.k, line.change) for line in rating.players] == [(40, 20), (40, -20)]
    assert [(finding.code, finding.players) for finding in rating.findings] == [
        ("k.derived", (1,)),
        ("k.derived_from_games", (2,)),
        ("k.born_unknown", (2,)),
    ]


def test_junior_without_a_start_day_is_told() -> None:
    record = open_event([2000, 2000], [(1, 2, "1-0")])
    undated = replace(record, event=replace(record.event, start=None))
    bare = replace(undated, entries=tuple(replace(entry, rating_k=None) for entry in record.entries))
    assert "k.no_start_day" in codes(bare, "fide-2025-10", {1: PlayerFacts(born="2010")})


def test_reduced_factor_keeps_the_nominal_beside_it() -> None:
    record = open_event([2000, 2000], [(1, 2, "1-0")] * 36)
    line = rate_event(record, edition("fide-2025-10"), {1: PlayerFacts(k=20)}).player(1)
    assert (line.k, line.k_nominal, line.change) == (19, 20, 19 * Fraction(18))


# --- doubts --------------------------------------------------------------------------------------------


def test_unverified_value_marks_the_number_that_it_decided() -> None:
    record = open_event([2000, 2100], [(1, 2, "1-0")])
    rating = rate_event(record, edition("fide-2014"))
    marks = [step.inputs["parameter"] for step in rating.player(1).steps if step.key == "edition.unverified"]
    assert marks == list(rating.player(1).doubts) == ["method", "change"]
    assert {finding.code for finding in rating.findings} == {"edition.unverified"}


def test_verified_edition_leaves_no_mark() -> None:
    assert codes(open_event([2000, 2100], [(1, 2, "1-0")]), "fide-2025-10") == []


def test_rounding_of_the_average_is_marked_only_where_it_decides() -> None:
    # Mean 2000.5 counts as 2001: D 3, .50; rounding the difference 3.5 instead would give 4, .51.
    near = open_event([2004, 2000, 2001], [(1, 2, "1-0"), (1, 3, "1-0")])
    assert codes(near, "fide-2004") == ["edition.unverified"]
    # D 49 or 50 lie in one row.
    far = open_event([2050, 2000, 2001], [(1, 2, "1-0"), (1, 3, "1-0")])
    assert codes(far, "fide-2004") == []


# --- steps ---------------------------------------------------------------------------------------------


def sample_records() -> list[Record]:
    mixed = all_against_all([2600, 2500, 2300, 2100, 0, 0], code="1-0")
    return [
        mixed,
        open_event([2500, 2000, 0, 1400], [(1, 2, "1-0"), (3, 1, "0-1"), (3, 2, "1-0"), (3, 4, "1/2-1/2")]),
        open_event([2000, 2100], [(1, 2, "1-0")] * 40),
    ]


@pytest.mark.parametrize("key", [item.key for item in editions("fide-rating")])
def test_every_step_has_an_article_of_its_edition_and_a_sentence(key: str) -> None:
    articles = {parameter.article for parameter in edition(key).parameters.values()}
    for record in sample_records():
        facts = {entry.number: PlayerFacts(first_event=False) for entry in record.entries}
        rating = rate_event(record, edition(key), facts)
        steps = list(every_step(rating.steps + tuple(s for line in rating.players for s in line.steps)))
        assert steps
        assert {step.article for step in steps} <= articles
        assert all(sentence(step) for step in steps)
        assert all(remark(finding) for finding in rating.findings)
        assert all(finding.key in FINDING_SENTENCES for finding in rating.findings)
        assert rating_document(rating, sentence)["edition"] == key


def recompute(step: Step) -> object:
    """The value of an arithmetic step from nothing but its inputs and the printed tables."""
    number = {
        name: Fraction(value) for name, value in step.inputs.items() if isinstance(value, (int, Fraction))
    }
    if step.key == "expected.share":
        return Fraction(pd_hundredths(int(number["difference"])), 100)
    if step.key == "expected.points":
        return number["share"] * number["games"]
    if step.key in ("game", "game.cut"):
        return number["score"] - Fraction(pd_hundredths(int(number["counted"])), 100)
    if step.key == "gain":
        return number["w"] - number["we"]
    if step.key == "change":
        return number["k"] * number["gain"]
    if step.key == "first.looked_up":
        return number["average"] + dp(int(number["per_cent"]))
    if step.key == "first.draws":
        return (number["sum"] + number["draws"] * number["rating"]) / number["all_games"]
    return step.value


@pytest.mark.parametrize("key", ["fide-2004", "fide-2024", "fide-2025-10"])
def test_steps_can_be_computed_again_from_their_inputs(key: str) -> None:
    checked = set()
    for record in sample_records():
        for line in rate_event(record, edition(key)).players:
            for step in every_step(line.steps):
                assert recompute(step) == step.value
                checked.add(step.key)
    assert {"gain", "change"} <= checked


def test_games_of_a_player_are_listed_as_rating_pages_show_them() -> None:
    record = open_event([2500, 2000, 2450], [(1, 2, "1-0"), (3, 1, "1/2-1/2")])
    rows = game_rows(rate_event(record, edition("fide-2025-10")).player(1))
    assert [(row.opponent, row.rc, row.counted, row.w, row.chg, row.k, row.k_chg) for row in rows] == [
        (2, 2000, 2100, 1, Fraction("0.08"), 15, Fraction("1.2")),
        (3, 2450, 2450, Fraction(1, 2), Fraction("-0.07"), 15, Fraction("-1.05")),
    ]
    mean = game_rows(rate_event(record, edition("fide-2004")).player(1))
    assert [(row.rc, row.counted, row.chg) for row in mean] == [(2000, 2150, None), (2450, 2450, None)]


def test_order_of_entry_does_not_change_a_rating() -> None:
    record = open_event([2000, 2100, 1900], [(1, 2, "1-0"), (1, 3, "0-1"), (2, 3, "1/2-1/2")])
    turned = replace(record, entries=record.entries[::-1], games=record.games[::-1])
    assert rate_event(turned, edition("fide-2025-10")) == rate_event(record, edition("fide-2025-10"))


def test_national_championship_has_its_own_number_of_rated_players() -> None:
    """Three rated men of five are too few for 6.31 and enough for 6.33."""
    record = all_against_all([2000, 2000, 2000, 0, 0])
    national = replace(record, event=replace(record.event, occasion="national_championship"))
    assert "round_robin.few_rated" not in codes(national, "fide-2004")
    two = all_against_all([2000, 2000, 0, 0, 0])
    few = replace(two, event=replace(two.event, occasion="national_championship"))
    found = {finding.code: finding for finding in rate_event(few, edition("fide-2004")).findings}
    assert (found["round_robin.few_rated"].article, found["round_robin.few_rated"].inputs["needed"]) == (
        "6.33",
        3,
    )
