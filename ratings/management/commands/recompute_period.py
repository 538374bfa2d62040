"""`manage.py recompute_period PERIOD`: compute a whole period from its packed games, and say what its list is.

Of a published period the rows of its list must come out.
"""

import sys
from typing import Any, NoReturn

from django.core.management.base import CommandParser

from ratings.bulk_computing import STEPS, compute, first_difference
from ratings.bulk_previews import summary
from ratings.derivations import StoredChangeError
from ratings.list_drafts import list_key
from ratings.models import Period
from ratings.services_bulk import is_by_arrays, period_pack
from tournaments.cli import PortalCommand

DIFFERENT = 1
WIDTH = 30


class Command(PortalCommand):
    """Exit code 0 if the games give what is stored, 1 if not, 2 if there is no such period."""

    help = "Compute a rating period from its packed games over arrays; nothing is published."

    def add_arguments(self, parser: CommandParser) -> None:
        """The period by the key of its list or by its number."""
        super().add_arguments(parser)
        parser.add_argument("period", help="key of its list (standard-2026-10-01) or its number")

    def handle(self, *args: Any, **options: Any) -> None:
        """Carry it out."""
        period = self._period(options["period"])
        if not is_by_arrays(period):
            self.fail(
                "kind_by_coefficients",
                "A list of coefficients is computed event by event.",
                hint="manage.py recompute checks a published one.",
            )
        try:
            period_pack(period, self._bar)
            computed = compute(period, self._bar)
        except StoredChangeError as error:
            self._differs(period, str(error))
        self._bar(STEPS, STEPS, "")
        if period.rating_list is not None and (difference := first_difference(period, computed)):
            self._differs(period, difference)
        self.emit({"period": period.pk, "equal": True, **summary(computed).as_json()})

    def _differs(self, period: Period, difference: str) -> NoReturn:
        self.emit({"period": period.pk, "equal": False, "difference": difference})
        raise SystemExit(DIFFERENT)

    def _period(self, wanted: str) -> Period:
        periods = {list_key(period.kind, period.effective_from): period for period in Period.objects.all()}
        period = periods.get(wanted)
        if period is None and wanted.isdigit():
            period = Period.objects.filter(pk=int(wanted)).first()
        if period is None:
            known = ", ".join(sorted(periods)[-12:])
            self.fail("period_unknown", f"There is no period {wanted!r}.", hint=f"Known: {known}.")
        return period

    def _bar(self, done: int, total: int, message: str) -> None:
        """A bar on the error stream, where somebody looks at it."""
        if sys.stderr.isatty():
            full = WIDTH * done // max(total, 1)
            self.stderr.write(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {message:<60.60}", ending="")
