"""The standing of a TRF file or of an event of the portal, under an edition of the tie-break rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, get_args

from django.core.management.base import CommandParser

from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.output import names_of, standings_document, value_text
from tiebreaks.engine.ranking import Standings, rank
from tiebreaks.engine.refusals import FINDING_SENTENCES
from tiebreaks.engine.team_ranking import rank_teams
from tournaments.cli import PortalCommand
from tournaments.interchange.trf import TrfRefused, read_trf
from tournaments.record.findings import Finding, finding_json, text
from tournaments.record.model import Record, System
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.rulebook.shelf import edition, edition_in_force

REGULATION = "c07"  # whose text of the start day is taken where no edition is named


@dataclass(frozen=True, slots=True)
class Subject:
    """What is ranked, and what the event itself says about how."""

    record: Record
    findings: tuple[Finding, ...] = ()
    edition: str = ""
    unplayed: str = ""
    order: tuple[str, ...] = ()


class Command(PortalCommand):
    """Ranks the players or teams of a TRF file (no database) or of an event of the portal."""

    help = "Standings of a TRF file or an event under an edition of the tie-break rules."

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
            "--order", default="", help="tie-break codes with commas; else those of the event"
        )
        parser.add_argument("--unplayed", default="", help="edition that says how unplayed rounds count")
        parser.add_argument(
            "--start", default="", help="first day of play, YYYY-MM-DD, where the file has none"
        )
        parser.add_argument(
            "--system", choices=get_args(System), help="system, where the file does not say it"
        )
        parser.add_argument("--teams", action="store_true", help="rank the teams instead of the players")
        parser.add_argument(
            "--primary", choices=("MP", "GP"), help="the score that ranks teams first; else that of the event"
        )
        parser.add_argument("--through-round", type=int, default=None, help="the standing after this round")

    def handle(self, *args: Any, **options: Any) -> None:
        options["start"] = self.day_typed("--start", options["start"])
        subject = self._subject(options)
        record = self._completed(subject.record, options)
        order = self._order(subject, options)
        try:
            chosen = self._edition(options["edition"] or subject.edition, record)
            unplayed_key = options["unplayed"] or subject.unplayed
            unplayed = edition(unplayed_key) if unplayed_key else None
            through = options["through_round"]
            standings = (
                rank_teams(record, chosen, order, options["primary"], unplayed, through)
                if options["teams"]
                else rank(record, chosen, order, unplayed, through)
            )
        except TieBreakError as error:
            self.fail(error.code, error.message, article=error.article, hint=error.hint)
        except EditionError as error:
            self.fail(error.code, str(error), hint=HINTS.get(error.code, ""))
        if options["through_round"] not in (None, standings.rounds):
            self.fail(
                "round_not_started",
                f"There is no standing after round {options['through_round']}: it has not begun.",
                hint="Leave out --through-round for the standing after the last round.",
            )
        if self.as_json:
            document = standings_document(standings, record, teams=options["teams"])
            read = [finding_json(finding) for finding in subject.findings]
            self.emit(document | {"findings": [*read, *_list(document["findings"])]})
        else:
            names = names_of(record, teams=options["teams"])
            self._print_table(standings, names, subject.findings)

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
        return Subject(reading.record, reading.findings, order=reading.record.event.tie_breaks)

    def _from_event(self, number: str) -> Subject:
        # Only here, so that ranking a file needs no database.
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
        order = tuple(event.tie_break_order.split(","))
        return Subject(record_of(event.pk), (), event.tie_break_edition, event.unplayed_edition, order)

    def _completed(self, record: Record, options: Mapping[str, Any]) -> Record:
        """The record with the start day and system that were typed."""
        facts = record.event
        if options["start"]:
            facts = replace(facts, start=options["start"])
        if options["system"]:
            facts = replace(facts, system=options["system"])
        return replace(record, event=facts)

    def _order(self, subject: Subject, options: Mapping[str, Any]) -> tuple[str, ...]:
        order = tuple(code for code in options["order"].split(",") if code.strip()) or subject.order
        if not order:
            self.fail(
                "order_missing", "No order of tie-breaks is given.", hint="Add --order PTS,DE,BH/C1,BH,SB."
            )
        return order

    def _edition(self, key: str, record: Record) -> Edition:
        chosen = edition(key) if key else edition_in_force(REGULATION, record.event.start)
        if chosen.get("criteria") is None:
            self.fail(
                "edition_not_for_tie_breaks",
                f"{chosen.key} is an edition of {chosen.regulation}, not of a tie-break regulation.",
                hint="Name an edition that has tie-breaks, such as c07-2026, or none.",
            )
        return chosen

    # -- output -----------------------------------------------------------------------------------------

    def _print_table(self, standings: Standings, names: Mapping[int, str], read: tuple[Finding, ...]) -> None:
        table = [["Rk", "SNo", "Name", *standings.labels]]
        for row in standings.rows:
            values = [value_text(label, row.values[label]) for label in standings.labels]
            table.append([str(row.place), str(row.number), names[row.number], *values])
        widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
        self.stdout.write(f"{standings.edition}, unplayed rounds by {standings.unplayed}")
        for line in table:
            cells = [
                cell.ljust(width) if column == 2 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ]
            self.stdout.write("  ".join(cells).rstrip())
        for finding in read:
            self.remark(f"{finding.severity}: {text(finding)}")
        for finding in standings.findings:
            self.remark(f"{finding.severity}: {text(finding, FINDING_SENTENCES)}")


def _list(found: object) -> list[object]:
    return list(found) if isinstance(found, list) else []


HINTS = {
    "start_day_missing": "Give the first day of play with --start YYYY-MM-DD, or an edition with --edition.",
    "edition_unknown": "Name one of the known editions with --edition.",
}
