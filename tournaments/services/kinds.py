"""Choices that kinds of event other than the Swiss have of their own."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event, KindRules, KnockOutTie
from tournaments.services.common import event_locked_for, facts_changed, refuse_frozen, write_ledger

KIND_FIELDS = frozenset(
    {"tie_games", "third_place", "colours", "early_withdrawal", "qualify", "carry_results"}
)
FIXED_BY_BRACKET = frozenset({"tie_games", "third_place"})


def kind_rules(event: Event) -> KindRules:
    """What the event has chosen; the usual values, not stored, where nobody chose."""
    found = KindRules.objects.filter(event_id=event.pk).first()
    return found if found is not None else KindRules(event=event)


@transaction.atomic
def kind_rules_set(event: Event, *, actor: Account | None, reason: str = "", **fields: Any) -> KindRules:
    """Change what the event has chosen; after its first pairing with a reason, which the ledger keeps.

    Raises PermissionDenied, DomainError (frozen, a bracket stands, no reason), ValidationError by field.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="event_edit")
    refuse_frozen(stored)
    rules = kind_rules(stored)
    unknown = sorted(set(fields) - KIND_FIELDS)
    if unknown:
        raise DomainError(_("There is no field %(name)s.") % {"name": unknown[0]}, "unknown_field")
    before = {name: getattr(rules, name) for name in fields}
    changed = sorted(name for name, value in fields.items() if before[name] != value)
    if not changed:
        return rules
    fixed = [name for name in changed if name in FIXED_BY_BRACKET]
    if fixed and KnockOutTie.objects.filter(event=stored).exists():
        raise DomainError(
            _("The bracket is drawn, so this cannot change."),
            "fixed_by_bracket",
            _("Delete the bracket first: that is possible while there is no result."),
            field=fixed[0],
        )
    if stored.state in (Event.State.PLAYING, Event.State.FINISHED) and not reason.strip():
        raise DomainError(
            _("The event has begun; say why the choice changes."), "reason_missing", field="reason"
        )
    for name in changed:
        setattr(rules, name, fields[name])
    rules.full_clean(exclude=["event"])
    rules.save()
    write_ledger(
        stored,
        actor=actor,
        verb="kind.rules",
        reason=reason.strip(),
        payload={"changed": {name: [_plain(before[name]), _plain(fields[name])] for name in changed}},
    )
    facts_changed(stored)
    return rules


def _plain(value: Any) -> int | str:
    if value is None or isinstance(value, bool):
        return "" if value is None else int(value)
    return value if isinstance(value, int) else str(value)
