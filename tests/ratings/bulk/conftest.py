"""The federation of the tests about whole periods."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.ratings.bulk.federation import make_federation


@pytest.fixture
def federation(people: Callable[..., list[Any]], officer: Any) -> list[Any]:
    """Fourteen persons, ten of them on the opening list."""
    return make_federation(people, officer)
