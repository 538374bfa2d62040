"""`manage.py demo`: the demo federation, or one event at a stage, from a seed."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from commission.demo.accounts import LOG_INS, PASSPHRASE, PASSWORD
from commission.demo.federation import STAGES, DemoFederation
from tournaments.cli import PortalCommand
from tournaments.models import Event


class Command(PortalCommand):
    """Makes invented people, accounts, lists and events through the portal's own services."""

    help = "Make the demo federation, or one demo event at a stage."

    def add_arguments(self, parser: CommandParser) -> None:
        """`--stage` for one event, `--seed` for another draw, `--logins` to read the accounts."""
        super().add_arguments(parser)
        parser.add_argument("--stage", choices=STAGES, help="make one event and bring it to this stage")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same federation")
        parser.add_argument("--logins", action="store_true", help="only print the demo accounts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Carry it out."""
        if options["logins"]:
            self.print_log_ins()
            return
        federation = DemoFederation(seed=options["seed"], today=timezone.localdate(), report=self.report)
        if options["stage"]:
            event = federation.single(options["stage"])
            self.emit({"event": event.pk, "stage": options["stage"], "name": event.name})
            return
        if Event.objects.exists():
            self.fail(
                "not_empty", "There are events already; the demo federation is made in an empty portal."
            )
        events = federation.build()
        self.emit({"events": [event.pk for event in events], "seed": options["seed"]})

    def print_log_ins(self) -> None:
        """The accounts, one for each role."""
        rows = [{"username": one.username, "password": PASSWORD, "for": one.purpose} for one in LOG_INS]
        if self.as_json:
            self.emit({"logins": rows, "signing_passphrase": PASSPHRASE})
            return
        for row in rows:
            self.stdout.write(f"  {row['username']:<12} {row['password']:<18} {row['for']}")
        self.stdout.write(f"  signing passphrase of director, ratings and region: {PASSPHRASE}")

    def report(self, done: int, total: int, message: str) -> None:
        """Say how far it is, on standard error."""
        self.remark(f"[{done}/{total}] {message}")
