"""Every address of the portal is in one table with who comes in; an address that is not in it fails.

The table (`addresses.toml`) names for each address whom it lets in when it is opened (`get`) and when something is sent
to it (`post`); `both` is short for the two. What the table does not name is refused to everybody. Templates are not
filled in here: rights are decided before, and what the pages show has its own tests.
"""

import gc
import logging
import re
import tomllib
from collections.abc import Iterator
from copy import copy
from functools import cache as cache_of_calls
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.backends import ModelBackend
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.template.backends.django import Template
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver

from players.models import Account
from players.permissions import group_names
from tests.permissions.world import PERSONS, World, made_world
from tournaments.views import access

pytestmark = pytest.mark.django_db

TABLE = tomllib.loads((Path(__file__).parent / "addresses.toml").read_text("utf-8"))
AUDIENCES: dict[str, frozenset[str]] = {
    name: frozenset(PERSONS) if words == "*" else frozenset(words.split())
    for name, words in TABLE["audiences"].items()
}
ROWS: dict[str, dict[str, Any]] = {
    name: {"get": row} if isinstance(row, str) else row for name, row in TABLE["addresses"].items()
}
# Where everybody comes in, or nobody, or whoever is logged in (the director has no role of the federation), and in the
# office, whose door is one, three stand for all.
SAMPLE = ("anonymous", "director", "office")
SAMPLED = (frozenset(PERSONS), frozenset(), frozenset(PERSONS) - {"anonymous"})
COOKIES = "django.contrib.sessions.backends.signed_cookies"
# What stands before the doors and lets everybody past.
NO_DOORS = frozenset(
    {
        "django.middleware.security.SecurityMiddleware",
        "whitenoise.middleware.WhiteNoiseMiddleware",
        "csp.middleware.CSPMiddleware",
        "players.sessions.LastSeenMiddleware",
        "django.middleware.locale.LocaleMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    }
)
ARGUMENT = re.compile(r"<(?:(\w+):)?(\w+)>")
# A word for each argument that names no stored row.
WORDS = {
    "number": 1, "first_place": 1, "board": 1, "name": "trf26", "code": "BH", "token": "guessed", "verb": "take",
    "regulation": "fide-rating", "part": "tables", "uidb64": "MQ", "object_id": 1, "content_type_id": 1,
    "app_label": "players",
}  # fmt: skip


def walk(resolver: URLResolver, before: str = "", spaces: str = "") -> Iterator[tuple[str, str]]:
    """Name and route of every address; an address without a name has its route for a name."""
    for found in resolver.url_patterns:
        route = before + str(found.pattern).replace("(?P<url>.*)$", "nowhere/")
        if isinstance(found, URLResolver):
            yield from walk(found, route, spaces + (f"{found.namespace}:" if found.namespace else ""))
        elif isinstance(found, URLPattern):
            yield (f"{spaces}{found.name}" if found.name else f"/{route}"), route


ADDRESSES = sorted(set(walk(get_resolver())))


def row_of(name: str) -> dict[str, Any] | None:
    """The table's row; the office's own addresses share one, but for those that are named."""
    if name in ROWS:
        return ROWS[name]
    return ROWS["admin:*"] if name.startswith(("admin:", "/admin/")) else None


@pytest.fixture(scope="module")
def world(kept_rows: None) -> World:
    return made_world()


@pytest.fixture(scope="module")
def clients(world: World) -> dict[str, Client]:
    """A browser for each, logged in; the session lies in its cookie, which asks the database nothing."""
    made = {name: Client() for name in PERSONS}
    with override_settings(SESSION_ENGINE=COOKIES):
        for name, key in world.accounts.items():
            made[name].force_login(Account.objects.get(pk=key))
    return made


@pytest.fixture(scope="module")
def known(world: World) -> dict[str, Account]:
    """The accounts with their roles, by key: what a request changes of them is undone, so they are read once."""
    accounts = Account.objects.in_bulk(list(world.accounts.values()))
    for account in accounts.values():
        group_names(account)
    return {str(key): account for key, account in accounts.items()}


def resolved(handler: Any, request: Any) -> Any:
    """Which view an address leads to; it is asked by twelve persons and looked up once."""
    request.resolver_match = view_of(request.path_info)
    return request.resolver_match


@cache_of_calls
def view_of(path: str) -> Any:
    return get_resolver().resolve(path)


@pytest.fixture(scope="module", autouse=True)
def _garbage_is_collected_seldom() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.set_threshold(100_000, 50, 50)
    yield
    gc.set_threshold(*usual)


@pytest.fixture(scope="module")
def events() -> dict[int, Any]:
    """Events that were asked for, by key; each request gets a copy of its own."""
    return {}


@pytest.fixture(autouse=True)
def _quick(
    monkeypatch: pytest.MonkeyPatch, settings: Any, known: dict[str, Account], events: dict[int, Any]
) -> Iterator[None]:
    """No filled-in templates, accounts and events at hand, and no words about refusals, which are thousands here."""

    def event_at_hand(rows: Any, *, pk: int, **more: Any) -> Any:
        if more:
            return get_object_or_404(rows, pk=pk, **more)
        if pk not in events:
            events[pk] = get_object_or_404(rows, pk=pk)
        return copy(events[pk])

    monkeypatch.setattr(access, "get_object_or_404", event_at_hand)
    monkeypatch.setattr(BaseHandler, "resolve_request", resolved)
    monkeypatch.setattr(Template, "render", lambda self, context=None, request=None: "")
    monkeypatch.setattr(ModelBackend, "get_user", lambda self, key: copy(known.get(str(key))))
    settings.SESSION_ENGINE = COOKIES
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if name not in NO_DOORS]
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def address_of(world: World, route: str, row: dict[str, Any], event: str = "") -> str:
    """The address with its arguments: a key of the row's kind of event, else of the row, else a word."""
    kind = row.get("of", "open")

    def argument(found: re.Match[str]) -> str:
        name = found[2]
        if name in row:
            return str(world.keys.get(row[name], row[name]))
        if name == "pk" and event:
            return str(world.keys[f"{event}.pk"])
        known = world.keys.get(f"{kind}.{name}")
        return str(known if known is not None else WORDS[name])

    return "/" + ARGUMENT.sub(argument, route)


def comes_in(answer: HttpResponse, *, gone: bool = False) -> bool:
    """Whether the door was open: no log-in asked for, not refused, not hidden, and the method is one of its own.

    Behind the door of a row that is `gone` there is nothing (404); whoever may not come in hears that he may not.
    """
    if gone:
        return answer.status_code == 404
    return answer.status_code not in (403, 404, 405) and "/login/" not in answer.get("Location", "")


def asked(client: Client, method: str, address: str, data: dict[str, Any] | None = None) -> HttpResponse:
    """The answer; what the request changed is undone."""
    cookies = client.cookies.copy()
    # Nobody is turned away for asking often: that has its own tests.
    cache.clear()
    with transaction.atomic():
        answer: HttpResponse = getattr(client, method)(
            address, data or {}, headers={"Sec-Fetch-Site": "same-origin"}
        )
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer


def data_of(world: World, row: dict[str, Any], method: str) -> dict[str, Any]:
    """What is sent along where an empty form would not come to the question of rights; words may name keys."""
    sent = row.get("data", {}) if method == "post" else {}
    return {name: world.keys.get(value, value) for name, value in sent.items()}


def test_every_address_is_in_the_table_and_the_table_names_no_other() -> None:
    names = {name for name, _route in ADDRESSES}
    assert [name for name in sorted(names) if row_of(name) is None] == []
    assert sorted(set(ROWS) - names) == ["admin:*"]


@pytest.mark.parametrize(("name", "route"), ADDRESSES, ids=[name for name, _route in ADDRESSES])
def test_an_address_lets_in_whom_the_table_names(
    name: str, route: str, world: World, clients: dict[str, Client]
) -> None:
    row = row_of(name)
    assert row is not None, f"{name} ({route}) is not in tests/permissions/addresses.toml"
    address = address_of(world, route, row)
    for method in ("get", "post"):
        wanted = AUDIENCES[row.get(method) or row.get("both") or row.get("only") or "nobody"]
        persons = SAMPLE if "only" in row or wanted in SAMPLED else PERSONS
        data, gone = data_of(world, row, method), row.get("gone") in (True, method)
        came_in = {
            name for name in persons if comes_in(asked(clients[name], method, address, data), gone=gone)
        }
        if "only" in row:
            assert came_in <= wanted, f"{method} {address}"
        else:
            assert came_in == wanted.intersection(persons), f"{method} {address}"


# Arguments that name a stored row of an event; a number in an address is a number in whichever event it is.
OWN_KEYS = frozenset(
    {
        "entry",
        "game",
        "row",
        "document",
        "official",
        "category",
        "pair",
        "team",
        "match",
        "tie",
        "registration",
        "move",
    }
)


def of_events() -> Iterator[tuple[str, str, dict[str, Any], set[str]]]:
    """The addresses whose `pk` is an event: name, route, row, and which arguments name a row of that event."""
    for name, route in ADDRESSES:
        row = row_of(name) or {}
        names = {found[2] for found in ARGUMENT.finditer(route)}
        if "pk" in names and "pk" not in row and not name.startswith(("admin:", "/admin/")):
            yield name, route, row, names & OWN_KEYS


def test_a_row_of_one_event_is_not_found_under_another(world: World, clients: dict[str, Client]) -> None:
    """Case WF-03, nested: neither for the director of the other event nor for the commission, which may do all."""
    tried = 0
    for _name, route, row, own in of_events():
        if not own:
            continue
        address = address_of(world, route, row, event="foreign")
        for who in ("other", "member"):
            answers = {
                asked(clients[who], method, address, data_of(world, row, method)).status_code
                for method in ("get", "post")
            }
            assert answers <= {403, 404, 405}, f"{who} {address}"
            assert answers & {403, 404}, f"{who} {address}"
            tried += 1
    assert tried > 50


def test_a_director_comes_no_further_in_a_foreign_event_than_anybody(
    world: World, clients: dict[str, Client]
) -> None:
    """Case WF-03: forms, results, every download, suggestions, files and jobs, each by its address."""
    for name, route, row, _own in of_events():
        address = address_of(world, route, row, event="foreign")
        for method in ("get", "post"):
            if (row.get(method) or row.get("both") or "nobody") == "everybody":
                continue
            answer = asked(clients["director"], method, address, data_of(world, row, method))
            assert not comes_in(answer), f"{name} {method} {address}"


def test_a_draft_is_hidden_at_every_public_address(world: World, clients: dict[str, Client]) -> None:
    tried = 0
    for name, route, row, _own in of_events():
        if row.get("get") != "everybody":
            continue
        for who in ("anonymous", "other", "region"):
            answer = asked(clients[who], "get", address_of(world, route, row, event="draft"))
            assert answer.status_code == 404, f"{name} {who}"
        tried += 1
    assert tried > 30
