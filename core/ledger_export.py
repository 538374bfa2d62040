"""One chain of the ledger as a file that can be checked without the portal: its rows and the signed checkpoints.

The format is described in docs/ledger.md, with the steps of a check; nothing but SHA-256 and ECDSA is needed.
"""

import hashlib
from datetime import date, datetime
from typing import Any

from core.checkpoints import verify_signature
from core.ledger import BrokenChain, moment, rows_of, verify_rows
from core.models import Chain, Checkpoint, LedgerRow

FORMAT = "crosstable-ledger"
VERSION = 1


class NotAnExport(Exception):
    """The file is no exported chain."""


def export_chain(scope: str, object_id: str | int) -> dict[str, Any]:
    """The chain as data for JSON, with every checkpoint that names it. Raises NotAnExport for a chain without rows."""
    rows = [row_data(row) for row in rows_of(scope, object_id)]
    if not rows:
        raise NotAnExport(f"{scope} {object_id} has no rows in the ledger")
    return {
        "format": FORMAT,
        "version": VERSION,
        "scope": scope,
        "object": str(object_id),
        "rows": rows,
        "checkpoints": [
            {
                "day": each.day.isoformat(),
                "heads": each.heads,
                "digest": each.digest,
                "public_key": each.public_key,
                "signature": each.signature,
            }
            for each in Checkpoint.objects.order_by("day")
            if any(head[:2] == [scope, str(object_id)] for head in each.heads)
        ],
    }


def row_data(row: LedgerRow) -> dict[str, Any]:
    """A row as it is hashed, and its hash."""
    return {
        "seq": row.seq,
        "at": moment(row.at),
        "actor": row.actor_id,
        "actor_name": row.actor_name,
        "verb": row.verb,
        "reason": row.reason,
        "payload": row.payload,
        "previous": row.previous_hash,
        "hash": row.hash,
    }


def verify_export(data: Any) -> dict[str, Any]:
    """Check an exported chain by itself; the database is not asked.

    Returns the chain's name, how many rows hold, how many of them lie under a signed checkpoint (`signed_rows`), the
    checkpoints and the ids of their keys. Raises BrokenChain for what does not hold, NotAnExport for another file.
    """
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise NotAnExport("this file is no exported chain of the ledger")
    try:
        chain = Chain(scope=data["scope"], object_id=data["object"])
        rows = [_row(chain, each) for each in data["rows"]]
        checkpoints = [_checkpoint(each) for each in data["checkpoints"]]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotAnExport(f"a part of the file is missing or of another kind: {error}") from error
    try:
        verify_rows(chain, rows)
    except ValueError as error:
        raise BrokenChain(f"{chain}: {error}") from error
    signed = max((_signed_rows(chain, rows, each) for each in checkpoints), default=0)
    return {
        "chain": str(chain),
        "rows": len(rows),
        "signed_rows": signed,
        "checkpoints": len(checkpoints),
        "keys": sorted({each.key_id for each in checkpoints}),
    }


def _signed_rows(chain: Chain, rows: list[LedgerRow], checkpoint: Checkpoint) -> int:
    """How far the checkpoint covers the chain; raises BrokenChain when the rows are not those it signed."""
    verify_signature(checkpoint)
    for scope, object_id, seq, head in checkpoint.heads:
        if (scope, object_id) == (chain.scope, chain.object_id):
            if int(seq) > len(rows) or rows[int(seq) - 1].hash != head:
                raise BrokenChain(f"{chain}: row {seq} is not the one that was signed on {checkpoint}")
            return int(seq)
    return 0


def _row(chain: Chain, told: dict[str, Any]) -> LedgerRow:
    return LedgerRow(
        chain=chain,
        seq=int(told["seq"]),
        at=datetime.fromisoformat(told["at"]),
        actor_id=told["actor"],
        actor_name=told["actor_name"],
        verb=told["verb"],
        reason=told["reason"],
        payload=told["payload"],
        previous_hash=told["previous"],
        hash=told["hash"],
    )


def _checkpoint(told: dict[str, Any]) -> Checkpoint:
    public = str(told["public_key"])
    return Checkpoint(
        day=date.fromisoformat(told["day"]),
        heads=[list(head) for head in told["heads"]],
        digest=told["digest"],
        key_id=hashlib.sha256(public.encode()).hexdigest(),
        public_key=public,
        signature=str(told["signature"]),
    )
