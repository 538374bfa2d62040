"""The canonical bytes, what they refuse, and that manual, schema and model agree."""

import hashlib
import json
import re
from dataclasses import fields, replace
from datetime import date
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from tournaments.record.canonical import canonical_bytes, from_canonical, sha256
from tournaments.record.codes import BYE_CODES, GAME_CODES
from tournaments.record.model import (
    Acceleration,
    Bye,
    Entry,
    EventFacts,
    ForbiddenPairs,
    Game,
    LineUp,
    MatchForfeit,
    Record,
    RecordError,
    Round,
    ScoreSystem,
    Source,
    SourceCell,
    SpecialPoints,
    Team,
    TeamBye,
    TeamRules,
)

SCHEMA_FILE = Path(__file__).resolve().parents[3] / "docs" / "record.schema.json"
SCHEMA: dict[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))

FULL = Record(
    EventFacts(
        "Kup grada", "Čakovec", "CRO", date(2026, 8, 15), date(2026, 8, 16), "swiss", 1, 5,
        ScoreSystem(6, 2, 0, 6), "Swiss", "FIDE_DUTCH", "90'+30\"", "5400+30", "Arbiter, A.", ("Deputy, D.",),
        "Club", "w", ("DE", "BH"), True, rank_method="CRO FIDON", pairing_program="A program",
    ),
    (
        Entry(
            1, "Žižka, Jan", "m", "GM", 2500, "CRO", "14500001", "00120456", "1999-05-17", 10, 30, "Klub",
            3, 2, 4, 1,
        ),
        Entry(2, "Б, В"),
    ),
    (Game(1, 1, 1, 2, "1/2-1/2", False, 1, date(2026, 8, 15)),),
    (Bye(2, 1, "H"),),
    (Round(1, date(2026, 8, 15), "c0403-2026"),),
    (Team(1, "Team", (1, 2), "CRO", "TM", "2300", 2, 3, 1, "Captain, C."),),
    Source("trf26", (SourceCell(1, 1, "   2", "w", "="),), ("### kept",)),
    (Acceleration(1, 3, 1, 1, 2, 4),),
    (ForbiddenPairs((1, 2), 1, 2),),
    (SpecialPoints("", -1, -2, 3, (1, 2)),),
    (TeamBye(2, 1, "U"),),
    (MatchForfeit(3, 1, 2, "-/+"),),
    (LineUp(1, 1, (2, 0, 1), 2),),
    TeamRules(4, 2, 0, 2, 3, "WB", "GP"),
)  # fmt: skip

SMALL = Record(EventFacts("Small", rounds=1), (Entry(1, "A"), Entry(2, "B")), (Game(1, 1, 1, 2, "1-0"),))
SMALL_BYTES = (
    b'{"entries":[{"name":"A","number":1},{"name":"B","number":2}],'
    b'"event":{"correspondence":0,"cycles":1,"name":"Small","rounds":1,'
    b'"score_system":{"draw":1,"loss":0,"pairing_bye":2,"win":2},"system":"unknown"},'
    b'"games":[{"black":2,"board":1,"code":"1-0","colours_known":1,"round":1,"white":1}],"schema":1}'
)


def test_the_bytes_are_those_that_the_manual_describes() -> None:
    assert canonical_bytes(SMALL) == SMALL_BYTES
    assert sha256(SMALL) == hashlib.sha256(SMALL_BYTES).hexdigest()


def test_every_field_survives() -> None:
    assert from_canonical(canonical_bytes(FULL)) == FULL


def test_composition_does_not_change_the_bytes() -> None:
    apart = replace(
        FULL, entries=(replace(FULL.entries[0], name=normalize("NFD", "Žižka, Jan")), FULL.entries[1])
    )
    assert apart != FULL
    assert canonical_bytes(apart) == canonical_bytes(FULL)


def test_the_hash_changes_with_every_fact() -> None:
    other = replace(SMALL, games=(replace(SMALL.games[0], code="0-1"),))
    assert sha256(other) != sha256(SMALL)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ((b'"number":2', b'"number":"2"'), "entries[1].number"),
        ((b'"system":"unknown"', b'"system":"lottery"'), "event.system"),
        ((b'"rounds":1,', b'"rounds":1,"start":"15.08.2026",'), "event.start"),
        ((b'"colours_known":1', b'"colours_known":2'), "games[0].colours_known"),
        ((b'"white":1', b'"whit":1'), "games[0].whit"),
        ((b',"white":1', b""), "games[0].white"),
        ((b'"games":[', b'"games":[7,'), "games[0]"),
        ((b'"schema":1', b'"schema":2'), "schema"),
        ((b'"code":"1-0"', b'"code":"9-0"'), "Round 1, board 1"),
    ],
)
def test_what_is_no_record_is_refused_with_its_path(change: tuple[bytes, bytes], path: str) -> None:
    with pytest.raises(RecordError, match=re.escape(path)):
        from_canonical(SMALL_BYTES.replace(*change))


@pytest.mark.parametrize(
    "data",
    [
        SMALL_BYTES + b"\n",
        SMALL_BYTES.replace(b'"number":1', b'"number": 1'),
        SMALL_BYTES.replace(b'"name":"A","number":1', b'"number":1,"name":"A"'),
        SMALL_BYTES.replace(b'"name":"A"', b'"club":"","name":"A"'),
        SMALL_BYTES.replace(b'"name":"A"', b'"name":"\\u0041"'),
        SMALL_BYTES.replace(b'"board":1', b'"board":1.0'),
        SMALL_BYTES.replace(b'"board":1', b'"board":1,"board":1'),
        SMALL_BYTES.replace(b'"cycles":1', b'"cycles":null'),
        SMALL_BYTES.replace(b'"cycles":1', b'"cycles":NaN'),
        b"\xef\xbb\xbf" + SMALL_BYTES,
        SMALL_BYTES[:-1],
        b"[]",
        b"\xff",
    ],
)
def test_any_other_spelling_of_a_record_is_refused(data: bytes) -> None:
    with pytest.raises(RecordError):
        from_canonical(data)


def test_text_that_is_not_unicode_is_refused() -> None:
    with pytest.raises(RecordError, match="not Unicode"):
        canonical_bytes(Record(EventFacts("\ud800"), ()))


# A small reader of the part of JSON Schema that our schema uses.


KNOWN_WORDS = {
    "type", "additionalProperties", "required", "properties", "items", "minItems", "minLength", "pattern",
    "enum", "const",
}  # fmt: skip
KINDS: dict[str, type] = {"object": dict, "array": list, "string": str, "integer": int}


def violations(value: object, schema: dict[str, Any], path: str = "") -> list[str]:
    """What the value breaks; every word of the schema is known or the test fails."""
    if "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    assert set(schema) <= KNOWN_WORDS
    if "type" in schema and type(value) is not KINDS[schema["type"]]:
        return [f"{path}: not {schema['type']}"]
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        return [f"{path}: {value!r} is not allowed"]
    if isinstance(value, str):
        long_enough = len(value) >= schema.get("minLength", 0)
        return [] if long_enough and re.search(schema.get("pattern", ""), value) else [f"{path}: {value!r}"]
    if isinstance(value, list):
        inside = [violations(item, schema["items"], f"{path}[{place}]") for place, item in enumerate(value)]
        return sum(inside, [] if len(value) >= schema.get("minItems", 0) else [f"{path}: empty"])
    return object_violations(value, schema, path) if isinstance(value, dict) else []


def object_violations(value: dict[str, object], schema: dict[str, Any], path: str) -> list[str]:
    found = [f"{path}.{name}: missing" for name in schema["required"] if name not in value]
    for name, member in value.items():
        if name in schema["properties"]:
            found += violations(member, schema["properties"][name], f"{path}.{name}")
        else:
            found.append(f"{path}.{name}: unknown")
    return found


@pytest.mark.parametrize("record", [SMALL, FULL])
def test_canonical_bytes_are_valid_by_the_schema(record: Record) -> None:
    assert violations(json.loads(canonical_bytes(record)), {"$ref": "#/$defs/Record"}) == []


@pytest.mark.parametrize("change", [{"schema": 2}, {"entries": []}, {"other": 1}, {"games": [{"round": 1}]}])
def test_the_schema_refuses_what_is_no_record(change: dict[str, object]) -> None:
    value = json.loads(SMALL_BYTES) | change
    assert violations(value, {"$ref": "#/$defs/Record"})


@pytest.mark.parametrize(
    "kind",
    [
        Record, EventFacts, ScoreSystem, Entry, Team, Game, Bye, Round, Source, SourceCell, Acceleration,
        ForbiddenPairs, SpecialPoints, TeamBye, MatchForfeit, LineUp, TeamRules,
    ],
)  # fmt: skip
def test_the_schema_has_the_fields_of_the_model(kind: type[Any]) -> None:
    assert set(SCHEMA["$defs"][kind.__name__]["properties"]) == {item.name for item in fields(kind)}


def test_the_schema_has_the_codes_of_the_model() -> None:
    definitions = SCHEMA["$defs"]
    assert set(definitions["Game"]["properties"]["code"]["enum"]) == set(GAME_CODES)
    assert set(definitions["Bye"]["properties"]["code"]["enum"]) == set(BYE_CODES)


def test_the_manual_lists_every_result_code() -> None:
    manual = (SCHEMA_FILE.parent / "record.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`([^`\s]+)`", manual))
    assert set(GAME_CODES) | set(BYE_CODES) <= listed
