"""Check every chain of the ledger and every checkpoint."""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand

from core.checkpoints import own_key_id, verify_checkpoint
from core.ledger import BrokenChain, verify
from core.models import Chain, Checkpoint


class Command(BaseCommand):
    """Says what holds and what does not; exit code 1 when something does not."""

    help = "Check that no row of the ledger was changed, removed or put in, back to the first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--json` for machines."""
        parser.add_argument("--json", action="store_true", help="answer as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Count what holds, name what does not."""
        broken: list[str] = []
        chains = [_counted(verify, chain, broken) for chain in Chain.objects.order_by("pk").iterator()]
        checkpoints = list(Checkpoint.objects.order_by("day"))
        for checkpoint in checkpoints:
            _counted(verify_checkpoint, checkpoint, broken)
        own = own_key_id()
        strange = [str(checkpoint) for checkpoint in checkpoints if checkpoint.key_id != own]
        told = {
            "chains": len(chains),
            "rows": sum(chains),
            "checkpoints": len(checkpoints),
            "signed_by_another_key": strange,
            "broken": broken,
        }
        self.stdout.write(json.dumps(told, ensure_ascii=False) if options["json"] else _in_words(told))
        if broken:
            raise SystemExit(1)


def _counted(check: Callable[[Any], int], what: Any, broken: list[str]) -> int:
    try:
        return check(what)
    except BrokenChain as failure:
        broken.append(str(failure))
        return 0


def _in_words(told: dict[str, Any]) -> str:
    lines = [f"{told['chains']} chains with {told['rows']} rows, {told['checkpoints']} checkpoints"]
    lines += [f"signed by another key: {day}" for day in told["signed_by_another_key"]]
    lines += [f"BROKEN: {words}" for words in told["broken"]] or ["everything holds"]
    return "\n".join(lines)
