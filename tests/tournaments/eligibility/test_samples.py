"""The validator goes over every shared sample file, under every text, without a crash."""

from datetime import date
from pathlib import Path

import pytest

from tournaments.eligibility.check import check_event
from tournaments.eligibility.facts import NO_LIST, Registration
from tournaments.eligibility.output import check_document
from tournaments.interchange.trf import TrfRefused, read_trf
from tournaments.rulebook.shelf import edition

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"
SAMPLES = sorted(path for path in SHARED.rglob("*") if path.is_file())
KEYS = ("fide-2004", "fide-2009", "fide-2025-10", "fide-rb-2024-12", "racc-2014")


def test_the_samples_are_where_the_tests_look_for_them() -> None:
    if not SHARED.is_dir():
        pytest.skip("the shared sample files are not beside the repository")
    assert len([path for path in SAMPLES if path.suffix == ".trf"]) > 80


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.relative_to(SHARED).as_posix())
def test_a_sample_is_checked_and_every_finding_is_a_whole_sentence(path: Path) -> None:
    try:
        record = read_trf(path.read_bytes(), path.name).record
    except TrfRefused:
        return
    for key in KEYS:
        chosen = edition(key)
        found = check_event(
            record,
            chosen,
            list_facts=NO_LIST,
            registration=Registration(known=False),
            today=date(2026, 11, 30),
        )
        for finding in check_document(chosen, found)["findings"]:  # type: ignore[attr-defined]
            assert finding["message"].endswith("."), finding
            assert finding["remedy"].endswith("."), finding
            assert isinstance(finding["players"], list)
            assert isinstance(finding["rounds"], list)
