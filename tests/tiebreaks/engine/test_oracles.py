"""Agreement with two independent programs on random events, and on real files; differences are settled by the text.

Every code that a program counts is compared for every player of 300 events under each edition. Where a program
differs, `tests/cases/c07/differences.toml` names the code, the only players on whom it may, and the article by
which ours is right. Not compared: APPO of tiebreak-core, the mean of numbers (PTP) of which some are settled there;
gacrux rounds AOB to two decimals, so ours is rounded for it. Events still under way are not compared with gacrux,
which counts announced rounds as missed.
"""

import random
import tomllib
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tiebreak_core import GameRecord, PlayerTiebreakData, rank_standings_strict

from ratings.engine.tables import pd_hundredths
from tiebreaks.engine.ranking import Standings, rank
from tournaments.interchange.trf import write_trf
from tournaments.record.codes import GAME_CODES
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record
from tournaments.rulebook.rounding import half_up_to
from tournaments.rulebook.shelf import edition

EVENTS = 300  # for each edition
BATCH = 30
DIFFERENCES = Path(__file__).resolve().parents[2] / "cases" / "c07" / "differences.toml"
FIRST_DAYS = {"c07-2023": date(2025, 4, 1), "c07-2026": date(2026, 4, 1)}
RULESETS = {"c07-2023": "fide-2024", "c07-2026": "fide-2026"}
SHARED_CODES = {
    "buchholz": "BH",
    "buchholz_cut1": "BH/C1",
    "buchholz_cut2": "BH/C2",
    "median_buchholz": "BH/M1",
    "sonneborn_berger": "SB",
    "sonneborn_berger_cut1": "SB/C1",
    "fore_buchholz": "FB",
    "aob": "AOB",
    "progressive": "PS",
    "progressive_cut1": "PS/C1",
    "wins": "WIN",
    "won": "WON",
    "games_black": "BPG",
    "wins_black": "BWG",
    "rounds_elected": "REP",
    "koya": "KS",
    "aro": "ARO",
    "aro_cut1": "ARO/C1",
    "tpr": "TPR",
    "ptp": "PTP",
    "apro": "APRO",
}
CODES_OF_2026 = {
    "sonneborn_berger_cut2": "SB/C2",
    "fore_buchholz_cut1": "FB/C1",
    "fore_buchholz_cut2": "FB/C2",
    "aob_fb": "AOB/F",
    "std": "STD",
    "aro_cut2": "ARO/C2",
    "aro_median1": "ARO/M1",
    "aro_median2": "ARO/M2",
}
MEANS = ("AOB", "ARO", "TPR", "PTP", "APRO")
BYE_KINDS = {"U": "pairing_bye", "F": "pairing_bye", "H": "requested_bye", "Z": "requested_bye"}
KINDS = {"win": "forfeit_win", "loss": "forfeit_loss"}
Values = Mapping[int, Fraction | None]

# -- the events -------------------------------------------------------------------------------------------


def random_event(seed: int, first_day: date = FIRST_DAYS["c07-2026"]) -> Record:
    """An event of 8 to 24 players and 5 to 8 rounds with byes, forfeits and withdrawals."""
    chance = random.Random(seed)
    count, rounds = chance.randint(8, 24), chance.randint(5, 8)
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
    facts = EventFacts("Invented", start=first_day, end=first_day, system="swiss", rounds=rounds)
    return Record(facts, entries, tuple(games), tuple(byes))


@cache
def event(seed: int, key: str) -> Record:
    return random_event(seed, FIRST_DAYS[key])


# -- what may differ --------------------------------------------------------------------------------------


def own_games(record: Record, player: int) -> list[Game]:
    return [game for game in record.games if player in (game.white, game.black)]


def is_forfeit(game: Game) -> bool:
    return not GAME_CODES[game.code][0].played


def met(record: Record, player: int) -> list[int]:
    """The ratings of those whom a player met over the board."""
    ratings = {entry.number: entry.rating or 0 for entry in record.entries}
    games = [game for game in own_games(record, player) if not is_forfeit(game)]
    return [ratings[game.black if game.white == player else game.white] for game in games]


def score_over_the_board(record: Record, player: int) -> int:
    """In half points."""
    sides = [
        (GAME_CODES[game.code][0] if game.white == player else GAME_CODES[game.code][1])
        for game in own_games(record, player)
    ]
    return sum({"win": 2, "draw": 1, "loss": 0}[side.outcome] for side in sides if side.played)


def last_round_has_a_forfeit(record: Record, player: int, code: str, ours: Fraction | None) -> bool:
    return any(is_forfeit(game) and game.round == record.event.rounds for game in record.games)


def has_a_forfeit(record: Record, player: int, code: str, ours: Fraction | None) -> bool:
    return any(map(is_forfeit, own_games(record, player)))


def has_a_double_forfeit(record: Record, player: int, code: str, ours: Fraction | None) -> bool:
    return any(game.code == "-/-" for game in own_games(record, player))


def no_more_games_than_are_cut(record: Record, player: int, code: str, ours: Fraction | None) -> bool:
    cut = int(code[-1]) * (2 if "/M" in code else 1)
    return len(met(record, player)) <= cut


def expectation_meets_the_score_exactly(
    record: Record, player: int, code: str, ours: Fraction | None
) -> bool:
    if ours is None:
        return False
    expected = sum(pd_hundredths(int(ours) - rating) for rating in met(record, player))
    return expected == 50 * score_over_the_board(record, player)


def missed_two_rounds_by_choice(record: Record, player: int, code: str, ours: Fraction | None) -> bool:
    byes = sum(bye.entry == player and bye.code in "HZ" for bye in record.byes)
    lost = sum(
        is_forfeit(game) and GAME_CODES[game.code][0 if game.white == player else 1].outcome == "loss"
        for game in own_games(record, player)
    )
    return byes + lost >= 2


WHERE = {
    found.__name__: found
    for found in (
        last_round_has_a_forfeit,
        has_a_forfeit,
        has_a_double_forfeit,
        no_more_games_than_are_cut,
        expectation_meets_the_score_exactly,
        missed_two_rounds_by_choice,
    )
}


@cache
def differences() -> tuple[dict[str, Any], ...]:
    return tuple(tomllib.loads(DIFFERENCES.read_text("utf-8"))["difference"])


def allowed(program: str, code: str) -> Callable[[Record, int, str, Fraction | None], bool]:
    for item in differences():
        if item["program"] == program and code in item["codes"]:
            return WHERE[item["where"]]
    return lambda record, player, code, ours: False


def unsettled(program: str, record: Record, code: str, ours: Values, theirs: Values) -> list[Any]:
    """The players on whom the programs differ and no case says that they may."""
    may = allowed(program, code)
    return [
        (code, player, theirs[player], value)
        for player, value in ours.items()
        if value != theirs[player] and not may(record, player, code, value)
    ]


# -- tiebreak-core ----------------------------------------------------------------------------------------


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


def codes_shared_with_tiebreak_core(key: str) -> dict[str, str]:
    return SHARED_CODES | (CODES_OF_2026 if key == "c07-2026" else {})


def of_tiebreak_core(record: Record, key: str) -> dict[str, Values]:
    """Its values by our codes: binary numbers as the decimals they stand for, a mean over no game undefined."""
    codes = codes_shared_with_tiebreak_core(key)
    found = rank_standings_strict(
        for_tiebreak_core(record), list(codes), total_rounds=record.event.rounds, ruleset=RULESETS[key]
    )
    played = {entry.number: bool(met(record, entry.number)) for entry in record.entries}
    return {
        code: {
            row.player_id: None
            if code.partition("/")[0] in MEANS and not played[row.player_id]
            else Fraction(str(round(row.values[name], 6)))
            for row in found.players
        }
        for name, code in codes.items()
    }


def ours_rounded(standings: Standings, code: str) -> Values:
    """One column of a standing, to the digits in which tiebreak-core holds it."""
    values = {row.number: row.values[code] for row in standings.rows}
    return {
        n: None if value is None else Fraction(str(round(float(value), 6))) for n, value in values.items()
    }


@pytest.mark.parametrize("key", sorted(RULESETS))
@pytest.mark.parametrize("first", range(0, EVENTS, BATCH))
def test_random_events_agree_with_tiebreak_core(key: str, first: int) -> None:
    found = []
    for seed in range(first, first + BATCH):
        record = event(seed, key)
        other = of_tiebreak_core(record, key)
        standings = rank(record, edition(key), ["PTS", *other])
        for code, theirs in other.items():
            ours = ours_rounded(standings, code)
            found += [(seed, *item) for item in unsettled("tiebreak-core", record, code, ours, theirs)]
    assert found == []


# -- gacrux -----------------------------------------------------------------------------------------------

GACRUX_CODES = ("PTS", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB", "SB/C1", "SB/C2", "SB/M1", "AOB")
GACRUX_CODES += ("PS", "PS/C1", "WIN", "WON", "BPG", "BWG", "REP", "KS", "KS/L+1")
GACRUX_CODES += ("ARO", "ARO/C1", "ARO/M1", "TPR", "PTP", "APRO", "APPO")
GACRUX_CODES_OF_2026 = ("STD", "RTNG", "TPN")
# Last, because counting them changes what the program gives for Buchholz afterwards.
GACRUX_FORE = ("FB", "FB/C1")
GACRUX_RULES = {1: "c07-2023", 2: "c07-2026"}


def of_gacrux(text: str, codes: Iterable[str]) -> tuple[str, dict[str, Values], dict[int, int]]:
    """The edition it chose, its values by code, and the places by the whole list."""
    from gacrux.tiebreak import tiebreak
    from gacrux.trf2json import trf2json

    reader = trf2json()
    reader.parse_file(text, 0)
    tournament = reader.get_tournament(1)
    count = tiebreak(tournament, -1, {"swiss": True})
    options = {"check": False, "unrated": None, "pre_determined": False, "swiss": True}
    count.compute_tiebreaks(tournament, {"tiebreak": list(codes)} | options)
    values = {
        code: {
            int(number): None
            if row["tiebreakScore"][place] is None
            else Fraction(row["tiebreakScore"][place])
            for number, row in count.cmps.items()
        }
        for place, code in enumerate(codes)
    }
    places = {int(number): row["rank"] for number, row in count.cmps.items()}
    return GACRUX_RULES[count.rulesversion], values, places


def ours_for_gacrux(standings: Standings, code: str) -> Values:
    """One column of a standing; averages of Buchholz with two decimals, as gacrux rounds them."""
    digits = 2 if code.startswith("AOB") else None
    values = {row.number: row.values[code] for row in standings.rows}
    return {
        number: None if value is None else Fraction(value if digits is None else half_up_to(value, digits))
        for number, value in values.items()
    }


@pytest.mark.parametrize("key", sorted(RULESETS))
@pytest.mark.parametrize("first", range(0, EVENTS, BATCH))
def test_random_events_agree_with_gacrux(key: str, first: int) -> None:
    codes = GACRUX_CODES + (GACRUX_CODES_OF_2026 if key == "c07-2026" else ()) + GACRUX_FORE
    codes += ("AOB/F",) if key == "c07-2026" else ()
    found = []
    for seed in range(first, first + BATCH):
        record = event(seed, key)
        used, other, _ = of_gacrux(write_trf(record), codes)
        assert used == key
        standings = rank(record, edition(key), codes)
        for code, theirs in other.items():
            ours = ours_for_gacrux(standings, code)
            found += [(seed, *item) for item in unsettled("gacrux", record, code, ours, theirs)]
    assert found == []


@pytest.mark.parametrize("first", range(0, EVENTS, 3 * BATCH))
def test_places_by_direct_encounter_agree_with_gacrux(first: int) -> None:
    """Ranks inside a tie are written differently there, so the places that come out are compared."""
    found = []
    for seed in range(first, first + 3 * BATCH):
        record = event(seed, "c07-2026")
        _, _, theirs = of_gacrux(write_trf(record), ("PTS", "DE"))
        standings = rank(record, edition("c07-2026"), ("PTS", "DE"))
        found += [(seed, row.number) for row in standings.rows if row.place != theirs[row.number]]
    assert found == []


# -- the differences that a case settles -----------------------------------------------------------------


def number(text: str) -> Fraction | None:
    return None if text == "none" else Fraction(text)


@pytest.mark.parametrize(
    "item", differences(), ids=[f"{item['program']} {item['codes'][0]}" for item in differences()]
)
def test_a_difference_that_a_case_settles_is_still_there(item: dict[str, Any]) -> None:
    example = item["example"]
    key, code, player = example["edition"], example["code"], example["player"]
    record = event(example["seed"], key)
    standings = rank(record, edition(key), ["PTS", code])
    if item["program"] == "gacrux":
        theirs, ours = of_gacrux(write_trf(record), ("PTS", code))[1][code], ours_for_gacrux(standings, code)
    else:
        theirs, ours = of_tiebreak_core(record, key)[code], ours_rounded(standings, code)
    assert (theirs[player], ours[player]) == (number(example["theirs"]), number(example["ours"]))
    assert theirs[player] != ours[player]
    assert WHERE[item["where"]](record, player, code, ours[player])
    assert item["article"]
    assert item["why"]


# -- real files -------------------------------------------------------------------------------------------

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
CODES_OF_REAL_FILES = (*GACRUX_CODES[: GACRUX_CODES.index("KS")], *GACRUX_FORE)


@pytest.mark.parametrize("path", REAL_FILES)
def test_real_event_agrees_with_gacrux(
    path: str, collected: Callable[[str], Record], shared_bytes: Callable[[str], bytes]
) -> None:
    record = collected(path)
    codes = [code for code in CODES_OF_REAL_FILES if code != "AOB"]
    key, other, _ = of_gacrux(shared_bytes(path).decode("utf-8-sig"), codes)
    standings = rank(record, edition(key), codes)
    for code, theirs in other.items():
        assert ours_for_gacrux(standings, code) == theirs, code
