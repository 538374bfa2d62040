"""`manage.py check_rated`: which events are to be rated again, for what they rest on has changed since."""

from typing import Any

from commission.services_rerate import may_be_rated_again, rated_check_all
from ratings.models import RatedEvent
from tournaments.cli import PortalCommand

OUTDATED = 1


class Command(PortalCommand):
    """Exit code 0 if every calculation rests on what stands now, 1 if not."""

    help = (
        "Find rated events whose record, decided results, text, list or facts changed since; marks them too."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Carry it out."""
        marked = rated_check_all()
        self.emit(
            {
                "checked": RatedEvent.objects.filter(current=True).count(),
                "outdated": [
                    {
                        "event": dossier.event_id,
                        "name": dossier.event.name,
                        "changed": dossier.rate_again.split(),
                        "mended_by": "rate" if may_be_rated_again(dossier) else "correct",
                    }
                    for dossier in marked
                ],
            }
        )
        if marked:
            raise SystemExit(OUTDATED)
