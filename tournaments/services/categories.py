"""Writes about categories and prize groups: what bounds them; who belongs is computed."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.models import Category, Event
from tournaments.services.common import event_locked_for, facts_changed, refuse_frozen, write_ledger

CATEGORY_FIELDS = (
    "code",
    "name",
    "kind",
    "sex",
    "age_least",
    "age_most",
    "age_on",
    "rating_least",
    "rating_most",
    "with_unrated",
    "federation",
)
OLDEST = 120  # in years: a bound above it is a slip, and nobody would be in the group
BOUNDS = ("sex", "age_least", "age_most", "rating_least", "rating_most", "federation")
MOST_CATEGORIES = 60


@transaction.atomic
def category_save(
    event: Event, *, actor: Account | None, category: Category | None = None, **fields: Any
) -> Category:
    """Add a category to an event, or change one. Raises PermissionDenied, DomainError (frozen),
    ValidationError by field.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="entries_edit")
    refuse_frozen(stored)
    row = Category(event=stored) if category is None else Category.objects.get(pk=category.pk, event=stored)
    unknown = sorted(set(fields) - set(CATEGORY_FIELDS))
    if unknown:
        raise ValidationError(_("There is no field %(name)s.") % {"name": unknown[0]})
    for name, value in fields.items():
        setattr(row, name, value.strip() if isinstance(value, str) else value)
    row.federation = row.federation.upper()
    _refuse_unbounded(row)
    count = Category.objects.filter(event=stored).count()
    if row.pk is None:
        if count >= MOST_CATEGORIES:
            raise ValidationError(_("At most %(most)s categories.") % {"most": MOST_CATEGORIES})
        row.order = count
    row.full_clean(exclude=["event"])
    if Category.objects.filter(event=stored, code=row.code).exclude(pk=row.pk).exists():
        raise ValidationError({"code": _("Another category of the event has this short name.")})
    row.save()
    write_ledger(stored, actor=actor, verb="category.saved", payload=_told(row))
    facts_changed(stored)
    return row


def _refuse_unbounded(row: Category) -> None:
    """A category bounds something, in order, and an age is asked on a day."""
    if not any(getattr(row, name) not in (None, "") for name in BOUNDS):
        raise ValidationError(_("Say what the category asks for: sex, age, rating or federation."))
    if (row.age_least is not None or row.age_most is not None) and row.age_on is None:
        raise ValidationError({"age_on": _("Say on which day the age counts.")})
    for name in ("age_least", "age_most"):
        if (getattr(row, name) or 0) > OLDEST:
            raise ValidationError({name: _("Nobody is older than %(oldest)s.") % {"oldest": OLDEST}})
    for least, most in (("age_least", "age_most"), ("rating_least", "rating_most")):
        low, high = getattr(row, least), getattr(row, most)
        if low is not None and high is not None and high < low:
            raise ValidationError({most: _("This is less than the lower bound.")})


def _told(row: Category) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in CATEGORY_FIELDS}
    return {
        name: int(value)
        if isinstance(value, bool)
        else value
        if isinstance(value, (int, str))
        else str(value)
        for name, value in values.items()
        if value not in (None, "")
    }


@transaction.atomic
def category_delete(category: Category, *, actor: Account | None) -> None:
    """Take a category away. Raises PermissionDenied, and DomainError while a report has frozen the event."""
    stored = event_locked_for(category.event_id, actor=actor, permission="entries_edit")
    refuse_frozen(stored)
    write_ledger(stored, actor=actor, verb="category.deleted", payload={"code": category.code})
    category.delete()
    facts_changed(stored)
