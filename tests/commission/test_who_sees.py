"""The page of who sees what says what the rights say: its table is held to the one of rights, role by role."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from commission.who_sees import READERS, WHO_SEES, Datum

RIGHTS = tomllib.loads((Path(__file__).parents[1] / "permissions" / "rights.toml").read_text("utf-8"))
DATA = [datum for group in WHO_SEES for datum in group.data]
# Who stands for a reader in the table of rights, where the event is directed by `director`, the person is that of
# `player`, and so is the request; players of an event are nobody's role there.
ROLES = {
    "everybody": "*",
    "logged_in": "player director deputy clerk other region far member officer judge office",
    "yourself": "player",
    "participants": "",
    "directors": "director deputy",
    "bringer": "director",
    "commission": "member officer office",
    "appeals": "judge",
    "office": "office",
}


def roles_of(datum: Datum) -> set[str]:
    return {role for reader in datum.readers for role in ROLES[reader].split()}


def named(words: str) -> set[str]:
    return set(RIGHTS["audiences"].get(words, words).split())


@pytest.mark.parametrize("datum", [datum for datum in DATA if datum.right], ids=lambda datum: datum.right)
def test_the_page_names_just_those_who_have_the_right(datum: Datum) -> None:
    app, name = datum.right.split(".")
    assert roles_of(datum) == named(RIGHTS[app][name]["own"])


def test_every_right_to_see_something_of_a_person_is_on_the_page() -> None:
    shown = {datum.right for datum in DATA}
    assert {
        "players.person_view_private",
        "players.contact_view",
        "players.claim_view",
        "players.own_data",
        "tournaments.event_view_private",
        "tournaments.contacts_view",
        "ratings.list_births",
        "commission.newcomer_view",
        "commission.request_view",
    } <= shown
    assert all(set(datum.readers) <= set(READERS) for datum in DATA)


def test_the_page_is_for_everybody_and_reached_from_the_about_page(client: Any, db: None) -> None:
    page = client.get("/who-sees-what/").content.decode()
    for datum in DATA:
        assert str(datum.what) in page
    assert "/who-sees-what/" in client.get("/about/").content.decode()
