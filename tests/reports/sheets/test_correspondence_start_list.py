"""The start list of Appendix 1: columns, norms as x of y, the mean of the sample field."""

from datetime import date

from reports.sheets.correspondence_start_list import BelowTheTable, StartListLine, start_list
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


def sheet(lines, norms="KMS 8.0 of 16; 1st category 5.0 of 16"):
    return start_list(
        "Postal Cup",
        "ЧФР-5/4",
        lines,
        start=date(2024, 6, 1),
        end=date(2026, 11, 30),
        norms=parse_norms(norms),
        below=BelowTheTable(arbiter="A"),
    )


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
