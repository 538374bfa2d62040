"""Questionnaires of newcomers: from the private link to the number, never without a look at who resembles him."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.urls import reverse

pytestmark = pytest.mark.django_db

ANSWERS: dict[str, Any] = {
    "surname": "Гнатишин",
    "given_name": "Олег",
    "patronymic": "Іванович",
    "birth": date(2014, 5, 17),
    "postcode": "01001",
    "home_address": "Baize Street 5",
    "home_phone": "555 01 02",
    "mobile_1": "555 33 44",
    "mobile_2": "",
    "email_1": "oleh@example.org",
    "email_2": "",
    "board_category": "",
    "board_rating": None,
    "iccf_id": "",
    "iccf_title": "",
    "iccf_rating": None,
    "further": "",
}


@pytest.fixture
def region(db: Any) -> Any:
    from players.services import region_save

    return region_save(None, actor=None, code="03", name="Zahirsia")


@pytest.fixture
def arbiter(director: Any) -> Any:
    """Somebody who directs an event."""
    from tournaments.services.events import event_create

    event_create(actor=director, name="Open", start=date(2026, 4, 1))
    return director


@pytest.fixture
def waiting(arbiter: Any, region: Any) -> Any:
    """A questionnaire that the director filled in, with the passport seen."""
    from commission.services_newcomers import newcomer_enter, newcomer_paper_seen

    made = newcomer_enter(actor=arbiter, region=region, **ANSWERS)
    newcomer_paper_seen(made, actor=arbiter, kind="passport", on=date(2026, 3, 14))
    return made


def test_admission_gives_the_next_number_of_the_region_and_erases_the_address(
    waiting: Any, member: Any
) -> None:
    from commission.services_newcomers import newcomer_admit

    done = newcomer_admit(waiting, actor=member, version=waiting.version)
    person = done.person
    assert (person.national_id, person.region.code, person.federation) == ("03001", "03", "INV")
    assert (person.name, person.patronymic, person.birth) == ("Гнатишин, Олег", "Іванович", "2014-05-17")
    assert (person.email, done.sealed, done.state) == ("oleh@example.org", "", "admitted")


def test_nobody_is_admitted_before_his_papers_were_seen(arbiter: Any, region: Any, member: Any) -> None:
    from commission.services_newcomers import newcomer_admit, newcomer_enter, newcomer_paper_seen
    from tournaments.errors import DomainError

    made = newcomer_enter(actor=arbiter, region=region, **ANSWERS | {"board_category": "KMS"})
    with pytest.raises(DomainError) as refusal:
        newcomer_admit(made, actor=member, version=made.version)
    assert refusal.value.code == "papers_missing"
    newcomer_paper_seen(made, actor=arbiter, kind="passport", on=date(2026, 3, 14))
    with pytest.raises(DomainError, match="certificate of the category"):
        newcomer_admit(made, actor=member, version=made.version)
    newcomer_paper_seen(made, actor=member, kind="certificate", on=date(2026, 3, 14))
    assert newcomer_admit(made, actor=member, version=made.version).person.national_id == "03001"


def test_changed_birth_date_has_to_be_proved_anew_and_another_address_does_not(
    waiting: Any, arbiter: Any, region: Any
) -> None:
    from commission.services_newcomers import newcomer_fill

    newcomer_fill(waiting, actor=arbiter, region=region, **ANSWERS | {"home_address": "Rook Lane 1"})
    assert waiting.papers.filter(overtaken_at__isnull=True).count() == 1
    newcomer_fill(waiting, actor=arbiter, region=region, **ANSWERS | {"birth": date(2013, 5, 17)})
    assert waiting.papers.filter(overtaken_at__isnull=True).count() == 0


# --- PL-15: spellings find, but never decide -----------------------------------------------------------


@pytest.mark.parametrize(
    ("surname", "given", "in_register"),
    [
        ("Blühmann", "Jörg", ("Bluehmann", "Jorg")),
        ("Kvaløy", "Aksel", ("Kvaloey", "Aksel")),
        ("Straßer", "Ida", ("Strasser", "Ida")),
        ("Гнатишин", "Олег", ("Hnatyshyn", "Oleh")),
    ],
)
def test_other_spelling_is_proposed_and_waits_for_a_click(
    arbiter: Any, region: Any, member: Any, surname: str, given: str, in_register: tuple[str, str]
) -> None:
    from commission.newcomer_candidates import candidates_for
    from commission.services_newcomers import newcomer_admit, newcomer_enter, newcomer_paper_seen
    from players.models import Person
    from players.services import person_create
    from tournaments.errors import DomainError

    held = person_create(actor=None, surname=in_register[0], given_name=in_register[1], birth="2014")
    person_create(actor=None, surname=in_register[0], given_name=in_register[1], birth="1950")
    made = newcomer_enter(
        actor=arbiter, region=region, **ANSWERS | {"surname": surname, "given_name": given, "patronymic": ""}
    )
    newcomer_paper_seen(made, actor=arbiter, kind="passport", on=date(2026, 3, 14))
    assert candidates_for(made) == [held]
    with pytest.raises(DomainError) as refusal:
        newcomer_admit(made, actor=member, version=made.version)
    assert refusal.value.code == "candidates"
    assert Person.objects.count() == 2
    newcomer_admit(made, actor=member, version=made.version, none_of=[held.pk])
    assert Person.objects.count() == 3


def test_newcomer_who_is_known_is_joined_and_keeps_his_number_or_gets_one(waiting: Any, member: Any) -> None:
    from commission.services_newcomers import newcomer_identify
    from players.models import Person
    from players.services import person_create

    known = person_create(actor=None, surname="Hnatyshyn", given_name="Oleh", birth="2014")
    done = newcomer_identify(waiting, actor=member, version=waiting.version, person=known)
    assert (done.state, done.person.national_id, Person.objects.count()) == ("known", "03001", 1)


def test_number_of_somebody_known_stays_also_in_another_region(waiting: Any, member: Any) -> None:
    from commission.services_newcomers import newcomer_identify
    from players.services import person_create

    known = person_create(actor=None, surname="Hnatyshyn", given_name="Oleh", national_id="01044")
    done = newcomer_identify(waiting, actor=member, version=waiting.version, person=known)
    assert done.person.national_id == "01044"


def test_second_questionnaire_of_the_same_player_is_shown(waiting: Any, arbiter: Any, region: Any) -> None:
    from commission.newcomer_candidates import twins_of
    from commission.services_newcomers import newcomer_enter

    other = newcomer_enter(
        actor=arbiter, region=region, **ANSWERS | {"surname": "Hnatyshyn", "given_name": "Oleh"}
    )
    newcomer_enter(actor=arbiter, region=region, **ANSWERS | {"birth": date(1999, 1, 1)})
    assert twins_of(waiting) == [other]


# --- who may, and undoing ------------------------------------------------------------------------------


def test_who_filled_it_in_does_not_admit(member: Any, second_member: Any, region: Any) -> None:
    from commission.services_newcomers import newcomer_admit, newcomer_enter, newcomer_paper_seen

    made = newcomer_enter(actor=member, region=region, **ANSWERS)
    newcomer_paper_seen(made, actor=member, kind="passport", on=date(2026, 3, 14))
    with pytest.raises(PermissionDenied):
        newcomer_admit(made, actor=member, version=made.version)
    assert newcomer_admit(made, actor=second_member, version=made.version).state == "admitted"


def test_who_directs_nothing_begins_no_questionnaire(account: Any) -> None:
    from commission.services_newcomers import newcomer_begin

    with pytest.raises(PermissionDenied):
        newcomer_begin(actor=account("mia"), surname="Kos", given_name="Ivo")


def test_refusal_needs_a_reason_erases_the_address_and_is_taken_up_again(waiting: Any, member: Any) -> None:
    from commission.services_newcomers import newcomer_refuse, newcomer_reopen
    from core.ledger import rows_of
    from tournaments.errors import DomainError

    with pytest.raises(DomainError, match="Say why"):
        newcomer_refuse(waiting, actor=member, version=waiting.version, reason=" ")
    refused = newcomer_refuse(waiting, actor=member, version=waiting.version, reason="Lives abroad")
    assert (refused.state, refused.sealed) == ("refused", "")
    again = newcomer_reopen(refused, actor=member, version=refused.version, reason="Moved back")
    assert again.state == "returned"
    assert list(again.steps.values_list("verb", "reason")) == [
        ("submitted", ""),
        ("refused", "Lives abroad"),
        ("reopened", "Moved back"),
    ]
    told = str([(row.reason, row.payload) for row in rows_of("federation", "newcomers")])
    assert not any(word in told for word in ("Lives", "Гнатишин", "2014", "example.org"))


def test_two_members_decide_once(waiting: Any, member: Any, second_member: Any) -> None:
    from commission.services_newcomers import newcomer_admit, newcomer_return
    from tournaments.errors import StaleVersion

    seen = waiting.version
    newcomer_admit(waiting, actor=member, version=seen)
    with pytest.raises(StaleVersion):
        newcomer_return(waiting, actor=second_member, version=seen, reason="Unreadable")


def test_birth_date_to_come_and_missing_mail_are_refused_at_their_fields(arbiter: Any, region: Any) -> None:
    from commission.services_newcomers import newcomer_enter

    with pytest.raises(ValidationError) as refusal:
        newcomer_enter(
            actor=arbiter,
            region=region,
            **ANSWERS | {"birth": date(2026, 12, 1), "email_1": "", "email_2": "x"},
        )
    assert sorted(refusal.value.message_dict) == ["birth", "email_1", "email_2"]


# --- pages ---------------------------------------------------------------------------------------------


def sent(**changes: Any) -> dict[str, Any]:
    return {name: "" if value is None else str(value) for name, value in (ANSWERS | changes).items()}


def test_player_fills_in_through_his_link_reads_the_reason_and_then_his_number(
    client: Any, arbiter: Any, member: Any, region: Any
) -> None:
    from commission.models import Newcomer
    from commission.services_newcomers import newcomer_paper_seen, newcomer_token

    client.force_login(arbiter)
    client.post(reverse("commission:newcomer_invite"), {"surname": "Гнатишин", "given_name": "Олег"})
    made = Newcomer.objects.get()
    address = reverse("commission:newcomer_own", args=[newcomer_token(made)])
    assert address in client.get(reverse("commission:newcomer", args=[made.pk])).content.decode()
    client.logout()
    page = client.get(address)
    assert (page.status_code, page["X-Robots-Tag"]) == (200, "noindex, nofollow")
    bad = client.post(address, sent(region=region.pk, email_1="", version=made.version))
    assert bad.status_code == 422
    assert "Baize Street 5" in bad.content.decode()
    assert client.post(address, sent(region=region.pk, version=made.version)).status_code == 302
    client.force_login(member)
    act = [reverse("commission:newcomer_decide", args=[made.pk, verb]) for verb in ("return", "admit")]
    made.refresh_from_db()
    assert client.post(act[0], {"version": made.version, "reason": "Which Oleh?"}).status_code == 302
    client.logout()
    assert "Which Oleh?" in client.get(address).content.decode()
    made.refresh_from_db()
    client.post(address, sent(region=region.pk, version=made.version))
    newcomer_paper_seen(made, actor=arbiter, kind="passport", on=date(2026, 3, 14))
    client.force_login(member)
    made.refresh_from_db()
    assert client.post(act[1], {"version": made.version}).status_code == 302
    client.logout()
    assert "03001" in client.get(address).content.decode()
    assert client.post(address, sent(region=region.pk, version=99)).status_code == 409


def test_forged_and_renewed_links_lead_nowhere(client: Any, waiting: Any, arbiter: Any) -> None:
    from commission.services_newcomers import newcomer_link_renew, newcomer_token

    old = newcomer_token(waiting)
    assert client.get(reverse("commission:newcomer_own", args=[old])).status_code == 200
    assert client.get(reverse("commission:newcomer_own", args=[f"{old}x"])).status_code == 404
    newcomer_link_renew(waiting, actor=arbiter)
    assert client.get(reverse("commission:newcomer_own", args=[old])).status_code == 404


def test_page_shows_whom_he_resembles_and_keeps_the_reason_that_was_typed(
    client: Any, waiting: Any, member: Any
) -> None:
    from players.services import person_create

    person_create(actor=None, surname="Hnatyshyn", given_name="Oleh", birth="2014")
    client.force_login(member)
    page = client.get(reverse("commission:newcomer", args=[waiting.pk])).content.decode()
    assert "It is this player" in page
    admit = reverse("commission:newcomer_decide", args=[waiting.pk, "admit"])
    refused = client.post(admit, {"version": waiting.version, "reason": "typed before"})
    assert (refused.status_code, "typed before" in refused.content.decode()) == (422, True)
    stale = client.post(admit, {"version": waiting.version + 5})
    assert stale.status_code == 409
    assert client.post(reverse("commission:newcomer_decide", args=[waiting.pk, "delete"])).status_code == 404


def test_director_sees_his_own_and_no_candidates_of_the_register(
    client: Any, waiting: Any, arbiter: Any, account: Any
) -> None:
    from players.services import person_create
    from tournaments.services.events import event_create

    person_create(actor=None, surname="Hnatyshyn", given_name="Oleh", birth="2014-05-17")
    client.force_login(arbiter)
    assert "Гнатишин" in client.get(reverse("commission:newcomers")).content.decode()
    assert "Hnatyshyn" not in client.get(reverse("commission:newcomer", args=[waiting.pk])).content.decode()
    other = account("mia")
    client.force_login(other)
    assert client.get(reverse("commission:newcomers")).status_code == 403
    event_create(actor=other, name="Cup", start=date(2026, 4, 1))
    assert "Гнатишин" not in client.get(reverse("commission:newcomers")).content.decode()
    assert client.get(reverse("commission:newcomer", args=[waiting.pk])).status_code == 403


def test_queue_filters_by_state_region_and_name_in_either_script(
    client: Any, waiting: Any, member: Any
) -> None:
    client.force_login(member)
    page = reverse("commission:newcomers")

    def shown(query: str) -> bool:
        return "Гнатишин" in client.get(f"{page}?{query}").content.decode()

    assert [shown(q) for q in ("", "state=submitted", "region=03", "q=hnatyshyn", "state=all")] == [True] * 5
    assert [shown(q) for q in ("state=refused", "region=99", "q=kosar")] == [False] * 3


def test_queue_asks_as_often_for_three_as_for_one(
    client: Any, waiting: Any, member: Any, arbiter: Any, region: Any, django_assert_num_queries: Any
) -> None:
    from commission.services_newcomers import newcomer_enter

    client.force_login(member)
    page = reverse("commission:newcomers")
    client.get(page)
    with django_assert_num_queries(8):
        client.get(page)
    for number in (1, 2):
        newcomer_enter(actor=arbiter, region=region, **ANSWERS | {"surname": f"Other{number}"})
    with django_assert_num_queries(8):
        client.get(page)


# --- from an event by correspondence -------------------------------------------------------------------


@pytest.fixture
def postal(director: Any, region: Any) -> Any:
    """An entry of an event by correspondence with its questionnaire and the papers seen."""
    from tournaments.services.correspondence import papers_seen, questionnaire_save
    from tournaments.services.entries import entries_add
    from tournaments.services.events import event_create

    event = event_create(
        actor=director,
        name="Cup by post",
        start=date(2026, 4, 1),
        end=date(2026, 4, 1) + timedelta(days=600),
        correspondence=True,
        rating_kind="ik",
    )
    (entry,) = entries_add(event, actor=director, rows=[{"name": "Гнатишин, Олег"}])
    filled = questionnaire_save(
        entry, actor=director, **ANSWERS | {"region": "zahirsia", "board_category": "KMS"}
    )
    return papers_seen(filled, actor=director, on=date(2026, 3, 14))


def test_questionnaire_of_an_event_is_handed_in_admitted_and_its_entry_identified(
    client: Any, postal: Any, director: Any, member: Any
) -> None:
    from commission.models import Newcomer
    from commission.services_newcomers import newcomer_admit

    entry = postal.entry
    client.force_login(director)
    page = reverse("tournaments:correspondence_questionnaire", args=[entry.event_id, entry.pk])
    hand_in = reverse("commission:newcomer_take", args=[entry.event_id, entry.pk])
    assert hand_in in client.get(page).content.decode()
    client.post(hand_in)
    client.post(hand_in)
    made = Newcomer.objects.get()
    assert (made.state, made.papers.count()) == ("submitted", 2)
    newcomer_admit(made, actor=member, version=made.version)
    entry.refresh_from_db()
    assert (entry.person.name, entry.national_id) == ("Гнатишин, Олег", "03001")
    assert hand_in not in client.get(page).content.decode()


# --- all unknown players of an event at once ---------------------------------------------------------------


def test_those_of_a_named_region_get_its_next_numbers_the_others_are_said_to_have_none(
    client: Any, submitted: Any, member: Any, region: Any
) -> None:
    from commission.services_newcomers import newcomer_enter
    from players.models import Person

    with_region, without = submitted(unknown=True), submitted(unknown=True, name="Second Cup")
    without.event.entries.filter(person__isnull=True).update(name="Outsider, Test")
    client.force_login(member)
    dossier = f"/commission/events/{with_region.event_id}/"
    assert "Zahirsia" in client.get(dossier).content.decode()
    client.post(f"{dossier}admit/", {"region": region.pk})
    admitted = Person.objects.get(surname="Stranger")
    assert (admitted.national_id, admitted.region) == ("03001", region)
    told = client.post(
        f"/commission/events/{without.event_id}/admit/", {"region": "9" * 12}, follow=True
    ).content.decode()
    assert Person.objects.get(surname="Outsider").national_id == ""
    assert "1 of them has no national number" in told
    assert newcomer_enter(actor=member, region=region, **ANSWERS).state == "submitted"  # the series goes on


def test_by_correspondence_only_proved_questionnaires_are_admitted_and_the_rest_is_named(
    postal: Any, director: Any, member: Any
) -> None:
    from commission.services import dossier_of
    from commission.services_admit import players_admit
    from commission.services_newcomers import newcomer_enter, newcomer_take
    from tournaments.errors import DomainError
    from tournaments.services.entries import entries_add

    event = postal.entry.event
    dossier = dossier_of(event)
    with pytest.raises(DomainError, match="questionnaire"):
        players_admit(dossier, actor=member)
    newcomer_take(postal, actor=director)
    unproved, silent = entries_add(event, actor=director, rows=[{"name": "Ruda, Ana"}, {"name": "Tiha, Eva"}])
    newcomer_enter(
        actor=director,
        entry=unproved,
        region=postal.entry.newcomers.get().region,
        **ANSWERS | {"surname": "Ruda", "given_name": "Ana"},
    )
    done = players_admit(dossier, actor=member)
    assert [(person.name, person.national_id) for person in done.persons] == [("Гнатишин, Олег", "03001")]
    assert [name for name, _why in done.left] == ["Ruda, Ana", "Tiha, Eva"]
    assert ["RACC 2.1" in why for _name, why in done.left] == [True, True]
    silent.refresh_from_db()
    assert silent.person is None
