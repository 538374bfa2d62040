"""What the commission keeps of a player, for his file: questionnaires of a newcomer, requests, appeals."""

from typing import Any

from django.db.models import Q

from commission.models import Appeal, CorrectionRequest, Newcomer
from core.sealing import unseal
from players.models import Account, Person
from players.own_data import own_data_part
from players.selectors import records_of
from tournaments.services.correspondence import QUESTIONNAIRE_OPEN

REQUEST = ("subject", "state", "round_number", "board", "stated", "claimed", "text", "made_at", "closed_at")


@own_data_part("questionnaires")
def _questionnaires(person: Person, account: Account) -> list[Any]:
    rows = Newcomer.objects.filter(person__in=records_of(person)).select_related("region")
    return [
        {
            "state": row.state,
            **{name: getattr(row, name) for name in QUESTIONNAIRE_OPEN if name != "region"},
            "region": str(row.region or ""),
            **unseal(row.sealed),
            "papers": [{"kind": paper.kind, "seen_on": paper.seen_on} for paper in row.papers.all()],
            "steps": [{"verb": step.verb, "at": step.at, "reason": step.reason} for step in row.steps.all()],
        }
        for row in rows.prefetch_related("papers", "steps").order_by("created_at")
    ]


@own_data_part("requests")
def _requests(person: Person, account: Account) -> list[Any]:
    """Those that the account has made, whole; of those that others made about the player that there is one."""
    about = Q(account=account) | Q(person__in=records_of(person))
    rows = CorrectionRequest.objects.filter(about).select_related("event")
    return [
        _own_request(row)
        if row.account_id == account.pk
        else {"subject": row.subject, "state": row.state, "made_at": row.made_at, "by": "somebody else"}
        for row in rows.prefetch_related("steps", "files").order_by("made_at")
    ]


def _own_request(row: CorrectionRequest) -> dict[str, Any]:
    return {
        "event": row.event.name if row.event else "",
        **{name: getattr(row, name) for name in REQUEST},
        "papers": [paper.name for paper in row.files.all()],
        "steps": [{"verb": step.verb, "at": step.at, "text": step.text} for step in row.steps.all()],
    }


@own_data_part("appeals")
def _appeals(person: Person, account: Account) -> list[Any]:
    rows = Appeal.objects.filter(account=account).order_by("made_at")
    return list(rows.values("text", "made_at", "outcome", "reason"))
