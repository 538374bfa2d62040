"""Every right of the portal against every role, on an own and on a foreign event, region, person and key.

`rights.toml` says who has a right on what is his (`own`: the event that he directs or helps in, that of his region, his
profile, his key) and who has it on what is not (`foreign`). A right that is not in the table fails.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from commission import permissions as of_commission
from commission.models import Appeal, CorrectionRequest, Dossier, Newcomer, RequestStep
from commission.moves import MOVES
from players import permissions as of_players
from players.models import Account, Person, ProfileClaim, Region
from players.permissions import allowed
from players.services import account_create
from ratings import permissions as of_ratings
from reports import permissions as of_reports
from reports.models import ReceivedPapers, Report, SigningKey
from tests.permissions.world import PERSONS
from tests.tournaments.events import made_account, made_event
from tournaments import permissions as of_tournaments
from tournaments.services import official_set

pytestmark = pytest.mark.django_db

TABLES = {
    "players": of_players.PERMISSIONS,
    "tournaments": of_tournaments.PERMISSIONS,
    "ratings": of_ratings.PERMISSIONS,
    "reports": of_reports.PERMISSIONS,
    "commission": of_commission.PERMISSIONS,
}
TABLE = tomllib.loads((Path(__file__).parent / "rights.toml").read_text("utf-8"))
ROLES = {
    "director": (), "deputy": (), "clerk": (), "other": (), "member": ("commission_member",),
    "officer": ("rating_officer",), "office": ("federation_admin",), "player": ("player",),
    "region": ("regional_representative",), "far": ("regional_representative",),
    "judge": ("appeals_committee",),
}  # fmt: skip


@pytest.fixture(scope="module")
def made(kept_rows: None) -> dict[str, Any]:
    """Accounts by role, and for each kind of object an own and a foreign one."""
    home, away = (Region.objects.create(code=code, name=code) for code in ("01", "02"))
    person, stranger = (Person.objects.create(surname=name, given_name="Test") for name in ("Own", "Foreign"))
    people = {
        name: made_account(name, *roles) for name, roles in ROLES.items() if name not in ("region", "far")
    }
    Account.objects.filter(pk=people["player"].pk).update(person=person)
    for name, region in (("region", home), ("far", away)):
        people[name] = account_create(
            actor=None, username=name, password="baize-and-ink-64", display_name=name, roles=ROLES[name],
            regions=(region,),
        )  # fmt: skip
    event = made_event(people["director"], 0, region=home, name="Own")
    foreign = made_event(people["other"], 0, region=away, name="Foreign")
    for role in ("deputy", "clerk"):
        official_set(event, actor=people["director"], account=people[role], role=role)
    events = (event, foreign)
    requests = (_asked(event, people["player"]), _asked(foreign, people["far"]))
    decisions = tuple(_rejected(one, people["member"]) for one in requests)
    return {
        "requests": requests,
        "decisions": decisions,
        "appeals": tuple(Appeal(step=step) for step in decisions),
        "people": {name: account.pk for name, account in people.items()},
        "events": events,
        "persons": (person, stranger),
        "claims": tuple(
            ProfileClaim.objects.create(account=people[name], person=person, made_at=timezone.now())
            for name in ("player", "other")
        ),
        "dossiers": tuple(Dossier.objects.create(event=one) for one in events),
        "reports": tuple(_report(one, people["director"]) for one in events),
        "received": tuple(_received(one, people["judge"]) for one in events),
        "keys": tuple(_key(people[name]) for name in ("director", "other")),
        "newcomers": tuple(_newcomer(people[name]) for name in ("director", "other")),
        "nothing": (None, None),
    }


def _newcomer(director: Any) -> Newcomer:
    return Newcomer.objects.create(
        surname="New", given_name="Test", created_by=director, created_at=timezone.now(), filled_by=director
    )


def _asked(event: Any, account: Any) -> CorrectionRequest:
    return CorrectionRequest.objects.create(
        subject="other",
        state="open",
        event=event,
        claimed="Something",
        account=account,
        name="–",
        made_at=timezone.now(),
    )


def _rejected(found: CorrectionRequest, member: Any) -> RequestStep:
    return RequestStep.objects.create(
        request=found, verb="rejected", account=member, by_name="Member", at=timezone.now()
    )


def _report(event: Any, director: Any) -> Report:
    return Report.objects.create(
        event=event, number=1, sheet=Report.Sheet.FORM_1, event_version=event.version,
        record_sha256="0" * 64, code=event.name, created_by=director,
    )  # fmt: skip


def _received(event: Any, clerk: Any) -> ReceivedPapers:
    """Papers on the way: not stored, so that nobody here has entered any."""
    return ReceivedPapers(event=event, received_on=event.start, entered_by=clerk)


def _key(account: Any) -> SigningKey:
    return SigningKey(account=account, common_name=account.username, serial=account.username)


def have(made: dict[str, Any], app: str, right: str, obj: Any) -> set[str]:
    """Who has the right; each account is read anew, so that nothing is remembered of another object."""
    accounts = {name: Account.objects.get(pk=key) for name, key in made["people"].items()}
    accounts["anonymous"] = AnonymousUser()  # type: ignore[assignment]
    return {name for name in PERSONS if allowed(TABLES[app], right, accounts[name], obj)}


def words(audience: str) -> set[str]:
    named = TABLE["audiences"].get(audience, audience)
    return set(PERSONS) if named == "*" else set(named.split())


def test_every_right_is_in_the_table_and_the_table_names_no_other() -> None:
    assert {app: sorted(TABLE[app]) for app in TABLES} == {
        app: sorted(table) for app, table in TABLES.items()
    }


def test_every_move_asks_for_a_right_of_the_table() -> None:
    assert {move.permission for move in MOVES.values()} <= set(TABLE["commission"])


RIGHTS = [(app, right) for app in TABLES for right in TABLE[app]]


@pytest.mark.parametrize(("app", "right"), RIGHTS, ids=[f"{app}.{right}" for app, right in RIGHTS])
def test_a_right_belongs_to_whom_the_table_names(app: str, right: str, made: dict[str, Any]) -> None:
    row = TABLE[app][right]
    own, foreign = made[row["on"]]
    assert have(made, app, right, own) == words(row["own"])
    assert have(made, app, right, foreign) == words(row["foreign"])


@pytest.mark.parametrize("role", ["director", "deputy", "clerk"])
def test_a_member_with_a_part_in_the_event_decides_nothing_about_it(role: str, made: dict[str, Any]) -> None:
    """Four eyes: the same member may decide about the foreign event."""
    account = made_account("both", "commission_member", "rating_officer")
    name = "chief_arbiter" if role == "director" else role
    official_set(made["events"][0], actor=None, account=account, role=name)
    own, foreign = made["dossiers"]
    for right in ("review", "accept", "rate", "correct", "decide", "dismiss_finding"):
        assert not allowed(TABLES["commission"], right, account, own), right
        assert allowed(TABLES["commission"], right, account, foreign), right
