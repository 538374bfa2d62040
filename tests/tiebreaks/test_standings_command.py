"""`manage.py standings`: the documented JSON, errors with exit code 2, no database for a file."""

import json
from collections.abc import Callable
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tournaments.models import Entry, Event, Game, Round

TRF = """012 Invented Open
042 2026/04/11
052 2026/04/12
062 4
092 Individual: Swiss-System
142 2
001    1 m    Alderon, Nora                     2150 XXA                         1.5    1     3 w 1     2 b =
001    2 m    Birkov, Emil                      2100 XXA                         1.5    1     4 w 1     1 w =
001    3 m    Cedrin, Ota                       2050 XXA                         1.0    3     1 b 0     4 w 1
001    4 m    Dunmar, Ilja                      2000 XXA                         0.0    4     2 b 0     3 b 0
"""
UNDATED = "\n".join(line for line in TRF.splitlines() if line[:3] not in ("042", "052")) + "\n"


@pytest.fixture
def trf(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "open.trf"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def run(*arguments: str) -> Any:
    out = StringIO()
    call_command("standings", *arguments, "--json", stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def refused(*arguments: str) -> tuple[int, Any]:
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("standings", *arguments, "--json", stdout=out, stderr=StringIO())
    return error.value.returncode, json.loads(out.getvalue())["error"]


TEAMS = """012 Invented League
042 2026/04/11
052 2026/04/12
062 4
082 2
092 Team: Swiss-System
142 1
001    1      Alderon, Nora                     2150                             1.0          3 w 1
001    2      Birkov, Emil                      2100                             0.5          4 b =
001    3      Cedrin, Ota                       2050                             0.0          1 b 0
001    4      Dunmar, Ilja                      2000                             0.5          2 w =
310   1 Knights                                                             1    2
310   2 Rooks                                                               3    4
"""


def test_teams_of_a_file_are_ranked_by_the_score_that_is_asked_for(trf: Callable[[str], str]) -> None:
    path = trf(TEAMS)
    document = run("--trf", path, "--teams", "--order", "PTS,MPVGP")
    assert [(row["place"], row["name"], row["values"]) for row in document["standings"]] == [
        (1, "Knights", {"PTS": "2", "MPVGP": "1.5"}),
        (2, "Rooks", {"PTS": "0", "MPVGP": "0.5"}),
    ]
    document = run("--trf", path, "--teams", "--primary", "GP", "--order", "PTS")
    assert [row["values"]["PTS"] for row in document["standings"]] == ["1.5", "0.5"]
    out = StringIO()
    call_command("standings", "--trf", path, "--teams", "--order", "PTS,BC", stdout=out, stderr=StringIO())
    assert "Knights" in out.getvalue()


def test_teams_of_a_file_without_teams_are_refused(trf: Callable[[str], str]) -> None:
    assert refused("--trf", trf(TRF), "--teams", "--order", "PTS")[1]["code"] == "teams"


def test_file_is_ranked_with_exact_values_as_strings(trf: Callable[[str], str]) -> None:
    document = run("--trf", trf(TRF), "--edition", "c07-2026", "--order", "PTS,DE,BH,SB,ARO")
    assert document["edition"] == "c07-2026"
    assert document["order"] == ["PTS", "DE", "BH", "SB", "ARO"]
    assert [(row["place"], row["start_number"], row["name"]) for row in document["standings"]] == [
        (1, 1, "Alderon, Nora"),
        (2, 2, "Birkov, Emil"),
        (3, 3, "Cedrin, Ota"),
        (4, 4, "Dunmar, Ilja"),
    ]
    assert document["standings"][0]["values"] == {
        "PTS": "1.5",
        "DE": None,
        "BH": "2.5",
        "SB": "1.75",
        "ARO": "2075",
    }


def test_edition_of_the_start_day_is_taken_where_none_is_named(trf: Callable[[str], str]) -> None:
    assert run("--trf", trf(TRF), "--order", "PTS,BH")["edition"] == "c07-2026"
    assert run("--trf", trf(UNDATED), "--order", "PTS,BH", "--start", "2012-01-01")["edition"] == "c07-2009"


def test_undated_file_without_an_edition_is_refused(trf: Callable[[str], str]) -> None:
    code, error = refused("--trf", trf(UNDATED), "--order", "PTS,BH")
    assert (code, error["code"]) == (2, "start_day_missing")
    assert "--start" in error["hint"]


def test_undated_file_can_be_ranked_under_a_named_edition(trf: Callable[[str], str]) -> None:
    assert run("--trf", trf(UNDATED), "--order", "PTS,BH", "--edition", "c07-2023")["edition"] == "c07-2023"


def test_undated_file_under_the_ukrainian_rules_needs_the_rule_for_unplayed_rounds(
    trf: Callable[[str], str],
) -> None:
    code, error = refused("--trf", trf(UNDATED), "--order", "PTS,BH", "--edition", "ua-2011")
    assert (code, error["code"]) == (2, "start_day_missing")
    document = run(
        "--trf", trf(UNDATED), "--order", "PTS,BH", "--edition", "ua-2011", "--unplayed", "c07-2009"
    )
    assert (document["edition"], document["unplayed"]) == ("ua-2011", "c07-2009")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--order", "PTS,XYZ"), "tie_break_unknown"),
        (("--order", "PTS,BH/Q"), "tie_break_modifier"),
        (("--order", "PTS", "--edition", "c07-1900"), "edition_unknown"),
        (("--order", "PTS", "--unplayed", "ua-2011"), "tie_break"),
        (("--order", "PTS", "--start", "1.4.2026"), "arguments"),
        ((), "order_missing"),
    ],
)
def test_what_cannot_be_ranked_is_refused_with_a_code(
    trf: Callable[[str], str], arguments: tuple[str, ...], code: str
) -> None:
    exit_code, error = refused("--trf", trf(TRF), *arguments)
    assert (exit_code, error["code"]) == (2, code)


def test_file_that_contradicts_itself_is_refused_with_its_line(trf: Callable[[str], str]) -> None:
    code, error = refused("--trf", trf(TRF.replace("1 w =", "1 w 1")), "--order", "PTS")
    assert code == 2
    assert error["line"] in (7, 8)


def test_neither_file_nor_event_is_refused() -> None:
    assert refused("--order", "PTS")[1]["code"] == "arguments"


def test_missing_file_is_refused(tmp_path: Path) -> None:
    assert refused("--trf", str(tmp_path / "none.trf"), "--order", "PTS")[1]["code"] == "file.unreadable"


def test_table_for_people_names_edition_and_findings(trf: Callable[[str], str]) -> None:
    out, remarks = StringIO(), StringIO()
    call_command(
        "standings", "--trf", trf(TRF), "--order", "PTS,KS", stdout=out, stderr=remarks, no_color=True
    )
    assert out.getvalue().splitlines()[:3] == [
        "c07-2026, unplayed rounds by c07-2026",
        "Rk  SNo  Name           PTS   KS",
        " 1    1  Alderon, Nora  1.5  1.5",
    ]
    assert "warning: KS is made for round robins; in another event it compares little." in remarks.getvalue()


def test_standing_after_a_round(trf: Callable[[str], str]) -> None:
    document = run("--trf", trf(TRF), "--order", "PTS", "--through-round", "1")
    assert [(row["place"], row["values"]["PTS"]) for row in document["standings"]] == [
        (1, "1"),
        (1, "1"),
        (3, "0"),
        (3, "0"),
    ]


@pytest.mark.django_db
def test_event_of_the_portal_is_ranked_under_its_own_edition_and_order() -> None:
    event = Event.objects.create(
        name="Invented Open",
        start=date(2024, 5, 4),
        system="swiss",
        rounds_planned=3,
        tie_break_edition="ua-2011",
        unplayed_edition="c07-2009",
        tie_break_order="PTS,PS,BH",
    )
    first, second = (
        Entry.objects.create(event=event, number=number, name=f"Player {number}", rating=2000)
        for number in (1, 2)
    )
    paired = Round.objects.create(event=event, number=1)
    Game.objects.create(round=paired, board=1, white=first, black=second, code="0-1")
    document = run(str(event.pk))
    assert (document["edition"], document["unplayed"]) == ("ua-2011", "c07-2009")
    assert document["order"] == ["PTS", "PS", "BH"]
    assert [(row["start_number"], row["values"]["PTS"]) for row in document["standings"]] == [
        (2, "1"),
        (1, "0"),
    ]


@pytest.mark.django_db
def test_unknown_event_is_refused() -> None:
    assert refused("999999", "--order", "PTS")[1]["code"] == "event.unknown"


def test_an_edition_of_another_regulation_is_refused_by_name(trf: Callable[[str], str]) -> None:
    code, error = refused("--trf", trf(TRF), "--edition", "fide-2004", "--order", "PTS")
    assert (code, error["code"]) == (2, "edition_not_for_tie_breaks")
    assert "fide-2004" in error["message"]


@pytest.mark.parametrize("after", ["3", "-1", "99"])
def test_there_is_no_standing_after_a_round_that_has_not_begun(trf: Callable[[str], str], after: str) -> None:
    code, error = refused("--trf", trf(TRF), "--order", "PTS", f"--through-round={after}")
    assert (code, error["code"]) == (2, "round_not_started")


def test_the_standing_after_an_earlier_round_counts_that_round_alone(trf: Callable[[str], str]) -> None:
    document = run("--trf", trf(TRF), "--order", "PTS", "--through-round=1")
    assert [row["values"]["PTS"] for row in document["standings"]] == ["1", "1", "0", "0"]
    assert [row["place"] for row in document["standings"]] == [1, 1, 3, 3]


def test_a_refused_file_names_all_its_reasons_with_line_and_column(trf: Callable[[str], str]) -> None:
    broken = TRF.replace("3 w 1     2 b =", "3 x 1     2 b ?")
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("standings", "--trf", trf(broken), "--json", stdout=out, stderr=StringIO())
    errors = json.loads(out.getvalue())["errors"]
    assert [(error["code"], error["line"], error["column"]) for error in errors] == [
        ("colour.unknown_letter", 7, 97),
        ("code.unknown", 7, 109),
    ]


def test_an_event_of_thousands_of_digits_is_unknown_and_breaks_nothing() -> None:
    code, error = refused("9" * 5000, "--order", "PTS")
    assert (code, error["code"]) == (2, "event.unknown")


def test_a_start_day_that_was_typed_is_not_asked_for_again(trf: Callable[[str], str]) -> None:
    document = run("--trf", trf(UNDATED), "--order", "PTS", "--start=2026-04-11")
    assert document["edition"] == "c07-2026"
    assert "event.no_start" not in {finding["code"] for finding in document["findings"]}


def test_a_typed_start_day_that_the_file_contradicts_wins_and_is_told(trf: Callable[[str], str]) -> None:
    document = run("--trf", trf(TRF), "--order", "PTS", "--start=2024-04-11")
    assert document["edition"] == "c07-2023"
    assert "date.typed" in {finding["code"] for finding in document["findings"]}
