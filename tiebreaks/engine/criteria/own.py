"""Tie-breaks from the player's own record (C.07, 7; Ukrainian articles 30.1.1, 30.1.4 and 30.1.5)."""

from collections.abc import Callable
from itertools import accumulate
from operator import mul

from tiebreaks.engine.criterion import Criterion, Need, Value, halves_value, round_step, shown
from tiebreaks.engine.field import (
    ALL_KINDS,
    BLACK,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FREE,
    HALF_BYE,
    OPEN,
    PLAYED,
    ZERO_BYE,
    Field,
)
from tiebreaks.engine.flags import both, counted, flags
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.working import HALVES, Column, Working
from tournaments.rulebook.explained import Explained, Step

WON = 2


def score(working: Working, tie_break: TieBreak) -> Column:
    """The points, the first thing by which players are ranked."""
    return Column(list(working.field.totals), HALVES)


def explain_score(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The points of each round, and what was given or taken beside the results."""
    article = working.article("PTS")
    steps = [
        round_step(working, article, "round.points", player, place, value=halves_value(halves))
        for place, halves in enumerate(working.field.halves[player])
        if working.field.kinds[player][place] != OPEN
    ]
    steps += given_steps(working, article, player)
    total = working.field.totals[player]
    steps.append(Step(article, "sum.points", {"rounds": working.field.rounds}, halves_value(total)))
    return Explained(halves_value(total), tuple(steps), working.edition.key)


def given_steps(working: Working, article: str, player: int) -> list[Step]:
    """One step for each bonus or penalty of a player (or team) that the standing holds."""
    field = working.field
    given = field.given[player] if field.given else ()
    steps = [
        Step(article, "points.given", {"round": max(bonus.since, 1)}, halves_value(bonus.halves))
        for bonus in given
    ]
    apart = field.apart[player] if field.apart else 0
    if apart:
        steps.append(Step(article, "points.given_apart", {}, halves_value(apart)))
    return steps


# -- wins -------------------------------------------------------------------------------------------------


def wins(working: Working, tie_break: TieBreak) -> Column:
    """Rounds worth a win, with or without playing (7.1); or won games only, as the edition says.

    Whether a forfeit is a won game is not said in 30.1.4: with P it is.
    """
    field = working.field
    if working.edition["wins"].text == "games_won":
        return _games_won_or_forfeited(working) if "P" in tie_break.flags else games_won(working, tie_break)
    worth = [halves for halves in working.points_seen if halves >= field.win]
    if len(worth) == 1:
        return Column([row.count(worth[0]) for row in field.halves], 1)
    return Column([sum([row.count(halves) for halves in worth]) for row in field.halves], 1)


def _games_won_or_forfeited(working: Working) -> Column:
    field = working.field
    return Column(
        [
            sum(kind == FORFEIT_WIN or _won(kind, result) for kind, result in zip(kinds, row, strict=True))
            for row, kinds in zip(field.results, field.kinds, strict=True)
        ],
        1,
    )


def games_won(working: Working, tie_break: TieBreak) -> Column:
    """Games won over the board (7.2). A forfeit is none, with fixed pairings neither."""
    return Column(list(counted(_games_won(working.field), working.field)), 1)


def _games_won(field: Field) -> bytes:
    return both(flags(field.results, WON), flags(field.kinds, PLAYED))


def _won(kind: int, result: int) -> bool:
    return kind == PLAYED and result == WON


def is_round_worth_a_win(working: Working, player: int, place: int) -> bool:
    """Whether the round brought as many points as a win."""
    return working.field.halves[player][place] >= working.field.win


def is_game_won(working: Working, player: int, place: int) -> bool:
    """Whether a game was won over the board."""
    return _won(working.field.kinds[player][place], working.field.results[player][place])


def explain_wins(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The rounds that count as wins under the edition's reading."""
    if working.edition["wins"].text == "games_won":
        won = _explain_count(working, "WIN", "round.won", player, is_game_won)
        return _with_forfeits(working, player, won) if "P" in tie_break.flags else won
    return _explain_count(working, "WIN", "round.worth_a_win", player, is_round_worth_a_win)


def _with_forfeits(working: Working, player: int, won: Explained[Value]) -> Explained[Value]:
    """The games won over the board, then those won by forfeit, and all of them."""
    article, kinds = working.article("WIN"), working.field.kinds[player]
    forfeits = [place for place, kind in enumerate(kinds) if kind == FORFEIT_WIN]
    steps = [
        round_step(working, article, "round.won_by_forfeit", player, place, value=1) for place in forfeits
    ]
    total = int(won.value or 0) + len(forfeits)
    return Explained(
        total, (*won.steps[:-1], *steps, Step(article, "sum.rounds", {}, total)), working.edition.key
    )


def explain_games_won(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The games won over the board."""
    return _explain_count(working, "WON", "round.won", player, is_game_won)


# -- Black --------------------------------------------------------------------------------------------------


def games_with_black(working: Working, tie_break: TieBreak) -> Column:
    """Games played over the board with Black (7.3); undefined where a source names no colours."""
    field = working.field
    return _black(working, counted(both(flags(field.colours, BLACK), flags(field.kinds, PLAYED)), field))


def games_won_with_black(working: Working, tie_break: TieBreak) -> Column:
    """Games won over the board with Black (7.4)."""
    field = working.field
    return _black(working, counted(both(flags(field.colours, BLACK), _games_won(field)), field))


def _black(working: Working, counts: list[int]) -> Column:
    """The counts, undefined for a player of whose games a colour is not known."""
    if working.field.colours_known:
        return Column(list(counts), 1)
    return Column(
        [None if _colour_missing(working, player) else count for player, count in enumerate(counts)], 1
    )


def _colour_missing(working: Working, player: int) -> bool:
    field = working.field
    return any(
        kind == PLAYED and not colour
        for kind, colour in zip(field.kinds[player], field.colours[player], strict=True)
    )


def had_black(working: Working, player: int, place: int) -> bool:
    """Whether a game was played with Black."""
    return working.field.kinds[player][place] == PLAYED and working.field.colours[player][place] == BLACK


def won_with_black(working: Working, player: int, place: int) -> bool:
    """Whether a game was won with Black."""
    return had_black(working, player, place) and is_game_won(working, player, place)


def explain_games_with_black(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The games with Black."""
    return _explain_black(working, "BPG", "round.black", player, had_black)


def explain_games_won_with_black(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The games won with Black."""
    return _explain_black(working, "BWG", "round.won_with_black", player, won_with_black)


def _explain_black(
    working: Working, name: str, key: str, player: int, counts: Callable[[Working, int, int], bool]
) -> Explained[Value]:
    if _colour_missing(working, player):
        return Explained(
            None, (Step(working.article(name), "undefined.colours", {}, None),), working.edition.key
        )
    return _explain_count(working, name, key, player, counts)


# -- progressive score, rounds chosen, standard points ----------------------------------------------------


def progressive(working: Working, tie_break: TieBreak) -> Column:
    """The sum of the scores after each round (7.5); Cn leaves out the first n, Mn also the last n."""
    low, high, rounds = tie_break.low, tie_break.high, working.field.rounds
    if not low and not high:
        return working.shared(
            "PS", lambda: Column(list(map(sum, map(accumulate, working.field.growth))), HALVES)
        )
    if low == 1 and not high and rounds:
        whole = working.shared("PS", lambda: progressive(working, TieBreak("PS"))).values
        return Column(
            [
                total - row[0]
                for total, row in zip(whole, working.field.growth, strict=True)
                if total is not None
            ],
            HALVES,
        )
    weights = [
        max(0, rounds - high - max(place, low)) for place in range(rounds)
    ]  # how often the points of each round are counted
    return Column([sum(map(mul, row, weights)) for row in working.field.growth], HALVES)


def explain_progressive(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The score after each round, and which of them were cut."""
    article, rounds = working.article_of(tie_break), working.field.rounds
    steps, running, total = [], 0, 0
    for place, halves in enumerate(working.field.growth[player]):
        running += halves
        kept = tie_break.low <= place < rounds - tie_break.high
        total += running if kept else 0
        key = "round.score_after" if kept else "round.score_after_cut"
        about = {"points": halves_value(halves)}
        cited = article if kept else working.cut_article(tie_break)
        steps.append(round_step(working, cited, key, player, place, value=halves_value(running), **about))
    steps.append(Step(article, "sum.scores", {"rounds": rounds}, halves_value(total)))
    return Explained(halves_value(total), tuple(steps), working.edition.key)


def rounds_chosen(working: Working, tie_break: TieBreak) -> Column:
    """Rounds less half-point byes, zero-point byes and forfeit losses (7.6).

    With fixed pairings the edition says whether a forfeit loss is a regular game.
    """
    chosen = [kind for kind in ALL_KINDS if _chosen(working, kind)]
    return Column(list(counted(flags(working.field.kinds, *chosen), working.field)), 1)


def _chosen(working: Working, kind: int) -> bool:
    if working.field.fixed_pairings:
        return kind in (PLAYED, OPEN, FREE) or working.forfeit_is_game(kind)
    return kind not in (HALF_BYE, ZERO_BYE, FORFEIT_LOSS)


def explain_rounds_chosen(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The rounds the player chose not to play, taken from all."""
    article, kinds = working.article("REP"), working.field.kinds[player]
    missed = [place for place, kind in enumerate(kinds) if not _chosen(working, kind)]
    steps = [round_step(working, article, "round.missed", player, place, value=-1) for place in missed]
    value = working.field.rounds - len(missed)
    steps.append(Step(article, "sum.rounds_chosen", {"rounds": working.field.rounds}, value))
    return Explained(value, tuple(steps), working.edition.key)


def standard_points(working: Working, tie_break: TieBreak) -> Column:
    """One for each round with more points than the scheduled opponent, half for as many (7.7).

    Without an opponent the points of a draw are the measure. In half points.
    """
    field, rounds = working.field, range(working.field.rounds)
    if not field.plain:
        return Column(
            [
                sum([standard_halves(working, player, place) for place in rounds])
                for player in range(len(field.numbers))
            ],
            HALVES,
        )
    values = working.made_over_the_board.copy()
    for player, places in working.unplayed_rounds.items():
        values[player] += sum([standard_halves(working, player, place) for place in places])
    return Column(list(values), HALVES)


def standard_halves(working: Working, player: int, place: int) -> int:
    """The standard points of one round, in halves: 2, 1 or 0."""
    field = working.field
    if field.kinds[player][place] in (OPEN, FREE):
        return 0
    own, opponent = field.halves[player][place], field.opponents[player][place]
    measure = field.halves[opponent][place] if opponent >= 0 else field.draw
    return (own > measure) + (own >= measure)


def explain_standard_points(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The standard points of each round."""
    article = working.article("STD")
    found = [standard_halves(working, player, place) for place in range(working.field.rounds)]
    steps = [
        round_step(working, article, "round.standard", player, place, value=halves_value(halves))
        for place, halves in enumerate(found)
    ]
    steps.append(Step(article, "sum.values", {}, halves_value(sum(found))))
    return Explained(halves_value(sum(found)), tuple(steps), working.edition.key)


# -- pairing number ----------------------------------------------------------------------------------------


def pairing_number(working: Working, tie_break: TieBreak) -> Column:
    """The pairing number, lowest first; with R highest first (7.8)."""
    numbers = working.field.numbers
    sign = 1 if "R" in tie_break.flags else -1
    return Column(list(numbers), 1, keys=[sign * number for number in numbers])


def explain_pairing_number(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The pairing number itself."""
    key = "number.descending" if "R" in tie_break.flags else "number.ascending"
    value = working.field.numbers[player]
    return Explained(value, (Step(working.article("TPN"), key, {}, value),), working.edition.key)


def _explain_count(
    working: Working, name: str, key: str, player: int, counts: Callable[[Working, int, int], bool]
) -> Explained[Value]:
    article = working.article(name)
    places = [place for place in range(working.field.rounds) if counts(working, player, place)]
    steps = [round_step(working, article, key, player, place, value=1) for place in places]
    steps.append(Step(article, "sum.rounds", {}, len(places)))
    return Explained(shown(len(places), 1), tuple(steps), working.edition.key)


COLOURS: frozenset[Need] = frozenset({"colours"})
OWN_CRITERIA = (
    Criterion("PTS", "Points", "B", score, explain_score),
    Criterion("WIN", "Number of wins", "B", wins, explain_wins),
    Criterion("WON", "Games won over the board", "B", games_won, explain_games_won),
    Criterion(
        "BPG",
        "Games with Black",
        "B",
        games_with_black,
        explain_games_with_black,
        units="players",
        needs=COLOURS,
    ),
    Criterion(
        "BWG",
        "Games won with Black",
        "B",
        games_won_with_black,
        explain_games_won_with_black,
        units="players",
        needs=COLOURS,
    ),
    Criterion("PS", "Progressive score", "B", progressive, explain_progressive),
    Criterion("REP", "Rounds one elected to play", "B", rounds_chosen, explain_rounds_chosen),
    Criterion("STD", "Standard points", "B", standard_points, explain_standard_points),
    Criterion("TPN", "Pairing number", "B", pairing_number, explain_pairing_number),
)
