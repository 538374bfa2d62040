"""Who goes on from a preliminary to the final: entered there with where he comes from, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Entry, Event, KnockOutTie, Qualification
from tournaments.record.codes import OPEN_CODES
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    open_places,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.entries import PERSON_FACTS, entries_add
from tournaments.services.knock_out import stages_of
from tournaments.services.pairing import round_next


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A player of a preliminary who is to be in the final; `by_rule` if the number of places says so."""

    source: Entry
    place: int
    by_rule: bool = True


@transaction.atomic
def qualifiers_enter(
    event: Event, *, actor: Account | None, qualifiers: Sequence[Qualifier], reason: str = ""
) -> list[Entry]:
    """Enter players of the preliminaries into their main event; each keeps where he comes from, and why.

    Whoever is not in by the rule needs a reason. Raises PermissionDenied and DomainError (nobody chosen, a stranger,
    entered already, the preliminary is not over, rounds of the final are paired).
    """
    stored = event_locked_for(event.pk, actor=actor, permission="entries_edit")
    refuse_frozen(stored)
    if not qualifiers:
        raise DomainError(_("Choose at least one player."), "nobody_chosen")
    if any(each.source.event.stage_of_id != stored.pk for each in qualifiers):
        raise DomainError(_("A player comes from no preliminary of this event."), "no_stage")
    if not all(each.by_rule for each in qualifiers) and not reason.strip():
        raise DomainError(
            _("Say why a player goes on who is not among the qualifying places."),
            "reason_missing",
            field="reason",
        )
    already = Qualification.objects.filter(source__in=[each.source for each in qualifiers]).first()
    if already is not None:
        raise DomainError(
            _("%(name)s is in the final already.") % {"name": already.source.name}, "entered_already"
        )
    for stage in {each.source.event for each in qualifiers}:
        if missing := open_places(stage, OPEN_CODES):
            raise DomainError(
                _("%(stage)s is not over; boards without a result (round/board): %(places)s.")
                % {"stage": stage.name, "places": missing},
                "open_games",
            )
        if not has_ended(stage):
            raise DomainError(f"{stage.name}: " + _("The event is not finished."), "stage_not_over")
    entries = entries_add(stored, actor=actor, rows=[_row(each.source) for each in qualifiers])
    Qualification.objects.bulk_create(
        Qualification(
            entry=entry,
            source=each.source,
            place=each.place,
            reason="" if each.by_rule else reason.strip()[:200],
        )
        for entry, each in zip(entries, qualifiers, strict=True)
    )
    names = [f"{each.source.name} ({each.source.event.name}, {each.place})" for each in qualifiers]
    write_ledger(
        stored, actor=actor, verb="qualifiers.entered", reason=reason.strip(), payload={"names": names}
    )
    facts_changed(stored)
    return entries


def has_ended(stage: Event) -> bool:
    """Whether no round of a preliminary is still to be paired; games that stand without a result are not asked for.

    One that is finished has ended, whatever was announced. A knock-out has when its final has a winner.
    """
    if stage.state == Event.State.FINISHED:
        return True
    if stage.system == Event.System.KNOCK_OUT:
        ties = list(KnockOutTie.objects.filter(event=stage))
        last = stages_of(ties)
        return any(tie.stage == last for tie in ties) and all(tie.winner_id is not None for tie in ties)
    return round_next(stage) > max(stage.rounds_planned, 1)


def _row(source: Entry) -> dict[str, object]:
    """The player as he is to be entered: out of the register, or as the preliminary has him."""
    if source.person is not None:
        return {"person": source.person}
    facts = (*PERSON_FACTS, "rating", "rating_k", "rating_games")
    return {name: getattr(source, name) for name in facts}
