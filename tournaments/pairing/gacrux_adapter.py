"""The one place that knows the Swiss engine gacrux (untyped, pinned; MIT, copyright FIDE, www.gacrux.no).

Runs in a child process with a time limit: `pair_json` takes and gives JSON-able data and raises nothing that
the parent would have to know, so that every error crosses the border as a kind and a message.
"""

import contextlib
import sys
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from importlib.metadata import version
from typing import Any

from gacrux.gacruxexeptions import GacruxInputError, GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch

from tournaments.pairing.refusals import REFUSALS
from tournaments.pairing.swiss import PairingInputError, PairingRequest, from_json

# The engine's letters for a result; the points stand beside them, so only the class of result matters.
_BYE_LETTERS = {"U": "P", "F": "W", "+": "W", "H": "D", "Z": "Z", "-": "Z"}
_SETTINGS: Mapping[str, Any] = {"experimental": [], "verbose": 0, "rank": False}


def engine_name() -> str:
    """Name and version of the engine, as a round keeps it."""
    return f"gacrux {version('gacrux')}"


def pair_json(argument: dict[str, Any]) -> dict[str, Any]:
    """The pairing of a request given as JSON: `{"engine", "pairs": [[white, black], ...], "bye"}`.

    Boards are in order from the first; `bye` is a start number or null. On failure
    `{"engine", "error": {"kind", "message"}}` with kind `no_legal_pairing`, `input` or `engine_fault`.
    """
    try:
        # The engine prints while it works; standard output belongs to the answer.
        with contextlib.redirect_stdout(sys.stderr):
            return {"engine": engine_name(), **_pair(from_json(argument))}
    except GacruxNoLegalPairing:
        return _failed(
            "no_legal_pairing",
            REFUSALS["pairing.no_legal_pairing"],
        )
    except (GacruxInputError, PairingInputError) as error:
        return _failed("input", f"The round cannot be paired from this input: {error}")
    except Exception as error:
        return _failed("engine_fault", f"The pairing engine failed: {type(error).__name__}: {error}")


def _failed(kind: str, message: str) -> dict[str, Any]:
    return {"engine": engine_name(), "error": {"kind": kind, "message": message}}


def _pair(request: PairingRequest) -> dict[str, Any]:
    """The engine numbers competitors 1..n without gaps, so start numbers are translated there and back."""
    numbers = dict(enumerate(request.players, start=1))
    engine = pairing_dutch(_tournament(request), request.round, dict(_SETTINGS))
    brackets = engine.compute_pairing(False, 0)
    boards = sorted(
        (pair["board"], pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]
    )
    pairs = [[numbers[white], numbers[black]] for _, white, black in boards if white and black]
    byes = [numbers[white or black] for _, white, black in boards if not (white and black)]
    if len(byes) > 1:
        raise RuntimeError(f"{len(byes)} allocated byes in one round")
    return {"pairs": pairs, "bye": byes[0] if byes else None}


def _tournament(request: PairingRequest) -> dict[str, Any]:
    """The event in the engine's own JSON; its TRF reader is slower and would guess the score system."""
    place = {number: index for index, number in enumerate(request.players, start=1)}
    return {
        "tournamentNo": 1,
        "tournamentType": "Swiss",
        "tournamentInfo": {},
        "numRounds": request.rounds,
        "currentRound": request.round - 1,
        "teamTournament": False,
        "teamSize": 0,
        "topColor": request.first_colour,
        "scoreSystem": {"game": _score_system(request)},
        "competitors": _competitors(request),
        "gameList": _games(request, place),
        "matchList": [],
        "prohibited": [
            {"firstRound": 1, "lastRound": request.rounds, "competitors": [place[one], place[other]]}
            for one, other in request.forbidden
        ],
        **_accelerated(request, place),
    }


def _score_system(request: PairingRequest) -> dict[str, Any]:
    return {
        "W": _points(request.win),
        "D": _points(request.draw),
        "L": _points(request.loss),
        "P": _points(request.pairing_bye),
        "Z": _points(0),
        "F": "W",
        "H": "D",
        "A": "D",
        "U": "Z",
    }


def _competitors(request: PairingRequest) -> list[dict[str, Any]]:
    """`random` is given so that the engine draws none; nothing of a pairing reads it."""
    present = set(request.present)
    given: dict[int, list[dict[str, Any]]] = {}
    for number, since, halves in request.bonuses:
        points = {"points": _points(halves), "mpoints": Decimal(0), "gpoints": _points(halves)}
        given.setdefault(number, []).append({"cid": number, "round": since, "pairing": True} | points)
    return [
        {"cid": index, "present": number in present, "rank": index, "random": index, "rating": None}
        | ({"adjust": given[number]} if number in given else {})
        for index, number in enumerate(request.players, start=1)
    ]


def _games(request: PairingRequest, place: Mapping[int, int]) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = [
        {
            "id": identifier,
            "round": game.round,
            "white": _side(request, place[game.white], game.white_halves, game.played),
            "black": _side(request, place[game.black], game.black_halves, game.played),
            "played": game.played,
            "rated": game.played,
        }
        for identifier, game in enumerate(request.games, start=1)
    ]
    for bye in request.byes:
        side = {"cid": place[bye.player], "result": _BYE_LETTERS[bye.code], "score": _points(bye.halves)}
        games.append(
            {
                "id": len(games) + 1,
                "round": bye.round,
                "white": side,
                "black": None,
                # The engine knows the allocated bye by a "played" round without opponent.
                "played": bye.code == "U",
                "rated": False,
            }
        )
    return games


def _side(request: PairingRequest, competitor: int, halves: int, played: bool) -> dict[str, Any]:
    if halves >= request.win:
        letter = "W"
    elif halves >= request.draw:
        letter = "D"
    else:
        letter = "L" if played else "Z"
    return {"cid": competitor, "result": letter, "score": _points(halves)}


def _accelerated(request: PairingRequest, place: Mapping[int, int]) -> dict[str, Any]:
    if not request.acceleration:
        return {}
    values = [
        {
            "matchPoints": Decimal(0),
            "gamePoints": _points(each.halves or 0),
            "firstRound": each.first_round,
            "lastRound": each.last_round,
            "firstCompetitor": place[each.first],
            "lastCompetitor": place[each.last],
        }
        for each in request.acceleration
    ]
    return {"accelerated": {"name": "given", "values": values}}


def _points(halves: int) -> Decimal:
    exact = Fraction(halves, 2)
    return Decimal(exact.numerator) / Decimal(exact.denominator)
