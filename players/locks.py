"""Log-ins that are closed after wrong passwords: the name typed and the address they came from close together."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.utils import timezone

from players.models import Account
from players.sessions import place_of


@dataclass(frozen=True, slots=True)
class Lock:
    """A closed log-in: `pk` of one of its attempts names it; `account` is None where nobody has the name typed."""

    pk: int
    account: Account | None
    username: str
    address: str
    failures: int
    since: datetime
    until: datetime

    @property
    def place(self) -> str:
        """The network address, shortened."""
        return place_of(self.address)

    @property
    def name(self) -> str:
        """The account's name; a name that is none may be a password typed into the wrong field, so it is not shown."""
        return self.account.username if self.account is not None else ""


def locks() -> list[Lock]:
    """All log-ins that are closed now, the newest first."""
    begun = timezone.now() - settings.AXES_COOLOFF_TIME
    rows = AccessAttempt.objects.filter(attempt_time__gt=begun).order_by(
        "username", "ip_address", "attempt_time"
    )
    groups = [list(group) for _key, group in groupby(rows, key=lambda row: (row.username, row.ip_address))]
    closed = [group for group in groups if _failures(group) >= settings.AXES_FAILURE_LIMIT]
    names = {group[0].username for group in closed}
    known = {account.username: account for account in Account.objects.filter(username__in=names)}
    found = [_lock(group, known) for group in closed]
    return sorted(found, key=lambda lock: lock.since, reverse=True)


def lock_of(pk: int) -> Lock | None:
    """The closed log-in to which an attempt belongs, if it is closed still."""
    attempt = AccessAttempt.objects.filter(pk=pk).first()
    if attempt is None:
        return None
    key = (attempt.username, attempt.ip_address or "")
    return next((lock for lock in locks() if (lock.username, lock.address) == key), None)


def _failures(group: Iterable[Any]) -> int:
    return sum(int(row.failures_since_start) for row in group)


def _lock(group: list[Any], known: dict[str, Account]) -> Lock:
    last = group[-1]
    return Lock(
        pk=group[0].pk,
        account=known.get(last.username),
        username=last.username or "",
        address=last.ip_address or "",
        failures=_failures(group),
        since=last.attempt_time,
        until=last.attempt_time + settings.AXES_COOLOFF_TIME,
    )
