"""What somebody who owns the database can do to the ledger, and which check finds it; a chain checked outside."""

import base64
import hashlib
import json
from datetime import date, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from config.outside.queue import beat_schedule
from core.checkpoints import checkpoint_of, checkpoint_today, missed_days
from core.ledger import append, row_hash, verify_chain
from core.ledger_export import NotAnExport, export_chain, verify_export
from core.models import Chain, Checkpoint, LedgerRow

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def add(number: int, object_id: str = "7") -> LedgerRow:
    return append(
        scope="event", object_id=object_id, actor_id=3, actor_name="Ana Kos", verb="result.recorded",
        payload={"board": number, "code": "1-0"},
    )  # fmt: skip


@pytest.fixture
def rows(db: Any) -> list[LedgerRow]:
    """Five rows of event 7, two of event 8, under today's checkpoint."""
    made = [add(number) for number in range(1, 6)]
    add(1, "8")
    add(2, "8")
    checkpoint_today()
    return made


def run(sql: str, *values: Any) -> None:
    """As the owner of the database, past the triggers."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE core_ledgerrow DISABLE TRIGGER USER")
        else:
            for act in ("update", "delete"):
                cursor.execute(f"DROP TRIGGER IF EXISTS core_ledgerrow_no_{act}")
        cursor.execute(sql, list(values))
        assert cursor.rowcount == 1


def payload_changed(rows: list[LedgerRow]) -> None:
    run("UPDATE core_ledgerrow SET payload = %s WHERE id = %s", '{"board": 2, "code": "0-1"}', rows[1].pk)


def row_deleted(rows: list[LedgerRow]) -> None:
    run("DELETE FROM core_ledgerrow WHERE id = %s", rows[2].pk)


def rows_swapped(rows: list[LedgerRow]) -> None:
    for row, seq in ((rows[1], 99), (rows[2], 2), (rows[1], 3)):
        run("UPDATE core_ledgerrow SET seq = %s WHERE id = %s", seq, row.pk)


def tail_cut(rows: list[LedgerRow]) -> None:
    """The last two rows go, and the head is made to fit: the chain itself then holds."""
    for row in rows[3:]:
        run("DELETE FROM core_ledgerrow WHERE id = %s", row.pk)
    Chain.objects.filter(object_id="7").update(seq=3, head_hash=rows[2].hash)
    assert verify_chain("event", 7) == 3


def tail_rewritten(rows: list[LedgerRow]) -> None:
    """The last row tells another story, with a hash that fits: the chain itself then holds."""
    row = LedgerRow.objects.get(pk=rows[4].pk)
    row.reason = "a better story"
    forged = row_hash(row, row.chain)
    run("UPDATE core_ledgerrow SET reason = %s, hash = %s WHERE id = %s", row.reason, forged, row.pk)
    Chain.objects.filter(object_id="7").update(head_hash=forged)
    assert verify_chain("event", 7) == 5


def chain_emptied(rows: list[LedgerRow]) -> None:
    for row in rows:
        run("DELETE FROM core_ledgerrow WHERE id = %s", row.pk)
    Chain.objects.filter(object_id="7").update(seq=0, head_hash="")


ATTACKS = [
    (payload_changed, "event 7: row 2 was changed"),
    (row_deleted, "event 7: row 3 is missing"),
    (rows_swapped, "event 7: row 2 was changed"),
    (tail_cut, "event 7: row 5 is not the one that was signed on"),
    (tail_rewritten, "event 7: row 5 is not the one that was signed on"),
    (chain_emptied, "event 7: row 5 is not the one that was signed on"),
]


@pytest.mark.parametrize(("attack", "found"), ATTACKS, ids=[attack.__name__ for attack, _found in ATTACKS])
def test_an_attack_is_found_and_named(attack: Any, found: str, rows: list[LedgerRow], capsys: Any) -> None:
    attack(rows)
    with pytest.raises(SystemExit) as ended:
        call_command("verify_ledger", "--json")
    assert ended.value.code == 1
    broken = json.loads(capsys.readouterr().out)["broken"]
    assert any(words.startswith(found) for words in broken)
    assert not any(words.startswith("event 8") for words in broken)


def test_without_a_database_nothing_is_checked_and_the_exit_code_is_2(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    def gone(*_words: Any) -> Any:
        raise OperationalError("no server")

    monkeypatch.setattr("django.db.models.query.QuerySet.iterator", gone)
    with pytest.raises(CommandError) as ended:
        call_command("verify_ledger", "--json")
    assert ended.value.returncode == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "no_database"


# --- days without a checkpoint


def test_the_scheduler_asks_for_the_checkpoint_more_than_once_a_day() -> None:
    assert beat_schedule()["checkpoint"] == {
        "task": "core.checkpoint", "schedule": 3600, "options": {"expires": 3600},
    }  # fmt: skip


def test_days_between_two_checkpoints_are_missed_and_today_is_not_over() -> None:
    day = date(2026, 3, 7)
    assert missed_days(day) == []
    add(1)
    for past in (5, 4, 2):
        checkpoint_of(day - timedelta(days=past))
    assert missed_days(day) == [date(2026, 3, 4), date(2026, 3, 6)]


def test_missed_days_are_told_by_the_command_and_in_the_office(capsys: Any) -> None:
    from players.services import office_open

    add(1)
    today = timezone.localdate()
    checkpoint_of(today - timedelta(days=2))
    missed = (today - timedelta(days=1)).isoformat()
    call_command("verify_ledger")
    assert f"no checkpoint of {missed}" in capsys.readouterr().out
    client = Client()
    client.force_login(office_open(username="olga", password="baize-and-ink-64", display_name="Olga"))
    page = client.get("/admin/core/checkpoint/").content.decode()
    assert f"1 day has no checkpoint. The last: {missed}." in page


# --- a chain outside the portal


def outside(data: dict[str, Any]) -> int:
    """The check of docs/ledger.md, written down here from its words alone: how many rows lie under a signature."""

    def canonical(value: Any) -> bytes:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()

    previous = ""
    for number, row in enumerate(data["rows"], start=1):
        told = {name: value for name, value in row.items() if name != "hash"}
        told |= {"scope": data["scope"], "object": data["object"]}
        assert (row["seq"], row["previous"]) == (number, previous)
        assert hashlib.sha256(canonical(told)).hexdigest() == row["hash"]
        previous = row["hash"]
    signed = 0
    for each in data["checkpoints"]:
        listed = canonical({"day": each["day"], "heads": each["heads"]})
        assert hashlib.sha256(listed).hexdigest() == each["digest"]
        key = serialization.load_pem_public_key(each["public_key"].encode())
        assert isinstance(key, ec.EllipticCurvePublicKey)
        key.verify(base64.b64decode(each["signature"]), each["digest"].encode(), ec.ECDSA(hashes.SHA256()))
        seq, head = next(head[2:] for head in each["heads"] if head[:2] == [data["scope"], data["object"]])
        assert data["rows"][seq - 1]["hash"] == head
        signed = max(signed, seq)
    return signed


def test_an_exported_chain_is_checked_without_the_portal(
    rows: list[LedgerRow], tmp_path: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(6)
    path = tmp_path / "event-7.json"
    call_command("export_ledger", "event", "7", "--out", str(path))
    assert "6 rows and 1 checkpoints" in capsys.readouterr().out
    assert outside(json.loads(path.read_text("utf-8"))) == 5
    with monkeypatch.context() as patch:
        patch.setattr("core.management.commands.verify_ledger._database", lambda: pytest.fail("asked"))
        call_command("verify_ledger", "--file", str(path), "--json")
    told = json.loads(capsys.readouterr().out)
    key = Checkpoint.objects.get().key_id
    assert told == {
        "chain": "event 7", "rows": 6, "signed_rows": 5, "checkpoints": 1, "keys": [key], "broken": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data["rows"][1]["payload"].update(code="0-1"), "row 2 was changed"),
        (lambda data: data["rows"].pop(2), "row 3 is missing"),
        (lambda data: data["rows"].pop(), "row 5 is not the one that was signed"),
        (lambda data: data["checkpoints"][0]["heads"].pop(), "its list of heads was changed"),
        (lambda data: data["checkpoints"][0].update(signature="AAAA"), "the signature does not fit"),
        (lambda data: data["rows"][0].update(payload=0.5), "float"),
    ],
)
def test_an_exported_chain_that_was_changed_is_broken(
    change: Any, words: str, rows: list[LedgerRow], tmp_path: Any, capsys: Any
) -> None:
    data = json.loads(json.dumps(export_chain("event", 7)))
    change(data)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(data), "utf-8")
    with pytest.raises(SystemExit) as ended:
        call_command("verify_ledger", "--file", str(path))
    assert ended.value.code == 1
    assert words in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "crosstable-ledger", "version": 1}', "no JSON"])
def test_another_file_is_no_export(text: str, tmp_path: Any) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, "utf-8")
    with pytest.raises(CommandError) as ended:
        call_command("verify_ledger", "--file", str(path))
    assert ended.value.returncode == 2


def test_a_chain_without_rows_is_not_exported() -> None:
    with pytest.raises(CommandError, match="no rows") as ended:
        call_command("export_ledger", "event", "999")
    assert ended.value.returncode == 2
    with pytest.raises(NotAnExport):
        verify_export({"format": "crosstable-ledger", "version": 2})
