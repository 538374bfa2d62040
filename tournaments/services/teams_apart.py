"""Writes that keep teams of a team Swiss apart, and let them meet again."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event, ForbiddenTeams, Team
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_finished,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.swiss_setup import (
    last_round_forbidden,
    pairs_of_file_keep,
    refuse_forbidding,
)


@transaction.atomic
def forbidden_teams_add(
    event: Event,
    *,
    actor: Account | None,
    one: Team,
    other: Team,
    first_round: int = 1,
    last_round: int | None = None,
    reason: str = "",
) -> ForbiddenTeams:
    """Keep two teams apart in a range of rounds (default: all). Refused in an event rated by FIDE rules.

    Raises PermissionDenied and DomainError.
    """
    stored = _ready(event.pk, actor)
    refuse_forbidding(stored)
    last = last_round_forbidden(stored, first_round, last_round)
    if one.pk == other.pk or {one.event_id, other.event_id} != {stored.pk}:
        raise DomainError(_("Name two teams of this event."), "not_two_teams", field="other")
    both = Q(one=one, other=other) | Q(one=other, other=one)
    same = ForbiddenTeams.objects.filter(both, event=stored)
    if same.filter(first_round__lte=last, last_round__gte=first_round).exists():
        raise DomainError(
            _("%(one)s and %(other)s are kept apart in these rounds already.")
            % {"one": one.name, "other": other.name},
            "forbidden_already",
            field="other",
        )
    pairs_of_file_keep(stored, ForbiddenTeams, {team.number: team for team in stored.teams.all()})
    pair = ForbiddenTeams.objects.create(
        event=stored,
        one=one,
        other=other,
        first_round=first_round,
        last_round=last,
        reason=reason.strip()[:200],
    )
    payload = {"one": one.name, "other": other.name, "rounds": [first_round, last]}
    write_ledger(stored, actor=actor, verb="pair.forbidden", reason=reason, payload=payload)
    facts_changed(stored)
    return pair


@transaction.atomic
def forbidden_teams_remove(pair: ForbiddenTeams, *, actor: Account | None) -> None:
    """Let two teams meet again. Raises PermissionDenied and DomainError."""
    stored = _ready(pair.event_id, actor)
    payload = {"one": pair.one.name, "other": pair.other.name}
    ForbiddenTeams.objects.filter(pk=pair.pk).delete()
    write_ledger(stored, actor=actor, verb="pair.allowed", payload=payload)
    facts_changed(stored)


def _ready(event_id: int, actor: Account | None) -> Event:
    stored = event_locked_for(event_id, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_finished(stored)
    if stored.system != Event.System.TEAM_SWISS:
        raise DomainError(_("Only in a team Swiss are teams kept apart."), "not_swiss")
    return stored
