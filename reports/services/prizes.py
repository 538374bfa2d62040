"""Writes about the prize fund. It is no fact of play: standings and ratings never read it."""

from collections.abc import Sequence

from django.db import transaction

from players.models import Account
from players.permissions import require
from reports.models import Prize, PrizeFund
from reports.permissions import PERMISSIONS
from reports.prizes import FundList
from tournaments.models import Event
from tournaments.services.common import write_ledger


@transaction.atomic
def fund_save(
    event: Event,
    *,
    actor: Account,
    method: str,
    one_prize: str,
    unit: int,
    currency: str,
    lists: Sequence[FundList],
) -> PrizeFund:
    """Store how the prizes are shared and the amounts of all lists in cents; prizes no longer named go.

    Raises PermissionDenied.
    """
    stored = Event.objects.select_for_update().get(pk=event.pk)
    require(PERMISSIONS, "prizes_edit", actor, stored)
    rules = {"method": method, "one_prize": one_prize, "unit": unit, "currency": currency.strip()}
    fund, _created = PrizeFund.objects.update_or_create(event=stored, defaults=rules)
    fund.prizes.all().delete()
    Prize.objects.bulk_create(
        Prize(fund=fund, category=each.category, place=place, cents=cents)
        for each in lists
        for place, cents in enumerate(each.prizes, start=1)
    )
    told = {each.category.code if each.category else "": list(each.prizes) for each in lists if each.prizes}
    write_ledger(stored, actor=actor, verb="prizes.saved", payload={**rules, "prizes": told})
    return fund
