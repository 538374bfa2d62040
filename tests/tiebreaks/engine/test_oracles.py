"""Agreement with two independent programs, where they and the text agree.

Not compared, each for a reason: AOB of gacrux is rounded to two or three digits; PTP of tiebreak-core adds
binary fractions (0.18 + 0.44 + 0.97 + 0.41 is less than 2 there); its Fore Buchholz keeps a forfeit of the
last round, which was paired and so is a draw by 8.3; its cut 2 of Sonneborn-Berger and its median 2 of short
events follow other readings of 16.5 and of an empty sum; a mean over no game is 0 there and undefined here.
Events still under way are not compared with gacrux, which counts announced rounds as missed.
"""

import os
import random
from collections.abc import Callable
from datetime import date
from fractions import Fraction

import pytest
from tiebreak_core import GameRecord, PlayerTiebreakData, rank_standings_strict

from tiebreaks.engine.ranking import Standings, rank
from tournaments.record.codes import GAME_CODES
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record
from tournaments.rulebook.shelf import edition

EVENTS = int(os.environ.get("TIE_BREAK_ORACLE_EVENTS", "12"))  # for each edition; 300 in the long run
RULESETS = {"c07-2023": "fide-2024", "c07-2026": "fide-2026"}
OURS = {
    "buchholz": "BH",
    "buchholz_cut1": "BH/C1",
    "buchholz_cut2": "BH/C2",
    "median_buchholz": "BH/M1",
    "sonneborn_berger": "SB",
    "sonneborn_berger_cut1": "SB/C1",
    "aob": "AOB",
    "progressive": "PS",
    "progressive_cut1": "PS/C1",
    "wins": "WIN",
    "won": "WON",
    "games_black": "BPG",
    "wins_black": "BWG",
    "rounds_elected": "REP",
    "aro": "ARO",
    "tpr": "TPR",
    "apro": "APRO",
}
BYE_KINDS = {"U": "pairing_bye", "F": "pairing_bye", "H": "requested_bye", "Z": "requested_bye"}
KINDS = {"win": "forfeit_win", "loss": "forfeit_loss"}


def random_event(seed: int) -> Record:
    """An event of 8 to 30 players and 5 to 9 rounds with byes, forfeits and withdrawals."""
    chance = random.Random(seed)
    count, rounds = chance.randint(8, 30), chance.randint(5, 9)
    withdrawn = {n: chance.randint(1, rounds) for n in range(1, count + 1) if chance.random() < 0.12}
    games, byes = [], []
    for round_number in range(1, rounds + 1):
        here = [n for n in range(1, count + 1) if withdrawn.get(n, rounds) >= round_number]
        byes += [Bye(round_number, n, "Z") for n in range(1, count + 1) if n not in here]
        away = [n for n in here if chance.random() < 0.08]
        byes += [Bye(round_number, n, chance.choice("HHZF")) for n in away]
        paired = [n for n in here if n not in away]
        chance.shuffle(paired)
        if len(paired) % 2:
            byes.append(Bye(round_number, paired.pop(), "U"))
        for board in range(len(paired) // 2):
            code = chance.choice(["1-0", "1/2-1/2", "0-1"])
            if chance.random() < 0.08:
                code = chance.choice(["+/-", "-/+", "-/-"])
            games.append(Game(round_number, board + 1, paired[2 * board], paired[2 * board + 1], code))
    entries = tuple(Entry(n, f"Player {n}", rating=chance.randint(1200, 2600)) for n in range(1, count + 1))
    facts = EventFacts("Invented", start=date(2026, 4, 1), system="swiss", rounds=rounds)
    return Record(facts, entries, tuple(games), tuple(byes))


def for_tiebreak_core(record: Record) -> dict[int, PlayerTiebreakData]:
    """The record in the shape that tiebreak-core reads."""
    ratings = {entry.number: entry.rating or 0 for entry in record.entries}
    rows: dict[int, list[GameRecord]] = {entry.number: [] for entry in record.entries}
    for game in record.games:
        sides = ((game.white, game.black, "white"), (game.black, game.white, "black"))
        for (own, other, colour), side in zip(sides, GAME_CODES[game.code], strict=True):
            score = {"win": 1.0, "draw": 0.5, "loss": 0.0, "none": 0.0}[side.outcome]
            kind = "played" if side.played else KINDS[side.outcome]
            rows[own].append(GameRecord(other, ratings[other], score, colour, game.round, kind))
    for bye in record.byes:
        score = {"U": 1.0, "F": 1.0, "H": 0.5, "Z": 0.0}[bye.code]
        rows[bye.entry].append(GameRecord(-1, 0, score, "white", bye.round, BYE_KINDS[bye.code]))
    return {
        number: PlayerTiebreakData(
            number,
            ratings[number],
            sum(game.score for game in row),
            sorted(row, key=lambda game: game.round_number),
        )
        for number, row in rows.items()
    }


MEANS = ("AOB", "ARO", "TPR", "APRO")


def theirs(code: str, value: float | None, games: int) -> Fraction | None:
    """Their binary number as the decimal that it stands for; a mean over no game is undefined."""
    if value is None or (code in MEANS and not games):
        return None
    return Fraction(str(round(value, 6)))


def ours(standings: Standings, code: str) -> dict[int, Fraction | None]:
    """One column of a standing, to the digits in which the other program holds it."""
    values = {row.number: row.values[code] for row in standings.rows}
    return {
        n: None if value is None else Fraction(str(round(float(value), 6))) for n, value in values.items()
    }


@pytest.mark.parametrize("key", sorted(RULESETS))
@pytest.mark.parametrize("seed", range(EVENTS))
def test_random_event_agrees_with_tiebreak_core(key: str, seed: int) -> None:
    record = random_event(seed)
    other = rank_standings_strict(
        for_tiebreak_core(record), list(OURS), total_rounds=record.event.rounds, ruleset=RULESETS[key]
    )
    standings = rank(record, edition(key), ["PTS", *OURS.values()])
    games = games_played(record)
    for name, code in OURS.items():
        expected = {p.player_id: theirs(code, p.values[name], games[p.player_id]) for p in other.players}
        assert ours(standings, code) == expected, code


def games_played(record: Record) -> dict[int, int]:
    """How many games each player has over the board."""
    counts = {entry.number: 0 for entry in record.entries}
    for game in record.games:
        if GAME_CODES[game.code][0].played:
            counts[game.white] += 1
            counts[game.black] += 1
    return counts


REAL_FILES = (
    "data/ainalrami/interop__bbppairings-generated.trf",
    "data/bbp/issue_15.trf",
    "data/gacrux/held_swiss_9.trf",
    "data/gacrux/swiss_with_many_unplayed_rounds.trf",
    "data/sharly_events/domloup_fide_41__Tournoi_A.trf",
    "data/sharly_events/domloup_fide_41__Tournoi_B.trf",
    "data/sharly_events/domloup_fide_41__Tournoi_C.trf",
    "data/sharly_events/festival-perpignan-2025__Rapide_FIDE_Principal.trf",
    "data/sharly_events/liffre-2025__A.trf",
)
GACRUX_CODES = ("PTS", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB", "SB/C1", "SB/C2", "FB")
GACRUX_CODES += ("PS", "WIN", "WON", "BPG", "BWG", "REP")
GACRUX_RULES = {1: "c07-2023", 2: "c07-2026"}


@pytest.mark.parametrize("path", REAL_FILES)
def test_real_event_agrees_with_gacrux(
    path: str, collected: Callable[[str], Record], shared_bytes: Callable[[str], bytes]
) -> None:
    from gacrux.tiebreak import tiebreak
    from gacrux.trf2json import trf2json

    record = collected(path)
    reader = trf2json()
    reader.parse_file(shared_bytes(path).decode("utf-8-sig"), 0)
    event = reader.get_tournament(1)
    count = tiebreak(event, -1, {})
    options = {"check": False, "unrated": None, "pre_determined": False, "swiss": True}
    count.compute_tiebreaks(event, {"tiebreak": list(GACRUX_CODES)} | options)
    standings = rank(record, edition(GACRUX_RULES[count.rulesversion]), GACRUX_CODES)
    assert len(count.cmps) == len(standings.rows)
    for place, code in enumerate(GACRUX_CODES):
        other = {int(number): Fraction(row["tiebreakScore"][place]) for number, row in count.cmps.items()}
        assert {row.number: row.values[code] for row in standings.rows} == other, code
