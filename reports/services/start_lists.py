"""Filing the start list of an event by correspondence (RACC 2.1): the list for good, its addresses for their time."""

import json
from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.files import store
from players.models import Account
from players.permissions import require
from reports.kinds.kind import PaperOrder
from reports.models import Report
from reports.permissions import PERMISSIONS
from reports.services.papers import paper_freeze
from reports.sheets.correspondence_start_list import addresses_of
from reports.start_lists import living_sheet
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.sealing import seal
from tournaments.services.correspondence import last_kept_day


@transaction.atomic
def start_list_file(event: Event, *, actor: Account, on: date | None = None, language: str = "") -> Report:
    """Freeze the start list as a document that the arbiter signs; `on` is the day of filing, today if not said.

    The document holds no home address, no e-mail and of a birth the year alone. Those go into a file of their own,
    sealed, which the storage removes when the addresses of the event are erased; the document names it by its hash.
    Raises PermissionDenied, and DomainError for an event over the board, with the parts that are missing, for a day
    after the start, a letter that cannot be printed, or a list that is signed already.
    """
    locked = Event.objects.select_for_update(of=("self",)).get(pk=event.pk)
    require(PERMISSIONS, "hand_in", actor, locked)
    if not locked.correspondence:
        raise DomainError(
            _("Only events by correspondence file a start list."), "not_by_correspondence", field="event"
        )
    filed, until = on or timezone.localdate(), last_kept_day(locked)
    typed = {"filed": filed, "annex": "", "annex_until": until}
    if until is not None:
        typed["annex"] = _annex(locked, until)
    return paper_freeze(PaperOrder(locked, actor, typed=typed), "start_list", language=language)


def _annex(event: Event, until: date) -> str:
    """Store the addresses of the event as they stand, sealed, until the end of that day; the hash of the file.

    Sealing takes chance along, so nobody can find out an address by trying hashes.
    """
    annex = addresses_of(living_sheet(event))
    sealed = seal({"annex": json.dumps(annex, ensure_ascii=False, sort_keys=True)})
    ends = timezone.make_aware(datetime.combine(until + timedelta(days=1), time.min))
    return store(sealed.encode(), "application/vnd.crosstable.sealed", expires_at=ends).sha256
