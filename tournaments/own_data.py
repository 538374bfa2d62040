"""What events keep of a player, for his file: entries with addresses, registrations, questionnaires."""

from typing import Any

from core.sealing import unseal
from players.models import Account, Person
from players.own_data import own_data_part
from players.selectors import records_of
from tournaments.models import CorrespondenceContact, CorrespondencePlayer, Entry, Questionnaire, Registration
from tournaments.services.correspondence import QUESTIONNAIRE_OPEN

ENTRY = ("number", "name", "sex", "title", "federation", "birth", "fide_id", "national_id", "club", "rating")


@own_data_part("events")
def _events(person: Person, account: Account) -> list[Any]:
    rows = Entry.objects.filter(person__in=records_of(person)).select_related("event")
    entries = list(rows.order_by("event__start", "pk"))
    keys = [entry.pk for entry in entries]
    places = {row.entry_id: row for row in CorrespondencePlayer.objects.filter(entry__in=keys)}
    contacts = {
        row.entry_id: unseal(row.sealed) for row in CorrespondenceContact.objects.filter(entry__in=keys)
    }
    return [
        {
            "event": entry.event.name,
            "start": entry.event.start,
            "withdrawn_after": entry.withdrawn_after,
            **{name: getattr(entry, name) for name in ENTRY},
            **_by_correspondence(places.get(entry.pk), contacts.get(entry.pk)),
        }
        for entry in entries
    ]


def _by_correspondence(place: CorrespondencePlayer | None, contact: dict[str, str] | None) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    if place is not None:
        kept |= {"category": place.category, "region": place.region, "no_reminders": place.no_reminders}
    return kept | ({"contact": contact} if contact else {})


@own_data_part("registrations")
def _registrations(person: Person, account: Account) -> list[Any]:
    names = ("event__name", "state", "surname", "given_name", "birth", "email", "remark", "created_at")
    rows = Registration.objects.filter(entry__person__in=records_of(person))
    return list(rows.order_by("created_at").values(*names))


@own_data_part("event_questionnaires")
def _questionnaires(person: Person, account: Account) -> list[Any]:
    rows = (
        Questionnaire.objects.filter(entry__person__in=records_of(person))
        .select_related("entry__event")
        .order_by("filled_at")
    )
    return [
        {
            "event": row.entry.event.name,
            "filled_at": row.filled_at,
            "papers_seen_on": row.papers_seen_on,
            **{name: getattr(row, name) for name in QUESTIONNAIRE_OPEN},
            **unseal(row.sealed),
        }
        for row in rows
    ]
