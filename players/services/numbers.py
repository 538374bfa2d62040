"""National numbers: the next free one of a region, given once and for good."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils.translation import gettext as _

from core.ledger import LedgerError, append
from players.models import Account, NumberSeries, Person, Region
from players.national_numbers import NumberRefused, frame, number_of, serial_of


def national_number_next(region: Region, *, actor: Account | None) -> str:
    """Give out the next number of the region, within the caller's transaction, and return it.

    The serial that follows the last one given; gaps are not filled, a number that somebody has already is passed
    over. A region that gave none yet goes on after the highest one in the register. Two writers follow each other.
    Raises ValidationError where the region's code does not fit the pattern or all its numbers are given,
    LedgerError outside a transaction.
    """
    if not connection.in_atomic_block:
        raise LedgerError("a number is given in the transaction that uses it")
    pattern = settings.NATIONAL_NUMBER_PATTERN
    # Not the key is locked: whoever enters a person of the region meanwhile does not wait.
    locked = Region.objects.select_for_update(no_key=True).get(pk=region.pk)
    try:
        taken = _serials(pattern, locked)
        series, _made = NumberSeries.objects.get_or_create(
            region=locked, defaults={"last": max(taken, default=0)}
        )
        serial = series.last + 1
        while serial in taken:
            serial += 1
        number = number_of(pattern, locked.code, serial)
    except NumberRefused as error:
        raise ValidationError(
            {
                "region": _(
                    "No number of the pattern %(pattern)s can be given in region %(code)s: the code does not fit, "
                    "or all are given. The administrator of the portal sets the pattern."
                )
                % {"pattern": pattern, "code": locked.code}
            }
        ) from error
    NumberSeries.objects.filter(pk=series.pk).update(last=serial)
    append(
        scope="federation",
        object_id="national-numbers",
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else "portal",
        verb="number.given",
        payload={"region": locked.code, "serial": serial},
    )
    return number


def _serials(pattern: str, region: Region) -> set[int]:
    """The serials that persons of the register bear, also those who were merged."""
    before, after = frame(pattern, region.code)
    held = Person.objects.filter(national_id__startswith=before, national_id__endswith=after)
    found = (serial_of(pattern, region.code, number) for number in held.values_list("national_id", flat=True))
    return {serial for serial in found if serial is not None}
