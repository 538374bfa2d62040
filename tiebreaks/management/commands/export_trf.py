"""`manage.py export_trf EVENT --format trf16|trf26`: an event as TRF on standard output."""

from typing import Any

from django.core.management.base import CommandParser

from tiebreaks.exporting import ranks_of
from tournaments.cli import PortalCommand
from tournaments.exporting import trf_of
from tournaments.models import Event
from tournaments.record.findings import finding_json, text
from tournaments.record.model import RecordError


class Command(PortalCommand):
    """Writes only TRF to standard output; what the format cannot hold is told on standard error."""

    help = "Write an event as TRF16 or TRF26 to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("event", type=int, help="id of the event")
        parser.add_argument("--format", choices=["trf16", "trf26"], default="trf26")
        parser.add_argument("--public", action="store_true", help="birth years only")

    def handle(self, *args: Any, **options: Any) -> None:
        """Export the event named on the command line."""
        event = Event.objects.filter(pk=options["event"]).first()
        if event is None:
            self.fail(
                "event.unknown",
                f"There is no event {options['event']}.",
                hint="Give the number from the event's address.",
            )
        try:
            written = trf_of(event, options["format"], public=options["public"], ranks=ranks_of(event))
        except RecordError as error:
            self.fail("not_writable", str(error))
        if self.as_json:
            self.emit(
                {
                    "event": event.pk,
                    "format": options["format"],
                    "trf": written.text,
                    "findings": [finding_json(finding) for finding in written.findings],
                }
            )
            return
        for finding in written.findings:
            self.remark(f"{finding.severity}: {text(finding)}")
        self.emit_text(written.text)
