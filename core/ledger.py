"""The ledger: rows that are only ever added, each bound to the one before by its hash."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from core.canonical import digest
from core.models import Chain, LedgerRow


class LedgerError(Exception):
    """The ledger was used in a way that would let a fact move without its row."""


class BrokenChain(Exception):
    """A stored chain does not hold: a row was changed, removed or put in."""


def append(
    *,
    scope: str,
    object_id: str,
    actor_id: int | None,
    actor_name: str,
    verb: str,
    reason: str = "",
    payload: dict[str, Any] | None = None,
) -> LedgerRow:
    """Add a row to the object's chain, within the caller's transaction, and return it.

    The chain's head stays locked until that transaction ends, so two writers of one object follow each other.
    Raises LedgerError outside a transaction, ValueError for a payload with floats or dates (write text).
    """
    if not connection.in_atomic_block:
        raise LedgerError("a ledger row is written in the transaction of the change that it tells of")
    if scope not in Chain.Scope.values:
        raise LedgerError(f"{scope!r} is no scope of the ledger; there are {', '.join(Chain.Scope.values)}")
    chain = _locked_chain(scope, str(object_id))
    row = LedgerRow(
        chain=chain,
        seq=chain.seq + 1,
        at=timezone.now(),
        actor_id=actor_id,
        actor_name=actor_name[:200],
        verb=verb,
        reason=reason,
        payload=payload or {},
        previous_hash=chain.head_hash,
    )
    row.hash = row_hash(row, chain)
    row.save(force_insert=True)
    Chain.objects.filter(pk=chain.pk).update(seq=row.seq, head_hash=row.hash)
    return row


def rows_of(scope: str, object_id: str | int) -> Any:
    """The rows of an object's chain, oldest first; empty when nothing was ever written."""
    return LedgerRow.objects.filter(chain__scope=scope, chain__object_id=str(object_id)).order_by("seq")


def ledger_length(scope: str, object_id: str | int) -> int:
    """How many rows a chain has; 0 for one that was never begun."""
    found = Chain.objects.filter(scope=scope, object_id=str(object_id)).values_list("seq", flat=True).first()
    return found or 0


def row_hash(row: LedgerRow, chain: Chain) -> str:
    """The hash of everything that the row says, its place and the hash before."""
    return digest(
        {
            "scope": chain.scope,
            "object": chain.object_id,
            "seq": row.seq,
            "at": moment(row.at),
            "actor": row.actor_id,
            "actor_name": row.actor_name,
            "verb": row.verb,
            "reason": row.reason,
            "payload": row.payload,
            "previous": row.previous_hash,
        }
    )


def verify_chain(scope: str, object_id: str | int) -> int:
    """The number of rows of a chain that holds from its first row to its head; raises BrokenChain."""
    chain = Chain.objects.filter(scope=scope, object_id=str(object_id)).first()
    return verify(chain) if chain else 0


def verify(chain: Chain) -> int:
    """As `verify_chain`, for a chain at hand."""
    rows = LedgerRow.objects.filter(chain=chain).order_by("seq").iterator(chunk_size=2000)
    count, previous = verify_rows(chain, rows)
    if (chain.seq, chain.head_hash) != (count, previous):
        raise BrokenChain(f"{chain}: the head says {chain.seq} rows, there are {count}")
    return count


def verify_rows(chain: Chain, rows: Iterable[LedgerRow]) -> tuple[int, str]:
    """Follow the links from the first row on; how many rows there are, and the last hash. Raises BrokenChain.

    Neither needs to be stored: rows read from an exported file are checked by the same steps.
    """
    previous, count = "", 0
    for row in rows:
        count += 1
        if row.seq != count:
            raise BrokenChain(f"{chain}: row {count} is missing")
        if row.previous_hash != previous or row.hash != row_hash(row, chain):
            raise BrokenChain(f"{chain}: row {count} was changed")
        previous = row.hash
    return count, previous


def _locked_chain(scope: str, object_id: str) -> Chain:
    """The chain's row, locked until the transaction ends, made at the first use."""
    found = Chain.objects.select_for_update().filter(scope=scope, object_id=object_id).first()
    if found is None:
        Chain.objects.get_or_create(scope=scope, object_id=object_id)
        found = Chain.objects.select_for_update().get(scope=scope, object_id=object_id)
    return found


def moment(at: datetime) -> str:
    """The time as it is hashed: UTC, microseconds.

    >>> moment(datetime(2026, 3, 7, 10, tzinfo=UTC))
    '2026-03-07T10:00:00.000000+00:00'
    """
    return at.astimezone(UTC).isoformat(timespec="microseconds")
