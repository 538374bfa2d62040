"""The computer table of 11.31 as a value; its figures are worked out in tests/ratings/engine/test_computer_table."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from ratings.engine.computer_table import computed
from reports.paper_typesetting import computer_html
from reports.sheets.computer_table import Approval, ComputerTable, Rules, computer_table
from reports.sheets.data_file import data_rows
from reports.sheets.model import Particulars
from tests.ratings.engine.test_computer_table import swiss
from tests.reports.test_render import papers
from tournaments.record.model import Record
from tournaments.rulebook.shelf import edition

ORDER = ((1, 2), (2, 3), (2, 1), (4, 4))


def sheet(
    key: str = "fide-2004",
    approval: Approval | None = None,
    record: Record | None = None,
    order: Sequence[tuple[int | None, int]] = ORDER,
) -> ComputerTable:
    played = record or swiss()
    made = computed(played, edition(key))
    assert made.least is not None
    return computer_table(
        played,
        {row.number: row for row in made.rows},
        order,
        rules=Rules(key, "ratings-3", made.least.integer, not made.least.verified),
        particulars=Particulars(arbiter="Ana Belić", place="Inventown"),
        approval=approval,
        main_code="K7QM-3XRD",
    )


def test_players_stand_as_in_the_report_with_rar_n_w_and_w_minus_we() -> None:
    made = sheet()
    assert [(line.place, line.number, line.rating, line.rar, line.n, line.w, line.change) for line in made.lines] == [
        (1, 2, 1800, 1650, 2, "1½", "+0.10"),
        (2, 3, 1700, 1700, 2, "1", "0.00"),
        (2, 1, None, 1700, 3, "1", ""),
        (4, 4, 1600, 1750, 2, "½", "−0.10"),
    ]  # fmt: skip


def test_ru_is_printed_below_the_floor_and_said_not_to_count() -> None:
    made = sheet()
    assert [line.ru for line in made.lines] == ["", "", "1575", ""]
    assert [line.ru_counts for line in made.lines] == [True, True, False, True]
    assert "computer_ru_not_counted" in {note.key for note in made.notes}


def test_a_choice_that_the_text_does_not_make_is_said() -> None:
    made = sheet("fide-2005")
    assert [(line.rar, line.ru) for line in made.lines if line.rating is None] == [(0, "")]
    notes = {note.key: note.inputs for note in made.notes}
    assert notes["computer_unrated"] == {"least": 4}
    assert notes["computer_least_chosen"] == {"least": 4, "edition": "fide-2005"}
    assert "computer_least_chosen" not in {note.key for note in sheet().notes}


def test_players_of_teams_have_no_column_of_places() -> None:
    of_teams = sheet(order=[(None, number) for _place, number in ORDER])
    for made, shown in ((sheet(), True), (of_teams, False)):
        assert made.shows_places is shown
        html = computer_html(made, papers())
        heads = re.findall(r"<th[^>]*>([^<]*)</th>", html)
        cells = re.findall(r"<td[^>]*>[^<]*</td>", html)
        assert ("Rk" in heads, len(cells)) == (shown, len(heads) * len(made.lines))


def test_the_approval_of_the_program_is_printed_and_its_absence_too() -> None:
    approved = sheet(approval=Approval(date(2026, 2, 1), "rating administrator"))
    notes = {note.key: note.inputs for note in approved.notes}
    assert notes["computer_approved"] == {"on": date(2026, 2, 1), "by": "rating administrator"}
    assert "computer_not_approved" in {note.key for note in sheet().notes}


def test_arbiter_and_rating_officer_sign_and_an_event_without_games_has_no_table() -> None:
    made = sheet()
    assert [field.role for field in made.signatures] == ["arbiter", "rating_officer"]
    assert made.can_be_signed
    empty = replace(swiss(), games=())
    assert [part.article for part in sheet(record=empty).missing] == ["11.31"]


def test_the_data_file_has_rc_points_and_games_and_birthdays_only_for_the_office() -> None:
    base = swiss()
    entries = (
        replace(base.entries[0], sex="w", birth="2001-05-09", fide_id="12345678", federation="INV"),
        replace(base.entries[1], sex="m", birth="1990", fide_id="123456789"),
        *base.entries[2:],
    )
    record = replace(base, entries=entries)
    names = {entry.number: entry.name for entry in entries}
    rows = list(data_rows(record, computed(record, edition("fide-2004")), names, with_birthdays=True))
    assert rows[0].cells == (12345678, "New, Player", "INV", 1700, "1.0", 3, date(2001, 5, 9), "F")
    assert rows[1].cells == (None, "Rated, One", "", 1650, "1.5", 2, None, "M")
    assert [row.birthday for row in data_rows(record, None, names, with_birthdays=False)] == [None] * 4


def test_without_a_computation_rc_and_n_are_empty_and_w_are_all_points() -> None:
    """Points: 1 has 1, 2 has 1½, 3 has 2, 4 has 1½."""
    names = {entry.number: entry.name for entry in swiss().entries}
    rows = list(data_rows(swiss(), None, names, with_birthdays=True))
    assert [(row.rc, row.w, row.n) for row in rows] == [
        (None, "1.0", None),
        (None, "1.5", None),
        (None, "2.0", None),
        (None, "1.5", None),
    ]
