"""Rapid and blitz, leagues over several lists, stages rated as one event: from the register to the list."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

pytestmark = pytest.mark.django_db


def change_of(event: Any, person: Any) -> Any:
    from ratings.models import RatedEntry

    return RatedEntry.objects.get(rated_event__event=event, rated_event__current=True, person=person)


# --- rapid and blitz -----------------------------------------------------------------------------------


def rapid_event(people: Any, opening: Any, played: Any, kind: str) -> tuple[list[Any], Any]:
    """1900 draws with 2000 (standard ratings both) and beats a player with none."""
    one, two, three = people(3)
    opening({one: 1900, two: 2000})
    boards = [[(1, 2, "1/2-1/2")], [(1, 3, "1-0")]]
    return [one, two, three], played([one, two, three], boards, rating_kind=kind)


@pytest.mark.parametrize("kind", ["rapid", "blitz"])
def test_standard_ratings_count_where_the_list_of_the_kind_has_none(
    kind: str, people: Any, opening: Any, played: Any, rate: Any, officer: Any, publish: Any
) -> None:
    from ratings.services import period_open

    (one, two, three), event = rapid_event(people, opening, played, kind)
    april = period_open(actor=officer, kind=kind, effective_from=date(2026, 4, 1))
    rated = rate(event)
    assert (rated.kind, rated.edition, rated.period) == (kind, "fide-rb-2024-12", april)
    # 7.2.1: 1900 v 2000, .36 and .64; new to this list, so K 40: 40 x 0.14
    first, second, newcomer = (change_of(event, person) for person in (one, two, three))
    assert (first.own_rating, first.games, first.k, first.change) == (1900, 1, 40, "5.6")
    assert (second.own_rating, second.games, second.k, second.change) == (2000, 1, 40, "-5.6")
    assert (newcomer.own_rating, newcomer.first_part) == (None, {})
    rows = {row.person_id: row for row in publish(april).rows.all()}
    assert {person: (row.rating, row.games_total, row.k) for person, row in rows.items()} == {
        one.pk: (1906, 1, 40),
        two.pk: (1994, 1, 40),
    }


def test_the_list_of_the_kind_goes_before_the_standard_one(
    people: Any, opening: Any, played: Any, rate: Any, officer: Any
) -> None:
    from ratings.services_lists import OpeningRow, list_enter_opening

    one, two = people(2)
    opening({one: 1900, two: 2000})
    list_enter_opening(
        actor=officer,
        kind="rapid",
        effective_from=date(2026, 1, 1),
        edition_key="fide-rb-2024-12",
        rows=[OpeningRow(one.pk, 2000, games_total=100, highest=2000)],
    )
    event = played([one, two], [[(1, 2, "1-0")]], rating_kind="rapid")
    rate(event)
    line = change_of(event, one)
    assert (line.own_rating, line.k, line.change) == (2000, 20, "10")


def test_the_page_of_a_rapid_change_says_where_the_rating_comes_from(
    people: Any, opening: Any, played: Any, rate: Any, client: Any
) -> None:
    from ratings.derivations import check_event

    (one, *_others), event = rapid_event(people, opening, played, "rapid")
    check_event(rate(event))
    page = client.get(f"/ratings/changes/{change_of(event, one).pk}/").content.decode()
    assert "his standard rating of 1900 counts" in page
    assert "7.2.1" in page


# --- leagues -------------------------------------------------------------------------------------------


def test_games_of_a_long_league_take_the_published_list_of_their_period(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    from ratings.derivations import check_event
    from tournaments.models import Round

    one, two = people(2)
    opening({one: 2200, two: 2200}, day=date(2005, 10, 1), edition="fide-2004")
    between = played([one, two], [[(1, 2, "1-0")]], start=date(2005, 11, 5), name="Between")
    rate(between, received_on=date(2005, 11, 20))
    january = period(date(2006, 1, 1))
    rows = publish(january).rows
    # 15 x 0.5: 2207.5 and 2192.5, half up
    assert (rows.get(person=one).rating, rows.get(person=two).rating) == (2208, 2193)
    league = played(
        [one, two],
        [[(1, 2, "1/2-1/2")], [(1, 2, "1-0")]],
        start=date(2005, 11, 1),
        end=date(2006, 3, 1),
        occasion="league",
        name="League",
    )
    Round.objects.filter(event=league, number=1).update(day=date(2005, 11, 10))
    Round.objects.filter(event=league, number=2).update(day=date(2006, 1, 10))
    rated = rate(league, received_on=date(2006, 3, 5))
    # 2200 v 2200 gives nothing; 2208 v 2193 is D 15, .52: 15 x 0.48
    assert (change_of(league, one).games, change_of(league, one).change) == (2, "7.2")
    assert change_of(league, two).change == "-7.2"
    assert set(change_of(league, one).facts["lists"]) == {"2006-01-01"}
    check_event(rated)


# --- stages --------------------------------------------------------------------------------------------


@pytest.fixture
def cup(people: Any, opening: Any, played: Any) -> tuple[list[Any], Any, Any]:
    """A final of two and a preliminary of three, a week before; all rated 1600 with K 20."""
    anna, boris, cele = people(3)
    opening({anna: 1600, boris: 1600, cele: 1600})
    main = played([anna, boris], [[(1, 2, "1/2-1/2")]], name="Final")
    stage = played(
        [boris, cele, anna],
        [[(1, 2, "1-0")], [(2, 3, "0-1")]],
        start=date(2026, 3, 1),
        name="Preliminary",
    )
    stage.stage_of = main
    stage.save(update_fields=["stage_of"])
    return [anna, boris, cele], main, stage


def test_an_event_is_rated_with_its_stages_as_one(
    cup: tuple[list[Any], Any, Any], freeze: Callable[[Any], str], officer: Any, client: Any
) -> None:
    from ratings.derivations import check_event
    from ratings.event_facts import pooled_record
    from ratings.services import event_rate

    (anna, boris, cele), main, stage = cup
    sha256 = pooled_record(main, freeze(main), {stage.pk: freeze(stage)})
    rated = event_rate(main, actor=officer, record_sha256=sha256, received_on=date(2026, 3, 20))
    assert rated.record_sha256 == sha256
    assert sha256 not in (freeze(main), freeze(stage))
    # Anna 1.5 of 2, Boris 1.5 of 2, Cele 0 of 2, all against 1600: 20 x 0.5 and 20 x -1
    lines = {person.pk: change_of(main, person) for person in (anna, boris, cele)}
    assert {pk: (row.number, row.games, row.change) for pk, row in lines.items()} == {
        boris.pk: (1, 2, "10"),
        cele.pk: (2, 2, "-20"),
        anna.pk: (3, 2, "10"),
    }
    assert [lines[person.pk].entry.event_id for person in (anna, boris, cele)] == [main.pk, main.pk, stage.pk]
    check_event(rated)
    again = event_rate(main, actor=officer, record_sha256=sha256, received_on=date(2026, 3, 20))
    assert again.pk == rated.pk
    page = client.get(f"/ratings/changes/{lines[cele.pk].pk}/").content.decode()
    assert "Preliminary" in page


def test_a_stage_points_at_its_main_event(
    cup: tuple[list[Any], Any, Any], freeze: Callable[[Any], str], officer: Any
) -> None:
    from ratings.services import event_rate
    from tournaments.errors import DomainError

    _persons, _main, stage = cup
    with pytest.raises(DomainError, match="This is a stage of Final") as error:
        event_rate(stage, actor=officer, record_sha256=freeze(stage), received_on=date(2026, 3, 20))
    assert error.value.code == "stage"


def test_a_stage_that_is_not_accepted_is_waited_for(
    cup: tuple[list[Any], Any, Any], freeze: Callable[[Any], str], officer: Any
) -> None:
    from ratings.event_facts import pooled_record
    from ratings.services import event_rate
    from tournaments.errors import DomainError

    _persons, main, _stage = cup
    with pytest.raises(DomainError, match="Preliminary"):
        pooled_record(main, freeze(main), {})
    with pytest.raises(DomainError, match="players of the event and its stages"):
        event_rate(main, actor=officer, record_sha256=freeze(main), received_on=date(2026, 3, 20))


def test_the_commission_rates_with_the_accepted_records_of_the_stages(
    cup: tuple[list[Any], Any, Any],
) -> None:
    from commission.models import Dossier
    from commission.stages import stage_records

    _persons, main, stage = cup
    dossier = Dossier.objects.create(event=stage, stage=Dossier.Stage.IN_REVIEW, approved_sha256="a" * 64)
    assert stage_records(main) == {}
    Dossier.objects.filter(pk=dossier.pk).update(stage=Dossier.Stage.ACCEPTED)
    assert stage_records(main) == {stage.pk: "a" * 64}


# --- first ratings of members and in team events -------------------------------------------------------


def test_members_of_the_organisations_keep_it_with_their_result(
    people: Any, opening: Any, played: Any, rate: Any
) -> None:
    newcomer, *others = people(4)
    newcomer.organisation = "IBCA"
    newcomer.save(update_fields=["organisation"])
    opening(dict.fromkeys(others, 2000), day=date(2005, 10, 1), edition="fide-2004")
    boards = [[(1, n, "1/2-1/2")] for n in (2, 3, 4)]
    event = played([newcomer, *others], boards, start=date(2005, 11, 1))
    rate(event, received_on=date(2005, 11, 20))
    part = change_of(event, newcomer).first_part
    assert (part["n"], part["few"], part["floor"]) == (3, True, 1601)
