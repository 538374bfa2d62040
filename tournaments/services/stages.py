"""What an event may be a stage of: preliminaries and finals that are put together (6.2)."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from players.models import Account
from players.permissions import allowed
from tournaments.models import Event
from tournaments.permissions import PERMISSIONS


def stage_refuse(event: Event, *, actor: Account | None) -> None:
    """Pass in silence, or raise ValidationError for a main event that cannot be one.

    The main event is another one that the actor may work at (`actor` is None for the portal's own commands);
    stages stand directly under it, so that no circle can arise.
    """
    if event.stage_of_id is None:
        return
    main = Event.objects.select_for_update().get(pk=event.stage_of_id)
    reason = ""
    if main.pk == event.pk:
        reason = _("An event is no stage of itself.")
    elif actor is not None and not allowed(PERMISSIONS, "event_desk", actor, main):
        reason = _("You have no role in that event.")
    elif main.stage_of_id is not None:
        reason = _("That event is itself a stage; name the event that it belongs to.")
    elif event.pk is not None and Event.objects.filter(stage_of_id=event.pk).exists():
        reason = _("This event has stages of its own, so it is no stage of another.")
    if reason:
        raise ValidationError({"stage_of": reason})
