"""The command goes over every shared sample file, under every text: checked, or refused where it must be."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tournaments.cli import Refused

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"
SAMPLES = sorted(SHARED.rglob("*.trf"))
KEYS = ("fide-2004", "fide-2009", "fide-2025-10", "fide-rb-2024-12", "racc-2014")
GRADES = ("refusal", "objection", "warning", "note")

# Contradict themselves or leave their columns; all other samples are to be read.
UNREADABLE = {
    "ainalrami/open_questions__c6-vs-completion-6.trf": "bye.two_in_round",
    "ainalrami/open_questions__c6-vs-completion-8.trf": "bye.two_in_round",
    "echecs/trf26_team.trf": "columns.slipped",
    "py4swiss/incompatible_color.trf": "colour.not_mirrored",
    "py4swiss/incompatible_result.trf": "result.not_mirrored",
    "py4swiss/invalid_code.trf": "line.unknown",
    "py4swiss/missing_result.trf": "opponent.not_mirrored",
    "py4swiss/missing_starting_number.trf": "number.gap",
    "py4swiss/too_many_results.trf": "round.beyond_announced",
}


def name_of(path: Path) -> str:
    return path.relative_to(SHARED).as_posix()


def run(path: Path, key: str) -> Any:
    out = StringIO()
    arguments = ("--trf", str(path), "--edition", key, "--today", "2026-11-30", "--json")
    call_command("check_event", *arguments, stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def test_the_samples_are_where_the_tests_look_for_them() -> None:
    if not SHARED.is_dir():
        pytest.skip("the shared sample files are not beside the repository")
    assert len(SAMPLES) > 80
    assert set(UNREADABLE) <= {name_of(path) for path in SAMPLES}


@pytest.mark.parametrize("path", SAMPLES, ids=name_of)
def test_a_sample_is_checked_and_every_finding_is_a_whole_sentence(path: Path) -> None:
    if name_of(path) in UNREADABLE:
        with pytest.raises(Refused) as refused:
            run(path, KEYS[0])
        assert (refused.value.returncode, refused.value.code) == (2, UNREADABLE[name_of(path)])
        return
    for key in KEYS:
        document = run(path, key)
        assert document["edition"] == key
        places = [GRADES.index(finding["severity"]) for finding in document["findings"]]
        assert places == sorted(places)
        for finding in document["findings"]:
            assert finding["message"].endswith((".", ".)")), finding
            assert finding["remedy"].endswith(".") or finding["severity"] == "note", finding
            assert {"article", "players", "rounds"} <= set(finding)
