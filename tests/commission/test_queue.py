"""The queue at work: filters with counts, forty dossiers, the next one, assignment, and the help of its moves."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

pytestmark = pytest.mark.django_db
ROOM = ("", "requests/", "appeals/", "merges/", "due/", "changes/", "periods/")


@pytest.fixture
def dossiers(db: Any) -> Callable[..., list[Any]]:
    """Makes dossiers in the queue, due one day after the other; no play behind them."""
    from commission.models import Dossier
    from tournaments.models import Event

    def make(count: int, *, first: int = 0, **fields: Any) -> list[Any]:
        today = timezone.localdate()
        event_fields = fields.pop("event", {})
        made = []
        for number in range(first, first + count):
            event = Event.objects.create(
                name=f"Open {number:02}",
                search_key=f"open {number:02}",
                start="2026-03-01",
                end="2026-03-02",
                **event_fields,
            )
            values = {"stage": "submitted", "due_on": today + timedelta(days=number)} | fields
            made.append(Dossier.objects.create(event=event, **values))
        return made

    return make


def names(page: str) -> list[str]:
    return re.findall(r"Open \d\d", page)


def test_forty_dossiers_ask_as_often_as_four(
    client: Any, member: Any, dossiers: Any, django_assert_num_queries: Callable[..., Any]
) -> None:
    dossiers(4, assigned_to=member)
    client.force_login(member)
    client.get("/commission/")
    with django_assert_num_queries(10):
        assert len(set(names(client.get("/commission/").content.decode()))) == 4
    dossiers(36, first=4, assigned_to=member)
    with django_assert_num_queries(10):
        assert len(set(names(client.get("/commission/").content.decode()))) == 40


def test_each_filter_finds_its_own_and_says_how_many(
    client: Any, member: Any, second_member: Any, dossiers: Any, director: Any
) -> None:
    from commission.models import DossierMessage
    from players.models import Region

    north = Region.objects.create(code="01", name="North")
    yesterday = timezone.localdate() - timedelta(days=1)
    dossiers(1, first=1, assigned_to=member)
    dossiers(1, first=2, assigned_to=second_member, due_on=yesterday)
    dossiers(1, first=3, event={"region": north})
    (asked,) = dossiers(1, first=4, event={"rating_kind": "blitz"}, assigned_to=second_member)
    DossierMessage.objects.create(
        dossier=asked, by_commission=False, account=director, text="?", sent_at=timezone.now()
    )
    client.force_login(member)
    for query, expected in (
        ("mine=1", ["Open 01"]),
        ("mine=0", ["Open 03"]),
        ("due=over", ["Open 02"]),
        (f"region={north.pk}", ["Open 03"]),
        ("kind=blitz", ["Open 04"]),
        ("new=1", ["Open 04"]),
        ("mine=nobody&due=x&kind=y&region=z&new=w", ["Open 02", "Open 01", "Open 03", "Open 04"]),
    ):
        rows = client.get(f"/commission/?{query}&format=json").json()
        assert [row["event"] for row in rows] == expected, query
    page = client.get("/commission/").content.decode()
    for text in ("mine (1)", "nobody has (1)", "overdue (1)", "North"):
        assert text in page


def test_next_goes_to_the_own_one_then_to_nobodys_and_never_to_an_excluded_one(
    client: Any, member: Any, second_member: Any, dossiers: Any
) -> None:
    from tournaments.models import EventOfficial

    excluded, others, nobodys, own = (
        dossiers(1, first=1)[0],
        dossiers(1, first=2, assigned_to=second_member)[0],
        dossiers(1, first=3)[0],
        dossiers(1, first=4, assigned_to=member)[0],
    )
    EventOfficial.objects.create(event=excluded.event, account=member, role="deputy")
    client.force_login(member)
    went = client.get("/commission/next/")["Location"]
    assert went == f"/commission/events/{own.event_id}/"
    went = client.get(f"/commission/next/?after={own.event_id}")["Location"]
    assert went == f"/commission/events/{nobodys.event_id}/"
    for done in (own, nobodys):
        done.stage = "rated"
        done.save(update_fields=["stage"])
    assert client.get("/commission/next/")["Location"] == f"/commission/events/{others.event_id}/"
    others.stage = "rated"
    others.save(update_fields=["stage"])
    answer = client.get("/commission/next/", follow=True)
    assert "No other dossier waits for you." in answer.content.decode()


def test_a_dossier_is_assigned_on_its_page_and_a_refusal_keeps_what_was_typed(
    client: Any, member: Any, second_member: Any, dossiers: Any, director: Any
) -> None:
    (dossier,) = dossiers(1)
    path = f"/commission/events/{dossier.event_id}/"
    client.force_login(member)
    answer = client.post(f"{path}assign/", {"member": director.pk, "reason": "Knows the hall"})
    assert (answer.status_code, "Knows the hall" in answer.content.decode()) == (422, True)
    answer = client.post(f"{path}assign/", {"member": second_member.pk, "reason": "Knows the hall"})
    assert answer.status_code == 302
    page = client.get(path).content.decode()
    assert "With Dora" in page
    assert "Next dossier" in page


def test_an_interest_is_declared_and_taken_back_on_the_page(client: Any, member: Any, dossiers: Any) -> None:
    (dossier,) = dossiers(1)
    path = f"/commission/events/{dossier.event_id}/"
    client.force_login(member)
    assert client.post(f"{path}interest/", {"reason": ""}).status_code == 422
    assert client.post(f"{path}interest/", {"reason": "My pupil plays"}).status_code == 302
    page = client.get(path).content.decode()
    assert "My pupil plays" in page
    assert "You decide nothing here." in page
    assert "move/take/" not in page
    assert client.post(f"{path}interest/", {"end": "1", "reason": "He left"}).status_code == 302
    assert "move/take/" in client.get(path).content.decode()


def test_the_help_is_made_from_the_table_and_names_every_check_and_effect_in_words(
    client: Any, member: Any, director: Any
) -> None:
    from commission.moves import MOVES
    from commission.views_members import CHECK_WORDS, EFFECT_WORDS, WHO_WORDS

    for move in MOVES.values():
        assert move.permission in WHO_WORDS
        assert set(move.checks) <= set(CHECK_WORDS)
        assert set(move.effects) <= set(EFFECT_WORDS)
    client.force_login(member)
    page = client.get("/commission/moves/").content.decode()
    assert all(str(move.label) in page for move in MOVES.values())
    client.force_login(director)
    assert client.get("/commission/moves/").status_code == 403


def test_whom_the_queue_offers_is_whom_the_permissions_let_decide(
    submitted: Any, member: Any, second_member: Any, officer: Any, director: Any, persons: Any
) -> None:
    """The two spellings of the rule, one as predicates and one as a query, say the same of everybody."""
    from commission.interests import dossiers_free_for, members_free_for
    from commission.models import Dossier
    from commission.permissions import PERMISSIONS
    from commission.services_review import interest_declare

    dossier = submitted()
    member.person = persons[0]
    member.save(update_fields=["person"])
    interest_declare(dossier, actor=second_member, reason="My son plays")
    everybody = (member, second_member, officer, director)
    may = {one.pk for one in everybody if PERMISSIONS["review"](one, dossier)}
    assert may == {officer.pk}
    assert set(members_free_for(dossier).values_list("pk", flat=True)) == may
    free = {one.pk for one in everybody if dossiers_free_for(Dossier.objects.all(), one).exists()}
    assert free & {member.pk, second_member.pk, officer.pk} == may
    assert director.pk not in free


def test_every_page_of_the_room_says_how_much_waits_in_each_part(
    client: Any, member: Any, director: Any, dossiers: Any
) -> None:
    """Three dossiers and a proposal wait; a director, who may fill in questionnaires, sees no tabs of the room."""
    from commission.services_decisions import decision_propose

    dossiers(3)
    decision_propose(actor=member, decided_on=date(2026, 3, 14), subject="Fees", text="As before.")
    client.force_login(member)
    for part in (*(f"/commission/{name}" for name in ROOM), "/players/claims/", "/newcomers/"):
        page = client.get(part).content.decode()
        tabs = re.findall(r'href="([^"]+)"[^>]*>\w[\w ]* <span class="badge-count">(\d+)', page)
        assert dict(tabs) == {"/commission/": "3", "/decisions/?state=proposed": "1"}, part
    client.force_login(director)
    assert "badge-count" not in client.get("/decisions/").content.decode()


def test_the_ledger_has_a_word_for_each_state_of_a_dossier() -> None:
    from commission.models import Dossier
    from tournaments.words import DOSSIER_STATES

    assert {key: str(word) for key, word in DOSSIER_STATES.items()} == {
        stage.value: str(stage.label) for stage in Dossier.Stage
    }


def test_downloads_of_the_queue_have_days_that_a_program_reads_in_any_language(
    client: Any, member: Any, dossiers: Any
) -> None:
    dossiers(1, arrived_on=date(2026, 3, 12), due_on=date(2026, 3, 26))
    member.language = "hr"
    member.save()
    client.force_login(member)
    (row,) = client.get("/commission/?format=json").json()
    assert (row["arrived"], row["due"]) == ("2026-03-12", "2026-03-26")
    assert "2026-03-12" not in client.get("/commission/").content.decode()


def test_the_queue_says_what_its_two_terms_are(client: Any, member: Any) -> None:
    client.force_login(member)
    page = client.get("/commission/").content.decode()
    assert "Due: the day on which the commission owes its answer" in page
    assert "Term: what is left until the decision is to be there by the text of the event" in page
