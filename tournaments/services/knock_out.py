"""The bracket of a knock-out: drawn once, then kept in step with the results, stage by stage."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Entry, Event, Game, KindRules, KnockOutTie, Round, Seat
from tournaments.pairing.knock_out import (
    PlayOffStep,
    TieGame,
    TieScore,
    decided_for_upper,
    first_ties,
    next_pairs,
    play_off_for_upper,
    stages_needed,
    tie_score,
)
from tournaments.pairing.lots import LOT_METHOD, draw_first_colour
from tournaments.record.codes import OPEN_CODES
from tournaments.record.model import ScoreSystem
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.kinds import kind_rules
from tournaments.services.pairing import (
    RoundPlan,
    begin_play,
    numbered_entries,
    refuse_not_registered,
    round_write,
)

ENGINE = "bracket"
MOST_SEED = 10**12
DecidedBy = KnockOutTie.DecidedBy


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who meets in a stage that is to be made; `lower` is None for a player without an opponent."""

    upper: Entry
    lower: Entry | None


@transaction.atomic
def knock_out_draw(event: Event, *, actor: Account | None, seed: int | None = None) -> list[KnockOutTie]:
    """Draw the first stage from the start numbers; the number of rounds follows from the number of players.

    Whoever has withdrawn takes no place; the others move up. `seed` repeats a known lot of the colours. Raises
    PermissionDenied and DomainError (no knock-out, no start numbers, fewer than two players, drawn already).
    """
    stored = event_locked_for(event.pk, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_not_registered(stored)
    if stored.system != Event.System.KNOCK_OUT:
        raise DomainError(_("Only a knock-out has a bracket."), "not_knock_out")
    entries = [entry for __, entry in sorted(numbered_entries(stored).items())]
    if Seat.objects.filter(round__event_id=stored.pk).exists():
        raise DomainError(
            _("The bracket is drawn already."),
            "paired_already",
            _("Delete it first: that is possible while there is no result."),
        )
    playing = [entry for entry in entries if entry.withdrawn_after is None]
    if len(playing) < 2:
        raise DomainError(_("A knock-out needs two players."), "too_few_players")
    rules = kind_rules(stored)
    if rules.pk is None:
        rules.save()
    stages = stages_needed(len(playing))
    stored.rounds_planned = stages * rules.tie_games
    stored.save(update_fields=["rounds_planned"])
    meetings = [
        Meeting(playing[upper - 1], None if lower is None else playing[lower - 1])
        for upper, lower in first_ties(len(playing))
    ]
    payload = {"players": len(playing), "stages": stages, "games": rules.tie_games}
    write_ledger(stored, actor=actor, verb="bracket.drawn", payload=payload)
    ties = _stage_make(stored, rules, 1, meetings, actor=actor, seed=seed)
    begin_play(stored)
    facts_changed(stored)
    return ties


def knock_out_refresh(event: Event, *, actor: Account | None) -> None:
    """Bring winners and later stages in step with the results, in the caller's transaction.

    A tie that is decided needs its open games no more; a stage whose ties are all decided is followed by the
    next, drawn at once; against somebody who has withdrawn the other one goes on. Where a corrected result changes
    who goes on, the later stage is drawn anew. Raises DomainError if that stage has results already. Without a
    bracket nothing happens.
    """
    ties = list(
        KnockOutTie.objects.filter(event=event)
        .select_related("upper", "lower", "winner")
        .prefetch_related("play_off_games")
    )
    if not ties:
        return
    rules = kind_rules(event)
    stages = stages_of(ties)
    games = games_of(event, ties, rules)
    for stage in range(1, stages + 1):
        own = [tie for tie in ties if tie.stage == stage]
        for tie in own:
            _decide(event, rules, tie, games[tie.pk], actor)
            _fit_games(event, rules, tie, games[tie.pk])
        if stage == stages:
            return
        decided = all(tie.winner_id is not None for tie in own)
        wanted = _meetings_after(own, third=rules.third_place and stage + 1 == stages) if decided else []
        standing = [tie for tie in ties if tie.stage == stage + 1]
        if [(each.upper.pk, each.lower and each.lower.pk) for each in wanted] == [
            (tie.upper_id, tie.lower_id) for tie in standing
        ]:
            if not wanted:
                return
            continue
        if standing:
            _stages_delete(event, rules, stage + 1)
        if wanted:
            _stage_make(event, rules, stage + 1, wanted, actor=actor)
            if any(
                each.withdrawn_after is not None for one in wanted for each in (one.upper, one.lower) if each
            ):
                knock_out_refresh(event, actor=actor)
        return


def stages_of(ties: Sequence[KnockOutTie]) -> int:
    """How many stages the bracket has; those of the first stage are a power of two."""
    return sum(tie.stage == 1 for tie in ties).bit_length()


def _meetings_after(ties: Sequence[KnockOutTie], *, third: bool) -> list[Meeting]:
    """Who meets in the stage after these decided ties, and for the third place."""
    winners = {tie.winner_id: tie.winner for tie in ties}
    found = []
    for upper, lower in next_pairs([tie.winner_id or 0 for tie in ties]):
        one, other = winners[upper], winners[lower]
        assert one is not None
        found.append(Meeting(one, other))
    losers = [_loser(tie) for tie in ties]
    if third and len(losers) == 2 and losers[0] is not None and losers[1] is not None:
        found.append(Meeting(losers[0], losers[1]))
    return found


def _loser(tie: KnockOutTie) -> Entry | None:
    return tie.lower if tie.winner_id == tie.upper_id else tie.upper


def _stage_make(
    event: Event,
    rules: KindRules,
    stage: int,
    meetings: Sequence[Meeting],
    *,
    actor: Account | None,
    seed: int | None = None,
) -> list[KnockOutTie]:
    """Write the ties of a stage and all their games, colours alternating within a tie."""
    drawn = secrets.randbelow(MOST_SEED) if seed is None else seed
    ties = [
        KnockOutTie(
            event=event,
            stage=stage,
            number=number,
            upper=each.upper,
            lower=each.lower,
            upper_white=_upper_has_white(rules, each, drawn + number),
            winner=None if each.lower else each.upper,
            decided_by="" if each.lower else DecidedBy.FREE,
        )
        for number, each in enumerate(meetings, start=1)
    ]
    KnockOutTie.objects.bulk_create(ties)
    entries = {entry.number: entry for each in meetings for entry in (each.upper, each.lower) if entry}
    for game in range(1, rules.tie_games + 1):
        played = [tie for tie in ties if tie.lower is not None]
        plan = RoundPlan(
            (stage - 1) * rules.tie_games + game,
            tuple(_pair(tie, game) for tie in played),
            {tie.upper.number or 0: "Z" for tie in ties if tie.lower is None},
            engine=ENGINE,
            boards=tuple(tie.number for tie in played),
        )
        round_write(event, plan, {number or 0: entry for number, entry in entries.items()})
    payload: dict[str, object] = {"stage": stage, "ties": len(ties)}
    if rules.colours == KindRules.Colours.LOT:
        payload |= {"seed": str(drawn), "method": LOT_METHOD}
    write_ledger(event, actor=actor, verb="bracket.stage", payload=payload)
    return ties


def _upper_has_white(rules: KindRules, meeting: Meeting, seed: int) -> bool:
    """By lot from the seed of the stage plus the number of the tie, or by the start numbers."""
    if meeting.lower is None:
        return True
    if rules.colours == KindRules.Colours.SEEDED:
        return (meeting.upper.number or 0) < (meeting.lower.number or 0)
    return draw_first_colour(seed) == "w"


def _pair(tie: KnockOutTie, game: int) -> tuple[int, int]:
    """White and Black of a game of the tie by start number."""
    assert tie.lower is not None
    upper, lower = tie.upper.number or 0, tie.lower.number or 0
    return (upper, lower) if tie.upper_white == (game % 2 == 1) else (lower, upper)


def games_of(event: Event, ties: Sequence[KnockOutTie], rules: KindRules) -> dict[int, list[Game]]:
    """The games of each tie by its key: those of its players in the rounds of its stage."""
    by_place: dict[tuple[int, frozenset[int]], list[Game]] = {}
    rows = Game.objects.filter(round__event=event).select_related("round").order_by("round__number")
    for game in rows:
        stage = (game.round.number - 1) // rules.tie_games + 1
        by_place.setdefault((stage, frozenset((game.white_id, game.black_id))), []).append(game)
    return {
        tie.pk: by_place.get((tie.stage, frozenset((tie.upper_id, tie.lower_id or 0))), []) for tie in ties
    }


def score_of(event: Event, tie: KnockOutTie, games: Sequence[Game], rules: KindRules) -> TieScore:
    """The points of a tie in halves, under the event's score system; games not made any more are open ones."""
    system = ScoreSystem(event.win_halves, event.draw_halves, event.loss_halves)
    found = tie_score([TieGame(game.code, game.white_id == tie.upper_id) for game in games], system)
    return TieScore(found.upper, found.lower, found.open + rules.tie_games - len(games))


def steps_of(tie: KnockOutTie) -> list[PlayOffStep]:
    """The play-off of a tie, step by step."""
    steps: dict[int, list[TieGame]] = {}
    armageddon: set[int] = set()
    for game in tie.play_off_games.all():
        steps.setdefault(game.step, []).append(TieGame(game.code, game.upper_white))
        if game.armageddon:
            armageddon.add(game.step)
    return [PlayOffStep(tuple(games), step in armageddon) for step, games in sorted(steps.items())]


def _decide(
    event: Event, rules: KindRules, tie: KnockOutTie, games: Sequence[Game], actor: Account | None
) -> None:
    """Set the winner that follows from the games, then from the play-off; a decision stands."""
    if tie.decided_by == DecidedBy.DECISION or tie.lower is None:
        return
    score = score_of(event, tie, games, rules)
    for_upper = decided_for_upper(score, ScoreSystem(event.win_halves, event.draw_halves, event.loss_halves))
    how: str = DecidedBy.GAMES
    if for_upper is None and not score.open:
        for_upper, how = play_off_for_upper(steps_of(tie)), DecidedBy.PLAY_OFF
    if for_upper is None:
        for_upper, how = _without_opponent(rules, tie, games), DecidedBy.FREE
    winner = None if for_upper is None else tie.upper if for_upper else tie.lower
    decided_by = how if winner else ""
    if (tie.winner_id, tie.decided_by) == (winner and winner.pk, decided_by):
        return
    tie.winner, tie.decided_by, tie.reason = winner, decided_by, ""
    tie.save(update_fields=["winner", "decided_by", "reason"])
    tie_noted(event, tie, actor)


def _without_opponent(rules: KindRules, tie: KnockOutTie, games: Sequence[Game]) -> bool | None:
    """Whether the upper player goes on since the lower has withdrawn (False: the other way round).

    None while nobody has, while a game from before the withdrawal has no result, and where both have: then the
    director decides.
    """
    first, last = (tie.stage - 1) * rules.tie_games + 1, tie.stage * rules.tie_games
    over = {game.round.number for game in games if game.code not in OPEN_CODES}
    still_open = [number for number in range(first, last + 1) if number not in over]

    def has_left(entry: Entry | None) -> bool:
        after = entry.withdrawn_after if entry else None
        return after is not None and after <= last and all(number > after for number in still_open)

    upper, lower = has_left(tie.upper), has_left(tie.lower)
    return None if upper == lower else lower


def tie_noted(event: Event, tie: KnockOutTie, actor: Account | None, reason: str = "") -> None:
    """Write into the ledger who goes on, and how that was decided."""
    payload = {
        "stage": tie.stage,
        "tie": tie.number,
        "upper": tie.upper.name,
        "lower": tie.lower.name if tie.lower else "",
        "winner": tie.winner.name if tie.winner else "",
        "how": tie.decided_by,
    }
    verb = "tie.decided" if tie.winner else "tie.open"
    write_ledger(event, actor=actor, verb=verb, payload=payload, reason=reason)


def _fit_games(event: Event, rules: KindRules, tie: KnockOutTie, games: list[Game]) -> None:
    """Drop the open games of a decided tie; give an undecided one its games again."""
    if tie.lower is None:
        return
    if tie.winner_id is not None:
        idle = [game.pk for game in games if game.code == "*"]
        Seat.objects.filter(game_id__in=idle).delete()
        Game.objects.filter(pk__in=idle).delete()
        return
    there = {game.round.number for game in games}
    entries = {tie.upper.number: tie.upper, tie.lower.number: tie.lower}
    for place in range(1, rules.tie_games + 1):
        number = (tie.stage - 1) * rules.tie_games + place
        if number in there:
            continue
        made, _new = Round.objects.get_or_create(event=event, number=number, defaults={"engine": ENGINE})
        white, black = (entries[start_number] for start_number in _pair(tie, place))
        game = Game.objects.create(round=made, board=tie.number, white=white, black=black)
        Seat.objects.create(round=made, entry=white, game=game, colour="w")
        Seat.objects.create(round=made, entry=black, game=game, colour="b")


def _stages_delete(event: Event, rules: KindRules, first: int) -> None:
    """Delete the stages from `first` on; raises DomainError if one has a result."""
    rounds = Round.objects.filter(event=event, number__gt=(first - 1) * rules.tie_games)
    games = Game.objects.filter(round__in=rounds)
    ties = KnockOutTie.objects.filter(event=event, stage__gte=first)
    decided = ties.filter(decided_by__in=(DecidedBy.DECISION, DecidedBy.PLAY_OFF))
    if games.exclude(code="*").exists() or decided.exists():
        raise DomainError(
            _("Somebody else would go on, but the next stage of the bracket has results already."),
            "later_stage_played",
            _("Clear the results of the later stage first, or leave this one as it is."),
        )
    Seat.objects.filter(round__in=rounds).delete()
    games.delete()
    ties.delete()
    rounds.filter(day__isnull=True).delete()
    rounds.update(engine="")


def refuse_undecided(event: Event) -> None:
    """Raise DomainError if a bracket has a tie without a winner."""
    ties = KnockOutTie.objects.filter(event=event, winner__isnull=True).select_related("upper", "lower")
    tie = ties.order_by("stage", "number").first()
    if tie is not None:
        raise DomainError(
            _("The tie %(upper)s – %(lower)s has no winner yet.")
            % {"upper": tie.upper.name, "lower": tie.lower.name if tie.lower else ""},
            "tie_open",
            _("Enter the play-off, or decide the tie with a reason, on the page of the bracket."),
        )
