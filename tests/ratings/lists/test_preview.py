"""The list to be, compared with the list before: who is counted where, why each number, and its publication."""

import re
from datetime import date
from typing import Any

import pytest

from tests.ratings.by_two import let_out

pytestmark = pytest.mark.django_db
DRAW = "1/2-1/2"
JANUARY = date(2026, 1, 1)


@pytest.fixture
def crowd(people: Any, officer: Any, played: Any, rate: Any, period: Any) -> dict[str, Any]:
    """A period in which everything happens once; `period` under its own key."""
    from ratings.services_lists import OpeningRow, list_enter_opening

    names = ("winner", "loser", "sitter", "falling", "fourteen", "idle", "back", "guest", "newcomer")
    who = dict(zip(names, people(len(names)), strict=True))
    draws = people(5)
    fresh = date(2025, 12, 1)
    rows = [
        OpeningRow(who["winner"].pk, 1600, games_total=100, last_played=fresh),
        OpeningRow(who["loser"].pk, 1600, games_total=100, last_played=fresh),
        OpeningRow(who["sitter"].pk, 1700, games_total=100, last_played=fresh),
        OpeningRow(who["falling"].pk, 1400, games_total=100, last_played=fresh),
        OpeningRow(who["fourteen"].pk, 1400, games_total=100, last_played=fresh),
        OpeningRow(who["idle"].pk, 1900, games_total=100, inactive_lists=2, last_played=date(2023, 1, 1)),
        OpeningRow(who["back"].pk, 1850, games_total=100, inactive_lists=9, last_played=date(2022, 1, 1)),
        *(OpeningRow(person.pk, 1850, games_total=100, last_played=fresh) for person in draws),
    ]
    list_enter_opening(
        actor=officer, kind="standard", effective_from=JANUARY, edition_key="fide-2025-10", rows=rows
    )
    chosen = period()
    rate(played([who["winner"], who["loser"]], [[(1, 2, "1-0")]] * 3, name="Match of three"))
    rate(played([who["falling"], who["fourteen"]], [[(1, 2, "0-1")]], name="At the floor"))
    rate(played([who["back"], draws[0]], [[(1, 2, DRAW)]], name="After years"))
    rate(
        played(
            [draws[1], (who["guest"], {"rating": 1850, "rating_k": 20})],
            [[(1, 2, DRAW)]],
            name="With a guest",
        )
    )
    boards = [[(1, number, DRAW)] for number in range(2, 7)]
    rate(played([who["newcomer"], *draws], boards, name="Five draws"))
    return who | {"period": chosen, "draws": draws}


def test_each_row_is_counted_where_it_belongs(crowd: dict[str, Any]) -> None:
    from ratings.previews import period_preview

    preview = period_preview(crowd["period"])
    groups = {row.person_id: row.group for row in preview.rows}
    # Three wins of equals: 20 x 1.5 = 30. The game at the floor: 20 x .5 = 10.
    assert {name: groups.get(crowd[name].pk) for name in crowd if name not in ("period", "draws")} == {
        "winner": "25",
        "loser": "25",
        "sitter": None,
        "falling": "delisted",
        "fourteen": "10",
        "idle": None,
        "back": "back",
        "guest": "new",
        "newcomer": "new",
    }
    # The draws of equals change nothing; the five who drew with the newcomer met an unrated player.
    assert {groups.get(person.pk) for person in crowd["draws"]} == {"same", None}
    assert (preview.changed, preview.new, preview.delisted, preview.back, preview.same) == (3, 2, 1, 1, 2)
    assert dict(preview.buckets) == {1: 0, 10: 1, 25: 2, 50: 0}
    # Eleven of the opening list stay, without the one below the floor; guest and newcomer come in.
    assert preview.total == 13


def test_somebody_becomes_inactive_in_the_preview_once(
    people: Any, opening: Any, period: Any, publish: Any
) -> None:
    from ratings.previews import period_preview

    opening(dict.fromkeys(people(2), 1700))
    first, second = period(date(2027, 1, 1)), period(date(2027, 2, 1))
    assert period_preview(first).inactive == 2
    publish(first)
    assert period_preview(second).inactive == 0
    assert period_preview(second).rows == ()


def test_the_page_sorts_filters_searches_and_downloads(
    crowd: dict[str, Any], client: Any, officer: Any
) -> None:
    client.force_login(officer)
    path = f"/commission/periods/{crowd['period'].pk}/"
    page = client.get(path).content.decode()
    for words in ("become inactive (0)", "±25–49 (2)", "±50 and more (0)", "below the floor (1)"):
        assert words in page
    assert _names(page)[0] in (crowd["winner"].name, crowd["loser"].name)
    assert _names(client.get(path, {"show": "delisted"}).content.decode()) == [crowd["falling"].name]
    assert _names(client.get(path, {"q": crowd["guest"].surname}).content.decode()) == [crowd["guest"].name]
    by_name = _names(client.get(path, {"sort": "name"}).content.decode())
    assert by_name == sorted(by_name)
    rows = client.get(path, {"format": "json", "show": "new"}).json()
    assert {(row["name"], row["before"], row["after"]) for row in rows} == {
        (crowd["guest"].name, 1850, 1850),
        (crowd["newcomer"].name, None, 1836),
    }


def _names(page: str) -> list[str]:
    table = page[page.index('id="changes"') :]
    return re.findall(r'<a href="/players/\d+/">([^<]+)</a>', table)


def test_every_number_of_the_preview_opens_to_its_steps(
    crowd: dict[str, Any], client: Any, officer: Any
) -> None:
    client.force_login(officer)
    path = f"/commission/periods/{crowd['period'].pk}/"
    page = client.get(path).content.decode()
    address = f"{path}players/{crowd['winner'].pk}/"
    assert f'href="{address}"' in page
    steps = client.get(address).content.decode()
    for words in ("Rn = 1600 + 30 = 1630", "Match of three", "provisional", "8.3.4"):
        assert words in steps
    back = client.get(f"{path}players/{crowd['back'].pk}/").content.decode()
    assert "Active again: games since 1 Apr 2025, at least 1 (7.2.2)." in back
    idle = client.get(f"{path}players/{crowd['idle'].pk}/").content.decode()
    assert "Lists that have shown it so far: 3." in idle
    newcomer = client.get(f"{path}players/{crowd['newcomer'].pk}/").content.decode()
    assert "1836" in newcomer
    assert client.get(f"{path}players/999999/").status_code == 404


def test_the_published_list_says_what_the_preview_said(crowd: dict[str, Any], publish: Any) -> None:
    from ratings.previews import period_preview

    said = {row.person_id: (row.before, row.after, row.mark) for row in period_preview(crowd["period"]).rows}
    rows = {row.person_id: row for row in publish(crowd["period"]).rows.all()}
    assert {key: (rows[key].previous_rating, rows[key].rating, rows[key].mark) for key in said} == said
    for key, row in rows.items():
        assert key in said or row.rating == row.previous_rating


def test_the_preview_is_for_the_commission(crowd: dict[str, Any], client: Any) -> None:
    from players.services import account_create

    paths = [f"/commission/periods/{crowd['period'].pk}/"]
    paths.append(f"{paths[0]}players/{crowd['winner'].pk}/")
    assert {client.get(path).status_code for path in paths} == {302}
    client.force_login(
        account_create(actor=None, username="dan", password="baize-and-ink-64", display_name="Dan")
    )
    assert {client.get(path).status_code for path in paths} == {403}


def test_a_period_of_a_wrong_day_is_refused_on_the_page_with_the_right_ones(
    client: Any, officer: Any, people: Any, opening: Any
) -> None:
    from ratings.models import Period

    opening({people(1)[0]: 1700})
    client.force_login(officer)
    page = client.get("/commission/periods/?kind=standard").content.decode()
    # The list after that of 1 January; its papers close three days before.
    assert 'value="2026-02-01"' in page
    assert 'value="2026-01-29"' in page
    answer = client.post("/commission/periods/", {"kind": "standard", "effective_from": "2026-02-03"})
    assert answer.status_code == 422
    assert "has no list of" in answer.content.decode()
    assert not Period.objects.exists()
    client.post("/commission/periods/", {"kind": "standard", "effective_from": "2026-02-01"})
    assert Period.objects.get().closing_day == date(2026, 1, 29)


def test_a_publication_that_is_called_off_leaves_nothing(
    crowd: dict[str, Any], officer: Any, monkeypatch: Any
) -> None:
    """Called off while the events are computed again: no list, no file row, the period stays open."""
    from core.jobs import cancel, submit
    from core.jobs.running import run
    from core.models import Job
    from players.models import ListedRating, RatingList
    from ratings import building
    from ratings.models import ListFile, Period

    let_out(crowd["period"], officer)
    job = submit(
        "commission.publish_list",
        {"period": crowd["period"].pk, "actor": officer.pk},
        created_by_id=officer.pk,
        dedupe_key="publish",
    )
    checked = []
    check = building.check_event

    def checking(rated: Any) -> None:
        checked.append(rated.pk)
        cancel(Job.objects.get(pk=job.pk))
        check(rated)

    monkeypatch.setattr(building, "check_event", checking)
    run(job.pk)
    assert Job.objects.get(pk=job.pk).state == "cancelled"
    assert len(checked) == 1
    assert Period.objects.get().state == "open"
    assert RatingList.objects.count() == 1
    assert not ListFile.objects.filter(rating_list__initial=False).exists()
    assert set(ListedRating.objects.values_list("rating_list__effective_from", flat=True)) == {JANUARY}


def test_an_event_is_computed_again_once_for_a_publication(
    crowd: dict[str, Any], officer: Any, monkeypatch: Any
) -> None:
    from core.jobs import submit
    from core.jobs.running import run
    from ratings import building

    seen: list[int] = []
    check = building.check_event
    monkeypatch.setattr(building, "check_event", lambda rated: (seen.append(rated.pk), check(rated))[1])
    let_out(crowd["period"], officer)
    job = submit(
        "commission.publish_list",
        {"period": crowd["period"].pk, "actor": officer.pk},
        created_by_id=officer.pk,
        dedupe_key="publish",
    )
    assert run(job.pk)
    assert len(seen) == len(set(seen)) == 5


def test_whoever_is_not_printed_any_more_is_named(people: Any, officer: Any) -> None:
    """A list by correspondence prints active players alone: who finished nothing for five years leaves it."""
    from ratings.previews import in_group, period_preview
    from ratings.services import period_open
    from ratings.services_lists import OpeningRow, list_enter_opening

    stays, leaves = people(2)
    list_enter_opening(
        actor=officer,
        kind="ik",
        effective_from=date(2026, 1, 1),
        edition_key="racc-2014",
        rows=[
            OpeningRow(stays.pk, 2200, last_played=date(2024, 1, 1)),
            OpeningRow(leaves.pk, 2100, last_played=date(2020, 1, 1)),
        ],
    )
    preview = period_preview(period_open(actor=officer, kind="ik", effective_from=date(2026, 4, 1)))
    assert [(row.person_id, row.before, row.after) for row in in_group(preview.rows, "gone")] == [
        (leaves.pk, 2100, None)
    ]
    assert (preview.gone, preview.total) == (1, 1)
