"""Notes on membership and on federations: who may write them, which days, the ledger, the office."""

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

pytestmark = pytest.mark.django_db

SPRING = date(2026, 3, 1)


def note(person: Any, actor: Any, **fields: Any) -> Any:
    from players.services import membership_note_save

    given = {"kind": "suspended", "since": SPRING, "decision": "Decision 7"} | fields
    return membership_note_save(None, actor=actor, person=person, **given)


@pytest.fixture
def person(db: Any) -> Any:
    from players.services import person_create

    return person_create(actor=None, surname="Kosar", given_name="Ivo")


@pytest.fixture
def somebody(db: Any) -> Any:
    from players.services import account_create

    return account_create(
        actor=None, username="otto", password="baize-and-ink-64", display_name="Otto", roles=[]
    )


@pytest.fixture
def office_account(db: Any) -> Any:
    from players.services import office_open

    return office_open(username="olga", password="baize-and-ink-64", display_name="Olga M.")


def test_a_suspension_stands_on_the_chain_of_the_player(person: Any, office_account: Any) -> None:
    from core.ledger import rows_of

    made = note(person, office_account, until=date(2026, 8, 31), reason="Letter 12")
    row = rows_of("person", person.pk).last()
    assert (row.verb, row.actor_name, row.reason) == ("person.membership", "Olga M.", "Letter 12")
    assert row.payload == {
        "kind": "suspended",
        "since": "2026-03-01",
        "until": "2026-08-31",
        "decision": "Decision 7",
    }
    assert list(person.membership_notes.all()) == [made]


def test_nobody_else_writes_notes(person: Any, somebody: Any) -> None:
    from players.models import FederationNote, MembershipNote
    from players.services import federation_note_save

    with pytest.raises(PermissionDenied):
        note(person, somebody)
    with pytest.raises(PermissionDenied):
        federation_note_save(
            None, actor=somebody, federation="INV", kind="inactive", since=SPRING, decision="Decision 8"
        )
    assert not MembershipNote.objects.exists()
    assert not FederationNote.objects.exists()


@pytest.mark.parametrize(
    ("since", "until", "free"),
    [
        (date(2026, 9, 1), None, True),
        (date(2026, 8, 31), None, False),
        (date(2026, 1, 1), date(2026, 2, 28), True),
        (date(2026, 1, 1), date(2026, 3, 1), False),
        (date(2026, 1, 1), None, False),
    ],
)
def test_two_notes_of_a_kind_share_no_day(person: Any, since: date, until: date | None, free: bool) -> None:
    note(person, None, until=date(2026, 8, 31))
    if free:
        note(person, None, since=since, until=until)
    else:
        with pytest.raises(ValidationError, match="some of these days"):
            note(person, None, since=since, until=until)
    note(person, None, kind="included", since=since, until=until)


def test_a_note_is_ended_and_never_turned_into_another(person: Any, office_account: Any) -> None:
    from players.services import membership_note_save

    made = note(person, office_account)
    given = {"actor": office_account, "person": person, "since": SPRING, "decision": "Decision 7"}
    ended = membership_note_save(made.pk, kind="suspended", until=date(2026, 5, 1), reason="Lifted", **given)
    assert (ended.pk, ended.until) == (made.pk, date(2026, 5, 1))
    with pytest.raises(ValidationError, match="stays with its player"):
        membership_note_save(made.pk, kind="included", **given)
    with pytest.raises(ValidationError, match="comes before the first"):
        membership_note_save(made.pk, kind="suspended", until=date(2026, 2, 1), **given)


def test_a_federation_has_three_letters_and_its_chain(office_account: Any) -> None:
    from core.ledger import rows_of
    from players.services import federation_note_save

    given = {"actor": office_account, "kind": "suspended", "since": SPRING, "decision": "Decision 8"}
    with pytest.raises(ValidationError, match="three letters"):
        federation_note_save(None, federation="Inventia", **given)
    made = federation_note_save(None, federation="inv", reason="Letter 13", **given)
    assert made.federation == "INV"
    row = rows_of("federation", "federations").last()
    assert (row.verb, row.payload["federation"], row.reason) == ("federation.standing", "INV", "Letter 13")


def test_the_organisation_is_written_and_never_told_in_the_ledger(person: Any, office_account: Any) -> None:
    """Seven games are enough for members of IBCA, ICSC and IPCA; that tells of their health."""
    from core.ledger import rows_of
    from players.services import person_update

    person_update(person, actor=office_account, reason="Card seen", organisation="IBCA")
    person.refresh_from_db()
    assert person.organisation == "IBCA"
    assert rows_of("person", person.pk).last().payload == {"changed": {"organisation": ["", "…"]}}


def test_the_office_writes_notes_through_the_service(person: Any, office_account: Any, client: Any) -> None:
    from core.ledger import rows_of
    from players.models import FederationNote, MembershipNote

    client.force_login(office_account)
    given = {
        "kind": "suspended",
        "since": "2026-03-01",
        "until": "",
        "decision": "Decision 7",
        "reason": "Letter",
    }
    answer = client.post("/admin/players/membershipnote/add/", given | {"person": person.pk})
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    assert rows_of("person", person.pk).last().verb == "person.membership"
    again = client.post("/admin/players/membershipnote/add/", given | {"person": person.pk})
    assert again.context["adminform"].form.errors["since"] == [
        "Another note of this kind holds on some of these days."
    ]
    assert MembershipNote.objects.count() == 1
    answer = client.post("/admin/players/federationnote/add/", given | {"federation": "INV"})
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    made = FederationNote.objects.get()
    changed = client.post(
        f"/admin/players/federationnote/{made.pk}/change/",
        given | {"federation": "INV", "until": "2026-04-01"},
    )
    assert changed.status_code == 302, changed.context["adminform"].form.errors
    made.refresh_from_db()
    assert made.until == date(2026, 4, 1)
