"""Article 16: members of a federation, suspensions, special inclusions; and figures of list and register."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from tests.tournaments.eligibility.building import START, entries, event
from tournaments.eligibility.facts import FederationStanding, ListFacts, Membership

END = START + timedelta(days=8)
OPEN = event(entries(2000, 2000, 2000, 2000))


@pytest.mark.parametrize(
    ("since", "until", "holds"),
    [
        (START - timedelta(days=30), None, True),
        (START - timedelta(days=30), START, True),
        (START - timedelta(days=30), START - timedelta(days=1), False),
        (END, None, True),
        (END + timedelta(days=1), None, False),
    ],
)
def test_a_suspension_on_any_day_of_the_event_is_objected_to(
    check: Any, since: date, until: date | None, holds: bool
) -> None:
    lists = ListFacts(memberships={2: (Membership("suspended", since, until),)})
    found = check(OPEN, lists=lists)
    assert ("membership.suspended" in found) is holds
    if holds:
        told = found["membership.suspended"]
        assert (told.severity, told.article, told.players) == ("objection", "16.1", (2,))


def test_a_special_inclusion_stands_over_a_missing_membership_not_over_a_suspension(check: Any) -> None:
    outside, included = Membership("not_member", START), Membership("included", START)
    found = check(OPEN, lists=ListFacts(memberships={1: (outside,), 2: (outside, included)}))
    assert (found["membership.none"].severity, found["membership.none"].players) == ("objection", (1,))
    suspended = Membership("suspended", START)
    found = check(OPEN, lists=ListFacts(memberships={2: (suspended, included)}))
    assert found["membership.suspended"].players == (2,)


def test_players_of_a_suspended_federation_cannot_be_listed_unless_specially_included(check: Any) -> None:
    out = FederationStanding("INV", "suspended", START)
    included = {1: (Membership("included", START),)}
    found = check(OPEN, lists=ListFacts(memberships=included, federations=(out,)))
    told = found["federation.suspended"]
    assert (told.severity, told.article, told.players) == ("objection", "16.1", (2, 3, 4))
    over = FederationStanding("INV", "suspended", date(2000, 1, 1), START - timedelta(days=1))
    assert "federation.suspended" not in check(OPEN, lists=ListFacts(federations=(over,)))


def test_an_inactive_federation_is_a_note_in_the_text_that_knows_it(check: Any) -> None:
    lists = ListFacts(federations=(FederationStanding("INV", "inactive", START),))
    found = check(OPEN, lists=lists)["federation.inactive"]
    assert (found.severity, found.article) == ("note", "9.24")
    assert "federation.inactive" not in check(OPEN, "fide-2005", lists=lists)


def test_players_without_a_federation_are_named(check: Any) -> None:
    assert check(event(entries(2000, 2000, federation="")))["membership.unknown"].players == (1, 2)
    assert "membership.unknown" not in check(OPEN)


def test_ratings_and_titles_are_those_of_list_and_register(check: Any) -> None:
    lists = ListFacts(ratings={1: 2000, 2: 2010, 3: None}, titles={1: "", 2: "GM"})
    found = check(OPEN, lists=lists)
    assert (found["rating.differs"].severity, found["rating.differs"].players) == ("warning", (2, 3))
    assert (found["title.differs"].severity, found["title.differs"].players) == ("note", (2,))
    same = check(OPEN, lists=ListFacts(ratings={1: 2000}, titles={1: ""}))
    assert "rating.differs" not in same
    assert "title.differs" not in same
    unrated = event(entries(0, 2000))
    assert "rating.differs" not in check(unrated, lists=ListFacts(ratings={1: None, 2: 2000}))


def test_ratings_that_no_list_holds_are_told(check: Any) -> None:
    # the lowest of the list is 1601 in 2005, 1200 in 2009 and 1400 since 2024
    low = check(event(entries(1601, 1600, 0)))["rating.below_list"]
    assert (low.severity, low.article, low.players) == ("warning", "9.21", (2,))
    assert "rating.below_list" not in check(event(entries(1600, 1200)), "fide-2009")
    assert check(event(entries(1400, 1399)), "fide-2024")["rating.below_list"].players == (2,)
    high = check(event(entries(4000, 4001)))["rating.above_list"]
    assert (high.severity, high.players) == ("warning", (2,))


def test_a_fide_number_belongs_to_one_player(check: Any) -> None:
    people = [
        replace(entry, fide_id=number) for entry, number in zip(entries(*[2000] * 5), "71700", strict=True)
    ]
    found = check(event(people))["fide_id.shared"]
    assert (found.severity, found.players, found.inputs["number"]) == ("objection", (1, 3), "7")
    assert "fide_id.shared" not in check(event(entries(2000, 2000)))
