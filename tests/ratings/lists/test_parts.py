"""Who stands where on a list, over years: below the floor, inactive, back, top, titled, inactive federations."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

pytestmark = pytest.mark.django_db
DRAW = "1/2-1/2"
APRIL, MAY = date(2026, 4, 1), date(2026, 5, 1)


def quarters(first: date, count: int) -> list[date]:
    start = first.year * 4 + (first.month - 1) // 3
    return [date(number // 4, number % 4 * 3 + 1, 1) for number in range(start, start + count)]


def on(part: str, chosen: Any, person: Any) -> bool:
    """Whether a person stands in a part of a list."""
    from ratings.list_parts import PARTS
    from ratings.selectors import list_rows

    return PARTS[part].rows(chosen, list_rows(chosen)).filter(person=person).exists()


@pytest.fixture
def four_draws(people: Any, opening: Any, played: Any, rate: Any) -> Callable[..., Any]:
    """An event in which one player draws with so many others."""

    def make(person: Any, others: list[Any], *, start: date, received: date) -> Any:
        boards = [[(1, number, DRAW)] for number in range(2, len(others) + 2)]
        event = played([person, *others], boards, start=start, name=f"Draws of {start}")
        return rate(event, received_on=received)

    return make


def test_below_the_floor_is_named_once_and_then_unrated_in_every_respect(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    from ratings.models import RatedEntry

    one, two, three = people(3)
    opening({one: 1405, two: 1405, three: 1405})
    april = period()
    rate(played([one, two], [[(1, 2, "0-1")]]))
    first = publish(april)
    row = first.rows.get(person=one)
    # 1405 against 1405, K 20: -10 to 1395, below 1400 (7.2.1)
    assert (row.previous_rating, row.rating, row.mark) == (1405, None, "delisted")
    assert on("delisted", first, one)
    assert not any(on(part, first, one) for part in ("", "all", "top", "titled"))
    may = period(MAY)
    later = played([one, three], [[(1, 2, "1-0")]], start=date(2026, 4, 3), name="Later")
    assert later.entries.get(person=one).rating is None
    rate(later, received_on=date(2026, 4, 10))
    # An unrated opponent: the game counts for nobody who is rated (5.1, 7.1.4).
    assert RatedEntry.objects.get(person=three, rated_event__current=True).games == 0
    second = publish(may)
    assert not second.rows.filter(person=one).exists()
    assert not on("delisted", second, one)


def test_results_from_before_the_delisting_do_not_make_a_rating_again(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any, four_draws: Any
) -> None:
    """Five draws bring a first rating; lost; a draw as an unrated player later is one game, not six."""
    newcomer, *others = people(7)
    opening(dict.fromkeys(others, 1400))
    april = period()
    four_draws(newcomer, others[:5], start=date(2026, 3, 7), received=date(2026, 3, 20))
    # 8.2.2: (5 x 1400 + 2 x 1800) / 7 = 1514.29, 50 %
    assert publish(april).rows.get(person=newcomer).rating == 1514
    may = period(MAY)
    lost = [[(1, number, "0-1")] for number in range(2, 6)]
    event = played([newcomer, *others[:4]], lost, start=date(2026, 4, 3), name="Lost")
    rate(event, received_on=date(2026, 4, 10))
    # 1514 - 1400 = 114, expected .66 (113 to 121); K 40: 4 x .66 x 40 = 105.6, 1514 - 106 = 1408
    assert publish(may).rows.get(person=newcomer).rating == 1408
    june = period(date(2026, 6, 1))
    event = played([newcomer, others[0]], [[(1, 2, "0-1")]], start=date(2026, 5, 3), name="Lost again")
    rate(event, received_on=date(2026, 5, 10))
    assert publish(june).rows.get(person=newcomer).mark == "delisted"
    july = period(date(2026, 7, 1))
    four_draws(newcomer, others[5:], start=date(2026, 6, 5), received=date(2026, 6, 10))
    assert not publish(july).rows.filter(person=newcomer).exists()


def test_inactive_players_are_printed_on_seven_lists_and_come_back_with_four_games(
    people: Any, opening: Any, period: Any, publish: Any, four_draws: Any
) -> None:
    """Quarterly lists of the text of 2005 (9.23a to c), two players who stop; one plays three games, one four."""
    few, enough, *others = people(6)
    opening(dict.fromkeys((few, enough, *others), 1800), day=date(2006, 7, 1), edition="fide-2005")
    seen = []
    for day in quarters(date(2006, 10, 1), 11):
        chosen = publish(period(day))
        row = chosen.rows.get(person=few)
        seen.append((row.inactive_lists, on("", chosen, few), on("all", chosen, few), row.rating))
    # Until a year after the first list nobody can tell; 1 July 2007 is the first list that shows him as inactive.
    assert seen[:3] == [(0, True, True, 1800)] * 3
    assert seen[3:10] == [(number, True, True, 1800) for number in range(1, 8)]
    assert seen[10:] == [(8, False, True, 1800)]
    back = period(date(2009, 7, 1))
    four_draws(few, others[:3], start=date(2009, 5, 2), received=date(2009, 5, 20))
    four_draws(enough, others, start=date(2009, 5, 9), received=date(2009, 5, 20))
    chosen = publish(back)
    rows = {row.person_id: row for row in chosen.rows.all()}
    assert (rows[few.pk].inactive_lists, rows[few.pk].mark) == (9, "inactive")
    assert (rows[enough.pk].inactive_lists, rows[enough.pk].mark) == (0, "back")
    assert rows[enough.pk].last_played == date(2009, 5, 9)
    assert not on("", chosen, few)
    assert on("", chosen, enough)
    # Still rated with his last published figure meanwhile (9.23): all four draws counted against 1800.
    assert rows[others[0].pk].games == 2


def test_games_of_a_year_are_counted_by_the_day_on_which_the_event_ended(
    people: Any, opening: Any, period: Any, publish: Any, four_draws: Any
) -> None:
    """Two games in May 2007, two in March 2008: four in the year before 1 April 2008, two before 1 July."""
    one, *others = people(3)
    opening(dict.fromkeys((one, *others), 1800), day=date(2006, 7, 1), edition="fide-2005")
    received = {date(2007, 7, 1): date(2007, 5, 5), date(2008, 4, 1): date(2008, 3, 1)}
    marks = {}
    for day in quarters(date(2006, 10, 1), 8):
        chosen = period(day)
        if day in received:
            four_draws(one, others, start=received[day], received=received[day])
        marks[day] = publish(chosen).rows.get(person=one).mark
    assert marks[date(2007, 7, 1)] == "inactive"  # two games since 1 July 2006
    assert marks[date(2008, 1, 1)] == "inactive"
    assert marks[date(2008, 4, 1)] == "back"
    assert marks[date(2008, 7, 1)] == "inactive"


def test_games_against_the_unrated_of_a_round_robin_keep_nobody_active_in_the_older_text(
    people: Any, opening: Any, played: Any, rate: Any
) -> None:
    """9.23a of 2004 counts games with rated opponents: three of the four games of each rated player."""
    from ratings.models import RatedEntry
    from ratings.played import games_against_rated

    *rated, newcomer = people(5)
    opening(dict.fromkeys(rated, 1800), day=date(2006, 1, 1), edition="fide-2004")
    table = [[(white, black, DRAW)] for white in range(1, 6) for black in range(white + 1, 6)]
    event = played([*rated, newcomer], table, start=date(2006, 2, 1), system="round_robin")
    rate(event, received_on=date(2006, 2, 10))
    row = RatedEntry.objects.get(person=rated[0], rated_event__current=True)
    assert (row.rated_event.method, row.games, games_against_rated(row)) == ("round_robin", 4, 3)


def test_the_top_list_leaves_out_whoever_has_not_played_for_twelve_months(
    people: Any, officer: Any, client: Any
) -> None:
    from ratings.services_lists import OpeningRow, list_enter_opening

    idle, active, unknown = people(3)
    rows = [
        OpeningRow(idle.pk, 2700, last_played=date(2024, 12, 31), games_total=500),
        OpeningRow(active.pk, 2600, last_played=date(2025, 1, 1), games_total=500),
        OpeningRow(unknown.pk, 2500, games_total=500),
    ]
    chosen = list_enter_opening(
        actor=officer,
        kind="standard",
        effective_from=date(2026, 1, 1),
        edition_key="fide-2025-10",
        rows=rows,
    )
    assert [on("top", chosen, person) for person in (idle, active, unknown)] == [False, True, True]
    assert on("", chosen, idle)
    page = client.get(f"/ratings/{chosen.key}/?part=top").content.decode()
    assert active.name in page
    assert idle.name not in page


def test_equal_ratings_share_a_place_and_the_hundredth_place_is_not_torn(people: Any, officer: Any) -> None:
    from ratings.list_parts import top_places
    from ratings.selectors import list_rows
    from ratings.services_lists import OpeningRow, list_enter_opening

    crowd = people(103)
    ratings = [2500, 2500, *range(2497, 2400, -1), 2300, 2300, 2300, 2299]
    rows = [OpeningRow(person.pk, rating) for person, rating in zip(crowd, ratings, strict=True)]
    chosen = list_enter_opening(
        actor=officer, kind="standard", effective_from=date(2026, 1, 1), edition_key="fide-2025-10", rows=rows
    )
    places = top_places(chosen, list_rows(chosen), women=False)
    # 2 with 2500, 97 from 2497 to 2401, three with 2300 from place 100 on; 2299 is out.
    assert [places.get(crowd[index].pk) for index in (0, 1, 2, 98, 99, 101, 102)] == [
        1,
        1,
        3,
        99,
        100,
        100,
        None,
    ]
    assert top_places(chosen, list_rows(chosen), women=True) == {}


def test_titled_players_without_a_rating_have_a_list_of_their_own(
    people: Any, opening: Any, officer: Any, period: Any, publish: Any, four_draws: Any
) -> None:
    from players.models import CurrentRating
    from players.services import person_update

    titled, *others = people(6)
    opening(dict.fromkeys(others, 1850))
    person_update(titled, actor=officer, title="WFM", reason="award")
    person_update(others[0], actor=officer, title="CM", reason="award")
    april = publish(period())
    assert on("titled", april, titled)
    assert not any(on(part, april, titled) for part in ("", "all", "top", "delisted"))
    assert not on("titled", april, others[0])
    assert april.player_count == 5
    assert not CurrentRating.objects.filter(person=titled).exists()
    may = period(MAY)
    four_draws(titled, others, start=date(2026, 4, 3), received=date(2026, 4, 10))
    second = publish(may)
    # (5 x 1850 + 2 x 1800) / 7 = 1835.7
    assert second.rows.get(person=titled).rating == 1836
    assert on("all", second, titled)
    assert not on("titled", second, titled)


def test_players_of_an_inactive_federation_stand_in_the_alphabetical_part_alone(
    people: Any, opening: Any, client: Any
) -> None:
    from players.models import FederationNote, Person

    guest, host = people(2)
    Person.objects.filter(pk=guest.pk).update(federation="XYZ")
    opening({guest: 2700, host: 2600})
    from players.models import RatingList

    chosen = RatingList.objects.get()
    assert on("", chosen, guest)
    note = FederationNote.objects.create(
        federation="XYZ", kind="inactive", since=date(2025, 6, 1), until=date(2026, 1, 1), decision="Board"
    )
    assert [on(part, chosen, guest) for part in ("", "top", "all")] == [False, False, True]
    assert "inactive federation" in client.get(f"/ratings/{chosen.key}/?part=all").content.decode()
    assert guest.name not in client.get(f"/ratings/{chosen.key}/").content.decode()
    FederationNote.objects.filter(pk=note.pk).update(until=date(2025, 12, 31))
    assert on("", chosen, guest)
    FederationNote.objects.filter(pk=note.pk).update(kind="suspended", until=None)
    assert on("", chosen, guest)


def test_every_part_and_an_empty_one_open(client: Any, people: Any, opening: Any) -> None:
    chosen = opening({people(1)[0]: 1700})
    for part in ("", "all", "top", "titled", "delisted", "corrections", "nonsense"):
        page = client.get(f"/ratings/{chosen.key}/?part={part}")
        assert page.status_code == 200
    assert (
        "This list corrects nothing"
        in client.get(f"/ratings/{chosen.key}/?part=corrections").content.decode()
    )
    assert "Nobody fell below" in client.get(f"/ratings/{chosen.key}/?part=delisted").content.decode()


def test_the_games_with_the_newcomers_k_are_on_the_list(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    new, old = people(2)
    opening({new: 1600}, games=10)
    april = period()
    rate(played([new, (old, {"rating": 1600, "rating_k": 20, "rating_games": 90})], [[(1, 2, DRAW)]]))
    rows = {row.person_id: row for row in publish(april).rows.all()}
    assert (rows[new.pk].k, rows[new.pk].k_games, rows[new.pk].games_total) == (40, 11, 11)
    assert (rows[old.pk].k, rows[old.pk].k_games, rows[old.pk].games_total) == (20, None, 91)
