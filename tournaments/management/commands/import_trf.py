"""`manage.py import_trf FILE`: a TRF file becomes an event of the portal."""

from pathlib import Path
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management.base import CommandParser

from players.models import Account, RatingKind, Region
from tournaments.cli import PortalCommand, day
from tournaments.errors import DomainError
from tournaments.interchange.trf import TrfRefused
from tournaments.models import Event
from tournaments.record.findings import finding_json, text
from tournaments.services import ImportResult, event_import
from tournaments.services.imports import SENTENCES


class Command(PortalCommand):
    """Stores the event or refuses the file as a whole; days and system that the file lacks are typed here."""

    help = "Import a TRF16 or TRF26 file as an event; prints its id and the findings."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        systems = [value for value in Event.System.values if value != Event.System.UNKNOWN]
        parser.add_argument("file", help="path of the file, - for standard input")
        parser.add_argument(
            "--start", type=day, help="first day of play, YYYY-MM-DD, if the file does not say"
        )
        parser.add_argument("--end", type=day, help="last day of play, YYYY-MM-DD")
        parser.add_argument(
            "--system", choices=systems, default="", help="how was paired, if the file does not say"
        )
        parser.add_argument("--region", default="", help="code of the federation's region")
        parser.add_argument("--rating-kind", choices=RatingKind.values, default=RatingKind.STANDARD)
        parser.add_argument("--order", default="", help="tie-break order, such as PTS,DE,BH/C1,BH,SB")
        parser.add_argument("--as", dest="username", default="", help="account that becomes chief arbiter")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the file named on the command line."""
        result = self._import(options)
        found = [finding_json(finding, SENTENCES) for finding in result.findings]
        if self.as_json:
            self.emit({"event": result.event.pk, "findings": found})
            return
        for finding in result.findings:
            self.remark(f"{finding.severity}: {text(finding, SENTENCES)}")
        self.stdout.write(str(result.event.pk))

    def _import(self, options: dict[str, Any]) -> ImportResult:
        data = self.read_bytes(options["file"])
        try:
            return event_import(
                data,
                actor=self._account(options["username"]),
                start=options["start"],
                end=options["end"],
                system=options["system"],
                name=Path(options["file"]).name,
                region=self._region(options["region"]),
                rating_kind=options["rating_kind"],
                tie_break_order=options["order"],
            )
        except TrfRefused as refused:
            self.fail_file(refused)
        except DomainError as error:
            self.fail(error.code, error.message, hint=error.hint)
        except ValidationError as error:
            self.fail("invalid", " ".join(error.messages))
        except PermissionDenied as error:
            self.fail("permission_denied", str(error))

    def _account(self, username: str) -> Account | None:
        if not username:
            return None
        account = Account.objects.filter(username=username).first()
        if account is None:
            self.fail("unknown_account", f"There is no account {username}.")
        return account

    def _region(self, code: str) -> Region | None:
        if not code:
            return None
        region = Region.objects.filter(code=code).first()
        if region is None:
            self.fail("unknown_region", f"There is no region {code}.")
        return region
