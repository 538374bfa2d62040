"""`manage.py recompute LIST`: compute a published list again and compare the bytes."""

from typing import Any

from django.core.management.base import CommandParser

from players.models import RatingList
from ratings.derivations import StoredChangeError
from ratings.services_lists import list_recompute
from tournaments.cli import PortalCommand

DIFFERENT = 1


class Command(PortalCommand):
    """Exit code 0 if the bytes are equal, 1 if not, 2 if there is no such published list."""

    help = "Compute a published rating list again and compare its bytes with the stored ones."

    def add_arguments(self, parser: CommandParser) -> None:
        """The list by its key or its number."""
        super().add_arguments(parser)
        parser.add_argument("list", help="key of the list (standard-2026-10-01) or its number")

    def handle(self, *args: Any, **options: Any) -> None:
        """Carry it out."""
        wanted = options["list"]
        lists = RatingList.objects.filter(state=RatingList.State.PUBLISHED)
        found = lists.filter(key=wanted).first()
        if found is None and wanted.isdigit():
            found = lists.filter(pk=int(wanted)).first()
        if found is None:
            known = ", ".join(lists.values_list("key", flat=True)[:12])
            self.fail("list_unknown", f"There is no published list {wanted!r}.", hint=f"Published: {known}.")
        try:
            again = list_recompute(found)
        except StoredChangeError as error:
            self.emit(
                {"list": found.pk, "key": found.key, "equal": False, "sha256": "", "difference": str(error)}
            )
            raise SystemExit(DIFFERENT) from error
        result = {"list": found.pk, "key": found.key, "equal": again.equal, "sha256": again.sha256}
        self.emit(result if again.equal else result | {"difference": again.difference})
        if not again.equal:
            raise SystemExit(DIFFERENT)
