"""Positions of the shared tournament files as records, and a short way to pair them."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.interchange.trf import read_trf
from tournaments.pairing.gacrux_adapter import pair_json
from tournaments.pairing.swiss import PairingResult, request_from, result_from
from tournaments.record.model import Record

Position = Callable[..., Record]
Paired = Callable[..., PairingResult]


@pytest.fixture(scope="session")
def shared_files() -> Path:
    """The folder of shared tournament files beside the repository."""
    folder = Path(__file__).resolve().parents[4] / "shared"
    if not folder.is_dir():
        pytest.skip("the shared tournament files are not beside the repository")
    return folder


@pytest.fixture(scope="session")
def position(shared_files: Path) -> Position:
    """Reads a file of the shared folder; `rounds` and `colour` fill what plain TRF16 cannot say.

    Test positions of pairing programs give the number of rounds as XXR and the first colour as XXC.
    """

    def read(path: str, *, rounds: int = 0, colour: str = "") -> Record:
        data = (shared_files / path).read_bytes()
        record = read_trf(data, path).record
        announced = re.search(rb"XXR +(\d+)", data)
        first = re.search(rb"XXC .*?(white|black)1", data)
        event = replace(
            record.event,
            rounds=rounds or (int(announced[1]) if announced else record.event.rounds),
            first_colour=colour or (first[1].decode()[0] if first else record.event.first_colour),
        )
        return replace(record, event=event)

    return read


def pair(record: Record, round_number: int, **wishes: object) -> PairingResult:
    """The round as the engine pairs it in this process."""
    request = request_from(record, round_number, **wishes)  # type: ignore[arg-type]
    return result_from(record, request, pair_json(request.to_json()))


@pytest.fixture(scope="session")
def paired() -> Callable[..., PairingResult]:
    """`paired(record, round, **wishes)`: the result of pairing that round."""
    return pair
