"""Two records of one player: proposed, confirmed by another member, undone; what follows and what stays."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

pytestmark = pytest.mark.django_db


@pytest.fixture
def record(db: Any) -> Callable[..., Any]:
    """Admits an invented person."""
    from players.services import person_create

    def make(surname: str = "Kosar", given_name: str = "Ivo", **fields: Any) -> Any:
        return person_create(actor=None, surname=surname, given_name=given_name, **fields)

    return make


@pytest.fixture
def pair(record: Any) -> tuple[Any, Any]:
    """One player twice: by his own letters with the national number, by Latin ones with the FIDE ID."""
    return (
        record("Гнатюк", "Олег", birth="1990", national_id="00120456", federation="INV"),
        record("Hnatiuk", "Oleh", birth="1990-05-17", fide_id="999100005", national_id="00990001"),
    )


@pytest.fixture
def proposed(pair: Any, member: Any) -> Any:
    from commission.services_merge import merge_propose

    return merge_propose(*pair, actor=member, reason="one passport")


@pytest.fixture
def merged(proposed: Any, second_member: Any) -> Any:
    from commission.services_merge import merge_confirm

    return merge_confirm(proposed, actor=second_member)


@pytest.fixture
def event_of(director: Any) -> Callable[..., Any]:
    """An announced event with these players."""
    from tournaments.services import entries_add, event_create, event_register

    def make(name: str, *people: Any) -> Any:
        event = event_create(
            actor=director, name=name, start=date(2026, 4, 7), end=date(2026, 4, 8), rounds_planned=3
        )
        entries_add(event, actor=director, rows=[{"person": person} for person in people])
        return event_register(event, actor=director)

    return make


def told(person: Any) -> list[str]:
    from core.ledger import rows_of

    return [row.verb for row in rows_of("person", person.pk) if "merge" in row.verb]


def fresh(*persons: Any) -> list[Any]:
    for person in persons:
        person.refresh_from_db()
    return list(persons)


# --- who decides


def test_whoever_proposed_a_merge_does_not_confirm_it(proposed: Any, member: Any, second_member: Any) -> None:
    from commission.services_merge import merge_confirm

    with pytest.raises(PermissionDenied):
        merge_confirm(proposed, actor=member)
    assert merge_confirm(proposed, actor=second_member).state == "confirmed"


def test_nobody_confirms_a_merge_of_his_own_record(proposed: Any, second_member: Any) -> None:
    from commission.services_merge import merge_confirm

    second_member.person = proposed.merged
    second_member.save()
    with pytest.raises(PermissionDenied):
        merge_confirm(proposed, actor=second_member)


@pytest.mark.parametrize("role", [(), ("regional_representative",)])
def test_others_neither_propose_nor_undo(
    merged: Any, account: Any, record: Any, role: tuple[str, ...]
) -> None:
    from commission.services_merge import merge_propose, merge_undo

    somebody = account("otto", *role)
    with pytest.raises(PermissionDenied):
        merge_propose(record("A"), record("B"), actor=somebody, reason="one")
    with pytest.raises(PermissionDenied):
        merge_undo(merged, actor=somebody, reason="two")


def test_a_merge_a_decline_and_an_undoing_need_a_reason(pair: Any, member: Any, second_member: Any) -> None:
    from commission.services_merge import merge_confirm, merge_decline, merge_propose, merge_undo
    from tournaments.errors import DomainError

    with pytest.raises(DomainError, match="reason"):
        merge_propose(*pair, actor=member, reason=" ")
    merge = merge_propose(*pair, actor=member, reason="one passport")
    with pytest.raises(DomainError, match="reason"):
        merge_decline(merge, actor=second_member, reason="")
    merge_confirm(merge, actor=second_member)
    with pytest.raises(DomainError, match="reason"):
        merge_undo(merge, actor=member, reason="")


def test_both_chains_and_the_federations_tell_who_when_and_why(merged: Any, member: Any) -> None:
    from commission.services_merge import merge_undo
    from core.ledger import rows_of, verify_chain

    merge_undo(merged, actor=member, reason="two passports")
    for person in (merged.survivor, merged.merged):
        assert told(person) == ["person.merge_proposed", "person.merged", "person.merge_undone"]
        assert verify_chain("person", str(person.pk)) == 4
    rows = list(rows_of("person", merged.survivor_id))
    assert [row.reason for row in rows[1:]] == ["one passport", "one passport", "two passports"]
    assert [row.verb for row in rows_of("federation", "persons")] == [
        "persons.merged",
        "persons.merge_undone",
    ]
    # The ledger is read by everybody: of what was taken over it repeats neither birth date nor national number.
    assert "1990-05" not in str(rows[2].payload)
    assert "00990001" not in str(rows[2].payload)


# --- what is refused


def test_a_record_with_itself_a_merged_one_and_a_circle_are_refused(
    merged: Any, pair: Any, record: Any, member: Any
) -> None:
    from commission.services_merge import merge_propose
    from tournaments.errors import DomainError

    stays, goes = fresh(*pair)
    third = record("Third")
    for survivor, other in ((stays, stays), (goes, stays), (third, goes), (goes, third)):
        with pytest.raises(DomainError) as refused:
            merge_propose(survivor, other, actor=member, reason="one")
        assert refused.value.code == "not_two_records"


def test_two_who_play_in_one_event_are_not_one(pair: Any, event_of: Any, member: Any) -> None:
    from commission.services_merge import merge_propose
    from tournaments.errors import DomainError

    event_of("Harbour Open", *pair)
    with pytest.raises(DomainError, match="Both are entered in Harbour Open") as refused:
        merge_propose(*pair, actor=member, reason="one")
    assert refused.value.code == "common_events"


def test_entered_in_one_event_after_the_proposal_it_is_not_confirmed(
    proposed: Any, pair: Any, event_of: Any, second_member: Any
) -> None:
    from commission.services_merge import merge_confirm
    from tournaments.errors import DomainError

    event_of("Harbour Open", *pair)
    with pytest.raises(DomainError, match="Both are entered"):
        merge_confirm(proposed, actor=second_member)
    assert fresh(*pair)[1].merged_into_id is None


def test_a_merge_is_proposed_once_and_decided_once(
    proposed: Any, pair: Any, member: Any, second_member: Any
) -> None:
    from commission.services_merge import merge_confirm, merge_decline, merge_propose
    from tournaments.errors import DomainError

    with pytest.raises(DomainError, match="proposed already"):
        merge_propose(pair[1], pair[0], actor=second_member, reason="one")
    merge_decline(proposed, actor=second_member, reason="two brothers")
    with pytest.raises(DomainError, match="declined"):
        merge_confirm(proposed, actor=second_member)
    assert fresh(*pair)[1].merged_into_id is None


# --- what follows


def test_the_record_that_stays_takes_over_what_it_lacks_and_gives_it_back(
    merged: Any, pair: Any, member: Any
) -> None:
    from commission.services_merge import merge_undo

    stays, goes = fresh(*pair)
    assert (stays.fide_id, stays.birth, stays.national_id) == ("999100005", "1990-05-17", "00120456")
    assert (goes.fide_id, goes.national_id, goes.merged_into_id) == ("", "00990001", stays.pk)
    merge_undo(merged, actor=member, reason="two passports")
    stays, goes = fresh(*pair)
    assert (stays.fide_id, stays.birth, stays.national_id) == ("", "1990", "00120456")
    assert (goes.fide_id, goes.birth, goes.merged_into_id) == ("999100005", "1990-05-17", None)


def test_what_was_changed_since_is_not_taken_back(merged: Any, pair: Any, member: Any) -> None:
    from commission.services_merge import merge_undo
    from players.services import person_update

    person_update(fresh(*pair)[0], actor=member, reason="papers", birth="1990-06-01")
    merge_undo(merged, actor=member, reason="two passports")
    assert [person.birth for person in fresh(*pair)] == ["1990-06-01", "1990-05-17"]


def test_every_number_still_finds_the_player(merged: Any, pair: Any) -> None:
    from players.selectors import persons_matching
    from tournaments.models import Entry
    from tournaments.selectors.people import persons_of_rows

    stays, _goes = pair
    for number in ("00120456", "00990001", "999100005"):
        assert list(persons_matching(number, national_numbers=True)) == [stays], number
    rows = [Entry(national_id="00120456"), Entry(national_id="00990001"), Entry(national_id="990001")]
    rows += [Entry(fide_id="999100005")]
    assert [person and person.pk for person in persons_of_rows(rows)] == [stays.pk] * 4
    # Everybody's search looks at no national number, of a merged record as of any other.
    assert list(persons_matching("00990001")) == []


def test_the_old_address_leads_to_the_record_that_stays_with_a_word(
    client: Any, merged: Any, pair: Any
) -> None:
    stays, goes = pair
    answer = client.get(f"/players/{goes.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/players/{stays.pk}/?record={goes.pk}")
    assert "was merged into this one" in client.get(answer["Location"]).content.decode()
    for address in (
        f"/players/{stays.pk}/",
        f"/players/{stays.pk}/?record={stays.pk}",
        f"/players/{stays.pk}/?record=x",
    ):
        assert "was merged into this one" not in client.get(address).content.decode()


def test_account_titles_notes_and_entries_follow_and_come_back(
    pair: Any, member: Any, second_member: Any, account: Any, event_of: Any, officer: Any
) -> None:
    from commission.services_merge import merge_confirm, merge_propose, merge_undo
    from core.ledger import rows_of
    from players.models import MembershipNote, TitleAward
    from players.services import title_award

    stays, goes = pair
    for person, title in ((stays, "CM"), (goes, "CM"), (goes, "FM")):
        title_award(person, actor=None, title=title, awarded_on=date(2020, 5, 1), decision="12/2020")
    MembershipNote.objects.create(person=goes, kind="suspended", since="2026-01-01", decision="3/2026")
    own = account("ivo")
    own.person = goes
    own.save()
    event = event_of("Harbour Open", goes)
    version = event.version

    def where() -> tuple[Any, ...]:
        own.refresh_from_db()
        return (
            own.person_id,
            event.entries.get().person_id,
            sorted(TitleAward.objects.filter(person=stays).values_list("title", flat=True)),
            MembershipNote.objects.get().person_id,
        )

    before = where()
    merge = merge_confirm(merge_propose(stays, goes, actor=member, reason="one"), actor=second_member)
    # Awards are decisions, each on its day: both of the same title are kept.
    assert where() == (stays.pk, stays.pk, ["CM", "CM", "FM"], stays.pk)
    event.refresh_from_db()
    assert event.version == version + 1
    assert rows_of("event", event.pk).last().payload["person"] == [goes.pk, stays.pk]
    merge_undo(merge, actor=member, reason="two")
    assert where() == before == (goes.pk, goes.pk, ["CM"], goes.pk)


def test_an_account_of_each_stays_with_its_record(
    pair: Any, member: Any, second_member: Any, account: Any
) -> None:
    from commission.services_merge import merge_confirm, merge_propose

    accounts = [account("ivo"), account("oleh")]
    for own, person in zip(accounts, pair, strict=True):
        own.person = person
        own.save()
    merge_confirm(merge_propose(*pair, actor=member, reason="one"), actor=second_member)
    assert [own.person_id for own in fresh(*accounts)] == [person.pk for person in pair]


def test_whose_record_was_merged_still_sees_his_own_and_shows_the_same_second_factor(
    pair: Any, member: Any, second_member: Any, account: Any, client: Any, settings: Any
) -> None:
    """Both records have an account: each keeps its log-in and its factor, and both are the player of the one record."""
    from django_otp.plugins.otp_totp.models import TOTPDevice

    from commission.services_merge import merge_confirm, merge_propose, merge_undo

    stays, goes = pair
    accounts = [account("ivo"), account("oleh", "appeals_committee")]
    for own, person in zip(accounts, pair, strict=True):
        own.person = person
        own.save()
    device = TOTPDevice.objects.create(user=accounts[1], confirmed=True, name="authenticator")
    merge = merge_confirm(merge_propose(*pair, actor=member, reason="one"), actor=second_member)
    for own in accounts:
        client.force_login(own)
        assert client.get(f"/players/{stays.pk}/data/").status_code == 200
    assert TOTPDevice.objects.get().user == accounts[1] == device.user
    settings.SECOND_FACTOR_REQUIRED = True
    assert client.get("/desk/")["Location"].startswith("/accounts/second-factor/")
    settings.SECOND_FACTOR_REQUIRED = False
    merge_undo(merge, actor=member, reason="two")
    assert client.get(f"/players/{stays.pk}/data/").status_code == 403
    assert client.get(f"/players/{goes.pk}/data/").status_code == 200


def test_claims_and_contact_data_follow_and_come_back(
    pair: Any, member: Any, second_member: Any, account: Any
) -> None:
    from commission.services_merge import merge_confirm, merge_propose, merge_undo
    from players.models import PersonContact, ProfileClaim
    from players.services.claims import claim_make

    stays, goes = pair
    claim_make(goes, account=account("ivo"), number="00990001", birth="1990-05-17")
    PersonContact.objects.create(person=goes, sealed="x")

    def where() -> tuple[int, int]:
        return ProfileClaim.objects.get().person_id, PersonContact.objects.get().person_id

    merge = merge_confirm(merge_propose(stays, goes, actor=member, reason="one"), actor=second_member)
    assert where() == (stays.pk, stays.pk)
    merge_undo(merge, actor=member, reason="two")
    assert where() == (goes.pk, goes.pk)


def test_an_entry_made_since_goes_by_the_number_used_at_entry(
    merged: Any, pair: Any, event_of: Any, member: Any
) -> None:
    from commission.merging import undo_lines
    from commission.services_merge import merge_undo
    from tournaments.errors import DomainError
    from tournaments.models import Entry

    stays, goes = fresh(*pair)
    by_own, by_other = event_of("Own", stays), event_of("Other", stays)
    Entry.objects.filter(event=by_own).update(fide_id="", national_id="00120456")
    Entry.objects.filter(event=by_other).update(fide_id="", national_id="00990001")
    assert {line.entry.event.name: line.to_merged for line in undo_lines(merged)} == {
        "Own": False,
        "Other": True,
    }
    with pytest.raises(DomainError, match="changed meanwhile"):
        merge_undo(merged, actor=member, reason="two", to_merged={0})
    merge_undo(merged, actor=member, reason="two")
    assert (by_own.entries.get().person_id, by_other.entries.get().person_id) == (stays.pk, goes.pk)


def test_every_column_that_names_a_person_follows_or_is_known_to_stay() -> None:
    """What is named to stay exists; what is not named follows, a new table by itself."""
    from django.apps import apps

    from commission.merging import BY_LIST, STAYS, fields_moving
    from players.models import Person

    every = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is Person
    }
    assert every > STAYS | BY_LIST
    moving = {name for name, _field in fields_moving()}
    assert moving == every - STAYS - BY_LIST
    assert {"players.Account.person", "players.TitleAward.person", "players.MembershipNote.person"} <= moving


# --- candidates


def test_candidates_are_found_by_number_name_in_any_letters_and_day_of_birth(pair: Any, record: Any) -> None:
    from commission.merge_candidates import candidates

    married = [
        record("Belova", "Nina", birth="1988-02-03", sex="w"),
        record("Ruiz", "Nina", birth="1988-02-03"),
    ]
    zeros = [record("Alder", "Tom", national_id="0077"), record("Elder", "Tim", national_id="77")]
    record("Kosar", "Ivo", birth="1970", sex="m")
    record("Kosar", "Ivo", birth="1971", sex="m")
    record("Roy", "Kim", sex="w")
    record("Roy", "Kim", sex="m")
    found = {(pair.first.pk, pair.second.pk): pair.why for pair in candidates()}
    assert found == {
        (pair[0].pk, pair[1].pk): "name",
        (married[0].pk, married[1].pk): "birth",
        (zeros[0].pk, zeros[1].pk): "number",
    }
    assert [one.why for one in candidates("Elder")] == ["number"]


def test_a_merged_pair_is_no_candidate_and_a_declined_one_says_so(
    proposed: Any, pair: Any, member: Any, second_member: Any
) -> None:
    from commission.merge_candidates import candidates
    from commission.services_merge import merge_confirm, merge_decline, merge_propose

    merge_decline(proposed, actor=second_member, reason="brothers")
    assert [one.before.state for one in candidates()] == ["declined"]
    merge_confirm(merge_propose(*pair, actor=member, reason="one"), actor=second_member)
    assert candidates() == []


# --- pages

ADDRESSES = (
    "/commission/merges/",
    "/commission/merges/candidates/",
    "/commission/merges/new/",
    "/commission/merges/{pk}/",
    "/commission/merges/{pk}/undo/",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_pages_are_for_the_commission(
    client: Any, merged: Any, account: Any, member: Any, address: str
) -> None:
    where = address.format(pk=merged.pk)
    assert client.get(where).status_code == 302
    client.force_login(account("otto"))
    assert client.get(where).status_code == 403
    client.force_login(member)
    assert client.get(where).status_code == 200


@pytest.mark.parametrize("verb", ["confirm", "decline", "undo"])
def test_others_cannot_post_a_decision(client: Any, proposed: Any, account: Any, verb: str) -> None:
    client.force_login(account("otto"))
    answer = client.post(f"/commission/merges/{proposed.pk}/{verb}/", {"reason": "mine"})
    assert answer.status_code == 403
    proposed.refresh_from_db()
    assert proposed.state == "proposed"


def test_a_merge_goes_through_its_pages_and_back(
    client: Any, pair: Any, member: Any, second_member: Any
) -> None:
    from players.models import PersonMerge

    client.force_login(member)
    assert "Hnatiuk, Oleh" in client.get("/commission/merges/candidates/").content.decode()
    # Any of the numbers names a record.
    side_by_side = "/commission/merges/new/?survivor=00120456&merged=999100005"
    page = client.get(side_by_side).content.decode()
    assert "Taken over: FIDE ID 999100005" in page
    refused = client.post(side_by_side, {"reason": ""})
    assert refused.status_code == 422
    answer = client.post(side_by_side, {"reason": "one passport"})
    merge = PersonMerge.objects.get()
    assert answer["Location"] == f"/commission/merges/{merge.pk}/"
    own = client.get(answer["Location"]).content.decode()
    assert "Make them one" not in own
    assert client.post(f"/commission/merges/{merge.pk}/confirm/").status_code == 403
    client.force_login(second_member)
    assert "Make them one" in client.get(answer["Location"]).content.decode()
    assert client.post(f"/commission/merges/{merge.pk}/confirm/", {"reason": ""}).status_code == 302
    again = client.post(f"/commission/merges/{merge.pk}/confirm/", {"reason": ""})
    assert (again.status_code, "not waiting for that any more" in again.content.decode()) == (409, True)
    undoing = f"/commission/merges/{merge.pk}/undo/"
    assert client.post(undoing, {"reason": ""}).status_code == 422
    assert client.post(undoing, {"reason": "two passports"}).status_code == 302
    merge.refresh_from_db()
    assert (merge.state, merge.undone_by, merge.undone_reason) == ("undone", second_member, "two passports")
    assert "undid it: two passports" in client.get(answer["Location"]).content.decode()


def test_an_unknown_number_and_one_record_twice_are_told(client: Any, pair: Any, member: Any) -> None:
    client.force_login(member)
    unknown = client.get("/commission/merges/new/?survivor=00120456&merged=77")
    assert unknown.status_code == 422
    assert "Nobody in the register has the number 77." in unknown.content.decode()
    twice = client.get(f"/commission/merges/new/?survivor=00120456&merged={pair[0].pk}").content.decode()
    assert "This is one record" in twice


def test_events_in_common_are_shown_and_leave_nothing_to_propose(
    client: Any, pair: Any, event_of: Any, member: Any
) -> None:
    event_of("Harbour Open", *pair)
    client.force_login(member)
    page = client.get(f"/commission/merges/new/?survivor={pair[0].pk}&merged={pair[1].pk}").content.decode()
    assert "Both are entered in one event" in page
    assert "Harbour Open" in page
    assert "Propose the merge" not in page


def test_the_list_of_merges_filters_searches_and_downloads(client: Any, merged: Any, member: Any) -> None:
    client.force_login(member)
    for query, count in (
        ("", 1),
        ("?state=confirmed", 1),
        ("?state=undone", 0),
        ("?q=hnatiuk", 1),
        ("?q=kosar", 0),
    ):
        page = client.get(f"/commission/merges/{query}").content.decode()
        assert page.count(f'href="/commission/merges/{merged.pk}/"') == count, query
    assert len(client.get("/commission/merges/?format=json").json()) == 1


def test_the_lists_ask_as_often_for_three_as_for_one(
    client: Any, member: Any, pair: Any, record: Any, django_assert_num_queries: Any
) -> None:
    from commission.services_merge import merge_propose

    client.force_login(member)
    merge_propose(*pair, actor=member, reason="one")
    for address, queries in (("/commission/merges/", 6), ("/commission/merges/candidates/", 9)):
        client.get(address)
        with django_assert_num_queries(queries):
            client.get(address)
    for number in range(2):
        twins = [
            record(f"Twin{number}", "Ada", national_id=f"{'0' * (turn + 1)}{number + 5}") for turn in range(2)
        ]
        merge_propose(*twins, actor=member, reason="one")
    for address, queries, rows in (("/commission/merges/", 6, 3), ("/commission/merges/candidates/", 9, 3)):
        with django_assert_num_queries(queries):
            assert len(client.get(f"{address}").context["table"].page.object_list) == rows
