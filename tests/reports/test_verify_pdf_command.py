"""`manage.py verify_pdf`: exit codes, JSON, and what it says without a database."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from core.files import read
from reports.keys import stored_anchors

ROOT = Path(__file__).resolve().parents[2]


def run(path: Path, capsys: Any) -> tuple[int, Any]:
    """Exit code and JSON of the command."""
    code = 0
    try:
        call_command("verify_pdf", str(path), "--json")
    except SystemExit as end:
        code = int(end.code or 0)
    except Exception as error:
        code = getattr(error, "returncode", 99)
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.django_db(transaction=True)
def test_a_genuine_document_is_valid(signed_twice: Any, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "table.pdf"
    path.write_bytes(read(signed_twice.pdf_sha256))
    code, told = run(path, capsys)
    assert (code, told["valid"], told["document"], told["hash_known"]) == (0, True, "unchanged", True)
    assert [(item["name"], item["role"], item["trusted"], item["covers"]) for item in told["signatures"]] == [
        ("Ana Belić", "arbiter", True, "revision"),
        ("Ольга Гнатюк", "rating_officer", True, "document"),
    ]
    assert all(datetime.fromisoformat(item["time"]) <= datetime.now(UTC) for item in told["signatures"])


@pytest.mark.django_db(transaction=True)
def test_a_changed_and_an_appended_document_are_not_valid(
    signed_twice: Any, tmp_path: Path, capsys: Any
) -> None:
    data, path = read(signed_twice.pdf_sha256), tmp_path / "table.pdf"
    changed = bytearray(data)
    changed[data.index(b"stream\n") + 40] ^= 1
    path.write_bytes(bytes(changed))
    code, told = run(path, capsys)
    assert (code, told["valid"], told["document"], told["hash_known"]) == (1, False, "changed", False)
    path.write_bytes(data + b"\n% a remark\n")
    code, told = run(path, capsys)
    assert (code, told["valid"], told["document"], told["hash_known"]) == (1, False, "appended", False)


@pytest.mark.django_db(transaction=True)
def test_what_is_no_document_is_unreadable(signed_twice: Any, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "letter.pdf"
    path.write_bytes(b"Dear federation")
    code, told = run(path, capsys)
    assert code == 2
    assert told["error"]["code"] == "unreadable"
    assert set(told["error"]) == {"code", "article", "line", "message", "hint"}


@pytest.mark.django_db(transaction=True)
def test_an_unsigned_document_is_not_valid_though_the_portal_made_it(
    rendered: Any, signed_twice: Any, tmp_path: Path, capsys: Any
) -> None:
    path = tmp_path / "table.pdf"
    path.write_bytes(read(signed_twice.unsigned_sha256))
    code, told = run(path, capsys)
    assert (code, told["valid"], told["signatures"], told["hash_known"]) == (1, False, [], True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", [{}, {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}])
def test_without_a_database_all_but_the_hash_is_told(
    signed_twice: Any, tmp_path: Path, settings: Any, address: dict[str, str]
) -> None:
    path = tmp_path / "table.pdf"
    path.write_bytes(read(signed_twice.pdf_sha256))
    assert stored_anchors().root
    surroundings = (
        {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        | {
            "DJANGO_SETTINGS_MODULE": "config.settings.dev",
            "SECRET_KEY": settings.SECRET_KEY,
            "VAR_DIR": str(tmp_path / "var"),
            "KEYS_ROOT": str(settings.KEYS_ROOT),
        }
        | address
    )
    ended = subprocess.run(
        [sys.executable, "manage.py", "verify_pdf", str(path), "--json"],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    told = json.loads(ended.stdout)
    assert (ended.returncode, told["valid"], told["document"], told["hash_known"]) == (
        0,
        True,
        "unchanged",
        None,
    )
    assert "Traceback" not in ended.stderr
    assert not list((tmp_path / "var").glob("*.sqlite3"))


def test_where_no_authority_was_made_a_signed_file_is_unchanged_but_by_strangers(
    signed_twice: Any, tmp_path: Path, capsys: Any, settings: Any
) -> None:
    file = tmp_path / "signed.pdf"
    file.write_bytes(read(signed_twice.pdf_sha256))
    settings.KEYS_ROOT = tmp_path / "no-keys"
    with pytest.raises(SystemExit) as stopped:
        call_command("verify_pdf", str(file), "--json")
    told = json.loads(capsys.readouterr().out)
    assert stopped.value.code == 1
    assert told["valid"] is False
    assert told["document"] == "unchanged"
    assert [item["trusted"] for item in told["signatures"]] == [False, False]
