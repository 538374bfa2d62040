"""Admitting the unknown players of an event at once: by their questionnaires, else with the next number of a region."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from commission.findings import findings_count
from commission.models import Dossier, Newcomer
from commission.permissions import PERMISSIONS
from commission.services_newcomers import newcomer_admit
from players.models import Account, Person, Region
from players.permissions import require
from tournaments.errors import DomainError
from tournaments.models import Entry
from tournaments.services.people import persons_admit


@dataclass(frozen=True, slots=True)
class Admitted:
    """Who came into the register, and the entries that did not, by name with the reason."""

    persons: tuple[Person, ...]
    left: tuple[tuple[str, str], ...]

    @property
    def without_number(self) -> int:
        """How many have no national number: nobody said of which region they are."""
        return sum(not person.national_id for person in self.persons)


@transaction.atomic
def players_admit(dossier: Dossier, *, actor: Account, region: Region | None = None) -> Admitted:
    """Admit the event's unknown players to the register, those whom nobody there resembles.

    Who came with a questionnaire is admitted by it, with the number of his region, where its papers were seen. By
    correspondence nobody else is (RACC 2.1); over the board the others are, with the next numbers of `region` where
    one is named. Raises PermissionDenied, or DomainError if there is nobody to admit.
    """
    require(PERMISSIONS, "admit_players", actor, dossier)
    unknown = list(
        Entry.objects.filter(event_id=dossier.event_id, person__isnull=True).order_by("number", "pk")
    )
    by_paper, left = _by_questionnaires(unknown, actor)
    asked = {entry.pk for entry in unknown if entry.pk in by_paper}
    persons = [person for person in by_paper.values() if person is not None]
    rest = [entry for entry in unknown if entry.pk not in asked]
    if rest:
        try:
            with transaction.atomic():
                persons += persons_admit(
                    dossier.event, actor=actor, region=region, only={entry.pk for entry in rest}
                )
        except DomainError as error:
            left += [(entry.name, error.message) for entry in rest]
            if not persons and not asked:
                raise
    if not persons:
        raise DomainError(
            "; ".join(f"{name}: {why}" for name, why in left)
            or _("There is nobody to admit: everybody is identified or resembles somebody in the register."),
            "nobody_to_admit",
        )
    locked = Dossier.objects.select_for_update(of=("self",)).select_related("event").get(pk=dossier.pk)
    findings_count(locked)
    locked.save(update_fields=["open_refusals", "open_objections", "open_warnings"])
    return Admitted(tuple(persons), tuple(left))


def _by_questionnaires(
    entries: list[Entry], actor: Account
) -> tuple[dict[int, Person | None], list[tuple[str, str]]]:
    """Who is admitted by a questionnaire that waits, by entry (None: not yet), and why the others are not."""
    found: dict[int, Person | None] = {}
    left = []
    waiting = Newcomer.objects.filter(entry__in=entries, state__in=Newcomer.UNDECIDED)
    for newcomer in waiting.select_related("entry").order_by("entry__number", "pk"):
        assert newcomer.entry_id is not None
        try:
            with transaction.atomic():
                settled = newcomer_admit(newcomer, actor=actor, version=newcomer.version)
            found[newcomer.entry_id] = settled.person
        except (DomainError, PermissionDenied) as error:
            found[newcomer.entry_id] = None
            left.append((newcomer.name, str(error) or _("Who brought a newcomer does not admit him.")))
    return found, left
