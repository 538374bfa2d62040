"""`manage.py rate` by the correspondence method: the documented JSON, refusals with article and exit code 2."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

EVENT = """012 Invented Quarter-final
042 2024/06/01
052 2026/11/30
062 4
092 Individual: Round-Robin
142 3
001    1 m    Alderon, Nora                     2325 XXA                         2.5    1     4 w 1     2 b =     3 w 1
001    2 m    Birkov, Emil                      2201 XXA                         2.0    2     3 w 1     1 w =     4 b =
001    3 m    Cedrin, Ota                          0 XXA                         1.0    3     2 b 0     4 w 1     1 b 0
001    4 m    Dorval, Ines                      2154 XXA                         0.5    4     1 b 0     3 b 0     2 w =
"""


def rate(tmp_path: Path, *words: str, text: str = EVENT, edition: str = "racc-2014") -> Any:
    path = tmp_path / "event.trf"
    path.write_text(text, encoding="utf-8")
    out = StringIO()
    try:
        call_command(
            "rate", "--trf", str(path), "--edition", edition, "--json", *words, stdout=out, stderr=StringIO()
        )
    except CommandError as error:
        return error.returncode, json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


def test_the_documented_keys_and_the_worked_out_numbers(tmp_path: Path) -> None:
    """No. 3: 2200 + 20 x (1 - 8) = 2060. No. 1: (2201 + 2060 + 2154) / 3 = 2138.33, D 187, .74 x 3 = 2.22."""
    code, said = rate(tmp_path, "--norm", "kms=8/16", "--norm", "first=5/16")
    assert (code, said["edition"], said["norm"]) == (0, "racc-2014", {"category": "kms", "points": "8"})
    first, _second, newcomer, _fourth = said["players"]
    assert {name: first[name] for name in first if name not in ("steps", "estimated", "expected")} == {
        "start_number": 1,
        "name": "Alderon, Nora",
        "ik_old": 2325,
        "average": 2138,
        "d": 187,
        "e": "0.74",
        "delta": "5.6",
        "delta_raw": "5.6",
        "limited": False,
        "protection": None,
        "ik_new": 2331,
        "n": 3,
        "w": "2.5",
    }
    assert (newcomer["ik_old"], newcomer["estimated"]) == (2060, True)
    assert first["steps"][0]["key"] == "racc.own.entry"
    assert all(step["article"] and step["text"] for step in first["steps"])


def test_the_lower_norm_alone_gives_both_k0_and_h(tmp_path: Path) -> None:
    """2000 + 20 x (1 - 5) = 1920."""
    assert rate(tmp_path, "--norm", "first=5/16")[1]["players"][2]["ik_old"] == 1920


def test_an_event_without_a_norm_is_refused_with_the_article(tmp_path: Path) -> None:
    code, said = rate(tmp_path)
    assert (code, said["error"]["code"], said["error"]["article"]) == (2, "norm_missing", "1.2")


@pytest.mark.parametrize(
    "words",
    [
        ("--norm", "kms"),
        ("--norm", "2"),
        ("--norm", "kms=2", "--substitute", "3"),
        ("--norm", "kms=2", "--norm", "kms=1"),
        ("--norm", "kms=-1"),
        ("--norm", "kms=0"),
        ("--norm", "kms=3.5"),
        ("--norm", "kms=99999999"),
        ("--norm", "kms=8/99999999"),
        ("--norm", "kms=2", "--substitute", "4=3", "--substitute", "3=4"),
        ("--norm", "kms=2", "--substitute", "4=3", "--substitute", "4=2"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    code, said = rate(tmp_path, *words)
    assert (code, said["error"]["code"]) == (2, "arguments")


@pytest.mark.parametrize("points", ["0.5", "3"])
def test_a_norm_is_from_half_a_point_to_the_games_of_the_event(points: str, tmp_path: Path) -> None:
    code, said = rate(tmp_path, "--norm", f"kms={points}")
    assert (code, said["norm"]["points"]) == (0, points)


def test_norms_that_make_no_rated_event_are_named(tmp_path: Path) -> None:
    code, said = rate(tmp_path, "--norm", "2nd category=2", "--norm", "3rd category=1.5")
    assert (code, said["error"]["code"]) == (2, "norm_missing")
    assert (
        "the norms of this one: 2nd category, 2 points; 3rd category, 1.5 points." in said["error"]["message"]
    )


def test_a_substitute_of_a_substitute_is_no_circle(tmp_path: Path) -> None:
    players = rate(tmp_path, "--norm", "kms=2", "--substitute", "4=3", "--substitute", "3=2")[1]["players"]
    assert players[3]["protection"] == "substitute"


def test_norms_belong_to_the_correspondence_method(tmp_path: Path) -> None:
    code, said = rate(tmp_path, "--norm", "kms=8", edition="fide-2024")
    assert (code, said["error"]["code"]) == (2, "arguments")


def test_a_substitute_never_loses_and_his_board_counts_the_greater_coefficient(tmp_path: Path) -> None:
    """4 came in for 2: he keeps 2154; 1 meets 2201 on both games of that board, 2201 + 2201 + 2060 = 6462."""
    players = rate(tmp_path, "--norm", "kms=8/16", "--substitute", "4=2")[1]["players"]
    assert (players[3]["protection"], players[3]["ik_new"]) == ("substitute", 2154)
    assert players[0]["average"] == 2154


def test_defaults_count_as_played_unless_the_event_has_its_own_rule(tmp_path: Path) -> None:
    """The win of 1 against 4 by default: three games, or two against 2201 and 2060 = 2130.5, 2131."""
    text = EVENT.replace("4 w 1     2 b =     3 w 1", "4 w +     2 b =     3 w 1").replace(
        "1 b 0     3 b 0     2 w =", "1 b -     3 b 0     2 w ="
    )
    played = rate(tmp_path, "--norm", "kms=8/16", text=text)[1]
    assert (played["players"][0]["n"], played["players"][0]["average"]) == (3, 2138)
    assert "racc.defaults_counted" in {finding["code"] for finding in played["findings"]}
    apart = rate(tmp_path, "--norm", "kms=8/16", "--defaults", "not-counted", text=text)[1]
    assert (apart["players"][0]["n"], apart["players"][0]["average"]) == (2, 2131)


@pytest.mark.django_db
def test_an_event_of_the_portal_is_rated_from_the_coefficients_of_the_moment(
    people: Any, first_list: Any, by_post: Any
) -> None:
    """2200 draws with 2300: D -100, .36, +2.8."""
    one, other = people(2)
    first_list({one: 2200, other: 2300})
    event = by_post([one, other], [(1, 2, "1/2-1/2")])
    out = StringIO()
    call_command("rate", str(event.pk), "--json", stdout=out)
    line = json.loads(out.getvalue())["players"][0]
    assert (line["ik_old"], line["delta"], line["ik_new"]) == (2200, "2.8", 2203)
    assert line["steps"][0]["key"] == "racc.own.list"
