"""Lists, changes and their derivations as pages: every number opens, and none is split into thousands."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

pytestmark = pytest.mark.django_db
APRIL = date(2026, 4, 1)


@pytest.fixture
def rated(people: Any, opening: Any, played: Any, rate: Any, period: Any) -> Any:
    """Three players, two games of the first: 1600 with K 20 beats 1580 and loses to 1650."""
    crowd = people(3)
    opening(dict(zip(crowd, (1600, 1580, 1650), strict=True)))
    period()
    rate(played(crowd, [[(1, 2, "1-0")], [(3, 1, "1-0")]]))
    return crowd


def entry_of(person: Any) -> Any:
    from ratings.models import RatedEntry

    return RatedEntry.objects.get(person=person, rated_event__current=True)


def cells(page: str) -> list[list[str]]:
    """The texts of table rows, tags taken away."""
    rows = re.findall(r"<tr.*?</tr>", page, re.DOTALL)
    found = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in found]


def test_a_change_opens_game_by_game(client: Any, rated: list[Any]) -> None:
    page = client.get(f"/ratings/changes/{entry_of(rated[0]).pk}/").content.decode()
    table = cells(page)
    assert table[0] == ["Rd", "Opponent", "Rc", "Ro", "w", "n", "chg", "K", "K*chg"]
    assert table[1] == ["1", rated[1].name, "1580", "1600", "1", "1", "+0.47", "20", "+9.40"]
    assert table[2] == ["2", rated[2].name, "1650", "1600", "0", "1", "−0.43", "20", "−8.60"]
    assert table[3] == ["", "Sum", "1615", "1600", "1", "2", "+0.04", "20", "+0.80"]
    assert f'href="/players/{rated[1].pk}/"' in page
    for article in ("8.3.2", "8.3.3"):
        assert article in page
    assert "provisional" in page


def test_a_change_is_official_once_its_list_is_published(client: Any, rated: list[Any], publish: Any) -> None:
    from ratings.models import Period

    publish(Period.objects.get())
    page = client.get(f"/ratings/changes/{entry_of(rated[0]).pk}/").content.decode()
    assert "official" in page
    assert "provisional" not in page


def test_a_mean_opponent_edition_shows_opponents_as_they_count(
    client: Any, people: Any, opening: Any, played: Any, rate: Any
) -> None:
    """fide-2004: a difference beyond 350 counts as 350; 2100 against 1600 counts as 1750."""
    one, two, three = people(3)
    opening({one: 2100, two: 1600, three: 2000}, day=date(2006, 1, 1), edition="fide-2004")
    event = played([one, two, three], [[(1, 2, "1-0")], [(3, 1, "1/2-1/2")]], start=date(2006, 2, 1))
    rate(event, received_on=date(2006, 3, 1))
    table = cells(client.get(f"/ratings/changes/{entry_of(one).pk}/").content.decode())
    assert table[0] == ["Rd", "Opponent", "Rtg", "counts as", "w"]
    assert table[1] == ["1", two.name, "1600", "1750", "1"]
    assert table[2] == ["2", three.name, "2000", "2000", "½"]


def test_an_unrated_opponent_of_a_round_robin_counts_with_what_he_achieved_and_has_no_rating(
    client: Any, people: Any, opening: Any, played: Any, rate: Any
) -> None:
    """Rar 2050; 67 % is dp 125, 50 % is 0, so dpa 62.5; Ra = 2050 - 62.5 x 3/4 = 2003.1, rounded 2003 (10.21b).

    An opponent with 50 % counts with 2003; one with 33 % with 2003 - 125 x 3/4 = 1909.
    """
    one, two, newcomer, other = people(4)
    opening({one: 2100, two: 2000}, day=date(2006, 1, 1), edition="fide-2004")
    draw = "1/2-1/2"
    boards = [[(1, 4, "1-0"), (2, 3, draw)], [(1, 2, draw), (3, 4, draw)], [(1, 3, draw), (4, 2, draw)]]
    event = played([one, two, newcomer, other], boards, start=date(2006, 2, 1), system="round_robin")
    rate(event, received_on=date(2006, 3, 1))
    table = cells(client.get(f"/ratings/changes/{entry_of(one).pk}/").content.decode())
    assert table[1] == ["1", other.name, "unrated opponent", "1909", "1"]
    assert table[3] == ["3", newcomer.name, "unrated opponent", "2003", "½"]
    assert table[2] == ["2", two.name, "2000", "2000", "½"]


def test_a_game_against_an_unrated_opponent_says_that_it_does_not_count(
    client: Any, people: Any, opening: Any, played: Any, rate: Any
) -> None:
    one, two, newcomer = people(3)
    opening({one: 1600, two: 1600})
    rate(played([one, two, newcomer], [[(1, 2, "1-0")], [(1, 3, "1-0")]]))
    table = cells(client.get(f"/ratings/changes/{entry_of(one).pk}/").content.decode())
    assert table[2] == ["2", newcomer.name, "unrated opponent", "1600", "1", "0", "–", "–", "–"]
    assert table[3][5] == "1"


def test_a_round_robin_of_2018_opens_game_by_game_with_what_the_unrated_player_gained(
    client: Any, people: Any, opening: Any, played: Any, rate: Any
) -> None:
    """The first worked case of fide-2017: Ra 2053, the unrated player 1983, 2300 - 1983 = 317: .87."""
    crowd = people(5)
    opening(
        dict(zip(crowd, (2300, 2200, 2100, 1700), strict=False)), day=date(2018, 1, 1), edition="fide-2017"
    )
    rounds = [
        [(1, 2, "1-0"), (3, 4, "1-0")],
        [(1, 5, "1/2-1/2"), (2, 3, "0-1")],
        [(1, 4, "1-0"), (5, 2, "0-1")],
        [(1, 3, "1-0"), (4, 5, "1/2-1/2")],
        [(2, 4, "1-0"), (3, 5, "1/2-1/2")],
    ]
    event = played(crowd, rounds, start=date(2018, 2, 3), system="round_robin")
    rate(event, received_on=date(2018, 2, 20))
    page = client.get(f"/ratings/changes/{entry_of(crowd[0]).pk}/").content.decode()
    table = cells(page)
    row = ["2", crowd[4].name, "1983 Ru", "2300", "½", "1", "−0.37", "20", "−7.40"]
    assert table[2] == row
    assert table[5][5:] == ["4", "+0.31", "20", "+6.20"]
    assert "is unrated: he counts with his Ru of this event, 1983.4" in page
    assert "Not verified against the published text (round robins with unrated players)" in page
    newcomer = client.get(f"/ratings/changes/{entry_of(crowd[4]).pk}/").content.decode()
    assert "Rc = Ra, the average of the tournament: 2053" in newcomer
    assert "dp = −87; Ru = 2053 + dp × n/(n+1) = 1983.4" in newcomer
    listing = client.get(f"/events/{event.pk}/ratings/").content.decode()
    assert "game by game, unrated players by the average of the tournament" in listing


@pytest.mark.parametrize(
    ("edition", "day", "changes", "exact"),
    [
        # 1600 beats 1580 (.53) and loses to 1650 (.43): We .96, W 1, +.04; K 20, before 2014 15
        ("fide-2025-10", date(2026, 1, 1), ["+0.8", "−9.4", "+8.6"], ["0.8", "-9.4", "8.6"]),
        ("fide-2012", date(2013, 1, 1), ["+0.60", "−7.05", "+6.45"], ["0.6", "-7.05", "6.45"]),
    ],
)
def test_the_columns_of_an_event_have_each_one_number_of_decimals(
    client: Any,
    people: Any,
    opening: Any,
    played: Any,
    rate: Any,
    edition: str,
    day: date,
    changes: list[str],
    exact: list[str],
) -> None:
    crowd = people(3)
    opening(dict(zip(crowd, (1600, 1580, 1650), strict=True)), day=day, edition=edition)
    event = played(crowd, [[(1, 2, "1-0")], [(3, 1, "1-0")]], start=day.replace(day=9))
    rate(event, received_on=day.replace(day=20))
    address = f"/events/{event.pk}/ratings/"
    table = cells(client.get(address).content.decode())
    assert [row[5] for row in table[1:4]] == ["0.96", "0.47", "0.57"]
    assert [row[7] for row in table[1:4]] == changes
    assert [row["change"] for row in client.get(f"{address}?format=json").json()] == exact


def test_the_ratings_of_an_event_are_a_tab_among_its_pages(client: Any, rated: list[Any]) -> None:
    event = entry_of(rated[0]).rated_event.event_id
    for path, active in ((f"/events/{event}/", False), (f"/events/{event}/ratings/", True)):
        page = client.get(path).content.decode()
        tab = re.search(rf'<a[^>]*href="/events/{event}/ratings/"[^>]*>\s*Ratings', page)
        assert tab, path
        assert ('aria-current="page"' in tab[0]) is active, path
    change = client.get(f"/ratings/changes/{entry_of(rated[0]).pk}/").content.decode()
    assert f'href="/events/{event}/ratings/"' in change


def test_a_list_number_opens_to_the_one_rounding_of_the_period(
    client: Any, rated: list[Any], publish: Any
) -> None:
    from ratings.models import Period

    chosen = publish(Period.objects.get())
    path = f"/ratings/{chosen.key}/{rated[0].pk}/"
    assert f'href="{path}"' in client.get(f"/ratings/{chosen.key}/").content.decode()
    assert f'href="{path}"' in client.get(f"/players/{rated[0].pk}/").content.decode()
    page = client.get(path).content.decode()
    for text in ("8.3.4", "Rn = 1600 + 1 = 1601", f"/ratings/changes/{entry_of(rated[0]).pk}/"):
        assert text in page


def test_a_number_that_was_entered_says_so(client: Any, rated: list[Any]) -> None:
    page = client.get(f"/ratings/standard-2026-01-01/{rated[0].pk}/").content.decode()
    assert "entered, not computed" in page


def test_a_number_entered_under_rules_that_the_portal_does_not_apply_opens_too(
    client: Any, people: Any, opening: Any
) -> None:
    (anna,) = people(1)
    first = opening({anna: 1600}, edition="racc-2014")
    page = client.get(f"/ratings/{first.key}/{anna.pk}/").content.decode()
    assert "entered, not computed" in page
    assert "racc-2014" in page


def test_a_tampered_change_is_not_explained_away(client: Any, rated: list[Any]) -> None:
    from ratings.derivations import StoredChangeError
    from ratings.models import RatedEntry

    entry = entry_of(rated[0])
    RatedEntry.objects.filter(pk=entry.pk).update(change="5")
    with pytest.raises(StoredChangeError, match="change is stored as 5"):
        client.get(f"/ratings/changes/{entry.pk}/")


def test_no_number_is_split_into_thousands(
    client: Any, rated: list[Any], publish: Any, settings: Any
) -> None:
    from ratings.models import Period

    settings.USE_THOUSAND_SEPARATOR = True
    chosen = publish(Period.objects.get())
    for language in ("en", "hr", "ru", "es"):
        for path in (
            f"/ratings/{chosen.key}/",
            f"/ratings/{chosen.key}/{rated[0].pk}/",
            f"/ratings/changes/{entry_of(rated[0]).pk}/",
            f"/events/{entry_of(rated[0]).rated_event.event_id}/ratings/",
            f"/players/{rated[0].pk}/",
        ):
            page = client.get(path, headers={"accept-language": language}).content.decode()
            assert "1600" in page or "1601" in page, (language, path)
            assert not re.search(r"1[.,\u00a0\u202f ]60[01]", page), (language, path)


def test_a_list_asks_as_often_for_three_rows_as_for_one(
    client: Any, people: Any, opening: Any, officer: Any, django_assert_num_queries: Callable[..., Any]
) -> None:
    from ratings.services_lists import OpeningRow, list_enter_opening

    crowd = people(4)
    opening({crowd[0]: 1700})
    path = "/ratings/standard-2026-01-01/"
    client.get(path)
    with django_assert_num_queries(8):
        client.get(path)
    rows = [OpeningRow(person.pk, 1700) for person in crowd[1:]]
    list_enter_opening(
        actor=officer, kind="rapid", effective_from=date(2026, 1, 1), edition_key="fide-2025-10", rows=rows
    )
    with django_assert_num_queries(8):
        assert client.get("/ratings/rapid-2026-01-01/").status_code == 200


def test_a_list_downloads_as_csv_and_json(client: Any, rated: list[Any]) -> None:
    csv = client.get("/ratings/standard-2026-01-01/?format=csv").content.decode("utf-8-sig")
    assert csv.splitlines()[0].startswith("Title;Name;Fed;Born;Rtg")
    rows = client.get("/ratings/standard-2026-01-01/?format=json").json()
    assert {row["rating"] for row in rows} == {1600, 1580, 1650}
    assert "1980-" not in csv


def test_an_unknown_list_row_or_change_is_not_found(client: Any, rated: list[Any]) -> None:
    for path in (
        "/ratings/standard-1999-01-01/",
        "/ratings/standard-2026-01-01/999999/",
        "/ratings/changes/999999/",
    ):
        assert client.get(path).status_code == 404


def test_a_draft_event_shows_no_ratings(client: Any, officer: Any) -> None:
    from tournaments.services import event_create

    event = event_create(actor=officer, name="Draft")
    assert client.get(f"/events/{event.pk}/ratings/").status_code == 404


def test_who_did_not_play_has_a_dash_and_no_change_of_nought(
    client: Any, people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    """Two equal players draw: no change, but they played; the third did not."""
    one, two, idle = people(3)
    opening({one: 1600, two: 1600, idle: 1700})
    chosen = period()
    rate(played([one, two], [[(1, 2, "1/2-1/2")]]))
    preview = client.get(f"/ratings/{publish(chosen).key}/?format=json").json()
    assert {row["name"]: row["step"] for row in preview} == {one.name: "0", two.name: "0", idle.name: "–"}


def test_the_lists_lead_to_rules_scale_and_corrections(client: Any, rated: list[Any]) -> None:
    page = client.get("/ratings/").content.decode()
    for name in ("articles", "editions", "monitoring", "corrections"):
        assert f'href="/ratings/{name}/"' in page, name


def test_only_parts_of_rated_players_ask_who_played(client: Any, rated: list[Any]) -> None:
    shown = {
        part: 'name="show"' in client.get(f"/ratings/standard-2026-01-01/?part={part}&q=P").content.decode()
        for part in ("", "all", "titled", "delisted", "corrections")
    }
    assert shown == {"": True, "all": True, "titled": False, "delisted": False, "corrections": False}


def test_a_list_of_one_has_one_player(client: Any, people: Any, opening: Any) -> None:
    opening({people(1)[0]: 1600})
    page = client.get("/ratings/standard-2026-01-01/").content.decode()
    assert "1 player" in page and "1 players" not in page
