"""The validator, asked for one event."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from tests.tournaments.eligibility.building import START
from tournaments.eligibility.check import check_event
from tournaments.eligibility.facts import ListFacts, Registration
from tournaments.record.findings import Finding
from tournaments.record.model import Record
from tournaments.rulebook.shelf import edition

QUIET = Registration(registered=START - timedelta(days=40))


@pytest.fixture
def check() -> Callable[..., dict[str, Finding]]:
    """`check(record, key, ...)`: the findings by key of their sentence."""

    def run(
        record: Record,
        key: str = "fide-2004",
        *,
        registration: Registration = QUIET,
        lists: ListFacts | None = None,
        today: date | None = None,
    ) -> dict[str, Finding]:
        found = check_event(
            record,
            edition(key),
            list_facts=lists or ListFacts(),
            registration=registration,
            today=today or (record.event.start or START),
        )
        return {finding.key: finding for finding in found}

    return run
