"""What unplayed rounds count, derived: for a player's opponents, and in his own sums (C.07, 16)."""

from tiebreaks.engine.criterion import Value, halves_value, round_step
from tiebreaks.engine.field import (
    FORFEIT_DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_BYE,
    HALF_BYE,
    PAIRING_BYE,
    ZERO_BYE,
)
from tiebreaks.engine.working import Working
from tournaments.rulebook.explained import Explained, Input, Step

KIND_KEYS = {
    PAIRING_BYE: "bye.pairing",
    FULL_BYE: "bye.full",
    HALF_BYE: "bye.half",
    ZERO_BYE: "bye.zero",
    FORFEIT_WIN: "forfeit.win",
    FORFEIT_LOSS: "forfeit.loss",
    FORFEIT_DRAW: "forfeit.draw",
}

REQUESTED = (KIND_KEYS[HALF_BYE], KIND_KEYS[ZERO_BYE])


def adjusted_steps(working: Working, player: int) -> tuple[Step, ...]:
    """Why a player's score counts differently for his opponents: one step a round, empty if it does not."""
    article, draw = working.unplayed_article("as_draw", "opponent_score"), working.field.draw
    halves = working.field.halves[player]
    return tuple(
        round_step(
            working,
            article,
            "adjusted.as_draw",
            player,
            place,
            value=halves_value(draw),
            awarded=halves_value(halves[place]),
        )
        for place in sorted(working.draw_rounds(player))
        if halves[place] != draw
    )


def explain_adjusted(working: Working, player: int) -> Explained[Value]:
    """The score of a player as it counts for his opponents (16.3)."""
    article = working.unplayed["opponent_score"].article
    own, steps = working.field.scores[player], adjusted_steps(working, player)
    draw, halves = working.field.draw, working.field.halves[player]
    total = halves_value(own + sum(draw - halves[place] for place in working.draw_rounds(player)))
    last = Step(article, "adjusted.score", {"score": halves_value(own)}, total)
    return Explained(total, (*steps, last), working.edition.key)


def own_steps(working: Working, player: int, place: int) -> Step:
    """The score put in for an own unplayed round, with the kind of the round inside."""
    found, field = working.own_value(player, place), working.field
    inputs: dict[str, Input] = {
        "own": halves_value(field.scores[player]),
        "before": halves_value(field.score_before(player, place)),
        "awarded": halves_value(field.halves[player][place]),
        "later": working.rounds_of_ceiling - place - 1,
        "ceiling": None if found.ceiling is None else halves_value(found.ceiling),
    }
    article = working.unplayed_article(found.key, "own_unplayed")
    step = round_step(working, article, found.key, player, place, value=halves_value(found.halves), **inputs)
    key = KIND_KEYS[field.kinds[player][place]]
    to_the_end = key in REQUESTED and place in working.draw_rounds(player)
    of_kind = working.unplayed_article("requested_to_the_end" if to_the_end else key, "own_unplayed")
    kind = Step(of_kind, key, {"round": place + 1}, inputs["awarded"])
    return Step(step.article, step.key, step.inputs, step.value, (kind,))
