"""Edition files: what a file may hold, which edition binds an event, and nothing taken silently."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest

from tournaments.rulebook import shelf
from tournaments.rulebook.editions import (
    Edition,
    EditionError,
    EditionFileError,
    MissingStartDay,
    UnknownEdition,
)
from tournaments.rulebook.shelf import (
    edition,
    edition_in_force,
    editions,
    load_edition,
    load_schema,
    shelf_of,
)

HEAD = """regulation = "laws"
key = "laws-2020"
effective_from = 2020-01-01
effective_until = 2020-12-31
last_reread = 2026-11-30
"""
SOURCE = """[source]
title = "Laws of 2020"
"""
LIMIT = """[limit]
value = 350
unit = "rating points"
article = "10.51"
"""
SCHEMA = {"limit": "integer!", "step": "number", "method": "policy", "is_open": "boolean", "day": "date"}

Load = Callable[..., Edition]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads an edition from its text."""

    def from_text(text: str, name: str = "laws-2020") -> Edition:
        path = tmp_path / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        return load_edition(path, SCHEMA)

    return from_text


def test_an_edition_holds_each_value_with_unit_article_and_source(load: Load) -> None:
    found = load(HEAD + SOURCE + LIMIT)
    assert (found.regulation, found.key, found.source_title) == ("laws", "laws-2020", "Laws of 2020")
    assert (found.effective_from, found.effective_until) == (date(2020, 1, 1), date(2020, 12, 31))
    limit = found["limit"]
    assert (limit.integer, limit.unit, limit.article, limit.verified) == (350, "rating points", "10.51", True)


def test_the_fingerprint_of_an_edition_is_that_of_the_bytes_of_its_file(load: Load) -> None:
    one, other = load(HEAD + SOURCE + LIMIT), load(HEAD + SOURCE + LIMIT + "# reread\n")
    assert len(one.sha256) == 64
    assert one.sha256 != other.sha256


def test_decimals_are_exact_wherever_they_stand(load: Load) -> None:
    found = load(HEAD + SOURCE + LIMIT + '[step]\nvalue = 12.5\narticle = "10.23"\n')
    assert found["step"].number == Decimal("12.5")
    assert isinstance(found["step"].value, Decimal)


def test_no_edition_on_the_shelf_holds_a_float_at_any_depth() -> None:
    def floats(value: object) -> bool:
        if isinstance(value, dict):
            return any(floats(item) for item in value.values())
        if isinstance(value, list):
            return any(floats(item) for item in value)
        return isinstance(value, float)

    found = [(item.key, name) for item in editions() for name in item.parameters if floats(item[name].value)]
    assert editions()
    assert found == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD + SOURCE + LIMIT + '[limits]\nvalue = 1\narticle = "1"\n', "unknown key 'limits'"),
        (HEAD + SOURCE + LIMIT.replace("unit", "units"), "limit has unknown keys units"),
        (HEAD + SOURCE, "limit missing"),
        (HEAD + SOURCE + LIMIT.replace('article = "10.51"', ""), "limit names no article"),
        (HEAD + SOURCE + LIMIT.replace("350", '"350"'), "limit is not of type integer"),
        (HEAD + SOURCE + LIMIT.replace("350", "350.0"), "limit is not of type integer"),
        (HEAD + SOURCE + LIMIT.replace("350", "true"), "limit is not of type integer"),
        (HEAD + SOURCE + LIMIT + "verified = 1\n", "verified is true or false"),
        (HEAD + SOURCE + LIMIT + '[step]\nvalue = nan\narticle = "1"\n', "nan is not a number"),
        (HEAD + SOURCE + LIMIT + '[step]\nvalue = inf\narticle = "1"\n', "inf is not a number"),
        (HEAD + SOURCE + LIMIT + '[is_open]\nvalue = 1\narticle = "1"\n', "is_open is not of type boolean"),
        (
            HEAD + SOURCE + LIMIT + '[day]\nvalue = 2020-01-01T00:00:00\narticle = "1"\n',
            "day is not of type date",
        ),
        (HEAD + SOURCE + LIMIT + '[method]\nvalue = "mean"\narticle = "1"\n', "method is not of type policy"),
        (
            HEAD + SOURCE + LIMIT + '[method]\npolicy = "mean"\nvalue = 1\narticle = "1"\n',
            "method has a policy and a value",
        ),
        ("limit = 350\n" + HEAD + SOURCE, "limit must be a table"),
        (HEAD.replace("last_reread", "reread") + SOURCE + LIMIT, "last_reread is missing"),
        (HEAD + LIMIT, "source is missing"),
        (HEAD + "[source]\nfile = 'a.txt'\n" + LIMIT, "source has a title"),
        (HEAD + SOURCE + "titel = 'Laws'\n" + LIMIT, "source has a title"),
        (HEAD.replace("2020-01-01", '"2020-01-01"') + SOURCE + LIMIT, "effective_from is not a date"),
        (HEAD.replace("2020-01-01", "2020-01-01T12:00:00") + SOURCE + LIMIT, "effective_from is not a date"),
        (HEAD.replace("2020-12-31", "2019-12-31") + SOURCE + LIMIT, "ends before it begins"),
        (HEAD.replace('"laws-2020"', '"laws-2021"') + SOURCE + LIMIT, "not the name of the file"),
        (HEAD + SOURCE + LIMIT + "[limit", "laws-2020.toml"),
    ],
)
def test_a_file_that_leaves_the_schema_is_refused_with_file_and_key(load: Load, text: str, says: str) -> None:
    with pytest.raises(EditionFileError) as refused:
        load(text)
    assert "laws-2020.toml" in str(refused.value)
    assert says in str(refused.value)


def test_bytes_that_are_no_utf_8_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "laws-2020.toml"
    path.write_bytes(b'note = "\xff"')
    with pytest.raises(EditionFileError, match=r"laws-2020\.toml"):
        load_edition(path, SCHEMA)


def test_a_schema_names_only_types_that_exist(tmp_path: Path) -> None:
    path = tmp_path / "laws.toml"
    path.write_text('limit = "integer!"\nstep = "float"\n', encoding="utf-8")
    with pytest.raises(EditionFileError, match="unknown type of step"):
        load_schema(path)


@pytest.mark.parametrize(
    ("day", "key"),
    [
        (date(2025, 9, 30), "fide-2024"),
        (date(2025, 10, 1), "fide-2025-10"),
        (date(2005, 7, 1), "fide-2004"),
        (date(2006, 6, 30), "fide-2004"),
        (date(2006, 7, 1), "fide-2005"),
        (date(2100, 1, 1), "fide-2025-10"),
    ],
)
def test_the_first_day_of_play_decides_and_both_ends_belong_to_an_edition(day: date, key: str) -> None:
    assert edition_in_force("fide-rating", day).key == key


def test_without_a_start_day_no_edition_is_taken_not_even_the_only_one() -> None:
    for regulation in {item.regulation for item in editions()}:
        with pytest.raises(MissingStartDay) as missing:
            edition_in_force(regulation, None)
        assert missing.value.code == "start_day_missing"
        assert isinstance(missing.value, EditionError)


def test_a_day_before_every_edition_and_an_unknown_regulation_are_refused() -> None:
    with pytest.raises(UnknownEdition, match="1980-01-01"):
        edition_in_force("fide-rating", date(1980, 1, 1))
    with pytest.raises(UnknownEdition, match="laws"):
        edition_in_force("laws", date(2026, 1, 1))


def test_an_unknown_key_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(UnknownEdition, match=r"'fide-1066'; known: .*fide-2004") as unknown:
        edition("fide-1066")
    assert unknown.value.code == "edition_unknown"


def test_editions_of_a_regulation_follow_each_other_without_a_day_of_two() -> None:
    for regulation in {item.regulation for item in editions()}:
        row = editions(regulation)
        days = [(item.effective_from, item.effective_until) for item in row]
        assert all(until is not None and until < after for (_, until), (after, _) in pairwise(days))


def test_two_editions_with_one_key_or_one_day_are_refused(load: Load) -> None:
    one = load(HEAD + SOURCE + LIMIT)
    later = load(
        HEAD.replace("laws-2020", "laws-2021")
        .replace("2020-01-01", "2020-12-31")
        .replace("effective_until = 2020-12-31\n", "")
        + SOURCE
        + LIMIT,
        "laws-2021",
    )
    with pytest.raises(EditionFileError, match="key 'laws-2020'"):
        shelf_of([one, one])
    with pytest.raises(EditionFileError, match="laws-2020 and laws-2021 are in force on one day"):
        shelf_of([later, one])


def test_an_edition_whose_regulation_has_no_schema_is_refused(tmp_path: Path) -> None:
    (tmp_path / "laws-2020.toml").write_text(HEAD + SOURCE + LIMIT, encoding="utf-8")
    with pytest.raises(EditionFileError, match="'laws' has no schema"):
        list(shelf._read_folders([tmp_path]))


def test_a_silent_edition_says_so_and_a_value_is_not_read_as_another_type(load: Load) -> None:
    found = load(HEAD + SOURCE + LIMIT + '[method]\npolicy = "mean"\narticle = "1"\n')
    assert found.get("step") is None
    with pytest.raises(EditionFileError, match="laws-2020 has no parameter 'step'"):
        found["step"]
    for read in ("integer", "number", "flag", "items", "table"):
        with pytest.raises(EditionFileError, match="method is not"):
            getattr(found["method"], read)
    with pytest.raises(EditionFileError, match="limit is not text"):
        _ = found["limit"].text


def test_what_the_shelf_holds_cannot_be_changed() -> None:
    chosen = editions()[0]
    with pytest.raises(AttributeError):
        chosen.key = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        chosen.parameters["limit"] = None  # type: ignore[index]
