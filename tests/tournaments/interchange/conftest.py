"""The shared sample files beside the repository."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared files; skips where it is absent."""
    folder = Path(__file__).resolve().parents[4] / "shared"
    if not folder.is_dir():
        pytest.skip("the shared sample files are not beside the repository")
    return folder


@pytest.fixture(scope="session")
def case(shared: Path) -> Callable[[str], bytes]:
    """`case("TRF-01.trf")`: the bytes of a file of the shared case collection."""

    def read(name: str) -> bytes:
        return (shared / "cases" / "files" / name).read_bytes()

    return read
