"""Writes about play-offs: the plan beforehand, the start from the final standings, games, disputes (30.5)."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account
from tiebreaks.engine.playoff.model import GameSlot, PlayOffError, Progress, Result
from tiebreaks.engine.playoff.structures import rules
from tiebreaks.models import PlayOff, PlayOffDispute, PlayOffGame, PlayOffPlan
from tiebreaks.play_off_hours import stage_hours
from tiebreaks.play_offs import (
    GAMES_OF_LONGER_RATE,
    Candidates,
    candidates_of,
    earliest_starts,
    pause_minutes,
    play_offs_of,
    progress_of,
    waiting_of,
)
from tiebreaks.services import play_offs_at_rest, standings_of
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event
from tournaments.record.codes import OPEN_CODES
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    open_places,
    refuse_frozen,
    write_ledger,
)

PLAN_FIELDS = (
    "rule",
    "places",
    "tied",
    "starts_at",
    "longer_base",
    "longer_increment",
    "prize_share",
    "early_boards",
    "choices",
)
RESULTS = tuple(code for code in get_args(Result) if code)
PANEL = 3
MOST_MOVES = 500


@dataclass(frozen=True, slots=True)
class StartChoices:
    """What the director says when a play-off begins.

    `begins_at` is the hour of the first game (None: as early as the pause allows), `early_reason` why it may come
    before the pause is over.
    """

    late: bool = False
    short: bool = False
    longer: bool = False
    begins_at: datetime | None = None
    early_reason: str = ""


# -- the plan (30.5.1) ---------------------------------------------------------------------------------------


@transaction.atomic
def plan_save(event: Event, *, actor: Account, values: Mapping[str, Any]) -> PlayOffPlan:
    """Set what the event says of its play-off; fixed once the event has begun.

    Raises PermissionDenied, DomainError (begun, unknown text, no place, half a rate).
    """
    locked = _locked(event, actor, "event_edit")
    _refuse_begun(locked)
    _refuse_teams(locked)
    _refuse_values(values)
    plan = PlayOffPlan.objects.filter(event=locked).first() or PlayOffPlan(event=locked)
    before = {name: getattr(plan, name) for name in PLAN_FIELDS}
    for name in PLAN_FIELDS:
        if name in values:
            setattr(plan, name, values[name])
    plan.save()
    changed = {
        name: _plain(getattr(plan, name)) for name in PLAN_FIELDS if getattr(plan, name) != before[name]
    }
    write_ledger(locked, actor=actor, verb="play_off.planned", payload=changed)
    facts_changed(locked)
    return plan


@transaction.atomic
def plan_drop(event: Event, *, actor: Account) -> None:
    """Take the plan back, before the event has begun; nothing if there is none."""
    locked = _locked(event, actor, "event_edit")
    _refuse_begun(locked)
    if PlayOffPlan.objects.filter(event=locked).delete()[0]:
        write_ledger(locked, actor=actor, verb="play_off.plan_dropped")
        facts_changed(locked)


def _refuse_begun(event: Event) -> None:
    if event.state in (Event.State.PLAYING, Event.State.FINISHED):
        raise DomainError(
            _("The play-off must be fixed before the event begins (30.5.1); it has begun."),
            "play_off_fixed",
            _("What was announced stands."),
        )


def _refuse_teams(event: Event) -> None:
    if event.system.startswith("team_"):
        raise DomainError(
            _("The structures of article 30.5 are for players; a play-off of teams is played elsewhere."),
            "play_off_teams",
        )


def _refuse_values(values: Mapping[str, Any]) -> None:
    try:
        text = rules(values.get("rule", "ua-2011"))
    except PlayOffError as error:
        raise DomainError(
            _("This text has no ready structures of play-offs."), error.code, field="rule"
        ) from error
    for gap, name in dict(values.get("choices") or {}).items():
        if gap not in text.alternatives or name not in text.options(gap):
            raise DomainError(_("There is no such choice."), "play_off_choice")
    if not 1 <= int(values.get("places", 1)) <= 99:
        raise DomainError(_("A play-off is for one place at least."), "play_off_places", field="places")
    if values.get("longer_base") == 0 and values.get("longer_increment") == 0:
        raise DomainError(_("A rate without any time is none."), "play_off_rate", field="longer_base")
    if (values.get("longer_base") is None) != (values.get("longer_increment") is None):
        raise DomainError(
            _("A longer rate has minutes and seconds a move (0 is possible)."),
            "play_off_rate",
            field="longer_base",
        )


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


# -- the start ----------------------------------------------------------------------------------------------


@transaction.atomic
def play_off_start(
    event: Event,
    *,
    actor: Account,
    choices: StartChoices,
    first_place: int | None = None,
    seed: int | None = None,
) -> PlayOff:
    """Begin the play-off of a group of equals for the places that were named beforehand.

    `first_place` tells the group (None: the first one that has not begun). The lot's seed is drawn here and kept; with
    the seed anybody draws the same lot again. Raises PermissionDenied, DomainError (nothing planned, games open,
    nobody equal, begun already, one at rest for these places).
    """
    locked = _locked(event, actor, "event_finish")
    plan = PlayOffPlan.objects.filter(event=locked).first()
    if plan is None:
        raise DomainError(_("This event announced no play-off."), "play_off_unplanned")
    if locked.state != Event.State.FINISHED:
        raise DomainError(
            _("The event is not finished; a play-off begins after the last round."), "not_finished"
        )
    if places := open_places(locked, OPEN_CODES):
        raise DomainError(
            _("Boards without a result: %(boards)s.") % {"boards": places},
            "games_open",
            _("A play-off begins after the last game."),
        )
    group = _group(locked, plan, first_place)
    first, numbers = group.first_place, group.numbers
    earliest = earliest_starts(locked, [numbers], rule=plan.rule)[0]
    begins_at = _begins_at(choices, earliest, plan.rule)
    play_off = PlayOff.objects.create(
        event=locked,
        rule=plan.rule,
        first_place=first,
        places=min(plan.places - first + 1, len(numbers)),
        players=numbers,
        seed=secrets.randbelow(2**62) if seed is None else seed,
        late=choices.late,
        short=choices.short,
        longer=_longer(plan, numbers, choices),
        choices=plan.choices,
        started_at=timezone.now(),
        started_by_name=actor.shown_name,
        begins_at=begins_at,
    )
    payload = {"players": play_off.players, "seed": play_off.seed, "first_place": first, "rule": plan.rule}
    payload |= {"choices": play_off.choices}
    payload |= {"late": play_off.late, "short": play_off.short, "longer": play_off.longer}
    payload |= {"begins_at": begins_at.isoformat()}
    early = earliest is not None and begins_at < earliest
    payload |= {"earliest": earliest.isoformat()} if early and earliest else {}
    reason = choices.early_reason.strip() if early else ""
    write_ledger(locked, actor=actor, verb="play_off.started", reason=reason, payload=payload)
    facts_changed(locked)
    return play_off


def _group(event: Event, plan: PlayOffPlan, first_place: int | None) -> Candidates:
    """The group of equals that is to begin; raises DomainError where there is none, or it has begun."""
    found, begun = candidates_of(plan, standings_of(event)["rows"]), play_offs_of(event.pk)
    if first_place is not None:
        found = [group for group in found if group.first_place == first_place]
    if not found:
        raise DomainError(_("Nobody is equal for the places that are played for."), "play_off_nobody")
    waiting = waiting_of(found, begun)
    if waiting:
        return waiting[0]
    if play_offs_at_rest(event, begun):
        raise DomainError(
            _("A play-off that is at rest stands for these places."),
            "play_off_rests",
            _("Put the result right, or take that play-off back first."),
        )
    raise DomainError(_("The play-off has begun already."), "play_off_begun")


def _begins_at(choices: StartChoices, earliest: datetime | None, rule: str) -> datetime:
    """The hour of the first game; raises DomainError for one before the pause is over, without a reason."""
    now = timezone.now()
    if choices.begins_at is None:
        return max(now, earliest or now)
    if earliest is not None and choices.begins_at < earliest and not choices.early_reason.strip():
        raise DomainError(
            _(
                "The first game begins at %(earliest)s at the earliest, %(pause)s minutes after the last game (30.5.3)."
            )
            % {
                "earliest": timezone.localtime(earliest).strftime("%H:%M"),
                "pause": pause_minutes(rule),
            },
            "play_off_pause",
            _("Name a later hour, or say why it may begin before."),
            field="begins_at",
        )
    return choices.begins_at


def _longer(plan: PlayOffPlan, numbers: Sequence[int], choices: StartChoices) -> dict[str, int]:
    """The longer rate for two (30.5.7); raises DomainError where it does not belong."""
    if not choices.longer:
        return {}
    if len(numbers) != 2 or plan.longer_base is None or plan.longer_increment is None:
        raise DomainError(
            _("A longer rate is for two players only, and must have been announced (30.5.7)."),
            "play_off_rate",
        )
    if choices.late:
        raise DomainError(
            _("Armageddon at once (30.5.8) leaves no time for a longer rate (30.5.7): choose one of them."),
            "play_off_rate",
        )
    return {"base": plan.longer_base * 60, "increment": plan.longer_increment, "games": GAMES_OF_LONGER_RATE}


@transaction.atomic
def play_off_cancel(play_off: PlayOff, *, actor: Account, reason: str) -> None:
    """Take back a play-off in which no game has a result yet, or that rests; the ledger keeps what was played.

    Raises PermissionDenied, DomainError (results stand, no reason).
    """
    locked, play_off = begun_locked(play_off, actor, "event_finish")
    played = list(
        play_off.games.exclude(result="").order_by("pk").values("key", "result", "moves", "arbiter")
    )
    if played and not play_offs_at_rest(locked, [play_off]):
        raise DomainError(_("Results stand in the play-off; it cannot be taken back."), "play_off_played")
    if not reason.strip():
        raise DomainError(_("Say why."), "reason_missing", field="reason")
    payload: dict[str, Any] = {"seed": play_off.seed, "first_place": play_off.first_place}
    payload |= {"games": played} if played else {}
    play_off.disputes.all().delete()
    play_off.games.all().delete()
    play_off.stage_hours.all().delete()
    play_off.delete()
    write_ledger(locked, actor=actor, verb="play_off.cancelled", reason=reason, payload=payload)
    facts_changed(locked)


# -- games ---------------------------------------------------------------------------------------------------


@transaction.atomic
def game_save(
    play_off: PlayOff,
    key: str,
    *,
    actor: Account,
    result: str,
    moves: int | None = None,
    arbiter: str = "",
    version: int | None = None,
) -> PlayOff:
    """Enter, correct or (with an empty result) clear the result of a game of the play-off; name its arbiter (30.5.4).

    The game must be one to which the results so far lead; its arbiter may be named before it has a result. Raises
    PermissionDenied, StaleVersion, DomainError (unknown game, unknown result, moves out of range or of no result,
    its stage not begun, record frozen).
    """
    locked, play_off = begun_locked(play_off, actor, "result_enter")
    _refuse_stale(play_off, version)
    state, now = progress_of(play_off), timezone.now()
    slot = _slot(state, key)
    if result not in ("", *RESULTS):
        raise DomainError(
            _("%(result)s is not a result.") % {"result": result}, "result_unknown", field="result"
        )
    if moves is not None and not 1 <= moves <= MOST_MOVES:
        raise DomainError(
            _("The number of moves lies between 1 and %(most)s.") % {"most": MOST_MOVES},
            "moves",
            field="moves",
        )
    if moves is not None and not result:
        raise DomainError(
            _("Moves belong to a result; choose the result too."), "moves_without_result", field="result"
        )
    if result and not slot.result:
        _refuse_before_hour(play_off, state, key, now)
    if result or arbiter.strip():
        values: dict[str, Any] = {"result": result, "moves": moves, "arbiter": arbiter.strip()}
        if bool(result) != bool(slot.result):  # a correction leaves the hour at which the game had ended
            values["entered_at"] = now if result else None
        PlayOffGame.objects.update_or_create(play_off=play_off, key=key, defaults=values)
    else:
        play_off.games.filter(key=key).delete()
    PlayOff.objects.filter(pk=play_off.pk).update(version=F("version") + 1, last_game_ended_at=now)
    payload = {"game": key, "white": slot.white, "black": slot.black, "result": result, "before": slot.result}
    payload |= {"moves": moves, "arbiter": arbiter.strip(), "first_place": play_off.first_place}
    write_ledger(locked, actor=actor, verb="play_off.result", payload=payload)
    facts_changed(locked)
    play_off.refresh_from_db()
    return play_off


def _slot(state: Progress, key: str) -> GameSlot:
    for stage in state.stages:
        for game in stage.games:
            if game.key == key:
                return game
    raise DomainError(_("The play-off does not lead to this game."), "game_unknown")


def _refuse_before_hour(play_off: PlayOff, state: Progress, key: str, now: datetime) -> None:
    stage = next(stage for stage in state.stages if any(game.key == key for game in stage.games))
    hour = stage_hours(play_off, state).get(stage.key)
    if hour is not None and now < hour.begins_at:
        raise DomainError(
            _("This stage begins at %(hour)s; a game of it cannot have ended before (30.5.3).")
            % {"hour": timezone.localtime(hour.begins_at).strftime("%H:%M")},
            "play_off_pause",
            _("Where it began earlier, the director says so under the stage, with the reason."),
        )


def _refuse_stale(play_off: PlayOff, version: int | None) -> None:
    if version is not None and version != play_off.version:
        raise StaleVersion(
            _("Somebody else entered a result meanwhile; nothing was written."),
            hint=_("Look at the play-off as it stands and enter yours again."),
        )


# -- disputes (30.5.4) ------------------------------------------------------------------------------------------


@transaction.atomic
def dispute_record(
    play_off: PlayOff, key: str, *, actor: Account, matter: str, panel: Sequence[str], decision: str
) -> PlayOffDispute:
    """Record a dispute about a game and its decision by three other arbiters; it is final and stays.

    Raises PermissionDenied, DomainError (not three different arbiters, the game's own arbiter among them,
    nothing said).
    """
    locked, play_off = begun_locked(play_off, actor, "result_correct")
    _slot(progress_of(play_off), key)
    names = [name.strip() for name in panel if name.strip()]
    others = {name.casefold() for name in names}
    own = play_off.games.filter(key=key).values_list("arbiter", flat=True).first() or ""
    if len(names) != PANEL or len(others) != PANEL or own.casefold() in others:
        raise DomainError(
            _("A dispute goes to three other arbiters (30.5.4): name three, none of them the game's own."),
            "panel",
            field="panel",
        )
    if not matter.strip() or not decision.strip():
        raise DomainError(_("Say what was disputed and what was decided."), "dispute_empty", field="matter")
    dispute = PlayOffDispute.objects.create(
        play_off=play_off,
        game_key=key,
        matter=matter.strip(),
        panel=names,
        decision=decision.strip(),
        decided_at=timezone.now(),
    )
    payload: dict[str, Any] = {"game": key, "matter": dispute.matter, "decision": dispute.decision}
    payload |= {"panel": names, "first_place": play_off.first_place}
    write_ledger(locked, actor=actor, verb="play_off.dispute", payload=payload)
    facts_changed(locked)
    return dispute


def begun_locked(play_off: PlayOff, actor: Account, permission: str) -> tuple[Event, PlayOff]:
    """The event and its play-off, both locked; raises PermissionDenied, DomainError (taken back, frozen)."""
    locked = _locked(play_off.event, actor, permission)
    found = PlayOff.objects.select_for_update().filter(pk=play_off.pk, event=locked).first()
    if found is None:
        raise DomainError(_("The play-off was taken back meanwhile."), "play_off_missing")
    return locked, found


def _locked(event: Event, actor: Account, permission: str) -> Event:
    locked = event_locked_for(event.pk, actor=actor, permission=permission)
    refuse_frozen(locked)
    return locked
