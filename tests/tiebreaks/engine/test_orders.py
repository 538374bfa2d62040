"""What is said of an order of tie-breaks, by the words of article 31."""

from pathlib import Path

import pytest

from tiebreaks.engine.orders import order_findings, presets, presets_for, recommended
from tournaments.record.model import Entry, EventFacts, Record
from tournaments.rulebook.shelf import edition

UA = edition("ua-2011")
SOURCE = Path(__file__).resolve().parents[4] / "shared" / "regulations" / "sources" / "ua-2011-uk.txt"


def field(*ratings: int | None) -> Record:
    entries = tuple(Entry(n, f"Player {n}", rating=rating) for n, rating in enumerate(ratings, 1))
    return Record(EventFacts("Open", system="swiss"), entries)


CLOSE = field(2000, 2100, 2200)


def codes_of(record: Record, *order: str) -> list[tuple[str, str, str]]:
    return [(item.severity, item.code, item.article) for item in order_findings(record, UA, order)]


def test_progressive_and_buchholz_is_the_mix_that_the_article_names_as_wrong() -> None:
    assert codes_of(CLOSE, "PTS", "PS", "BH") == [("warning", "order.groups_mixed", "31.2")]
    assert codes_of(CLOSE, "PTS", "PS", "WIN", "DE") == []


def test_the_list_31_3_3_joins_two_groups_and_is_none_the_less_recommended() -> None:
    order = ("PTS", "ARO", "TPR", "PS", "WIN", "DE")
    assert codes_of(CLOSE, *order) == []
    assert recommended(UA, order, "swiss") == "31.3.3"
    assert recommended(UA, ("PTS",), "swiss") == ""
    assert codes_of(CLOSE, "PTS", "TPR", "ARO", "PS") == [("warning", "order.groups_mixed", "31.2")]


def test_a_list_recommended_for_swiss_events_is_a_mix_in_a_round_robin() -> None:
    table = Record(EventFacts("Masters", system="round_robin"), CLOSE.entries)
    order = ("PTS", "ARO", "TPR", "PS", "WIN", "DE")
    assert recommended(UA, order, "round_robin") == ""
    assert codes_of(table, *order) == [("warning", "order.groups_mixed", "31.2")]


def test_the_groups_of_codes_do_not_depend_on_their_spelling() -> None:
    assert codes_of(CLOSE, "PTS", "BH-C1", "bh") == []
    assert codes_of(CLOSE, "pts", "PS-C1", "BH-C1") == [("warning", "order.groups_mixed", "31.2")]
    assert codes_of(CLOSE, "PTS", "BH-C1", "BH/C1") == [("note", "order.repeated", "")]


def test_only_what_looks_at_the_games_of_the_tied_may_decide_a_second_time() -> None:
    """C.07, 4.3: tie-breaks of type A may stand in the list more than once."""
    modern = edition("c07-2026")
    teams = Record(EventFacts("Cup", system="team_swiss"), CLOSE.entries)
    assert order_findings(teams, modern, ("EDE", "MPVGP", "EDE", "DE", "DE")) == ()
    found = order_findings(teams, modern, ("MPVGP", "EDE", "MPVGP"))
    assert [item.key for item in found] == ["order.repeated"]


@pytest.mark.parametrize(
    ("ratings", "warned"), [((2000, 2400), False), ((2000, 2401), True), ((2000, None), True)]
)
def test_ratings_unknown_or_far_apart_do_not_suit_a_criterion_from_ratings(
    ratings: tuple[int | None, ...], warned: bool
) -> None:
    found = codes_of(field(*ratings), "PTS", "ARO", "TPR")
    assert found == ([("warning", "order.ratings_unsuitable", "31.1")] if warned else [])


def test_the_list_for_teams_is_no_mix_since_their_encounter_is_another_article() -> None:
    teams = Record(EventFacts("Cup", system="team_swiss"), CLOSE.entries)
    assert codes_of(teams, "PTS", "MP", "DE") == []
    assert codes_of(teams, "PTS", "MP", "BH") == [("warning", "order.groups_mixed", "31.2")]


def test_a_code_of_another_text_is_refused() -> None:
    assert codes_of(CLOSE, "PTS", "PTP") == [("refusal", "order.unknown", "")]


def test_modern_text_knows_no_groups() -> None:
    assert order_findings(CLOSE, edition("c07-2026"), ("PTS", "PS", "BH")) == ()


def test_every_preset_can_be_counted_by_an_edition_of_its_regulation_once_its_teams_can() -> None:
    keys = {preset.key for preset in presets_for(UA, "swiss")}
    assert keys == {"ua-31.3.3", "ua-31.3.4"}
    assert {preset.key for preset in presets_for(UA, "round_robin")} == {"ua-31.3.1"}
    assert "swiss-buchholz" in {preset.key for preset in presets_for(edition("c07-2026"), "swiss")}


@pytest.mark.skipif(
    not SOURCE.is_file(), reason="the text of the rules lies beside the repository, in ../shared"
)
def test_the_recommended_lists_have_the_numbers_of_the_text_with_their_gaps() -> None:
    text = SOURCE.read_text("utf-8")
    for preset in presets():
        for number in preset.numbers:
            assert f"\n{number}." in text, number
        if preset.article:
            printed = [line for line in text.splitlines() if line.startswith(f"{preset.article}.")]
            assert len(printed) - 1 == len(preset.numbers) == len(preset.codes)  # the heading is one of them
