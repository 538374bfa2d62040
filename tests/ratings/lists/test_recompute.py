"""A published list computed again: equal bytes years later, and everything that was tampered with is noticed."""

import hashlib
import json
from collections.abc import Callable
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.django_db


@pytest.fixture
def published(people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any) -> Any:
    """A list with changes, a first rating and somebody who did not play."""
    crowd = people(8)
    opening({person: 1700 + 20 * place for place, person in enumerate(crowd[:7])})
    chosen = period()
    boards = [[(1, n, "1/2-1/2")] for n in range(2, 7)]
    rate(played([crowd[7], *crowd[:5]], boards, name="With a newcomer"))
    rate(played(crowd[:2], [[(1, 2, "1-0")]], name="Match game"))
    return publish(chosen)


def recompute(key: str) -> tuple[int, dict[str, Any]]:
    out = StringIO()
    try:
        call_command("recompute", key, "--json", stdout=out)
        code = 0
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, json.loads(out.getvalue())


def test_a_list_computed_again_has_the_same_bytes(published: Any) -> None:
    code, said = recompute(published.key)
    assert (code, said["equal"], said["list"]) == (0, True, published.pk)
    assert said["sha256"] == published.sha256


def test_the_opening_list_has_the_bytes_of_its_rows(published: Any) -> None:
    code, said = recompute(published.previous.key)
    assert (code, said["equal"], said["sha256"]) == (0, True, published.previous.sha256)


def test_the_file_has_the_hash_that_the_list_shows(published: Any, client: Any) -> None:
    data = client.get(f"/ratings/{published.key}/file/").content
    assert hashlib.sha256(data).hexdigest() == published.sha256
    assert data.decode().splitlines()[0].endswith(published.previous.sha256)


def test_names_that_change_later_do_not_change_the_list(published: Any, officer: Any) -> None:
    from players.models import Person
    from players.services import person_update

    for person in Person.objects.all():
        person_update(person, actor=officer, surname=f"Married{person.pk}", title="FM", reason="married")
    assert recompute(published.key)[0] == 0


def test_a_list_published_later_does_not_change_an_earlier_one(
    published: Any, period: Any, publish: Any
) -> None:
    publish(period(date(2026, 5, 1)))
    assert recompute(published.key)[0] == 0


def test_a_changed_row_is_noticed(published: Any, without_guard: Callable[[], None]) -> None:
    from players.models import ListedRating

    without_guard()
    row = published.rows.order_by("person_id").first()
    ListedRating.objects.filter(rating_list=published, person_id=row.person_id).update(rating=row.rating + 1)
    code, said = recompute(published.key)
    assert (code, said["equal"]) == (1, False)
    assert str(row.rating + 1) in said["difference"]


def test_a_changed_row_of_the_list_before_is_noticed(
    published: Any, without_guard: Callable[[], None]
) -> None:
    from players.models import ListedRating

    without_guard()
    ListedRating.objects.filter(rating_list=published.previous).update(games_total=101)
    assert recompute(published.key)[0] == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [("change", "99"), ("gain", "2"), ("k_nominal", 40), ("first_part", {"n": 9}), ("games", 3)],
)
def test_a_changed_calculation_is_noticed(published: Any, field: str, value: Any) -> None:
    from ratings.models import RatedEntry

    row = RatedEntry.objects.filter(games__gt=0, own_rating__isnull=False).first()
    RatedEntry.objects.filter(pk=row.pk).update(**{field: value})
    code, said = recompute(published.key)
    assert (code, said["equal"]) == (1, False)
    assert field in said["difference"]


def test_facts_changed_together_with_their_change_are_noticed(published: Any) -> None:
    """Somebody who changes the kept facts changes what comes out of them."""
    from ratings.models import RatedEntry

    row = RatedEntry.objects.filter(games__gt=0, own_rating__isnull=False).first()
    RatedEntry.objects.filter(pk=row.pk).update(facts=row.facts | {"rating": 2000})
    assert recompute(published.key)[0] == 1


def test_a_changed_record_is_noticed(published: Any, settings: Any) -> None:
    from ratings.models import RatedEvent

    sha256 = RatedEvent.objects.first().record_sha256
    path = Path(settings.MEDIA_ROOT) / sha256[:2] / sha256[2:4] / sha256
    data = path.read_bytes()
    try:
        path.write_bytes(data.replace(b"1/2-1/2", b"1-0", 1))
        code, said = recompute(published.key)
    finally:
        path.write_bytes(data)
    assert (code, said["equal"]) == (1, False)
    assert sha256 in said["difference"]


def test_an_unknown_list_is_an_error_with_code_2(published: Any) -> None:
    from tournaments.cli import Refused

    with pytest.raises(Refused) as refused:
        recompute("standard-1999-01-01")
    assert (refused.value.returncode, refused.value.code) == (2, "list_unknown")
    assert published.key in refused.value.hint
