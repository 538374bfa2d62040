"""`manage.py check_event`: whether a TRF file or an event of the portal may be rated, and what would mend it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, get_args

from django.core.management.base import CommandParser
from django.utils import timezone

from tournaments.cli import PortalCommand, day
from tournaments.eligibility.check import check_event
from tournaments.eligibility.facts import NO_LIST, Kind, ListFacts, Registration
from tournaments.eligibility.output import check_document
from tournaments.eligibility.sentences import SENTENCES, remedy
from tournaments.interchange.trf import TrfRefused, read_trf
from tournaments.record.findings import Finding, text
from tournaments.record.model import Occasion, Record, System
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.rulebook.shelf import edition, edition_in_force

REGULATIONS: Mapping[str, str] = {
    "standard": "fide-rating",
    "rapid": "fide-rapid-blitz",
    "blitz": "fide-rapid-blitz",
    "ik": "racc",
}
USUAL_KIND: Mapping[str, Kind] = {"fide-rating": "standard", "fide-rapid-blitz": "rapid", "racc": "ik"}
HINTS = {
    "start_day_missing": "Give the first day of play with --start YYYY-MM-DD, or an edition with --edition.",
    "edition_unknown": "Name one of the known editions with --edition.",
    "edition_not_for_ratings": "Name an edition of the rating rules, such as fide-2004 or racc-2014.",
}


@dataclass(frozen=True, slots=True)
class Subject:
    """What is checked: the record, the edition that binds it by the portal, list and registration."""

    record: Record
    edition: str
    lists: ListFacts
    registration: Registration


class Command(PortalCommand):
    help = "Whether an event may be rated, article by article. A TRF file needs no database."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("event", nargs="?", help="number of an event of the portal")
        parser.add_argument(
            "--trf", metavar="FILE", help="a TRF file instead of an event; - reads standard input"
        )
        parser.add_argument(
            "--edition", default="", help="key of the edition; else that of the first day of play"
        )
        parser.add_argument(
            "--registered", type=day, metavar="DATE", help="day on which the event was registered"
        )
        parser.add_argument("--received", type=day, metavar="DATE", help="day on which its papers came")
        parser.add_argument(
            "--start", type=day, metavar="DATE", help="first day of play, where the file has none"
        )
        parser.add_argument(
            "--end", type=day, metavar="DATE", help="last day of play, where the file has none"
        )
        parser.add_argument("--today", type=day, metavar="DATE", help="day of the question (default: today)")
        parser.add_argument("--kind", choices=get_args(Kind), help="the list it is to be rated for")
        parser.add_argument(
            "--system", choices=get_args(System), help="system, where the file does not say it"
        )
        parser.add_argument("--occasion", choices=[name for name in get_args(Occasion) if name])

    def handle(self, *args: Any, **options: Any) -> None:
        subject = self._subject(options)
        record = completed(subject.record, options)
        try:
            chosen = self._edition(options, subject, record)
            found = check_event(
                record,
                chosen,
                list_facts=subject.lists,
                registration=told(subject.registration, chosen, options),
                today=options["today"] or timezone.localdate(),
            )
        except EditionError as error:
            self.fail(error.code, str(error), hint=HINTS.get(error.code, ""))
        self._show(chosen, found)

    def _subject(self, options: Mapping[str, Any]) -> Subject:
        if bool(options["trf"]) == bool(options["event"]):
            self.fail("arguments", "Name a file with --trf, or the number of an event.")
        if options["trf"]:
            return self._file(options)
        from tournaments.models import Event
        from tournaments.review import list_facts_of, registration_of
        from tournaments.snapshot import record_of

        number = str(options["event"])
        event = Event.objects.filter(pk=int(number)).first() if number.isdecimal() else None
        if event is None:
            self.fail(
                "event.unknown",
                f"There is no event {number}.",
                hint="Give the number from the event's address.",
            )
        record = record_of(event.pk)
        return Subject(record, event.rating_edition, list_facts_of(event), registration_of(event))

    def _file(self, options: Mapping[str, Any]) -> Subject:
        data = self.read_bytes(options["trf"])
        try:
            reading = read_trf(data, options["trf"], start=options["start"], end=options["end"])
        except TrfRefused as refused:
            self.fail_file(refused)
        return Subject(reading.record, "", NO_LIST, Registration(known=False))

    def _edition(self, options: Mapping[str, Any], subject: Subject, record: Record) -> Edition:
        key = options["edition"] or subject.edition
        if key:
            return edition(key)
        kind = options["kind"] or subject.registration.kind
        return edition_in_force(REGULATIONS[kind], record.event.start)

    def _show(self, chosen: Edition, found: tuple[Finding, ...]) -> None:
        if self.as_json:
            self.emit(check_document(chosen, found))
            return
        self.stdout.write(chosen.key)
        for item in found:
            article = f" ({item.article})" if item.article else ""
            self.stdout.write(f"{item.severity}{article}: {text(item, SENTENCES)} {remedy(item)}".rstrip())
        if not found:
            self.stdout.write("Nothing speaks against this event.")


def completed(record: Record, options: Mapping[str, Any]) -> Record:
    """The record with the days, system and occasion that were typed."""
    typed = {name: options[name] for name in ("start", "end", "system", "occasion") if options[name]}
    return replace(record, event=replace(record.event, **typed))


def told(known: Registration, chosen: Edition, options: Mapping[str, Any]) -> Registration:
    """The registration with what was typed; the kind is that which the edition is about."""
    kind: Kind = options["kind"] or (
        known.kind
        if REGULATIONS[known.kind] == chosen.regulation
        else USUAL_KIND.get(chosen.regulation, "standard")
    )
    registered: date | None = options["registered"]
    received: date | None = options["received"]
    if registered is not None:
        known = replace(known, registered=registered, known=True)
    if received is not None:
        known = replace(known, papers=received, papers_known=True)
    return replace(known, kind=kind)
