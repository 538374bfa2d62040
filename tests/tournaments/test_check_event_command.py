"""`manage.py check_event`: a file without a database, an event of the portal, errors with exit code 2."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

HEAD = """012 Invented Masters
022 Inventown
032 INV
042 2005/10/03
052 2005/10/11
062 5
092 Individual: Round-Robin
122 75'/40 + 15' + 30"
142 5
"""


def player(number: int, rating: int, cells: str) -> str:
    shown = str(rating) if rating else ""
    head = f"001 {number:>4} m    {f'Player {number}':<33} {shown:>4} INV {'':>11} {'':>10}"
    return f"{head} {0.5 * cells.count('='):>4} {number:>4}{cells}"


def round_robin_of_five() -> str:
    """Three rated players of five, all games drawn, each with one round off."""
    rounds = [[(2, 5), (3, 4)], [(5, 3), (1, 2)], [(3, 1), (4, 5)], [(1, 4), (2, 3)], [(4, 2), (5, 1)]]
    cells = dict.fromkeys(range(1, 6), "")
    for pairs in rounds:
        row = {white: f"  {black:>4} w =" for white, black in pairs}
        row |= {black: f"  {white:>4} b =" for white, black in pairs}
        for number in cells:
            cells[number] += row.get(number, "  0000 - Z")
    lines = [player(number, 2000 if number < 4 else 0, cells[number]) for number in cells]
    return HEAD + "\n".join(lines) + "\n"


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "event.trf"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def run(*arguments: str) -> Any:
    out = StringIO()
    call_command("check_event", *arguments, "--json", stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def refused(*arguments: str) -> tuple[int, Any]:
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("check_event", *arguments, "--json", stdout=out, stderr=StringIO())
    return error.value.returncode, json.loads(out.getvalue())["error"]


def test_a_file_is_checked_without_a_database(file: Callable[[str], str]) -> None:
    path = file(round_robin_of_five())
    document = run("--trf", path, "--edition", "fide-2004", "--registered", "2005-09-01")
    assert document["edition"] == "fide-2004"
    assert [
        (one["severity"], one["article"], one["players"], one["rounds"]) for one in document["findings"]
    ] == [("objection", "6.31", [4, 5], []), ("note", "", [], []), ("note", "", [], [])]
    # what reading the file has to say, after the rules
    assert [one["code"] for one in document["findings"][1:]] == ["system.read_from_text", "round.no_date"]
    assert document["findings"][0]["message"] == "Rated players: 3 of 5; a round robin needs 4."


def test_the_first_day_chooses_the_text_where_none_is_named(file: Callable[[str], str]) -> None:
    assert run("--trf", file(round_robin_of_five()))["edition"] == "fide-2004"


def test_what_is_typed_goes_before_the_file(file: Callable[[str], str]) -> None:
    path = file(round_robin_of_five())
    late = run("--trf", path, "--registered", "2005-10-04")["findings"]
    assert (late[0]["severity"], late[0]["code"]) == ("refusal", "registered_late")
    swiss = run("--trf", path, "--registered", "2005-10-01", "--system", "swiss")["findings"]
    assert [one["code"] for one in swiss if one["severity"] == "objection"] == []
    women = run("--trf", path, "--registered", "2005-10-01", "--occasion", "national_championship")[
        "findings"
    ]
    assert [
        one for one in women if one["severity"] != "note"
    ] == []  # three rated men are enough for a national championship (6.33)
    waiting = run("--trf", path, "--registered", "2005-10-01", "--received", "2005-12-02")["findings"]
    assert "papers.after_closing" in [one["code"] for one in waiting]


def test_a_rapid_event_is_checked_under_its_chapter(file: Callable[[str], str]) -> None:
    text = round_robin_of_five().replace("2005/10/03", "2025/02/01").replace("2005/10/11", "2025/02/02")
    path = file(text.replace("75'/40 + 15' + 30\"", "3'+2\""))
    document = run("--trf", path, "--kind", "rapid", "--registered", "2025-01-01")
    assert document["edition"] == "fide-rb-2024-12"
    assert [one["code"] for one in document["findings"] if one["severity"] == "objection"] == [
        "pace.not_rapid"
    ]
    blitz = run("--trf", path, "--kind", "blitz", "--registered", "2025-01-01")
    assert [one["code"] for one in blitz["findings"] if one["severity"] == "objection"] == []


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--edition", "fide-1900"), "edition_unknown"),
        (("--edition", "c07-2026"), "edition_not_for_ratings"),
    ],
)
def test_an_edition_that_rates_nothing_is_refused(
    file: Callable[[str], str], arguments: tuple[str, ...], code: str
) -> None:
    returned, error = refused("--trf", file(round_robin_of_five()), *arguments)
    assert (returned, error["code"]) == (2, code)
    assert error["hint"]


def test_a_file_or_an_event_is_named_and_not_both(file: Callable[[str], str]) -> None:
    assert refused()[1]["code"] == "arguments"
    assert refused("1", "--trf", file(round_robin_of_five()))[1]["code"] == "arguments"


def test_an_undated_file_without_an_edition_is_refused(file: Callable[[str], str]) -> None:
    text = "\n".join(line for line in round_robin_of_five().splitlines() if line[:3] not in ("042", "052"))
    assert refused("--trf", file(text + "\n"))[1]["code"] == "start_day_missing"


def test_lines_for_people_name_severity_article_and_remedy(file: Callable[[str], str]) -> None:
    out = StringIO()
    path = file(round_robin_of_five())
    call_command("check_event", "--trf", path, "--registered", "2005-09-01", stdout=out)
    first, line, *notes = out.getvalue().splitlines()
    assert first == "fide-2004"
    assert line.startswith(
        "objection (6.31): Rated players: 3 of 5; a round robin needs 4. More rated players"
    )
    assert notes[1] == "note: Rounds without a date: 5 of 5."


TWO = """012 Invented Open
042 2024/09/01
052 2024/09/10
092 {system}
122 90'+30"
132                                                                                        {day}
001    1 m    Player 1                          2000 INV {first:>11}             1.0    1     2 w 1{more_first}
001    2 m    Player 2                          1900 INV {second:>11}             0.0    2     1 b 0{more_second}
"""


def two(**changes: Any) -> str:
    """Two players and one game between them, unless said otherwise."""
    given = {
        "system": "Swiss",
        "day": "24/09/01",
        "first": 101,
        "second": 102,
        "more_first": "",
        "more_second": "",
    }
    return TWO.format(**(given | changes))


def graver(document: Any) -> list[tuple[str, str, str, list[int], list[int]]]:
    """The findings that are more than notes."""
    names = ("severity", "code", "article", "players", "rounds")
    return [tuple(one[name] for name in names) for one in document["findings"] if one["severity"] != "note"]  # type: ignore[misc]


def test_what_reader_and_record_found_is_told_too_the_gravest_first(file: Callable[[str], str]) -> None:
    assert graver(run("--trf", file(two()), "--registered", "2024-01-01")) == []
    outside = run("--trf", file(two(day="24/01/01")), "--registered", "2024-01-01")
    assert graver(outside) == [("objection", "round.outside", "", [], [1])]
    assert outside["findings"][0]["remedy"] == "Correct the date of the round, or the days of the event."
    again = two(more_first="     2 w 1", more_second="     1 b 0")
    found = run("--trf", file(again), "--registered", "2024-01-01")
    # the stated points are those of one game
    assert ("objection", "pair.again", "C.04.1 b", [1, 2], [2]) in graver(found)
    assert ("objection", "points.differ", "", [1], []) in graver(found)


def test_days_that_contradict_each_other_are_told_also_when_they_were_typed(
    file: Callable[[str], str],
) -> None:
    typed = run("--trf", file(two()), "--end", "2024-08-31")
    assert ("objection", "event.dates", "", [], []) in graver(typed)


def test_a_typed_system_answers_the_reader(file: Callable[[str], str]) -> None:
    path = file(two(system="Open", more_first="     2 w 1", more_second="     1 b 0"))
    codes = {one["code"] for one in run("--trf", path)["findings"]}
    assert {"system.unknown", "pair.again"} <= codes
    codes = {one["code"] for one in run("--trf", path, "--system", "match")["findings"]}
    assert not {"system.unknown", "pair.again"} & codes


def test_what_two_checks_say_is_told_once(file: Callable[[str], str]) -> None:
    text = "\n".join(
        line for line in round_robin_of_five().splitlines() if line[:3] not in ("042", "052", "092")
    )
    found = run("--trf", file(text + "\n"), "--edition", "fide-2004")["findings"]
    codes = [one["code"] for one in found]
    assert (codes.count("system.unknown"), codes.count("start_missing")) == (1, 1)
    assert "event.no_start" not in codes


def test_a_file_that_says_no_system_is_told_so_in_a_whole_sentence(file: Callable[[str], str]) -> None:
    messages = [one["message"] for one in run("--trf", file(two(system="")))["findings"]]
    assert "The file does not say which system was played." in messages
    messages = [one["message"] for one in run("--trf", file(two(system="Open")))["findings"]]
    assert "The file does not say which system was played (Open)." in messages


def test_a_text_that_was_not_in_force_is_a_warning_that_names_the_binding_one(
    file: Callable[[str], str],
) -> None:
    path = file(two())
    document = run("--trf", path, "--edition", "fide-2004", "--registered", "2024-01-01")
    assert ("warning", "edition.not_in_force", "0.1", [], []) in graver(document)
    message = next(one["message"] for one in document["findings"] if one["code"] == "edition.not_in_force")
    assert message == "fide-2004 was not in force on 2024-09-01, the first day: fide-2024 binds the event."
    out = StringIO()
    call_command("rate", "--trf", path, "--edition", "fide-2004", "--json", stdout=out, stderr=StringIO())
    rated = json.loads(out.getvalue())["findings"]
    assert rated[0]["message"] == message
    assert all({"article", "players", "rounds"} <= set(one) for one in rated)


def test_two_players_with_one_number_are_objected_to(file: Callable[[str], str]) -> None:
    found = graver(run("--trf", file(two(second=101)), "--registered", "2024-01-01"))
    assert found == [("objection", "fide_id.shared", "", [1, 2], [])]


def test_norms_are_typed_for_an_event_by_correspondence(file: Callable[[str], str]) -> None:
    path = file(round_robin_of_five().replace("2005/10/03", "2015/10/03").replace("2005/10/11", "2016/10/11"))
    missing = run("--trf", path, "--kind", "ik")
    assert "norm.missing" in [one["code"] for one in missing["findings"]]
    document = run("--trf", path, "--norm", "kms=3", "--norm", "first=2.5")
    assert document["edition"] == "racc-2014"
    codes = [one["code"] for one in document["findings"]]
    assert not [code for code in codes if code.startswith("norm")]
    assert "round.no_date" not in codes  # games by correspondence have no days of rounds
    # five players have four games each
    high = run("--trf", path, "--norm", "kms=4.5")["findings"]
    assert "norm.beyond_games" in [one["code"] for one in high]
    assert refused("--trf", path, "--norm", "kms")[1]["code"] == "arguments"
    assert refused("--trf", path, "--norm", "kms=3", "--edition", "fide-2014")[1]["code"] == "arguments"


def test_a_league_may_last_long_without_saying_so_twice(file: Callable[[str], str]) -> None:
    text = two(system="Team League").replace("2024/09/01", "2005/11/01").replace("2024/09/10", "2006/03/01")
    path = file(text.replace("24/09/01", "05/11/01"))
    codes = [one["code"] for one in run("--trf", path, "--registered", "2005-01-01")["findings"]]
    assert "length.too_long" not in codes
    assert {"length.league", "occasion.read_from_text", "system.read_from_text"} <= set(codes)


@pytest.mark.django_db
def test_an_event_of_the_portal_is_checked_under_its_own_text(new_event: Any) -> None:
    event = new_event(4, rate_of_play="90'+30\"")
    document = run(str(event.pk))
    assert document["edition"] == "fide-2025-10"
    # registered today, months after its first day
    assert [one["code"] for one in document["findings"] if one["severity"] == "refusal"] == [
        "registered_late"
    ]
    assert refused("999999")[1]["code"] == "event.unknown"
