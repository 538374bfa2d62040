"""What waits for somebody's signature by key."""

from typing import Any

from django.db.models import Q, QuerySet

from players.models import RegionalAssignment
from players.permissions import RATING_OFFICER, REGIONAL_REPRESENTATIVE, group_names
from reports.models import Report, Role
from reports.sheets.signatures import FIELDS, ROLE_OF_FIELD
from tournaments.models import EventOfficial


def sheets_of(role: str) -> list[str]:
    """The sheets that a role countersigns."""
    return [sheet for sheet, names in FIELDS.items() if len(names) > 1 and ROLE_OF_FIELD[names[1]] == role]


def waiting_for(account: Any) -> QuerySet[Report]:
    """The papers whose next signature is this account's, with their events; none for somebody without a role.

    A paper that the arbiter signed by hand is not among them: its countersignature stands on the same paper.
    """
    wanted = Q(
        state=Report.State.RENDERED,
        event__in=EventOfficial.objects.filter(
            account_id=account.pk, role=EventOfficial.Role.CHIEF_ARBITER
        ).values("event"),
    )
    certified, groups = Q(state=Report.State.CERTIFIED), group_names(account)
    if RATING_OFFICER in groups:
        wanted |= certified & Q(sheet__in=sheets_of(Role.RATING_OFFICER))
    if REGIONAL_REPRESENTATIVE in groups:
        regions = RegionalAssignment.objects.filter(account_id=account.pk).values("region")
        wanted |= certified & Q(sheet__in=sheets_of(Role.REGION), event__region__in=regions)
    waiting = Report.objects.filter(wanted, paper_signatures__isnull=True)
    return waiting.exclude(signatures__account_id=account.pk).select_related("event", "entry")
