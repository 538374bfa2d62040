"""`manage.py check_event`: whether a TRF file or an event of the portal may be rated, and what would mend it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, get_args

from django.core.management.base import CommandParser
from django.utils import timezone

from tournaments.cli import PortalCommand, day
from tournaments.eligibility.binding import edition_findings
from tournaments.eligibility.check import CORRESPONDENCE, check_event
from tournaments.eligibility.facts import NO_LIST, Kind, ListFacts, Registration
from tournaments.eligibility.output import check_document, told
from tournaments.interchange.trf import TrfReading, TrfRefused, findings_of, read_trf
from tournaments.record.findings import Finding
from tournaments.record.model import Norm, Occasion, Record, System
from tournaments.record.norms import ordered, parse_norms
from tournaments.record.plausibility import findings as plausibility
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
    """What is checked: the record, the edition that binds it by the portal, list and registration.

    `reading` is the file that the record came from.
    """

    record: Record
    edition: str
    lists: ListFacts
    registration: Registration
    reading: TrfReading | None = None


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
        parser.add_argument(
            "--norm",
            action="append",
            default=[],
            metavar="CATEGORY=POINTS",
            help="a norm of a correspondence event, such as kms=8 or first=5; may be given more than once",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        subject = self._subject(options)
        record = completed(subject.record, options, self._norms(options["norm"]))
        try:
            chosen = self._edition(options, subject, record)
            if chosen.regulation == CORRESPONDENCE:
                record = replace(record, event=replace(record.event, correspondence=True))
            found = check_event(
                record,
                chosen,
                list_facts=subject.lists,
                registration=registered(subject.registration, chosen, options),
                today=options["today"] or timezone.localdate(),
            )
        except EditionError as error:
            self.fail(error.code, str(error), hint=HINTS.get(error.code, ""))
        read = findings_of(subject.reading, record) if subject.reading else plausibility(record)
        self._show(chosen, found, (*edition_findings(chosen, record.event.start), *read))

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
        return Subject(reading.record, "", NO_LIST, Registration(known=False), reading)

    def _edition(self, options: Mapping[str, Any], subject: Subject, record: Record) -> Edition:
        """The edition named, else that of the event; norms are asked of play by correspondence alone."""
        key = options["edition"] or subject.edition
        kind = options["kind"] or ("ik" if options["norm"] else subject.registration.kind)
        chosen = edition(key) if key else edition_in_force(REGULATIONS[kind], record.event.start)
        if options["norm"] and chosen.regulation != CORRESPONDENCE:
            self.fail("arguments", f"{chosen.key} knows no norms by correspondence.")
        return chosen

    def _norms(self, typed: list[str]) -> tuple[Norm, ...]:
        norms: list[Norm] = []
        for one in typed:
            parsed = parse_norms(one)
            if len(parsed) != 1:
                hint = "Write it as kms=8 or first=5.5."
                self.fail("arguments", f"argument --norm: {one!r} is not a norm.", hint=hint)
            norms += parsed
        return ordered(norms)

    def _show(self, chosen: Edition, found: tuple[Finding, ...], read: tuple[Finding, ...]) -> None:
        if self.as_json:
            self.emit(check_document(chosen, found, read))
            return
        self.stdout.write(chosen.key)
        everything = told(found, read)
        for one in everything:
            article = f" ({one.finding.article})" if one.finding.article else ""
            self.stdout.write(f"{one.finding.severity}{article}: {one.message} {one.remedy}".rstrip())
        if not everything:
            self.stdout.write("Nothing speaks against this event.")


def completed(record: Record, options: Mapping[str, Any], norms: tuple[Norm, ...]) -> Record:
    """The record with the days, system, occasion and norms that were typed."""
    typed = {name: options[name] for name in ("start", "end", "system", "occasion") if options[name]}
    if norms:
        typed["norms"] = norms
    return replace(record, event=replace(record.event, **typed))


def registered(known: Registration, chosen: Edition, options: Mapping[str, Any]) -> Registration:
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
