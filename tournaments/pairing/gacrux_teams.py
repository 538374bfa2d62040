"""The team Swiss of gacrux (MIT, copyright FIDE, www.gacrux.no), beside `gacrux_adapter`.

The engine would read teams, players and games and count everything anew; it is given the counts of
`team_history` instead, so that what a round was paired by is what our own pages show. Runs in a child process.
"""

import contextlib
import sys
from decimal import Decimal
from typing import Any

from gacrux.crosstablefideteam import crosstable_fideteam
from gacrux.gacruxexeptions import GacruxInputError, GacruxNoLegalPairing
from gacrux.pairingfideteam import pairing_fideteam

from tournaments.pairing.gacrux_adapter import engine_name
from tournaments.pairing.refusals import REFUSALS

_SETTINGS: dict[str, Any] = {"experimental": [], "verbose": 0, "rank": False}
_MODELS = {"A": "typea", "B": "typeb", "none": "nocolor"}


def pair_teams_json(argument: dict[str, Any]) -> dict[str, Any]:
    """The pairing of a request: `{"engine", "pairs": [[home, guests], ...], "bye"}`, or an `error`.

    Kinds of errors as those of `gacrux_adapter.pair_json`.
    """
    try:
        # The engine prints while it works; standard output belongs to the answer.
        with contextlib.redirect_stdout(sys.stderr):
            return {"engine": engine_name(), **_pair(argument)}
    except GacruxNoLegalPairing:
        return _failed(
            "no_legal_pairing",
            REFUSALS["pairing.no_legal_team_pairing"],
        )
    except GacruxInputError as error:
        return _failed("input", f"The round cannot be paired from this input: {error}")
    except Exception as error:
        return _failed("engine_fault", f"The pairing engine failed: {type(error).__name__}: {error}")


def _failed(kind: str, message: str) -> dict[str, Any]:
    return {"engine": engine_name(), "error": {"kind": kind, "message": message}}


def _pair(request: dict[str, Any]) -> dict[str, Any]:
    """Teams are 1..n for the engine, in the order of their numbers; absent ones keep their place (art. 1.1.3)."""
    numbers = {place: team["number"] for place, team in enumerate(request["teams"], start=1)}
    engine = _Engine(_tournament(request), request["round"], _settings(request))
    engine.told = _competitors(request)
    brackets = engine.compute_pairing(False, 0)
    boards = sorted(
        (pair["board"], pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]
    )
    pairs = [[numbers[home], numbers[away]] for _, home, away in boards if home and away]
    byes = [numbers[home or away] for _, home, away in boards if not (home and away)]
    if len(byes) > 1:
        raise RuntimeError(f"{len(byes)} allocated byes in one round")
    return {"pairs": pairs, "bye": byes[0] if byes else None}


def _settings(request: dict[str, Any]) -> dict[str, Any]:
    first, second = ("mp", "gp") if request["primary"] == "MP" else ("gp", "mp")
    scores = f"{first}+{second}" if request["secondary"] else first
    return _SETTINGS | {"methodList": [_MODELS[request["preference"]], scores]}


def _tournament(request: dict[str, Any]) -> dict[str, Any]:
    place = {team["number"]: place for place, team in enumerate(request["teams"], start=1)}
    return {
        "teamTournament": True,
        # Only asked whether it is known: the scores come counted.
        "teamSize": 1,
        "numRounds": request["rounds"],
        "currentRound": request["round"] - 1,
        "topColor": request["first_colour"],
        "topColorExplicit": True,
        "scoreSystem": {},
        "competitors": [{"cid": each, "rank": each} for each in place.values()],
        "matchList": [],
        "prohibited": [
            {"firstRound": 1, "lastRound": request["rounds"], "competitors": [place[one], place[other]]}
            for one, other in request["forbidden"]
        ],
    }


def _competitors(request: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """The counted facts of each team, in the order in which the engine's crosstable asks for them."""
    place = {team["number"]: place for place, team in enumerate(request["teams"], start=1)}
    absent = set(request["absent"])
    found = {}
    for team in request["teams"]:
        match, game = Decimal(team["match_halves"]), Decimal(team["game_halves"])
        primary, secondary = (match, game) if request["primary"] == "MP" else (game, match)
        present = team["number"] not in absent
        played: dict[Any, Any] = {
            number: place[rival] for number, rival in enumerate(team["opponents"], start=1)
        }
        difference = team["colours"].count("w") - team["colours"].count("b")
        history: dict[Any, Any] = {"val": "Y" if present else "N"}
        if team["barred"]:
            history[1] = "pab"
        values: list[Any] = [
            {"val": primary},
            {"val": primary + team["virtual"]},
            {"val": secondary},
            history,
            played | {"val": len(played)},
            {"val": len(played)},
            {"val": difference},
            {"val": team["colours"]},
            {"val": team["float"]},
            {"val": False},
            {"val": secondary},
        ]
        number = place[team["number"]]
        found[number] = {"orgrank": number, "present": present, "tiebreakDetails": values}
    return found


class _Crosstable(crosstable_fideteam):  # type: ignore[misc]
    """The engine's crosstable over counts that it is told."""

    told: dict[int, dict[str, Any]]

    def compute_tiebreak(self, tournament: Any, rnd: int) -> dict[int, dict[str, Any]]:
        """The counts, which the engine would take from games."""
        return self.told


class _Engine(pairing_fideteam):  # type: ignore[misc]
    """The engine with that crosstable."""

    told: dict[int, dict[str, Any]]

    def get_crosstable(self, experimental: Any, checkonly: bool, verbose: Any) -> _Crosstable:
        """The crosstable of this round."""
        made = _Crosstable(experimental, checkonly, verbose, self.typeb, self.usecolor, self.lasttworounds)
        made.told = self.told
        return made
