"""Games that were not played: they never count (5.1), and turn a round robin into a Swiss event (6.43)."""

from collections import Counter
from collections.abc import Iterator

from tournaments.eligibility.case import Case, counts, finding
from tournaments.eligibility.composition import averages_decide, cycles_played
from tournaments.record.codes import FORFEIT_CODES
from tournaments.record.findings import Finding


def unplayed_findings(case: Case) -> Iterator[Finding]:
    """Forfeits, and players of a round robin who are short of games."""
    turned = case.edition.get("round_robin_unplayed")
    forfeits = [game for game in case.record.games if game.code in FORFEIT_CODES]
    if case.record.event.system == "round_robin" and turned is not None and averages_decide(case):
        short = short_of_games(case)
        if short and (forfeits or case.is_over):
            yield finding(
                "note",
                "round_robin.as_swiss",
                turned,
                players=short,
                rounds=sorted({game.round for game in forfeits}),
                inputs={"short": len(short)},
            )
        return
    rule = case.edition.get("unplayed_games")
    if forfeits and rule is not None:
        yield finding(
            "note",
            "unplayed.forfeits",
            rule,
            players=sorted({number for game in forfeits for number in (game.white, game.black)}),
            rounds=sorted({game.round for game in forfeits}),
            inputs={"count": len(forfeits)},
        )


def short_of_games(case: Case) -> tuple[int, ...]:
    """Who has not played against everybody: with boards still open, only those with a forfeit."""
    record = case.record
    cycles = max(record.event.cycles, cycles_played(record.games))
    wanted = (len(record.entries) - 1) * cycles
    played: Counter[int] = Counter()
    forfeited: set[int] = set()
    for game in record.games:
        if counts(game):
            played.update((game.white, game.black))
        elif game.code in FORFEIT_CODES:
            forfeited |= {game.white, game.black}
    return tuple(
        entry.number
        for entry in record.entries
        if played[entry.number] != wanted and (case.is_over or entry.number in forfeited)
    )
