"""The ratings of a TRF file or of an event of the portal, under an edition of the rating rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, get_args

from django.core.management.base import CommandParser
from django.utils import translation

from ratings import racc_command
from ratings.engine.display import shown_rating
from ratings.engine.errors import RatingError
from ratings.engine.event import RAPID_AND_BLITZ, REGULATION, rate_event
from ratings.engine.facts import NO_FACTS, PlayerFacts
from ratings.engine.output import NATIONAL, player_document, rating_document
from ratings.engine.players_csv import FACTORS, PlayersFileError, read_players
from ratings.engine.racc.facts import CoefficientFacts
from ratings.engine.results import EventRating
from ratings.finding_sentences import remark
from ratings.sentences import sentence
from tournaments.cli import PortalCommand
from tournaments.eligibility.binding import edition_findings
from tournaments.interchange.trf import TrfRefused, read_trf
from tournaments.record.findings import Finding, finding_json, text
from tournaments.record.model import AfterDecision, Occasion, Record, System
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.rulebook.shelf import edition, edition_in_force

HINTS = {
    "start_day_missing": "Give the first day of play with --start YYYY-MM-DD, or an edition with --edition.",
    "edition_or_kind": "Leave out --kind, or --edition.",
    "edition_unknown": "Name one of the known editions with --edition.",
}
COLUMNS = ("start_number", "name", "ro", "rc", "n", "w", "we", "k", "change", "ru", "rp")
HEADS = ("SNo", "Name", "Ro", "Rc", "n", "w", "We", "K", "chg", "Ru", "Rp")


REGULATION_OF = {
    "standard": REGULATION,
    "rapid": RAPID_AND_BLITZ,
    "blitz": RAPID_AND_BLITZ,
    "ik": racc_command.REGULATION,
}
OCCASIONS = tuple(name for name in get_args(Occasion) if name)
DECISIONS = tuple(name for name in get_args(AfterDecision) if name)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is rated: record, remarks of reading it, its edition, what the register knows of players."""

    record: Record
    findings: tuple[Finding, ...] = ()
    edition: str = ""
    facts: Mapping[int, PlayerFacts] = field(default_factory=dict)
    coefficients: Mapping[int, CoefficientFacts] = field(default_factory=dict)


def _with_factor(record: Record, facts: Mapping[int, PlayerFacts], k: int | None) -> dict[int, PlayerFacts]:
    """The facts with this K for everybody of whom neither they nor the record give one."""
    if k is None:
        return dict(facts)
    known = {entry.number: facts.get(entry.number, NO_FACTS) for entry in record.entries}
    given = {entry.number for entry in record.entries if entry.rating_k is not None}
    return dict(facts) | {
        number: replace(own, k=k) for number, own in known.items() if own.k is None and number not in given
    }


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
            "--kind",
            choices=tuple(REGULATION_OF),
            default="",
            help="which list the games are rated for; else standard, or the event's own",
        )
        parser.add_argument(
            "--players",
            metavar="CSV",
            help="start_number,rating,k,games,standard_rating,born,title,list; goes before the file's own",
        )
        parser.add_argument(
            "--k",
            type=int,
            metavar="K",
            help="K of every player of whom none is given, as the rating administrator set it",
        )
        parser.add_argument(
            "--occasion", choices=OCCASIONS, help="what the event is, where the file does not say it"
        )
        parser.add_argument(
            "--after-decision",
            choices=DECISIONS,
            help="whether games of a match after its decision are rated; else as the edition has it",
        )
        parser.add_argument(
            "--start", default="", help="first day of play, YYYY-MM-DD, where the file has none"
        )
        racc_command.add_options(parser)
        parser.add_argument(
            "--system", choices=get_args(System), help="system, where the file does not say it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        options["start"] = self.day_typed("--start", options["start"])
        self._check_factor(options["k"])
        subject = self._subject(options)
        record = self._completed(subject.record, options)
        facts = dict(subject.facts) | self._players(options["players"])
        with translation.override("en"):
            try:
                chosen = self._edition(options, subject, record)
                bound = edition_findings(chosen, record.event.start)
                subject = replace(subject, findings=(*bound, *subject.findings))
                if chosen.regulation == racc_command.REGULATION:
                    self._show_coefficients(record, chosen, subject, facts, options)
                    return
                rating = rate_event(record, chosen, _with_factor(record, facts, options["k"]))
            except RatingError as error:
                self.fail(error.code, error.message, article=error.article, hint=error.hint)
            except EditionError as error:
                self.fail(error.code, str(error), hint=HINTS.get(error.code, ""))
            self._show(rating, subject.findings)

    # -- input ------------------------------------------------------------------------------------------

    def _check_factor(self, k: int | None) -> None:
        if k is not None and k not in FACTORS:
            self.fail("arguments", f"argument --k: {k} is no K; it is {FACTORS[0]} to {FACTORS[-1]}.")

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
        from players.models import RatingKind
        from ratings.event_facts import facts_of, field_of, live_record
        from ratings.services_racc import coefficients_now
        from tournaments.errors import DomainError
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
        if event.rating_kind == RatingKind.CORRESPONDENCE:
            coefficients = coefficients_now(event)
            return Subject(record_of(event.pk), (), event.rating_edition, coefficients=coefficients)
        try:
            record = live_record(event)
        except DomainError as error:
            self.fail(f"event.{error.code}", error.message, hint=error.hint)
        key = field_of(event).basis.rating_edition or event.rating_edition
        return Subject(record, (), key, facts_of(event))

    def _players(self, path: str | None) -> dict[int, PlayerFacts]:
        if not path:
            return {}
        try:
            return read_players(self.read_bytes(path))
        except PlayersFileError as error:
            self.fail(error.code, error.message, line=error.line, hint=error.hint)

    def _completed(self, record: Record, options: Mapping[str, Any]) -> Record:
        """The record with the start day, system, occasion and choice about late games that were typed."""
        names = ("start", "system", "occasion", "after_decision")
        typed = {name: options[name] for name in names if options[name]}
        return replace(record, event=replace(record.event, **typed))

    def _edition(self, options: Mapping[str, Any], subject: Subject, record: Record) -> Edition:
        """The edition named, that of the kind named, or that which binds the event; by its first day."""
        by_post = racc_command.is_asked(options)
        if options["edition"]:
            chosen = edition(options["edition"])
        elif subject.edition and not options["kind"]:
            chosen = edition(subject.edition)
        else:
            kind = options["kind"] or ("ik" if by_post else "standard")
            chosen = edition_in_force(REGULATION_OF[kind], record.event.start)
        if by_post and chosen.regulation != racc_command.REGULATION:
            self.fail("arguments", f"{chosen.key} knows no norms, defaults or substitutes by correspondence.")
        kind = options["kind"]
        if kind and REGULATION_OF[kind] != chosen.regulation:
            self.fail(
                "arguments", f"{chosen.key} has no rules for --kind {kind}.", hint=HINTS["edition_or_kind"]
            )
        return chosen

    # -- output -----------------------------------------------------------------------------------------

    def _show(self, rating: EventRating, read: tuple[Finding, ...]) -> None:
        if self.as_json:
            found = [finding_json(finding) for finding in read]
            found += [finding_json(finding, message=remark(finding)) for finding in rating.findings]
            self.emit(rating_document(rating, sentence) | {"findings": found})
            return
        self._print_table(rating)
        for finding in read:
            self.remark(f"{finding.severity}: {text(finding)}")
        for finding in rating.findings:
            self.remark(f"{finding.severity}: {remark(finding)}")

    def _show_coefficients(
        self,
        record: Record,
        chosen: Edition,
        subject: Subject,
        facts: Mapping[int, PlayerFacts],
        options: Mapping[str, Any],
    ) -> None:
        typed = {number: known for number, known in facts.items() if number not in subject.facts}
        result = racc_command.coefficients(record, chosen, subject.coefficients, typed, options)
        if self.as_json:
            self.emit(racc_command.document(result, subject.findings))
            return
        self.stdout.write(result.edition)
        self._print_rows(racc_command.table(result))
        for finding in subject.findings:
            self.remark(f"{finding.severity}: {text(finding)}")
        for line in racc_command.remarks(result):
            self.remark(line)

    def _print_table(self, rating: EventRating) -> None:
        chosen = edition(rating.edition)
        table = [list(HEADS)]
        for line in rating.players:
            cells = player_document(line, sentence) | {"ro": shown_rating(chosen, line.ro) or None}
            table.append(["" if cells[name] is None else str(cells[name]) for name in COLUMNS])
        self.stdout.write(f"{rating.edition}, {rating.method}, {NATIONAL}")
        self._print_rows(table)

    def _print_rows(self, table: list[list[str]]) -> None:
        widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
        for row in table:
            cells_shown = [
                cell.ljust(width) if column == 1 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            self.stdout.write("  ".join(cells_shown).rstrip())
