"""Cases TB-01 to TB-11 and RES-03: a file goes in, and the pages of the event show what the text makes of it.

Expected numbers are those of the collection of known mistakes; the articles of C.07 stand beside each case.
"""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from tests.tiebreaks.web.reading import table

pytestmark = pytest.mark.django_db
FILES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "files"
WAITING = "not all met"


@pytest.fixture
def standing(client: Any) -> Callable[..., dict[str, dict[str, str]]]:
    """The standings page of a file's event, by start number, under an order and an edition."""
    from tournaments.services.imports import event_import

    def show(
        file: str, order: str, edition: str, *, unplayed: str = "", **query: str
    ) -> dict[str, dict[str, str]]:
        path = FILES / file
        if not path.exists():
            pytest.skip(f"the collection of cases beside the repository has no {file}")
        event = event_import(path.read_bytes(), actor=None, name=file).event
        type(event).objects.filter(pk=event.pk).update(
            tie_break_order=order, tie_break_edition=edition, unplayed_edition=unplayed
        )
        show.event = event  # type: ignore[attr-defined]
        rows = table(client.get(reverse("tiebreaks:standings", args=[event.pk]), query))
        return {row["SNo"]: row for row in rows}

    return show


def column(rows: Mapping[str, Mapping[str, str]], head: str, *numbers: int) -> list[str]:
    chosen = numbers or sorted(map(int, rows))
    return [rows[str(number)][head] for number in chosen]


def page(client: Any, name: str, event: Any, *more: Any, **query: Any) -> str:
    found: str = client.get(reverse(f"tiebreaks:{name}", args=[event.pk, *more]), query).content.decode()
    return found


# ---- TB-01: an allocated bye counts the own score (16.4) ----


def test_tb_01_two_who_never_met_and_are_equal_in_all_share_the_first_place(standing: Any) -> None:
    rows = standing("TB-01.trf", "PTS,DE,BH,SB", "c07-2023")
    assert column(rows, "BH") == ["8.5", "10.0", "11.0", "10.0", "8.5"]
    assert column(rows, "SB", 1, 5) == ["7.5", "7.5"]
    assert column(rows, "Rk", 1, 5) == ["1", "1"]
    assert sorted(column(rows, "Rk"))[2] == "3"


def test_tb_01_the_rule_before_gives_a_sole_winner(standing: Any) -> None:
    rows = standing("TB-01.trf", "PTS,DE,BH,SB", "c07-2023", unplayed="c07-2009")
    assert column(rows, "BH", 1, 5) == ["6.5", "5.5"]
    assert column(rows, "Rk", 1, 5) == ["1", "2"]


# ---- TB-03: who withdrew counts draws for the opponents (16.2.5, 16.3.2) ----


def test_tb_03_absences_after_a_withdrawal_are_draws_in_the_sums_of_others(
    standing: Any, client: Any
) -> None:
    rows = standing("TB-03.trf", "PTS,BH", "c07-2026")
    assert column(rows, "BH") == ["8.0", "7.5", "9.0", "7.5", "6.0", "5.5"]
    assert (rows["1"]["Rk"], rows["2"]["Rk"]) == ("2", "3")
    opponents = [page(client, "value", standing.event, number, "BH") for number in (1, 2, 3, 4)]
    assert any("counts as 2.5" in text for text in opponents)


# ---- TB-05: a cut takes the requested bye before the lowest opponent (16.5) ----


def test_tb_05_cut_1_takes_the_half_point_bye(standing: Any, client: Any) -> None:
    rows = standing("TB-05.trf", "PTS,BH/C1", "c07-2026")
    assert column(rows, "BH/C1") == ["11.5", "10.5", "10.5", "10.5", "11.5", "11.0", "11.0", "12.0"]
    assert int(rows["7"]["Rk"]) < int(rows["3"]["Rk"])
    assert rows["7"]["Pts"] == rows["3"]["Pts"] == "3"
    assert "Cut before others, a round missed by choice: round 2" in page(
        client, "value", standing.event, 3, "BH/C1"
    )


# ---- TB-07: direct encounter that separates nobody says why (6.3) ----


def test_tb_07_an_encounter_that_decides_nothing_says_not_all_met(standing: Any) -> None:
    rows = standing("TB-07.trf", "PTS,DE,BH", "c07-2026")
    assert column(rows, "DE", 2, 4, 6) == [WAITING] * 3
    assert column(rows, "BH", 4, 2, 6) == ["4.0", "3.0", "3.0"]
    assert rows["2"]["Rk"] == rows["6"]["Rk"]
    assert int(rows["4"]["Rk"]) < int(rows["2"]["Rk"])


def test_tb_07_listed_again_after_buchholz_it_puts_the_winner_first(standing: Any) -> None:
    rows = standing("TB-07.trf", "PTS,DE,BH,DE", "c07-2026")
    assert int(rows["6"]["Rk"]) + 1 == int(rows["2"]["Rk"])


# ---- TB-09: the last round of Fore Buchholz is the event's (8.3) ----


def test_tb_09_before_the_last_round_fore_buchholz_is_buchholz(standing: Any) -> None:
    rows = standing("TB-09.trf", "PTS,FB,BH", "c07-2026", round="3")
    assert column(rows, "FB") == ["3.5", "3.5", "4.5", "4.5", "5.5", "5.5"]
    assert column(rows, "BH") == column(rows, "FB")


# ---- TB-11: halves go up, and the table is read with two decimals (10.1, 10.2) ----


def test_tb_11_a_mean_of_a_half_goes_up_and_12_and_a_half_per_cent_are_13() -> None:
    """Opponents 2000 and 2001; half a point in four games against 2100, 2150, 2200 and 2050: 2125 - 322."""
    from tiebreaks.engine.ranking import rank
    from tournaments.record.model import Entry, EventFacts, Game, Record
    from tournaments.rulebook.shelf import edition

    ratings = {1: 1900, 2: 2000, 3: 2001, 4: 1800, 5: 2100, 6: 2150, 7: 2200, 8: 2050}
    games = (
        Game(1, 1, 1, 2, "1-0"),
        Game(2, 1, 3, 1, "0-1"),
        *(Game(n, 2, 4, 4 + n, "0-1") for n in (1, 2, 3)),
        Game(4, 2, 8, 4, "1/2-1/2"),
    )
    facts = EventFacts("Invented", start=date(2026, 4, 1), system="swiss", rounds=4)
    record = Record(facts, tuple(Entry(n, f"P {n}", rating=rating) for n, rating in ratings.items()), games)
    for key in ("c07-2023", "c07-2026"):
        standings = rank(record, edition(key), ["PTS", "ARO", "TPR"])
        assert standings.row(1).values["ARO"] == 2001
        assert standings.row(4).values["TPR"] == 1803


# ---- RES-03: the cells of a crosstable name the final rank ----

CELLS = {
    "6": ["4w1", "3b1"],
    "2": ["5b1", "6w1"],
    "1": ["4w1", "1w0"],
    "4": ["3b0", "1b0", "5w1"],
    "5": ["2w0", "6b1", "4b0"],
    "3": ["5w0", "2b0"],
}


def test_res_03_the_crosstable_can_be_read_by_jumping_to_the_row(standing: Any, client: Any) -> None:
    standing("RES-03.trf", "PTS,BH,SB", "c07-2026")
    response = client.get(reverse("tiebreaks:crosstable", args=[standing.event.pk]))
    rows = table(response)
    assert [row["SNo"] for row in rows] == ["6", "2", "1", "4", "5", "3"]
    by_rank = dict(enumerate(rows, start=1))
    other = {"1": "0", "0": "1", "½": "½"}
    for place, row in by_rank.items():
        found = [row[str(number)] for number in (1, 2, 3)]
        assert [cell for cell in found if "½" not in cell] == CELLS[row["SNo"]]
        for number, cell in enumerate(found, start=1):
            mirror = by_rank[int(cell[:-2])][str(number)]
            assert mirror == f"{place}{'b' if cell[-2] == 'w' else 'w'}{other[cell[-1]]}"
