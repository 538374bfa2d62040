"""The start list of Appendix 1: columns, norms as x of y, the mean of the sample field."""

import json
from dataclasses import replace
from datetime import date

import pytest

from commission.demo.correspondence import START_LIST
from core.canonical import canonical_bytes
from reports.sheets.correspondence_start_list import (
    BelowTheTable,
    StartListLine,
    addresses_of,
    frozen_start_list,
    start_list,
    thawed_start_list,
    with_addresses,
    without_addresses,
)
from tournaments.record.norms import parse_norms

# The coefficients of the sample start list in its order; their sum is 37468 (method, Appendix 1).
SAMPLE = (
    2325,
    2201,
    2154,
    2099,
    2253,
    2264,
    2159,
    2333,
    2100,
    2200,
    2215,
    2140,
    2344,
    2222,
    2159,
    2111,
    2189,
)


def line(number, rating, **more):
    facts = {"national_id": f"{number:05d}", "birth": "1947", "category": "кмс", "name": "N", "region": "R"}
    return StartListLine(number=number, rating=rating, **(facts | more))


def sheet(lines, norms="KMS 8.0 of 16; 1st category 5.0 of 16", end_day=date(2026, 11, 30), **more):
    facts = {"start": date(2024, 6, 1), "below": BelowTheTable(arbiter="A", organiser="O")} | more
    return start_list(
        "Postal Cup",
        "ЧФР-5/4",
        lines,
        end=end_day,
        norms=parse_norms(norms),
        **facts,
    )


def sample(**more):
    """The seventeen of the sample, moved to the years of the method; everybody is invented."""
    lines = [
        line(
            place,
            row[3],
            national_id=row[0],
            birth=row[1],
            category=row[2],
            name=f"{row[4]} {row[5]} {row[6]}",
        )
        for place, row in enumerate(START_LIST, 1)
    ]
    return sheet(lines, games=16, **more)


def keys(made):
    return [part.key.removeprefix("start_list.") for part in made.missing]


def test_sample_field_has_the_mean_of_the_method():
    """37468 / 17 = 2204.0 (worked out in the regulations, section 5)."""
    assert sheet([line(number, rating) for number, rating in enumerate(SAMPLE, 1)]).mean == "2204.0"


def test_newcomers_are_left_out_of_the_mean_and_nobody_gives_none():
    assert sheet([line(1, 2200), line(2, None), line(3, 2201)]).mean == "2200.5"
    assert sheet([line(1, None)]).mean == ""


def test_players_stand_by_start_number_and_those_without_last():
    unnumbered = StartListLine(None, "", "1990", "", None, "New", "R")
    made = sheet([line(2, 2000), unnumbered, line(1, 1900)])
    assert [each.number for each in made.lines] == [1, 2, None]


def test_norms_stand_in_descending_strength():
    norms = sheet([], norms="1st category 5.0 of 16; KMS 8.5 of 16").norms
    assert [(norm.category, norm.points, norm.games) for norm in norms] == [
        ("kms", "8½", 16),
        ("first", "5", 16),
    ]


def test_the_sample_can_be_filed_as_it_stands():
    """Seventeen players, all with a coefficient, sum 37468, mean 2204.0; of number 12 only the year is known."""
    made = sample(filed=date(2024, 5, 12))
    assert len(made.lines) == 17
    assert (made.total, made.mean) == (37468, "2204.0")
    assert [each.number for each in made.lines if len(each.birth) == 4] == [12]
    assert made.missing == ()


def test_two_players_with_one_number_are_named():
    twice = sheet([line(1, 2200), line(2, 2100, national_id="00001"), line(3, 2000)])
    (part,) = twice.missing
    assert (part.key, part.article) == ("start_list.number_twice", "2.1")
    assert part.inputs == {"players": "1 N; 2 N"}


def test_a_leading_zero_makes_another_number():
    assert keys(sheet([line(1, 2200, national_id="0101"), line(2, 2100, national_id="101")])) == []


def test_whoever_has_no_number_needs_a_questionnaire():
    newcomer = line(18, None, national_id="")
    assert keys(sheet([newcomer])) == ["no_number"]
    assert keys(sheet([replace(newcomer, questionnaire=True)])) == []


@pytest.mark.parametrize(
    ("norms", "games", "wrong"),
    [
        ("KMS 8.0 of 16; 1st category 5.0 of 16", 16, []),
        ("KMS 16.0 of 16", 16, []),
        ("KMS 16.5 of 16", 16, ["norm_beyond"]),
        ("KMS 8.0 of 17", 16, ["norm_games"]),
        ("KMS 8.0", 16, []),
        ("1st category 8.0 of 16; KMS 5.0 of 16", 16, ["norm_order"]),
        ("MS 8.0 of 16; KMS 8.0 of 16", 16, ["norm_order"]),
        ("KMS 9.0 of 8", None, ["norm_beyond"]),
        ("", 16, ["norms"]),
    ],
)
def test_norms_stay_within_the_games_and_the_stronger_needs_more(norms, games, wrong):
    assert keys(sheet([line(1, 2200)], norms, games=games)) == wrong


def test_the_list_is_due_before_the_start():
    assert keys(sheet([line(1, 2200)], filed=date(2024, 6, 1))) == []
    late = sheet([line(1, 2200)], filed=date(2024, 6, 2))
    assert late.missing[0].inputs == {"filed": date(2024, 6, 2), "start": date(2024, 6, 1)}


def test_parts_that_the_article_asks_for_are_missed():
    bare = start_list("", "", [], start=None, end=None, norms=(), below=BelowTheTable())
    assert keys(bare) == ["name", "start", "end", "players", "norms", "arbiter", "organiser"]
    assert keys(sheet([replace(line(1, 2200), region="", number=None)])) == ["unnumbered", "no_region"]


def test_a_filed_list_holds_no_address_and_the_annex_gives_all_of_them_back():
    lines = [line(1, 2200, address="Elm 7", email="a@example.invalid", birth="1971-06-22"), line(2, None)]
    below = BelowTheTable(
        arbiter="A", organiser="O", arbiter_address="Oak 1", appeals_email="b@example.invalid"
    )
    whole = sheet(lines, below=below, filed=date(2024, 5, 1))
    with pytest.raises(ValueError, match="addresses"):
        frozen_start_list(whole)
    data = canonical_bytes(frozen_start_list(without_addresses(whole)))
    for secret in ("Elm", "Oak", "example.invalid", "06-22"):
        assert secret not in data.decode()
    thawed = thawed_start_list(json.loads(data))
    assert thawed == without_addresses(whole)
    assert [each.birth for each in thawed.lines] == ["1971", "1947"]
    annex = json.loads(canonical_bytes(addresses_of(whole)))
    assert with_addresses(thawed, annex) == whole


def test_the_arbiter_alone_signs():
    assert [(field.name, field.role, field.person) for field in sample().signatures] == [
        ("Arbiter", "arbiter", "A")
    ]


def test_every_missing_part_has_words_that_take_its_inputs():
    """Norms are said by name, days as days."""
    from reports.words import sentence
    from reports.words_correspondence import MISSING

    bare = start_list("", "", [], start=None, end=None, norms=(), below=BelowTheTable())
    wrong = [
        sheet([line(1, 2200), line(2, 2100, national_id="00001", region="")], filed=date(2024, 6, 2)),
        sheet([replace(line(3, 2000, national_id=""), number=None, name="")], end_day=date(2024, 5, 1)),
        sheet([line(1, 2200)], "KMS 17.0 of 16", games=16),
        sheet([line(1, 2200)], "KMS 8.0 of 17", games=16),
        sheet([line(1, 2200)], "MS 8.0 of 16; KMS 8.0 of 16", games=16),
    ]
    said = {part.key: sentence(part) for made in (bare, *wrong) for part in made.missing}
    assert set(said) == {key for key in MISSING if key.startswith("start_list.")}
    assert said["start_list.norm_beyond"].startswith("The norm of candidate master needs 17 points")
    assert "2 June 2024" in said["start_list.late"]
