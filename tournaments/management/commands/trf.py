"""`manage.py trf FILE`: read a TRF file, report what was found, write it back. No database is touched."""

from typing import Any

from django.core.management.base import CommandParser

from tournaments.cli import PortalCommand, day
from tournaments.interchange.cross_list import read_results
from tournaments.interchange.trf import TrfReading, TrfRefused, export_trf
from tournaments.record.canonical import sha256
from tournaments.record.findings import Finding, finding_json, text


class Command(PortalCommand):
    help = "Read a TRF file, report findings, and write it back. Needs no database."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", metavar="FILE", help="a TRF16 or TRF26 file, or - for standard input")
        parser.add_argument("--to", choices=("trf16", "trf26"), help="write this format to standard output")
        parser.add_argument("--public", action="store_true", help="write birth years only, no comments")
        parser.add_argument("--start", type=day, help="first day of play (YYYY-MM-DD)")
        parser.add_argument("--end", type=day, help="last day of play (YYYY-MM-DD)")

    def handle(self, *args: Any, **options: Any) -> None:
        reading = self._read(options)
        if options["to"] or not self.as_json:
            target = options["to"] or ("trf26" if reading.format == "table" else reading.format)
            writing = export_trf(reading.record, target, public=options["public"])
            self._report((*reading.findings, *writing.findings))
            self.emit_text(writing.text)
        else:
            self.emit(summary(reading))

    def _read(self, options: dict[str, Any]) -> TrfReading:
        data = self.read_bytes(options["file"])
        try:
            return read_results(data, options["file"], start=options["start"], end=options["end"])
        except TrfRefused as refused:
            self.fail_file(refused)

    def _report(self, findings: tuple[Finding, ...]) -> None:
        for finding in findings:
            self.remark(f"{finding.severity}: {text(finding)}")


def summary(reading: TrfReading) -> dict[str, object]:
    """What was read, for `--json`."""
    return {
        "format": reading.format,
        "encoding": reading.encoding,
        "newline": reading.newline,
        "players": len(reading.record.entries),
        "rounds": reading.record.event.rounds,
        "findings": [finding_json(finding) for finding in reading.findings],
        "sha256": sha256(reading.record),
    }
