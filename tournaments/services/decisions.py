"""Decisions about an event after the fact: another order of tie-breaks, a registration on paper. Each with a reason."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event
from tournaments.services.common import event_locked_for, facts_changed, refuse_frozen, write_ledger
from tournaments.services.events import ORDER_FIELDS, assign, has_begun, plain_value


@transaction.atomic
def order_change(
    event: Event,
    *,
    actor: Account,
    order: str,
    edition_key: str,
    unplayed_key: str,
    reason: str,
    version: int,
    overridden: Sequence[str] = (),
) -> Event:
    """Change how the standings are ordered. After the first game it is a decision: with a reason, for all to see.

    `overridden` are the codes of the warnings that the author was shown and set aside. Raises PermissionDenied,
    StaleVersion, DomainError (frozen, no reason), ValidationError for codes that the edition does not have.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="event_edit")
    refuse_frozen(stored)
    if stored.version != version:
        raise StaleVersion(
            _("Somebody changed this event while you were typing; nothing was saved."),
            hint=_("Look at the order as it stands now, then decide again."),
        )
    begun = has_begun(stored)
    if (begun or overridden) and not reason.strip():
        raise DomainError(_("Say why."), "reason_missing", field="reason")
    before = {name: getattr(stored, name) for name in sorted(ORDER_FIELDS)}
    chosen = {"tie_break_order": order, "tie_break_edition": edition_key, "unplayed_edition": unplayed_key}
    assign(stored, chosen)
    changed = [name for name in before if getattr(stored, name) != before[name]]
    if not changed:
        return stored
    stored.save(update_fields=sorted(ORDER_FIELDS))
    write_ledger(
        stored,
        actor=actor,
        verb="event.order_changed",
        reason=reason.strip(),
        payload={
            "begun": int(begun),
            "overridden": list(overridden),
            "changed": {name: [before[name], getattr(stored, name)] for name in changed},
        },
    )
    return facts_changed(stored)


@transaction.atomic
def registration_day_set(event: Event, *, actor: Account, day: date, reason: str) -> Event:
    """State the day on which an event was registered on paper, where the portal learnt of it later (7.1).

    Only the commission may, and says where the paper is; the ledger keeps the day that stood before. Raises
    PermissionDenied, DomainError (not registered here yet, a day to come, no reason, frozen never: a report may
    stand, since no fact of play changes).
    """
    stored = event_locked_for(event.pk, actor=actor, permission="registration_day")
    if stored.state == Event.State.DRAFT:
        raise DomainError(_("The event is not registered yet."), "not_registered", field="day")
    if day > timezone.localdate():
        raise DomainError(_("The day of registration has not come yet."), "registered_ahead", field="day")
    if not reason.strip():
        raise DomainError(
            _("Say where the paper is; everybody can read it."), "reason_missing", field="reason"
        )
    before, stored.registered_on = stored.registered_on, day
    stored.save(update_fields=["registered_on"])
    write_ledger(
        stored,
        actor=actor,
        verb="event.registration_day",
        reason=reason.strip(),
        payload={"before": plain_value(before), "day": plain_value(day)},
    )
    return facts_changed(stored)
