"""The write about the hours of a play-off: when a later stage begins (30.5.3)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account
from tiebreaks.models import PlayOff, PlayOffStageHour
from tiebreaks.play_off_hours import later_stages, stage_hours
from tiebreaks.play_offs import progress_of
from tiebreaks.services_playoff import begun_locked
from tournaments.errors import DomainError
from tournaments.services.common import facts_changed, write_ledger


@transaction.atomic
def stage_hour_set(
    play_off: PlayOff, key: str, *, actor: Account, begins_at: datetime, early_reason: str = ""
) -> PlayOffStageHour:
    """Say when a later stage begins; before the pause is over only with a reason, which the ledger keeps.

    Raises PermissionDenied, DomainError (no later stage, too early without a reason, its games have results, frozen).
    """
    locked, play_off = begun_locked(play_off, actor, "event_finish")
    state = progress_of(play_off)
    stage = next((stage for stage, _before in later_stages(state) if stage.key == key), None)
    if stage is None:
        raise DomainError(_("The play-off does not lead to this stage."), "stage_unknown")
    if any(game.result for game in stage.games):
        raise DomainError(_("Results stand in this stage; its hour is past."), "stage_played")
    hour = stage_hours(play_off, state).get(key)
    earliest = None if hour is None else hour.earliest
    early = earliest is not None and begins_at < earliest
    reason = early_reason.strip() if early else ""
    if early and earliest is not None and not reason:
        raise DomainError(
            _(
                "This stage begins at %(earliest)s at the earliest, 10 minutes after the last game before it (30.5.3)."
            )
            % {"earliest": timezone.localtime(earliest).strftime("%H:%M")},
            "play_off_pause",
            _("Name a later hour, or say why it may begin before."),
            field="begins_at",
        )
    made, _created = PlayOffStageHour.objects.update_or_create(
        play_off=play_off, key=key, defaults={"begins_at": begins_at, "early_reason": reason}
    )
    payload = {"stage": key, "begins_at": begins_at.isoformat(), "first_place": play_off.first_place}
    payload |= {"earliest": earliest.isoformat()} if early and earliest else {}
    payload |= {"hour": timezone.localtime(begins_at).strftime("%H:%M")}
    write_ledger(locked, actor=actor, verb="play_off.stage_hour", reason=reason, payload=payload)
    facts_changed(locked)
    return made
