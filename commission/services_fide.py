"""Writes about what goes to FIDE: a sending with its file, its receipt or return, and FIDE's lists that are read."""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import chain

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from commission.checks import live_report
from commission.fide import STAGES, is_to_be_sent
from commission.models import Dossier, FideList, FideListRow, FideSending
from commission.permissions import PERMISSIONS
from core.attachments import Attachment
from core.files import store
from core.ledger import append
from players.models import Account, Person
from players.permissions import require
from reports.downloads import DOWNLOADS
from tournaments.errors import DomainError, StaleVersion
from tournaments.interchange.fide_list import (
    FideListLine,
    UnreadableFideList,
    fide_list_head,
    fide_list_lines,
)
from tournaments.interchange.fide_xml import fide_xml_lines, is_xml
from tournaments.models import Event

State = FideSending.State
CHAIN = "fide_lists"
BATCH = 500
LISTED_AHEAD = timedelta(days=31)


@transaction.atomic
def fide_send(event: Event, *, actor: Account, sent_on: date, event_code: str = "") -> FideSending:
    """Make the TRF file of the accepted report, keep it, and note that it was sent to FIDE.

    Raises PermissionDenied, DomainError: not an event that goes to FIDE, not accepted, a day to come or before the
    event was over, or the same record was sent before and was not returned.
    """
    dossier = Dossier.objects.select_for_update(of=("self",)).select_related("event").filter(event=event)
    found = dossier.first()
    require(PERMISSIONS, "fide", actor, found)
    report = live_report(found) if found is not None else None
    if not is_to_be_sent(event) or found is None or found.stage not in STAGES or report is None:
        raise DomainError(
            _("Only an accepted event over the board is sent on to FIDE."),
            "not_for_fide",
            _("Accept the report first. A stage goes with the event that it belongs to."),
        )
    _refuse_day(sent_on, "sent_on")
    if event.end is not None and sent_on < event.end:
        raise DomainError(_("The event was not over on this day."), "day_before_the_end", field="sent_on")
    last = FideSending.objects.filter(event=event).select_related("report").first()
    is_same = last is not None and last.report.record_sha256 == report.record_sha256
    if last is not None and last.state != State.RETURNED and is_same:
        raise DomainError(
            _("This record was sent already and was not returned."),
            "sent_already",
            _("Note what FIDE answered; send it again if it was returned."),
        )
    data = DOWNLOADS["trf26"].make(report, True)
    sending = FideSending.objects.create(
        event=event,
        number=last.number + 1 if last else 1,
        event_code=event_code.strip()[:20] or (last.event_code if last else ""),
        report=report,
        file=store(data, "text/plain"),
        file_name=f"{report.code}-{last.number + 1 if last else 1}.trf",
        sent_on=sent_on,
        sent_by=actor,
        entered_at=timezone.now(),
    )
    _tell(sending, actor, "fide.sent", {"day": sent_on.isoformat(), "sha256": sending.file_id})
    return sending


@transaction.atomic
def fide_answer(
    sending: FideSending,
    *,
    actor: Account,
    state: str,
    answered_on: date,
    answer: str = "",
    event_code: str = "",
    receipt: Attachment | None = None,
) -> FideSending:
    """Note FIDE's answer to a sending: received, with its receipt, or returned, with the reason.

    Raises PermissionDenied, StaleVersion if an answer is noted already, DomainError: a return without a reason, a
    receipt of which nothing is said, a day to come or before it was sent.
    """
    rows = FideSending.objects.select_for_update(of=("self",)).select_related("event")
    locked = rows.get(pk=sending.pk)
    require(PERMISSIONS, "fide", actor)
    if locked.state != State.SENT:
        raise StaleVersion(_("An answer of FIDE is noted already: %s.") % locked.get_state_display())
    if state not in (State.RECEIVED, State.RETURNED):
        raise DomainError(_("Say whether it was received or returned."), "answer", field="state")
    if state == State.RETURNED and not answer.strip():
        raise DomainError(_("Say why it was returned."), "reason_missing", field="answer")
    if state == State.RECEIVED and not answer.strip() and receipt is None:
        raise DomainError(_("Write or attach the receipt."), "receipt_missing", field="answer")
    _refuse_day(answered_on, "answered_on")
    if answered_on < locked.sent_on:
        raise DomainError(_("It was sent after this day."), "day_before_sending", field="answered_on")
    locked.state, locked.answered_on, locked.answered_by = state, answered_on, actor
    locked.answer = answer.strip()[:500]
    locked.event_code = event_code.strip()[:20] or locked.event_code
    if receipt is not None:
        locked.receipt, locked.receipt_name = receipt.keep(), receipt.name
    locked.save()
    verb = "fide.received" if state == State.RECEIVED else "fide.returned"
    facts = {"day": answered_on.isoformat(), "receipt_sha256": locked.receipt_id or ""}
    _tell(locked, actor, verb, facts, reason=locked.answer)
    return locked


@transaction.atomic
def fide_list_read(
    lines: Iterable[bytes], *, actor: Account | None, kind: str, effective_from: date | None = None
) -> FideList:
    """Read a list of FIDE, in columns or as XML, and keep the rows of our players; a list read again is replaced.

    `effective_from` may be left out where the file's first line says it. Raises PermissionDenied, DomainError for
    a file that is no such list or has no player, or whose day is not known, another one, or no day of a list.
    """
    if actor is not None:
        require(PERMISSIONS, "fide", actor)
    seen = hashlib.sha256()
    known = _known_players()
    rows: dict[int, FideListRow] = {}
    count = 0

    def hashed() -> Iterator[bytes]:
        for line in lines:
            seen.update(line)
            yield line

    told = hashed()
    try:
        first = next(told, b"")
        players: Iterator[FideListLine]
        if is_xml(first):
            players = fide_xml_lines(chain([first], told), kind)
            # Whether it is a list at all comes before the question for its day.
            players = chain([each for each in (next(players, None),) if each], players)
            day = _day_of_list(None, effective_from)
        else:
            head = fide_list_head(first)
            day = _day_of_list(head.day, effective_from)
            players = fide_list_lines(told, head, kind)
        for line in players:
            count += 1
            if line.fide_id in known:
                person, is_own = known.pop(line.fide_id)
                facts = {"rating": line.rating, "games": line.games, "k": line.k, "inactive": line.inactive}
                if is_own or person not in rows:
                    rows[person] = FideListRow(person_id=person, **facts)
        if not count:
            raise UnreadableFideList("The list has no player.", 2)
    except UnreadableFideList as error:
        raise DomainError(
            _("This is no list of FIDE (line %(line)s).") % {"line": error.line},
            "fide_list",
            _("Choose the text or XML file of FIDE's download page, of this kind or the combined one."),
            field="file",
        ) from error
    facts_of_list = {
        "sha256": seen.hexdigest(),
        "players": count,
        "known": len(rows),
        "read_by_name": actor.shown_name if actor else "portal",
        "read_at": timezone.now(),
    }
    made, _new = FideList.objects.update_or_create(kind=kind, effective_from=day, defaults=facts_of_list)
    made.rows.all().delete()  # type: ignore[attr-defined]
    for row in rows.values():
        row.fide_list = made
    FideListRow.objects.bulk_create(rows.values(), batch_size=BATCH)
    append(
        scope="federation",
        object_id=CHAIN,
        actor_id=actor.pk if actor else None,
        actor_name=made.read_by_name,
        verb="fide_list.read",
        reason="",
        payload={"kind": kind, "day": day.isoformat(), "sha256": made.sha256, "players": count},
    )
    return made


def _known_players() -> dict[str, tuple[int, bool]]:
    """By FIDE ID whose row it is, and whether by his own number: that of a merged record finds the one that stayed."""
    rows = Person.objects.exclude(fide_id="").values_list("fide_id", "pk", "merged_into_id")
    return {number: (stayed or own, stayed is None) for number, own, stayed in rows}


def _day_of_list(told: date | None, typed: date | None) -> date:
    if told is not None and typed is not None and told != typed:
        raise DomainError(
            _("The file is the list of %(told)s.") % {"told": told.isoformat()},
            "other_day",
            field="effective_from",
        )
    day = typed or told
    if day is None:
        raise DomainError(
            _("The combined list and XML do not say their day; state it."),
            "day_missing",
            field="effective_from",
        )
    if day.day != 1:
        raise DomainError(
            _("A list of FIDE begins with the first day of a month."), "list_day", field="effective_from"
        )
    # The list of the next month is out some days before it.
    _refuse_day(day - LISTED_AHEAD, "effective_from")
    return day


def _refuse_day(day: date, field: str) -> None:
    if day > timezone.localdate():
        raise DomainError(_("The day has not come yet."), "day_ahead", field=field)


def _tell(
    sending: FideSending, actor: Account, verb: str, facts: dict[str, str], *, reason: str = ""
) -> None:
    append(
        scope="event",
        object_id=str(sending.event_id),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb=verb,
        reason=reason,
        payload={"sending": sending.number, "code": sending.event_code, **facts},
    )
