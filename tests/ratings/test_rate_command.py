"""`manage.py rate`: the documented JSON, errors with exit code 2, no database for a file."""

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

SWISS = """012 Invented Open
042 2026/04/11
052 2026/04/12
062 4
092 Individual: Swiss-System
142 2
001    1 m    Alderon, Nora                     2150 XXA                         1.5    1     3 w 1     2 b =
001    2 m    Birkov, Emil                      2100 XXA                         1.5    1     4 w 1     1 w =
001    3 m    Cedrin, Ota                       2050 XXA                         1.0    3     1 b 0     4 w 1
001    4 m    Dunmar, Ilja                           XXA                         0.0    4     2 b 0     3 b 0
"""
UNDATED = "\n".join(line for line in SWISS.splitlines() if line[:3] not in ("042", "052")) + "\n"


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, str], str]:
    def write(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


Write = Callable[[str, str], str]


def run(*arguments: str) -> Any:
    out = StringIO()
    call_command("rate", *arguments, "--json", stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def refused(*arguments: str) -> tuple[int, Any]:
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("rate", *arguments, "--json", stdout=out, stderr=StringIO())
    return error.value.returncode, json.loads(out.getvalue())["error"]


def test_file_is_rated_with_strings_for_scores_and_integers_for_ratings(file: Write) -> None:
    players = file("players.csv", "start_number,k\n1,20\n2,20\n3,10\n")
    document = run("--trf", file("a.trf", SWISS), "--edition", "fide-2025-10", "--players", players)
    assert (document["edition"], document["method"]) == ("fide-2025-10", "per_game")
    lines = {line["start_number"]: line for line in document["players"]}
    # No. 1: 2150 - 2050 = 100, .64; 2150 - 2100 = 50, .57
    assert {name: lines[1][name] for name in list(lines[1]) if name != "steps"} == {
        "start_number": 1,
        "name": "Alderon, Nora",
        "ro": 2150,
        "rc": 2075,
        "n": 2,
        "w": "1.5",
        "we": "1.21",
        "k": 20,
        "k_nominal": 20,
        "change": "5.8",
        "ru": None,
        "rp": 2268,
    }
    assert (lines[3]["k"], lines[3]["n"], lines[3]["change"]) == (10, 1, "-3.6")
    assert [step["article"] for step in lines[1]["steps"]] == [
        "8.3.2",
        "8.3.3",
        "8.3.3",
        "8.3.3",
        "B.01 1.4.9",
    ]
    assert lines[1]["steps"][1]["text"] == "W − We = 1.5 − 1.21 = 0.29"


def test_unrated_player_has_no_rating_and_a_reason(file: Write) -> None:
    document = run("--trf", file("a.trf", SWISS), "--edition", "fide-2025-10")
    line = document["players"][3]
    assert (line["ro"], line["ru"], line["n"], line["change"], line["k"]) == (None, None, 0, "0", None)
    assert line["steps"][0]["article"] == "8.2.1"
    assert "first_event.assumed" in [finding["code"] for finding in document["findings"]]


def newcomer(results: str, ratings: list[int]) -> str:
    """A file in which player 1, unrated, meets the others in turn: `1`, `=` or `0` a round."""
    mirror = {"1": "0", "=": "=", "0": "1"}
    points = {"1": 2, "=": 1, "0": 0}
    cells = "".join(f"  {number:>4} w {code}" for number, code in enumerate(results, 2))
    total = sum(points[code] for code in results) / 2
    lines = [player_line(1, "Egede, Sif", "", total, cells)]
    for number, (rating, code) in enumerate(zip(ratings, results, strict=True), 2):
        blank = "  0000 - Z" * (len(results) - 1)
        cell = f"     1 b {mirror[code]}"
        before, after = blank[: (number - 2) * 10], blank[(number - 2) * 10 :]
        total = points[mirror[code]] / 2
        lines.append(player_line(number, f"Farkas {number}", str(rating), total, before + cell + after))
    head = f"012 Newcomer\n042 2026/10/31\n052 2026/11/02\n062 {len(lines)}\n142 {len(results)}\n"
    return head + "\n".join(lines) + "\n"


def player_line(number: int, name: str, rating: str, points: float, cells: str) -> str:
    head = f"001 {number:>4} m    {name:<33} {rating:>4} XXA {'':>11} {'':>10} {points:>4} {number:>4}"
    return head + cells


def test_first_rating_is_rounded_as_it_is_published(file: Write) -> None:
    players = file("players.csv", "start_number,games\n1,0\n")
    trf = file("a.trf", newcomer("1110==", [1770] * 6))
    line = run("--trf", trf, "--edition", "fide-2025-10", "--players", players)["players"][0]
    # (10620 + 3600) / 8 = 1777.5; 5 of 8 is 63 %, +95
    assert (line["ru"], line["ru_unrounded"], line["w"], line["n"]) == (1873, "1872.5", "4", 6)
    assert (line["ro"], line["we"], line["k"], line["change"]) == (None, None, None, "0")
    assert "exact" not in line


def test_number_without_end_has_four_digits_and_its_fraction_beside(file: Write) -> None:
    trf = file("a.trf", newcomer("11100", [1850, 1900, 1950, 1800, 2007]))
    line = run("--trf", trf, "--edition", "fide-2025-10")["players"][0]
    # 13107/7 + 50 = 1922.428571...
    assert (line["ru"], line["ru_unrounded"], line["exact"]) == (1922, "1922.4286", {"ru": "13457/7"})


def test_round_robin_with_a_game_missing_is_computed_as_a_swiss(file: Write) -> None:
    document = run("--trf", file("a.trf", SWISS), "--edition", "fide-2004", "--system", "round_robin")
    assert document["method"] == "swiss"
    assert "round_robin.as_swiss" in [finding["code"] for finding in document["findings"]]
    assert [line["rp"] for line in document["players"]] == [None] * 4


def test_k_that_nobody_gives_is_derived_with_a_finding(file: Write) -> None:
    document = run("--trf", file("a.trf", SWISS), "--edition", "fide-2004")
    assert [line["k"] for line in document["players"]] == [15, 15, 15, None]
    found = {finding["code"]: finding for finding in document["findings"]}
    assert found["k.derived"]["players"] == [1, 2, 3]
    assert found["k.derived"]["article"] == "10.53a"
    assert "30 games" in found["k.derived"]["message"]


def test_file_of_players_goes_before_the_file_of_games(file: Write) -> None:
    players = file("players.csv", "start_number,rating,k\n1,2200,10\n4,2000,20\n")
    document = run("--trf", file("a.trf", SWISS), "--edition", "fide-2025-10", "--players", players)
    assert [(line["ro"], line["k"]) for line in document["players"]][::3] == [(2200, 10), (2000, 20)]


def test_edition_of_the_start_day_is_taken_where_none_is_named(file: Write) -> None:
    assert run("--trf", file("a.trf", SWISS))["edition"] == "fide-2025-10"
    assert run("--trf", file("b.trf", UNDATED), "--start", "2005-08-01")["edition"] == "fide-2004"


def test_undated_file_without_an_edition_is_refused(file: Write) -> None:
    code, error = refused("--trf", file("a.trf", UNDATED))
    assert (code, error["code"]) == (2, "start_day_missing")
    assert "--start" in error["hint"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--edition", "fide-1900"), "edition_unknown"),
        (("--edition", "c07-2026"), "edition_not_for_ratings"),
        (("--start", "1.4.2026"), "arguments"),
        (("--players", "nowhere.csv"), "file.unreadable"),
        (("--k=-10",), "arguments"),
        (("--k", "0"), "arguments"),
        (("--k", "101"), "arguments"),
        (("--edition", "fide-2024", "--kind", "ik"), "arguments"),
        (("--edition", "racc-2014", "--kind", "standard"), "arguments"),
        (("--edition", "fide-2024", "--kind", "rapid"), "arguments"),
    ],
)
def test_what_cannot_be_rated_is_refused_with_a_code(
    file: Write, arguments: tuple[str, ...], code: str
) -> None:
    exit_code, error = refused("--trf", file("a.trf", SWISS), *arguments)
    assert (exit_code, error["code"]) == (2, code)


def test_edition_that_leaves_a_point_to_people_is_refused_by_name(file: Write) -> None:
    code, error = refused("--trf", file("a.trf", SWISS), "--edition", "fide-rb-2004")
    assert (code, error["code"], error["article"]) == (2, "edition_lacks_rule", "15.0b")
    assert "fide-rb-2004" in error["message"]


def test_marks_of_unverified_values_keep_their_technical_names_in_json(file: Write) -> None:
    document = run("--trf", file("a.trf", SWISS), "--edition", "fide-2014", "--system", "round_robin")
    marks = [step for step in document["players"][0]["steps"] if step["key"] == "edition.unverified"]
    assert "method" in {step["inputs"]["parameter"] for step in marks}
    assert any("(method)" in step["text"] for step in marks)


@pytest.mark.parametrize("year", ["0001", "0999", "1899"])
def test_year_without_any_list_is_refused(year: str, file: Write) -> None:
    text = SWISS.replace("2026/", f"{year}/")
    code, error = refused("--trf", file("a.trf", text), "--edition", "fide-2024")
    assert (code, error["code"]) == (2, "day_impossible")
    assert f"{year}-04-11" in error["message"]


def test_one_player_is_not_several(file: Write) -> None:
    players = file("players.csv", "start_number,k\n1,20\n2,20\n")
    said = run("--trf", file("a.trf", SWISS), "--edition", "fide-2025-10", "--players", players)["findings"]
    messages = {finding["code"]: finding["message"] for finding in said}
    assert messages["k.derived"].startswith("K is not given for player 3;")
    assert messages["first_event.assumed"].endswith(
        "unrated player 4; it is taken to be, and the result is ignored."
    )


def test_file_of_players_that_cannot_be_read_is_refused_with_its_line(file: Write) -> None:
    players = file("players.csv", "start_number,k\n1,ten\n")
    code, error = refused("--trf", file("a.trf", SWISS), "--players", players)
    assert (code, error["code"], error["line"]) == (2, "players_file", 2)


def test_facts_about_a_player_who_is_not_there_are_refused(file: Write) -> None:
    players = file("players.csv", "start_number,k\n9,10\n")
    assert refused("--trf", file("a.trf", SWISS), "--players", players)[1]["code"] == "player_unknown"


def test_contradicting_file_is_refused_with_its_line(file: Write) -> None:
    code, error = refused("--trf", file("a.trf", SWISS.replace("2 b =", "2 b 1")), "--edition", "fide-2004")
    assert code == 2
    assert error["line"] in (7, 8)


def test_neither_file_nor_event_is_refused() -> None:
    assert refused("--edition", "fide-2004")[1]["code"] == "arguments"


def test_table_for_people_shows_numbers_and_remarks(file: Write) -> None:
    out, remarks = StringIO(), StringIO()
    call_command(
        "rate",
        "--trf",
        file("a.trf", SWISS),
        "--edition",
        "fide-2004",
        stdout=out,
        stderr=remarks,
        no_color=True,
    )
    assert out.getvalue().splitlines()[:3] == [
        "fide-2004, swiss, national calculation",
        "SNo  Name             Ro    Rc  n    w    We   K   chg  Ru  Rp",
        "  1  Alderon, Nora  2150  2075  2  1.5   1.2  15   4.5",
    ]
    assert "derived from rating and birth" in remarks.getvalue()


def test_list_in_force_on_the_first_day_gives_the_ratings(shared: Path, file: Write) -> None:
    rows = [line.split(";") for line in (shared / "cases/files/LIST-03_lists.csv").read_text().split()]
    october = [(row[2], row[3]) for row in rows if row[0] == "2026-10"]
    players = "start_number,rating,k\n" + "".join(
        f"{number},{rating},{k}\n" for number, (rating, k) in enumerate(october, 1)
    )
    lines = [
        player_line(1, "Ekdal, Rut", "", 1, "     2 w 1"),
        player_line(2, "Farkas, Jon", "", 0, "     1 b 0"),
    ]
    trf = "012 One game\n042 2026/10/31\n052 2026/11/02\n062 2\n142 1\n" + "\n".join(lines) + "\n"
    document = run("--trf", file("a.trf", trf), "--players", file("players.csv", players))
    assert document["players"][0]["change"] == "11.8"


def test_unrated_codes_forfeits_and_byes_of_a_file_are_not_rated(shared: Path, file: Write) -> None:
    document = run(
        "--trf",
        str(shared / "cases/files/ELO-11.trf"),
        "--edition",
        "fide-2025-10",
        "--players",
        file("players.csv", "start_number,k\n1,20\n"),
    )
    line = document["players"][0]
    assert (line["n"], line["w"], line["change"]) == (2, "1.5", "14.2")


@pytest.mark.django_db
def test_event_of_the_portal_is_rated_under_its_own_edition() -> None:
    event = Event.objects.create(
        name="Invented Open",
        start=date(2024, 5, 4),
        system="swiss",
        rounds_planned=1,
        rating_edition="fide-2024",
    )
    first, second = (
        Entry.objects.create(event=event, number=number, name=f"Player {number}", rating=2000, rating_k=20)
        for number in (1, 2)
    )
    paired = Round.objects.create(event=event, number=1)
    Game.objects.create(round=paired, board=1, white=first, black=second, code="0-1")
    document = run(str(event.pk))
    assert document["edition"] == "fide-2024"
    assert [(line["n"], line["change"]) for line in document["players"]] == [(1, "-10"), (1, "10")]


def test_figures_are_labelled_as_a_national_calculation(file: Write) -> None:
    assert run("--trf", file("a.trf", SWISS))["label"] == "national calculation"


# --- rapid, blitz, matches, leagues --------------------------------------------------------------------

PAIR = """012 Two players
042 {start}
052 {end}
062 2
092 {system}
142 {rounds}
"""


def pair(ratings: tuple[str, str], results: str, start: str, end: str = "", system: str = "Match") -> str:
    """A file in which players 1 (White) and 2 meet in every round; `results` of player 1."""
    mirror = {"1": "0", "=": "=", "0": "1"}
    points = {"1": 2, "=": 1, "0": 0}
    lines = []
    for number, rating in enumerate(ratings, 1):
        own = results if number == 1 else "".join(mirror[code] for code in results)
        cells = "".join(f"  {3 - number:>4} {'wb'[number - 1]} {code}" for code in own)
        lines.append(player_line(number, f"Player {number}", rating, sum(points[c] for c in own) / 2, cells))
    head = PAIR.format(start=start, end=end or start, system=system, rounds=len(results))
    return head + "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("kind", "start", "key"),
    [
        ("rapid", "2026/03/07", "fide-rb-2024-12"),
        ("blitz", "2024/03/07", "fide-rb-2024"),
        ("standard", "2026/03/07", "fide-2025-10"),
    ],
)
def test_kind_chooses_the_chapter(kind: str, start: str, key: str, file: Write) -> None:
    trf = file("a.trf", pair(("2610", "2010"), "1", start))
    document = run("--trf", trf, "--kind", kind, "--system", "swiss", "--k", "20")
    assert document["edition"] == key
    # 600 points with one side above 2600 are rated by the older chapter and the standard one, cut to 400: .92
    assert document["players"][0]["change"] == ("0" if key == "fide-rb-2024-12" else "1.6")


def test_years_without_a_text_on_rapid_are_refused_by_name(file: Write) -> None:
    code, error = refused(
        "--trf", file("a.trf", pair(("2000", "2000"), "1", "2015/03/01")), "--kind", "rapid"
    )
    assert (code, error["code"]) == (2, "edition_unknown")
    assert "fide-rb-2024 begins on 2024-03-01" in error["message"]


def test_factor_of_the_rating_administrator_has_to_be_given(file: Write) -> None:
    trf = file("a.trf", pair(("1800", "1700"), "=", "2006/03/01"))
    code, error = refused("--trf", trf, "--kind", "rapid")
    assert (code, error["code"], error["article"]) == (2, "edition_lacks_rule", "15.0b")
    assert "for no. 1, 2" in error["message"]
    # D 100, .64: 20 x -0.14
    assert run("--trf", trf, "--kind", "rapid", "--k", "20")["players"][0]["change"] == "-2.8"


def test_rapid_ratings_of_2004_are_shown_with_three_digits(file: Write) -> None:
    out = StringIO()
    trf = file("a.trf", pair(("1804", "1700"), "=", "2006/03/01"))
    call_command("rate", "--trf", trf, "--kind", "rapid", "--k", "20", stdout=out, stderr=StringIO())
    assert out.getvalue().splitlines()[2].split()[:4] == ["1", "Player", "1", "180"]


def test_standard_rating_of_the_file_of_players_counts_in_rapid(file: Write) -> None:
    players = file("players.csv", "start_number,standard_rating\n1,1900\n")
    trf = file("a.trf", pair(("", "2000"), "=", "2026/03/01"))
    line = run("--trf", trf, "--kind", "rapid", "--players", players, "--system", "swiss")["players"][0]
    # new to the list, K 40: 40 x (0.5 - 0.36)
    assert (line["ro"], line["k"], line["change"]) == (1900, 40, "5.6")


def test_games_after_the_decision_are_left_out_on_demand(file: Write) -> None:
    trf = file("a.trf", pair(("2400", "2400"), "111100", "2006/03/01"))
    common = ("--trf", trf, "--system", "match", "--k", "10")
    assert run(*common)["players"][0]["n"] == 6
    line = run(*common, "--after-decision", "unrated")["players"][0]
    assert (line["n"], line["change"]) == (4, "20")
    assert [step["article"] for step in line["steps"] if step["key"] == "match.after_decision"] == ["6.5"]


def test_lines_of_a_later_list_rate_the_games_of_its_period(file: Write) -> None:
    text = pair(("2200", "2200"), "=1", "2005/11/01", "2006/03/01", "League")
    days = f"132 {'':<87}05/11/10  06/01/10\n"
    players = file(
        "players.csv",
        "start_number,k,rating,list\n1,15,2200,\n2,15,2200,\n1,15,2208,2006-01-01\n2,15,2193,2006-01-01\n",
    )
    trf = file("a.trf", text.replace("001    1", days + "001    1", 1))
    document = run("--trf", trf, "--occasion", "league", "--system", "swiss", "--players", players)
    # 2208 v 2193: D 15, .52; 15 x 0.48
    assert document["players"][0]["change"] == "7.2"
    assert [f["code"] for f in document["findings"] if f["code"].startswith("league")] == []


@pytest.mark.django_db
def test_stage_of_an_event_is_refused_with_the_main_event() -> None:
    main = Event.objects.create(name="Final", start=date(2024, 5, 4), rating_edition="fide-2024")
    stage = Event.objects.create(
        name="Preliminary",
        start=date(2024, 5, 1),
        rating_edition="fide-2024",
        stage_of=main,
        state="registered",
    )
    for event, number in ((stage, 1), (main, 1)):
        entries = [
            Entry.objects.create(event=event, number=n, name=f"Player {n}", rating=2000, rating_k=20)
            for n in (number, number + 1)
        ]
        paired = Round.objects.create(event=event, number=1)
        Game.objects.create(round=paired, board=1, white=entries[0], black=entries[1], code="1-0")
    assert refused(str(stage.pk))[1]["code"] == "event.stage"
    assert [(line["n"], line["change"]) for line in run(str(main.pk))["players"]] == [(2, "20"), (2, "-20")]


@pytest.mark.django_db
def test_unknown_event_is_refused() -> None:
    assert refused("999999")[1]["code"] == "event.unknown"
