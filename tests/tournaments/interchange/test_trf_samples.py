"""Every shared sample file comes back equal, or is refused for the reason that docs/trf.md gives."""

import re
from pathlib import Path

import pytest

from tournaments.interchange.trf import TrfError, TrfRefused, read_trf, write_trf
from tournaments.record.canonical import canonical_bytes, from_canonical
from tournaments.record.findings import text

REPOSITORY = Path(__file__).resolve().parents[3]
SHARED = REPOSITORY.parent / "shared" / "data"
SAMPLES = sorted(SHARED.rglob("*.trf"))
ROW = re.compile(r"\| `([^`]+\.trf)` \| (\d+) \| `([a-z_.]+)` \| .+ \|")


def documented_refusals() -> dict[str, tuple[int, str]]:
    """File -> first line and code, from the table of the manual."""
    text = (REPOSITORY / "docs" / "trf.md").read_text(encoding="utf-8")
    return {match[1]: (int(match[2]), match[3]) for match in ROW.finditer(text)}


def name_of(path: Path) -> str:
    return path.relative_to(SHARED).as_posix()


def cells(data: bytes) -> dict[str, str]:
    """Start number -> the characters of the rounds, by a reader of its own: fixed columns, nothing else."""
    text = data.removeprefix(b"\xef\xbb\xbf")
    try:
        content = text.decode("utf-8")
    except UnicodeDecodeError:
        content = text.decode("latin-1")
    lines = re.split(r"\r\n|\r|\n", content)
    return {line[4:8]: line[91:].rstrip() for line in lines if line.startswith("001")}


def fixed_fields(data: bytes) -> dict[str, tuple[str, str, str, str]]:
    """Start number -> name, rating, points and rank as they stand in their columns."""
    text = data.removeprefix(b"\xef\xbb\xbf")
    try:
        content = text.decode("utf-8")
    except UnicodeDecodeError:
        content = text.decode("latin-1")
    lines = [line for line in re.split(r"\r\n|\r|\n", content) if line.startswith("001")]
    return {
        line[4:8]: (
            line[14:47].strip(),
            line[48:52].strip().lstrip("0"),
            line[80:84].strip(),
            line[85:89].strip().lstrip("0"),
        )
        for line in lines
    }


def test_the_samples_are_where_the_tests_look_for_them() -> None:
    if not SHARED.is_dir():
        pytest.skip("the shared sample files are not beside the repository")
    assert len(SAMPLES) > 80


@pytest.mark.parametrize("path", SAMPLES, ids=name_of)
def test_a_sample_comes_back_equal_or_is_refused_as_documented(path: Path) -> None:
    refusals = documented_refusals()
    data = path.read_bytes()
    if name_of(path) in refusals:
        with pytest.raises(TrfRefused) as refused:
            read_trf(data, path.name)
        first = refused.value.errors[0]
        assert (first.line, first.code) == refusals[name_of(path)]
        return
    reading = read_trf(data, path.name)
    written = write_trf(reading.record, reading.format).encode("utf-8")
    assert read_trf(written, path.name).record == reading.record
    assert cells(written) == cells(data)
    assert fixed_fields(written) == fixed_fields(data)


@pytest.mark.parametrize("path", SAMPLES, ids=name_of)
def test_a_readable_sample_survives_the_canonical_bytes(path: Path) -> None:
    if name_of(path) in documented_refusals():
        return
    record = read_trf(path.read_bytes(), path.name).record
    assert from_canonical(canonical_bytes(record)) == record


@pytest.mark.parametrize("path", SAMPLES, ids=name_of)
def test_the_other_format_keeps_players_games_and_byes(path: Path) -> None:
    if name_of(path) in documented_refusals():
        return
    reading = read_trf(path.read_bytes(), path.name)
    other = "trf16" if reading.format == "trf26" else "trf26"
    again = read_trf(write_trf(reading.record, other).encode("utf-8"), path.name)
    pairs = {(game.round, game.white, game.black, game.code) for game in reading.record.games}
    assert {(game.round, game.white, game.black, game.code) for game in again.record.games} == pairs
    assert again.record.entries == reading.record.entries
    assert again.record.byes == reading.record.byes


@pytest.mark.parametrize("path", SAMPLES, ids=name_of)
def test_every_finding_about_a_sample_is_a_whole_sentence(path: Path) -> None:
    errors: tuple[TrfError, ...] = ()
    try:
        found = read_trf(path.read_bytes(), path.name).findings
    except TrfRefused as refused:
        errors = refused.errors
        found = tuple(error.finding for error in errors)
    assert [error.code for error in errors if not error.hint] == []
    for finding in found:
        assert text(finding).endswith(".")


def test_the_documented_refusals_are_sample_files() -> None:
    if not SHARED.is_dir():
        pytest.skip("the shared sample files are not beside the repository")
    assert set(documented_refusals()) <= {name_of(path) for path in SAMPLES}


def test_every_kind_of_line_end_and_encoding_is_met_among_the_samples() -> None:
    if not SHARED.is_dir():
        pytest.skip("the shared sample files are not beside the repository")
    readings = [
        read_trf(path.read_bytes(), path.name)
        for path in SAMPLES
        if name_of(path) not in documented_refusals()
    ]
    assert {reading.newline for reading in readings} == {"CR", "LF", "CRLF"}
    assert {reading.encoding for reading in readings} == {"utf-8", "latin-1"}
    assert {reading.format for reading in readings} == {"trf16", "trf26"}
