"""Ties that the games left level: play-off games at faster rates, or a decision with its reason."""

import secrets

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import Competing, DomainError, StaleVersion
from tournaments.models import Entry, Event, Game, KnockOutTie, TiePlayOffGame
from tournaments.pairing.knock_out import last_step_is_level
from tournaments.pairing.lots import LOT_METHOD, draw_first_colour
from tournaments.record.codes import OPEN_CODES
from tournaments.services.common import (
    check_right,
    event_locked_for,
    facts_changed,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.kinds import kind_rules
from tournaments.services.knock_out import (
    MOST_SEED,
    DecidedBy,
    knock_out_refresh,
    steps_of,
    tie_noted,
)

PLAY_OFF_CODES = ("*", "1-0", "1/2-1/2", "0-1", "+/-", "-/+")
MOST_STEP_GAMES = 10


@transaction.atomic
def tie_play_off_add(
    tie: KnockOutTie,
    *,
    actor: Account | None,
    rate: str,
    games: int,
    armageddon: bool = False,
    upper_white: bool | None = None,
    seed: int | None = None,
) -> list[TiePlayOffGame]:
    """Add a step of so many games at one rate to the play-off of a level tie; colours alternate within it.

    `upper_white` None draws the first colour by lot (`seed` repeats one). Raises PermissionDenied and DomainError
    (the tie is not level, a game of the step before is open, no rate, more than one Armageddon game).
    """
    event, stored = _tie_for(tie, actor=actor, permission="round_pair")
    steps = steps_of(stored)
    if stored.winner_id is not None or _is_being_played(event, stored) or not last_step_is_level(steps):
        raise DomainError(
            _("A play-off follows when all games of the tie are played and the points are level."),
            "tie_not_level",
        )
    if not rate.strip():
        raise DomainError(_("Type the rate of play, such as 10+5."), "rate_missing", field="rate")
    most = 1 if armageddon else MOST_STEP_GAMES
    if not 1 <= games <= most:
        raise DomainError(
            _("A step of a play-off has 1 to %(most)s games.") % {"most": most}, "games_wrong", field="games"
        )
    payload: dict[str, object] = {
        "stage": stored.stage,
        "tie": stored.number,
        "games": games,
        "rate": rate.strip(),
    }
    if upper_white is None:
        drawn = secrets.randbelow(MOST_SEED) if seed is None else seed
        upper_white = draw_first_colour(drawn) == "w"
        payload |= {"seed": str(drawn), "method": LOT_METHOD}
    made = [
        TiePlayOffGame(
            tie=stored,
            step=len(steps) + 1,
            number=number,
            rate=rate.strip()[:60],
            upper_white=upper_white == (number % 2 == 1),
            armageddon=armageddon,
        )
        for number in range(1, games + 1)
    ]
    TiePlayOffGame.objects.bulk_create(made)
    write_ledger(event, actor=actor, verb="tie.play_off", payload=payload)
    facts_changed(event)
    return made


@transaction.atomic
def tie_play_off_remove(tie: KnockOutTie, *, actor: Account | None) -> int:
    """Take back the last step of a play-off while none of its games has a result; the number of games.

    Raises PermissionDenied and DomainError.
    """
    event, stored = _tie_for(tie, actor=actor, permission="round_pair")
    last = stored.play_off_games.order_by("-step").first()
    step = stored.play_off_games.filter(step=last.step) if last else stored.play_off_games.none()
    if last is None or step.exclude(code="*").exists():
        raise DomainError(_("There are results already; the games stay."), "has_result")
    count = step.count()
    step.delete()
    payload = {"stage": stored.stage, "tie": stored.number, "games": count}
    write_ledger(event, actor=actor, verb="tie.play_off_removed", payload=payload)
    facts_changed(event)
    return count


@transaction.atomic
def tie_play_off_result(
    game: TiePlayOffGame, *, actor: Account | None, code: str, version: int
) -> TiePlayOffGame:
    """Store the result of a play-off game, from White's view; the tie is decided by it, and the next stage drawn.

    Raises PermissionDenied, StaleVersion with both values, DomainError (unknown code, a later step has results,
    the next stage is being played).
    """
    event, tie = _tie_for(game.tie, actor=actor, permission="result_enter")
    if event.state == Event.State.FINISHED:
        check_right(event, actor=actor, permission="result_correct")
    stored = TiePlayOffGame.objects.select_for_update().get(pk=game.pk)
    if code not in PLAY_OFF_CODES:
        raise DomainError(
            _("“%(code)s” is not a result that can be entered here.") % {"code": code},
            "unknown_result",
            field="code",
        )
    if stored.code == code:
        return stored
    if stored.version != version:
        raise StaleVersion(
            _("Somebody has entered %(code)s meanwhile; nothing was saved.") % {"code": stored.code},
            competing=Competing(code, stored.code, stored.version, "", None),
            hint=_("Look at the tie as it stands now."),
        )
    if tie.play_off_games.filter(step__gt=stored.step).exists():
        raise DomainError(_("A later step of the play-off follows; this result stays."), "later_step")
    before, stored.code, stored.version = stored.code, code, stored.version + 1
    stored.save(update_fields=["code", "version"])
    white, black = (tie.upper, tie.lower) if stored.upper_white else (tie.lower, tie.upper)
    payload = {
        "stage": tie.stage,
        "tie": tie.number,
        "white": white.name if white else "",
        "black": black.name if black else "",
        "old": before,
        "new": code,
        "rate": stored.rate,
    }
    write_ledger(event, actor=actor, verb="tie.play_off_result", payload=payload)
    knock_out_refresh(event, actor=actor)
    facts_changed(event)
    return stored


@transaction.atomic
def tie_decide(tie: KnockOutTie, *, actor: Account | None, winner: Entry | None, reason: str) -> KnockOutTie:
    """Say who goes on, with a reason for all to see (a withdrawal, a lot, a ruling); None takes it back.

    Raises PermissionDenied and DomainError (no reason, not a player of the tie, the next stage is being played).
    """
    event, stored = _tie_for(tie, actor=actor, permission="round_pair")
    if not reason.strip():
        raise DomainError(_("Say why."), "reason_missing", field="reason")
    if stored.lower is None or (winner is not None and winner.pk not in (stored.upper_id, stored.lower_id)):
        raise DomainError(_("Choose one of the two players of the tie."), "no_player", field="winner")
    stored.winner = winner
    stored.decided_by = DecidedBy.DECISION if winner else ""
    stored.reason = reason.strip()[:200] if winner else ""
    stored.save(update_fields=["winner", "decided_by", "reason"])
    tie_noted(event, stored, actor, reason.strip())
    knock_out_refresh(event, actor=actor)
    facts_changed(event)
    stored.refresh_from_db()
    return stored


def _tie_for(tie: KnockOutTie, *, actor: Account | None, permission: str) -> tuple[Event, KnockOutTie]:
    """The locked event and the tie as it stands."""
    event = event_locked_for(tie.event_id, actor=actor, permission=permission)
    refuse_frozen(event)
    return event, KnockOutTie.objects.select_related("upper", "lower", "winner").get(pk=tie.pk)


def _is_being_played(event: Event, tie: KnockOutTie) -> bool:
    """Whether a game of the tie has no result yet."""
    each = kind_rules(event).tie_games
    rounds = range((tie.stage - 1) * each + 1, tie.stage * each + 1)
    pair = (tie.upper_id, tie.lower_id)
    games = Game.objects.filter(round__event=event, round__number__in=rounds, code__in=OPEN_CODES)
    return games.filter(white_id__in=pair, black_id__in=pair).exists()
