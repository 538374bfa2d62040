"""The ratings of a TRF file or of an event of the portal, under an edition of the rating rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, get_args

from django.core.management.base import CommandParser
from django.utils import translation

from ratings.engine.errors import RatingError
from ratings.engine.event import REGULATION, rate_event
from ratings.engine.facts import PlayerFacts
from ratings.engine.output import player_document, rating_document
from ratings.engine.players_csv import PlayersFileError, read_players
from ratings.engine.results import EventRating
from ratings.sentences import FINDING_SENTENCES, sentence
from tournaments.cli import PortalCommand
from tournaments.interchange.trf import TrfRefused, read_trf
from tournaments.record.findings import Finding, finding_json, text
from tournaments.record.model import Record, System
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.rulebook.shelf import edition, edition_in_force

HINTS = {
    "start_day_missing": "Give the first day of play with --start YYYY-MM-DD, or an edition with --edition.",
    "edition_unknown": "Name one of the known editions with --edition.",
}
COLUMNS = ("start_number", "name", "ro", "rc", "n", "w", "we", "k", "change", "ru", "rp")
HEADS = ("SNo", "Name", "Ro", "Rc", "n", "w", "We", "K", "chg", "Ru", "Rp")


@dataclass(frozen=True, slots=True)
class Subject:
    """What is rated: record, remarks of reading it, its edition, what the register knows of players."""

    record: Record
    findings: tuple[Finding, ...] = ()
    edition: str = ""
    facts: Mapping[int, PlayerFacts] = field(default_factory=dict)


class Command(PortalCommand):
    """Rates a TRF file (no database) or an event of the portal; stores nothing."""

    help = "Rating changes and first ratings of a TRF file or an event, each step explained."

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
            "--players",
            metavar="CSV",
            help="start_number,rating,k,games,born,title; goes before the file's own",
        )
        parser.add_argument(
            "--start", default="", help="first day of play, YYYY-MM-DD, where the file has none"
        )
        parser.add_argument(
            "--system", choices=get_args(System), help="system, where the file does not say it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        options["start"] = self.day_typed("--start", options["start"])
        subject = self._subject(options)
        record = self._completed(subject.record, options)
        facts = dict(subject.facts) | self._players(options["players"])
        with translation.override("en"):
            try:
                chosen = self._edition(options["edition"] or subject.edition, record)
                rating = rate_event(record, chosen, facts)
            except RatingError as error:
                self.fail(error.code, error.message, article=error.article, hint=error.hint)
            except EditionError as error:
                self.fail(error.code, str(error), hint=HINTS.get(error.code, ""))
            self._show(rating, subject.findings)

    # -- input ------------------------------------------------------------------------------------------

    def _subject(self, options: Mapping[str, Any]) -> Subject:
        if bool(options["trf"]) == bool(options["event"]):
            self.fail("arguments", "Name a TRF file with --trf, or the number of an event, and not both.")
        return (
            self._from_file(options["trf"], options["start"])
            if options["trf"]
            else self._from_event(options["event"])
        )

    def _from_file(self, path: str, start: date | None) -> Subject:
        try:
            reading = read_trf(self.read_bytes(path), path, start=start)
        except TrfRefused as refused:
            self.fail_file(refused)
        return Subject(reading.record, reading.findings)

    def _from_event(self, number: str) -> Subject:
        # Only here, so that rating a file needs no database.
        from ratings.services import facts_of
        from tournaments.models import Event
        from tournaments.snapshot import record_of

        is_number = number.isdecimal() and len(number) < 19  # as many digits as a key may have
        event = Event.objects.filter(pk=int(number)).first() if is_number else None
        if event is None:
            self.fail(
                "event.unknown",
                f"There is no event {number}.",
                hint="Give the number from the event's address.",
            )
        return Subject(record_of(event.pk), (), event.rating_edition, facts_of(event))

    def _players(self, path: str | None) -> dict[int, PlayerFacts]:
        if not path:
            return {}
        try:
            return read_players(self.read_bytes(path))
        except PlayersFileError as error:
            self.fail(error.code, error.message, line=error.line, hint=error.hint)

    def _completed(self, record: Record, options: Mapping[str, Any]) -> Record:
        """The record with the start day and system that were typed."""
        facts = record.event
        if options["start"]:
            facts = replace(facts, start=options["start"])
        if options["system"]:
            facts = replace(facts, system=options["system"])
        return replace(record, event=facts)

    def _edition(self, key: str, record: Record) -> Edition:
        return edition(key) if key else edition_in_force(REGULATION, record.event.start)

    # -- output -----------------------------------------------------------------------------------------

    def _show(self, rating: EventRating, read: tuple[Finding, ...]) -> None:
        sentences = {key: str(template) for key, template in FINDING_SENTENCES.items()}
        if self.as_json:
            found = [finding_json(finding) for finding in read]
            found += [finding_json(finding, sentences) for finding in rating.findings]
            self.emit(rating_document(rating, sentence) | {"findings": found})
            return
        self._print_table(rating)
        for finding in read:
            self.remark(f"{finding.severity}: {text(finding)}")
        for finding in rating.findings:
            self.remark(f"{finding.severity}: {text(finding, sentences)}")

    def _print_table(self, rating: EventRating) -> None:
        table = [list(HEADS)]
        for line in rating.players:
            cells = player_document(line, sentence)
            table.append(["" if cells[name] is None else str(cells[name]) for name in COLUMNS])
        widths = [max(len(row[column]) for row in table) for column in range(len(HEADS))]
        self.stdout.write(f"{rating.edition}, {rating.method}")
        for row in table:
            cells_shown = [
                cell.ljust(width) if column == 1 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            self.stdout.write("  ".join(cells_shown).rstrip())
