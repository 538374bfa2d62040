"""Check every chain of the ledger and every checkpoint, or one exported chain without the database."""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, InterfaceError

from core.checkpoints import missed_days, own_key_id, verify_checkpoint
from core.ledger import BrokenChain, verify
from core.ledger_export import NotAnExport, verify_export
from core.models import Chain, Checkpoint


class Command(BaseCommand):
    """Says what holds and what does not; exit code 1 when something does not, 2 when nothing could be checked."""

    help = "Check that no row of the ledger was changed, removed or put in, back to the first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--json` for machines, `--file` for an exported chain."""
        parser.add_argument("--json", action="store_true", help="answer as JSON")
        parser.add_argument("--file", help="check a file of `export_ledger` instead; needs no database")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the database, or the file that is named."""
        try:
            told = _file(Path(options["file"])) if options["file"] else _database()
        except (DatabaseError, InterfaceError) as error:
            raise _unchecked(
                self, options, "no_database", f"The database does not answer: {error}"
            ) from error
        except (NotAnExport, OSError, ValueError) as error:
            raise _unchecked(self, options, "no_export", str(error)) from error
        words = _file_in_words if options["file"] else _in_words
        self.stdout.write(json.dumps(told, ensure_ascii=False) if options["json"] else words(told))
        if told["broken"]:
            raise SystemExit(1)


def _unchecked(command: Command, options: Any, code: str, words: str) -> CommandError:
    """Nothing was checked: exit code 2, and as JSON where that was asked for."""
    if options["json"]:
        command.stdout.write(json.dumps({"error": {"code": code, "message": words}}, ensure_ascii=False))
    return CommandError(words, returncode=2)


def _file(path: Path) -> dict[str, Any]:
    data = json.loads(path.read_text("utf-8"))
    try:
        return verify_export(data) | {"broken": []}
    except BrokenChain as failure:
        return {"broken": [str(failure)]}


def _file_in_words(told: dict[str, Any]) -> str:
    if told["broken"]:
        return f"BROKEN: {told['broken'][0]}"
    lines = [
        f"{told['chain']}: {told['rows']} rows hold, {told['signed_rows']} of them under a signed checkpoint"
    ]
    return "\n".join(lines + [f"signed by key {key}" for key in told["keys"]])


def _database() -> dict[str, Any]:
    """Count what holds, name what does not; days without a checkpoint are told, they break nothing."""
    broken: list[str] = []
    chains = [_counted(verify, chain, broken) for chain in Chain.objects.order_by("pk").iterator()]
    checkpoints = list(Checkpoint.objects.order_by("day"))
    for checkpoint in checkpoints:
        _counted(verify_checkpoint, checkpoint, broken)
    own = own_key_id()
    return {
        "chains": len(chains),
        "rows": sum(chains),
        "checkpoints": len(checkpoints),
        "days_without": [day.isoformat() for day in missed_days()],
        "signed_by_another_key": [str(each) for each in checkpoints if each.key_id != own],
        "broken": broken,
    }


def _counted(check: Callable[[Any], int], what: Any, broken: list[str]) -> int:
    try:
        return check(what)
    except BrokenChain as failure:
        broken.append(str(failure))
        return 0


def _in_words(told: dict[str, Any]) -> str:
    lines = [f"{told['chains']} chains with {told['rows']} rows, {told['checkpoints']} checkpoints"]
    lines += [f"no checkpoint of {day}" for day in told["days_without"]]
    lines += [f"signed by another key: {day}" for day in told["signed_by_another_key"]]
    lines += [f"BROKEN: {words}" for words in told["broken"]] or ["everything holds"]
    return "\n".join(lines)
