"""Games of a match that were played after it was decided (6.5 of 2004, 6.2 of 2024)."""

from dataclasses import dataclass, replace

from ratings.engine.errors import UnknownPolicyError
from tournaments.pairing.knock_out import TieGame, TieScore, decided_for_upper, tie_score
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
    """The games played after the match was won: whoever is behind can no more draw level in the games left.

    Points are those of the event's score system; forfeits count for the decision, a game without a result is one
    that is left. Empty where more than two play, or the number of games is not known. The games of a play-off come
    after those planned: they were played because the match was not decided.
    """
    planned, system = record.event.rounds, record.event.score_system
    games = sorted(
        (game for game in record.games if game.round <= planned), key=lambda game: (game.round, game.board)
    )
    if len({number for game in games for number in (game.white, game.black)}) != 2 or planned < 1:
        return ()
    told: list[TieGame] = []
    for index, game in enumerate(games):
        score = tie_score(told, system)
        left = planned - len(told) + score.open
        if decided_for_upper(TieScore(score.upper, score.lower, left), system) is not None:
            return tuple(games[index:])
        told.append(TieGame(game.code, game.white == games[0].white))
    return ()
