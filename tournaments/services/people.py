"""Who an entry is: numbers identify by themselves, a name only proposes candidates."""

from collections.abc import Collection, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account, Person, RatingKind, Region
from players.services import national_number_next, person_create
from tournaments.errors import DomainError
from tournaments.models import Entry, Event
from tournaments.selectors.people import candidates_of, persons_by_numbers
from tournaments.services.common import (
    check_right,
    event_locked_for,
    facts_changed,
    write_ledger,
)
from tournaments.services.ratings import ratings_refresh

FILLED = ("sex", "birth", "fide_id", "national_id", "club", "federation", "title")


@transaction.atomic
def entry_identify(entry: Entry, *, actor: Account | None, person: Person) -> Entry:
    """Say which person of the register an entry is.

    What the entry does not say itself is filled from the register, and his rating is that of the event's
    list. While a report has frozen the event only the commission may identify, and nothing but the link is
    stored. Raises PermissionDenied, and DomainError if the person is entered already.
    """
    event = event_locked_for(entry.event_id, actor=actor, permission="entry_identify")
    if event.is_locked:
        check_right(event, actor=actor, permission="entry_identify_locked")
    twin = Entry.objects.filter(event=event, person=person).exclude(pk=entry.pk).first()
    if twin is not None:
        raise DomainError(
            _("%(name)s is entered already, with number %(number)s.")
            % {"name": person.name, "number": twin.number or "–"},
            "entered_already",
            field="person",
        )
    _link(event, [(entry, person)])
    payload = {"entry": entry.pk, "name": entry.name, "person": person.pk, "register": person.name}
    write_ledger(event, actor=actor, verb="entry.identified", payload=payload)
    if not event.is_locked:
        facts_changed(event)
    return entry


def _link(event: Event, pairs: Sequence[tuple[Entry, Person]]) -> None:
    for entry, person in pairs:
        entry.person = person
        if not event.is_locked:
            for name in FILLED:
                if not getattr(entry, name):
                    setattr(entry, name, getattr(person, name))
            if entry.birth and person.birth.startswith(entry.birth):
                entry.birth = person.birth
        entry.version += 1
        entry.save()
    if not event.is_locked:
        ratings_refresh(event, [entry for entry, _person in pairs])


@transaction.atomic
def entries_identify_automatically(event: Event, *, actor: Account | None) -> list[Entry]:
    """Identify every entry whose FIDE or national number is a person's; names decide nothing.

    A person whom two entries claim is left to the director. Returns the entries identified.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="entry_identify")
    if stored.is_locked:
        check_right(stored, actor=actor, permission="entry_identify_locked")
    unknown = list(stored.entries.filter(person__isnull=True).order_by("number", "pk"))
    found = persons_by_numbers(unknown)
    taken = set(stored.entries.filter(person__isnull=False).values_list("person_id", flat=True))
    claims = [person.pk for person in found.values()]
    pairs = [
        (entry, person)
        for entry in unknown
        if (person := found.get(entry.pk)) and person.pk not in taken and claims.count(person.pk) == 1
    ]
    if not pairs:
        return []
    _link(stored, pairs)
    write_ledger(
        stored,
        actor=actor,
        verb="entries.identified",
        payload={"by": "number", "entries": [[entry.pk, person.pk] for entry, person in pairs]},
    )
    if not stored.is_locked:
        facts_changed(stored)
    return [entry for entry, _person in pairs]


@transaction.atomic
def persons_admit(
    event: Event,
    *,
    actor: Account | None,
    reason: str = "",
    region: Region | None = None,
    only: Collection[int] | None = None,
) -> list[Person]:
    """Admit as new persons all entries that nobody in the register resembles; the others wait for a choice.

    With a `region` they are its players and get its next national numbers, but for who came with a number of his own.
    `only` names the entries meant. Only the commission may. Raises PermissionDenied, and DomainError if there is
    nobody to admit, the region has no number left, or in an event by correspondence (RACC 2.1).
    """
    stored = event_locked_for(event.pk, actor=actor, permission="players_admit")
    if stored.rating_kind == RatingKind.CORRESPONDENCE:
        raise DomainError(
            _("By correspondence nobody is admitted without his questionnaire (RACC 2.1)."),
            "questionnaire_needed",
            _("Fill it in under Newcomers, or hand in the one that lies at the event."),
        )
    unknown = list(stored.entries.filter(person__isnull=True).order_by("number", "pk"))
    resembling = candidates_of(unknown)
    new = [entry for entry in unknown if not resembling.get(entry.pk) and (only is None or entry.pk in only)]
    if not new:
        raise DomainError(
            _("There is nobody to admit: everybody is identified or resembles somebody in the register."),
            "nobody_to_admit",
            _("Choose among the candidates on the page of the players."),
        )
    why = reason or _("Entered in %(event)s") % {"event": stored.name}
    pairs = [(entry, _admitted(entry, actor, why, region)) for entry in new]
    _link(stored, pairs)
    write_ledger(
        stored,
        actor=actor,
        verb="players.admitted",
        reason=reason,
        payload={"entries": [[entry.pk, person.pk] for entry, person in pairs]},
    )
    if not stored.is_locked:
        facts_changed(stored)
    return [person for _entry, person in pairs]


def _admitted(entry: Entry, actor: Account | None, reason: str, region: Region | None) -> Person:
    surname, _comma, given = entry.name.partition(",")
    number = entry.national_id
    if not number and region is not None:
        try:
            number = national_number_next(region, actor=actor)
        except ValidationError as error:
            raise DomainError(" ".join(error.messages), "no_number") from error
    return person_create(
        actor=actor,
        reason=reason[:200],
        surname=surname.strip()[:120],
        given_name=given.strip()[:120],
        sex=entry.sex,
        birth=entry.birth,
        federation=entry.federation,
        club=entry.club,
        title=entry.title,
        fide_id=entry.fide_id,
        national_id=number,
        region=region,
    )
