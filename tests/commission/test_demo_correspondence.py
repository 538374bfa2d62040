"""The demo's papers by correspondence stand by themselves."""

from typing import Any

import pytest
from django.utils import timezone

from commission.demo.correspondence_papers import filed_event, team_event
from commission.demo.federation import DemoFederation
from reports.documents import sheet_of_report
from reports.models import Report

pytestmark = pytest.mark.django_db


@pytest.fixture
def federation() -> Any:
    made = DemoFederation(seed=1, today=timezone.localdate())
    made.total = 3
    made.ground()
    return made


def test_a_start_list_is_filed_and_a_team_table_has_its_substitute(federation: Any) -> None:
    event = filed_event(federation)
    report = event.reports.get()
    assert (report.sheet, report.state) == ("start_list", Report.State.COUNTERSIGNED)
    assert sheet_of_report(report).total == 37468
    played = team_event(federation)
    table = sheet_of_report(played.reports.get())
    substitute = next(line for line in table.lines if line.main)
    main = next(line for line in table.lines if line.name == substitute.main)
    assert (main.games, substitute.games, main.board, substitute.board) == (2, 1, 1, 1)
    assert len(table.team_sums) == 4
    assert table.annex is not None
    assert len(table.annex.rows) == 13
