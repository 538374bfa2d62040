"""What comes next in a play-off: the stages so far from the structure, the lot and the results (30.5.6).

Nothing is kept but the results of games by their keys: everything else follows from them, so a corrected result
takes back whatever it no longer leads to. Players are start numbers of the event; a structure speaks of the numbers
1, 2, 3 ... that the lot or the tie-breaks gave them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from tiebreaks.engine.playoff.model import (
    GameSlot,
    Mode,
    Options,
    PlayedGame,
    PlayOffError,
    Progress,
    Stage,
)
from tiebreaks.engine.playoff.structures import PlayOffRules
from tournaments.pairing.berger import berger_rounds
from tournaments.pairing.lots import draw_numbers

Players = tuple[int, ...]
Ranking = tuple[Players, ...]
Node = Mapping[str, Any]
Without = tuple[str, int]  # a mode that is left out, and how often the others are played then
ARMAGEDDON = "ARM"
NOT_PLAYED = PlayedGame("")
FORFEITS = ("+/-", "-/+")


@dataclass(slots=True)
class _Course:
    """A play-off on its way: what is given, and the stages and choices found so far."""

    rules: PlayOffRules
    seed: int
    options: Options
    results: Mapping[str, PlayedGame]
    entered: int
    stages: list[Stage] = field(default_factory=list)
    choices: dict[str, None] = field(default_factory=dict)

    def lot(self, key: str, players: Players) -> Players:
        """The players in the order that the lot gives them at this place of the play-off."""
        digest = int.from_bytes(sha256(f"{self.seed}:{key}".encode()).digest()[:8])
        numbers = draw_numbers(len(players), digest)
        return tuple(player for _, player in sorted(zip(numbers, players, strict=True)))

    def game(self, key: str, white: int, black: int, mode: Mode) -> GameSlot:
        """A game with what was entered for it."""
        played = self.results.get(key, NOT_PLAYED)
        return GameSlot(key, white, black, mode, played.result, played.moves)

    def filled(self, node: Node) -> Node:
        """A node with its gap filled as the event chose; raises PlayOffError for an alternative nobody knows."""
        gap = node.get("choice", "")
        if gap not in self.rules.alternatives:
            return node
        name = self.options.chosen.get(gap, self.rules.options(gap)[0])
        if name not in self.rules.options(gap):
            raise PlayOffError(f"{self.rules.key}: {gap} cannot be {name!r}.", article="30.5")
        return {**node, **self.rules.alternatives[gap][name]}

    def note(self, node: Node) -> str:
        """Remember that a reading of ours came to bear; the name of it, or nothing."""
        name: str = node.get("choice", "")
        if name:
            self.choices[name] = None
        return name


def progress(
    rules: PlayOffRules,
    players: Sequence[int],
    *,
    seed: int,
    results: Mapping[str, PlayedGame],
    options: Options | None = None,
    places: int = 1,
) -> Progress:
    """The play-off of these start numbers, best tie-break first, for the first `places` places among them.

    `results` by the key of the game; results of games that the play-off does not lead to are not looked at.
    Raises PlayOffError for fewer than two players, one named twice, or no place to play for.
    """
    if len(set(players)) != len(players) or not 1 <= places <= len(players):
        raise PlayOffError("A play-off is for places among different players.", article="30.5")
    course = _Course(rules, seed, options or Options(), results, len(players))
    structure = course.filled(rules.structure(len(players)))
    keep = rules.common["keep"]["value"]
    kept, left = tuple(players), tuple[int, ...]()
    if len(players) > max(map(int, rules.structures)) - 1:
        kept, left = tuple(players[:keep]), tuple(players[keep:])
    course.note(structure)
    order = course.lot("numbers", kept) if structure["numbers"] == "lot" else kept
    ranking = _node(course, structure["play"], order, "1", structure["article"])
    ranking = _until_decided(course, ranking, min(places, len(kept)))
    whole = None if ranking is None else (*ranking, *((left,) if left else ()))
    return Progress(
        article=structure["article"],
        numbers={player: number for number, player in enumerate(order, 1)},
        stages=tuple(course.stages),
        ranking=whole,
        eliminated=left,
        choices=tuple(course.choices),
    )


def _until_decided(course: _Course, ranking: Ranking | None, places: int) -> Ranking | None:
    """Let those play on who are equal across the last place asked for, or across the first."""
    while ranking is not None:
        straddling = _straddling(ranking, places)
        if straddling is None:
            return ranking
        group = ranking[straddling]
        course.choices["boundary"] = None
        structure = course.filled(course.rules.structure(len(group)))
        path = f"places-{sum(map(len, ranking[:straddling])) + 1}"
        order = course.lot(f"{path}/numbers", group) if structure["numbers"] == "lot" else group
        found = _node(course, structure["play"], order, path, structure["article"])
        if found is None:
            return None
        ranking = (*ranking[:straddling], *found, *ranking[straddling + 1 :])
    return None


def _straddling(ranking: Ranking, places: int) -> int | None:
    """Which group of equals lies across the last place asked for, or shares the first; None if none does."""
    before = 0
    for index, group in enumerate(ranking):
        if len(group) > 1 and (before == 0 or before < places < before + len(group)):
            return index
        before += len(group)
    return None


def _node(
    course: _Course, node: Node, players: Players, path: str, article: str, without: Without = ("", 1)
) -> Ranking | None:
    """The order of the players of one node, best first, equals together; None as long as it is open."""
    node = course.filled(node)
    article = node.get("article", article)
    kind = node["type"]
    if kind == "match":
        return _match(course, node, players, path, article, without)
    if kind == "round_robin":
        return _round_robin(course, node, players, path, article)
    if kind == "knockout":
        return _knockout(course, node, players, path, article, without)
    if kind == "groups":
        return _groups(course, node, players, path, article)
    if kind == "structure":
        return _structure(course, node, players, path, article)
    raise PlayOffError(f"{course.rules.key}: {kind!r} cannot stand at {path}.")


# -- matches ------------------------------------------------------------------------------------------------


def _match(
    course: _Course, node: Node, players: Players, path: str, article: str, without: Without
) -> Ranking | None:
    """Two players: one mode after the other while they are equal, then the lot."""
    if len(players) != 2:
        raise PlayOffError(f"A match has two players, not {len(players)}.", article=article)
    choice = course.note(node)
    for stage in _match_stages(course, _modes(course, node, without), players, path, article, choice):
        course.stages.append(stage)
        if stage.ranking is None or len(stage.ranking) == 2:
            return stage.ranking
    return _by_lot(course, players, path, article, choice)


def _modes(course: _Course, node: Node, without: Without) -> tuple[Mode, ...]:
    """The rates of a match as the director's choices leave them."""
    names: list[str] = list(node["modes"])
    if course.options.late:
        return (course.rules.modes[ARMAGEDDON],)
    if course.options.short and "short" in node:
        names = list(node["short"])
    left_out, matches = without
    if left_out:
        names = [name for name in names if name != left_out] * matches
    modes = [course.rules.modes[name] for name in names]
    if course.options.longer is not None and course.entered == 2:
        modes[0] = course.options.longer
    return tuple(modes)


def _match_stages(
    course: _Course, modes: tuple[Mode, ...], players: Players, path: str, article: str, choice: str
) -> Iterator[Stage]:
    """The stages of a match; the colours of the first game of each are drawn by lot, then they alternate."""
    for number, mode in enumerate(modes, 1):
        key = f"{path}/{number}-{mode.key}"
        one, other = course.lot(f"{key}/colours", players)
        games = tuple(
            course.game(f"{key}/{game}", one if game % 2 else other, other if game % 2 else one, mode)
            for game in range(1, mode.games + 1)
        )
        yield _scored(Stage(key, "match", mode.article or article, players, games, mode, choice=choice))


def _scored(stage: Stage) -> Stage:
    """The stage with the points of its players, and its order once every game has a result."""
    points = {
        player: sum(game.halves(player) for game in stage.games if player in (game.white, game.black))
        for player in stage.players
    }
    done = all(game.result for game in stage.games)
    return replace(stage, values=points, ranking=_grouped(points, stage.players) if done else None)


def _grouped(values: Mapping[int, int], players: Players) -> Ranking:
    """The players by value, the greatest first, equals together in the order given."""
    levels = sorted(set(values.values()), reverse=True)
    return tuple(tuple(player for player in players if values[player] == level) for level in levels)


def _by_lot(course: _Course, players: Players, path: str, article: str, choice: str) -> Ranking:
    key = f"{path}/lot"
    ranking = tuple((player,) for player in course.lot(key, players))
    course.stages.append(Stage(key, "lot", article, players, ranking=ranking, choice=choice))
    return ranking


# -- round robins ---------------------------------------------------------------------------------------------


def _round_robin(course: _Course, node: Node, players: Players, path: str, article: str) -> Ranking | None:
    """Everybody against everybody once by the Berger table; those equal in front go on as `then` says."""
    mode = course.rules.modes[ARMAGEDDON if course.options.late else node["mode"]]
    key, choice = f"{path}/all-{mode.key}", course.note(node)
    games = tuple(
        course.game(f"{key}/{round_number}-{board}", players[pair.white - 1], players[pair.black - 1], mode)
        for round_number, pairs in enumerate(berger_rounds(len(players)), 1)
        for board, pair in enumerate(pairs, 1)
        if pair.black is not None
    )
    stage = _scored(Stage(key, "round_robin", article, players, games, mode, choice=choice))
    course.stages.append(stage)
    if stage.ranking is None:
        return None
    front, rest = stage.ranking[0], stage.ranking[1:]
    if len(front) == 1:
        return stage.ranking
    following = _following(node, len(front), late=course.options.late)
    if following is None:
        return stage.ranking
    if following["type"] == "fewest_moves":
        found = _fewest_moves(course, following, front, path, article)
    else:
        found = _node(course, following, front, f"{path}/then", article)
    return None if found is None else (*found, *rest)


def _following(node: Node, tied: int, *, late: bool) -> Node | None:
    """What follows for so many in front. After a late first round by Armageddon another of the kind is left out."""
    then: Mapping[str, Node] = node.get("then", {})
    following = then.get(str(tied), then.get("any"))
    if late and following is not None and following["type"] == "round_robin":
        return _following(following, tied, late=False)
    return following


def _fewest_moves(course: _Course, node: Node, players: Players, path: str, article: str) -> Ranking | None:
    """Who won in fewer moves: the moves of the games won over the board in the round robin before, together."""
    before = course.stages[-1]
    won = {
        player: [game for game in before.games if game.winner == player and game.result not in FORFEITS]
        for player in players
    }
    wanted = {game.key for games in won.values() for game in games}
    course.stages[-1] = replace(
        before, games=tuple(replace(game, needs_moves=game.key in wanted) for game in before.games)
    )
    if any(game.moves is None for games in won.values() for game in games):
        return None
    moves = {
        player: sum(game.moves or 0 for game in games) if games else None for player, games in won.items()
    }
    choice, article = course.note(node), node.get("article", article)
    ordered = sorted({value for value in moves.values() if value is not None})
    groups = [tuple(player for player in players if moves[player] == value) for value in ordered]
    groups += [last] if (last := tuple(player for player in players if moves[player] is None)) else []
    key = f"{path}/moves"
    course.stages.append(
        Stage(key, "fewest_moves", article, players, ranking=tuple(groups), values=moves, choice=choice)
    )
    if len(groups[0]) > 1:
        return (*_by_lot(course, groups[0], key, article, choice), *groups[1:])
    return tuple(groups)


# -- knock-outs, groups, other structures ---------------------------------------------------------------------


def _knockout(
    course: _Course, node: Node, players: Players, path: str, article: str, without: Without
) -> Ranking | None:
    """Matches of the first pairs, then of their winners as the bracket says, down to one."""
    course.note(node)
    pairs = [(players[one - 1], players[other - 1]) for one, other in node["pairs"]]
    brackets = [tuple(pair) for pair in node["bracket"]]
    losers: list[Players] = []
    number = 1
    while True:
        found = [
            _match(course, node, pair, f"{path}/round-{number}/{place}", article, without)
            for place, pair in enumerate(pairs, 1)
        ]
        decided = [ranking for ranking in found if ranking is not None]
        if len(decided) < len(found):
            return None
        losers.append(tuple(ranking[1][0] for ranking in decided))
        winners = [ranking[0][0] for ranking in decided]
        if len(winners) == 1:
            return (tuple(winners), *reversed(losers))
        pairs = _next_pairs(winners, brackets if number == 1 else [(1, 2)])
        number += 1


def _next_pairs(winners: list[int], bracket: list[tuple[int, ...]]) -> list[tuple[int, int]]:
    return [(winners[one - 1], winners[other - 1]) for one, other in bracket]


def _groups(course: _Course, node: Node, players: Players, path: str, article: str) -> Ranking | None:
    """Groups side by side, then the winners among themselves; the others by their place in the group."""
    course.note(node)
    found = [
        _node(
            course,
            node["each"],
            tuple(players[number - 1] for number in group),
            f"{path}/group-{place}",
            article,
        )
        for place, group in enumerate(node["groups"], 1)
    ]
    decided = [ranking for ranking in found if ranking is not None]
    if len(decided) < len(found):
        return None
    winners = tuple(ranking[0][0] for ranking in decided)
    first = _node(course, node["final"], winners, f"{path}/final", article)
    if first is None:
        return None
    return (*first, *_behind(decided))


def _behind(rankings: list[Ranking]) -> Iterator[Players]:
    """Those behind the winners of the groups: the second of each are equal, and so on."""
    behind = [ranking[1:] for ranking in rankings]
    for level in range(max(map(len, behind), default=0)):
        yield tuple(player for ranking in behind if level < len(ranking) for player in ranking[level])


def _structure(course: _Course, node: Node, players: Players, path: str, article: str) -> Ranking | None:
    """The structure of another number of players, numbered among themselves as it says."""
    course.note(node)
    structure = course.filled(course.rules.structures[node["name"]])
    course.note(structure)
    order = course.lot(f"{path}/numbers", players) if structure["numbers"] == "lot" else players
    return _node(
        course,
        structure["play"],
        order,
        path,
        node.get("article", structure["article"]),
        (node.get("without", ""), node.get("matches", 1)),
    )
