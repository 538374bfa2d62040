"""Games of a match that were played after it was decided (6.5 of 2004, 6.2 of 2024)."""

from dataclasses import dataclass, replace

from ratings.engine.errors import UnknownPolicyError
from ratings.engine.games import HALVES
from tournaments.record.codes import GAME_CODES
from tournaments.record.findings import Finding
from tournaments.record.model import Game, Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Reference, Step


@dataclass(frozen=True, slots=True)
class Decided:
    """A match with the games that are rated; `steps` for both players where others were left out."""

    record: Record
    steps: tuple[Step, ...] = ()
    findings: tuple[Finding, ...] = ()


def rated_games(record: Record, edition: Edition) -> Decided:
    """The record without the games after the decision, where they are not to be rated.

    The texts of 2004 and 2005 leave it to the reporter, and rate them where he says nothing; that of 2024 does
    not rate them unless it was agreed beforehand that they are to be played.
    """
    rule = edition.get("match_after_decision")
    late = () if rule is None or record.event.system != "match" else games_after_decision(record)
    if rule is None or not late:
        return Decided(record)
    decided = max((game.round for game in record.games if game not in late), default=0)
    if is_left_out(edition, record.event.after_decision):
        step = Step(
            rule.article,
            "match.after_decision",
            {"decided": Reference("round", decided), "games": len(late)},
            None,
        )
        kept = tuple(game for game in record.games if game not in late)
        return Decided(replace(record, games=kept), (step,))
    finding = Finding(
        "note", "match.rated_after_decision", article=rule.article, inputs={"games": len(late)}, round=decided
    )
    return Decided(record, findings=(finding,))


def is_left_out(edition: Edition, said: str) -> bool:
    """Whether games after the decision are left out, by what the reporter said (empty: nothing)."""
    rule = edition["match_after_decision"].text
    if rule == "rated_unless_left_out":
        return said == "unrated"
    if rule == "not_rated_unless_waived":
        return said != "rated"
    raise UnknownPolicyError(f"{edition.key}: no rule {rule!r} for games after the decision of a match.")


def games_after_decision(record: Record) -> tuple[Game, ...]:
    """The games played after one of two players had more than half of the points of all games planned.

    Forfeits count for the decision. Empty where more than two play, or the number of games is not known. The games
    of a play-off come after those planned: they were played because the match was not decided.
    """
    planned = record.event.rounds
    games = sorted(
        (game for game in record.games if game.round <= planned), key=lambda game: (game.round, game.board)
    )
    if len({number for game in games for number in (game.white, game.black)}) != 2 or planned < 1:
        return ()
    halves: dict[int, int] = {}
    for index, game in enumerate(games):
        if any(won > planned for won in halves.values()):
            return tuple(games[index:])
        white, black = GAME_CODES[game.code]
        halves[game.white] = halves.get(game.white, 0) + HALVES.get(white.outcome, 0)
        halves[game.black] = halves.get(game.black, 0) + HALVES.get(black.outcome, 0)
    return ()
