"""Pages of play by correspondence: the start list and who sees it, results, open games; nothing of it leaks."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.ledger import rows_of
from core.models import Job
from players.models import Person
from tournaments.models import CorrespondenceContact, CorrespondencePlayer, Game, Questionnaire
from tournaments.sealing import unseal
from tournaments.selectors.correspondence import NotTyped, mirrored, typed_game
from tournaments.services import (
    entries_add,
    entries_number,
    event_create,
    event_register,
    official_set,
    rounds_pair_all,
)
from tournaments.services.correspondence import (
    PlayerLine,
    contact_set_by_player,
    correspondence_setup_set,
    private_token,
    setup_of,
    start_list_save,
)
from tournaments.services.correspondence_games import player_leaves

pytestmark = pytest.mark.django_db

SECRETS = ("Lane of Elms 7", "player@example.invalid", "Arbiter Row 9", "appeals@example.invalid")


@pytest.fixture
def event(director):
    """Four players under way, the last a newcomer without a number; every address is one of SECRETS."""
    today = timezone.localdate()
    made = event_create(
        actor=director,
        name="Postal Cup",
        start=today - timedelta(days=50),
        end=today + timedelta(days=20),
        system="round_robin",
        correspondence=True,
        rating_kind="ik",
        numbering="typed",
        norms="KMS 2.0 of 3",
    )
    rows = [
        {
            "name": f"P{number}, Test",
            "national_id": f"0{number}" if number < 4 else "",
            "rating": 2000,
            "birth": "1960-05-04",
        }
        for number in range(1, 5)
    ]
    entries = entries_add(made, actor=director, rows=rows)
    made = event_register(made, actor=director)
    entries_number(made, actor=director, numbers={entry.pk: place for place, entry in enumerate(entries, 1)})
    rounds_pair_all(made, actor=director)
    start_list_save(
        made,
        actor=director,
        lines=[
            PlayerLine(entries[0].pk, category="кмс", region="North", address=SECRETS[0], email=SECRETS[1])
        ],
    )
    correspondence_setup_set(
        made,
        actor=director,
        rule_set="Rules for e-mail play",
        secrets={"arbiter_address": SECRETS[2], "appeals_email": SECRETS[3]},
    )
    made.refresh_from_db()
    return made


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


def address(name, event, *arguments):
    return reverse(f"tournaments:{name}", args=[event.pk, *arguments])


def own(event, number):
    entry = event.entries.get(number=number)
    return address("correspondence_own", event, private_token(entry, setup_of(event).link_series))


def text(response):
    return response.content.decode()


def secrets_in(content):
    return [secret for secret in SECRETS if secret in content]


# --- who sees the addresses -----------------------------------------------------------------------------------------


PUBLIC = ("event", "rounds", "entries", "games", "history")
ABOVE = ("tiebreaks:standings", "tiebreaks:crosstable", "ratings:event", "reports:documents")


def test_no_public_page_and_no_download_shows_an_address(event, director):
    visitor = Client()
    pages = [address(name, event) for name in PUBLIC]
    pages += [reverse(name, args=[event.pk]) for name in ABOVE]
    pages += [f"{page}?format={kind}" for page in pages for kind in ("csv", "json", "xlsx")]
    pages += [address("download", event, name) for name in ("trf16", "trf26", "json")]
    pages += [
        address("round", event, 1),
        address("correspondence_list", event),
        reverse("tournaments:events"),
    ]
    seen = 0
    for page in pages:
        answer = visitor.get(page, follow=True)
        if answer.status_code == 200:
            seen += 1
        assert secrets_in(answer.content.decode("utf-8", "replace")) == [], page
        assert "1960-05-04" not in answer.content.decode("utf-8", "replace"), page
    assert seen > 20


def test_neither_the_ledger_nor_the_record_nor_a_job_holds_an_address(event, desk):
    from tournaments.record.canonical import canonical_bytes
    from tournaments.snapshot import record_of

    desk.post(address("correspondence_links", event), {"send": "1"})
    desk.post(address("correspondence_open", event))
    stored = json.dumps(list(rows_of("event", event.pk).values("verb", "payload", "reason")))
    jobs = json.dumps(list(Job.objects.values_list("payload", flat=True)))
    assert Job.objects.count() == 2
    assert secrets_in(stored + jobs + canonical_bytes(record_of(event.pk)).decode()) == []


def test_officials_see_the_start_list_and_a_clerk_does_not(event, desk, director, stranger):
    page = text(desk.get(address("correspondence", event)))
    assert SECRETS[0] in page
    assert len(secrets_in(text(desk.get(address("correspondence_list", event))))) == 4
    official_set(event, actor=director, account=stranger, role="clerk")
    clerk = Client()
    clerk.force_login(stranger)
    assert clerk.get(address("correspondence", event)).status_code == 403
    assert clerk.get(address("correspondence_list", event)).status_code == 403
    assert clerk.get(address("correspondence_games", event)).status_code == 200


def test_a_participant_logged_in_sees_the_list_and_somebody_else_does_not(event, accounts):
    from players.services import persons_create

    persons_create(
        actor=None, people=[{"surname": "P2", "given_name": "Test", "birth": "1960", "federation": "INV"}]
    )
    person = Person.objects.get(surname="P2")
    event.entries.filter(number=2).update(person=person)
    player, other = accounts("playing"), accounts("watching")
    type(player).objects.filter(pk=player.pk).update(person=person)
    for who, status in ((player, 200), (other, 403)):
        reader = Client()
        reader.force_login(type(who).objects.get(pk=who.pk))
        answer = reader.get(address("correspondence_list", event))
        assert answer.status_code == status
        assert len(secrets_in(text(answer))) == (4 if status == 200 else 0)
    assert Client().get(address("correspondence_list", event)).status_code == 302
    event.entries.filter(number=2).update(withdrawn_after=1)
    reader = Client()
    reader.force_login(type(player).objects.get(pk=player.pk))
    assert reader.get(address("correspondence_list", event)).status_code == 403


def test_a_private_link_shows_the_list_and_is_kept_by_nobody(event):
    answer = Client().get(own(event, 2))
    assert len(secrets_in(text(answer))) == 4
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "no-store" in answer["Cache-Control"]
    assert Client().get(own(event, 2)[:-2] + "x/").status_code == 404


def test_a_private_link_works_before_the_event_is_registered(event):
    type(event).objects.filter(pk=event.pk).update(state="draft")
    visitor = Client()
    assert visitor.get(address("event", event)).status_code == 404
    assert visitor.get(own(event, 2)).status_code == 200
    assert visitor.post(own(event, 4) + "questionnaire/", QUESTIONNAIRE).status_code == 302


def test_private_links_end_with_the_addresses(event):
    page = own(event, 2)
    over = timezone.localdate() - timedelta(days=93)
    type(event).objects.filter(pk=event.pk).update(start=over - timedelta(days=1), end=over)
    assert Client().get(page).status_code == 404


# --- the forms ------------------------------------------------------------------------------------------------------


def test_the_form_of_the_start_list_saves_and_keeps_what_was_wrong(event, desk):
    second, third = event.entries.get(number=2), event.entries.get(number=3)
    page = address("correspondence", event)
    assert "The start list is not complete" in text(desk.get(page))
    typed = {f"category-{second.pk}": "1 р.", f"email-{second.pk}": "p2@example.invalid"}
    assert desk.post(page, typed).status_code == 302
    assert CorrespondencePlayer.objects.get(entry=second).category == "1 р."
    wrong = desk.post(page, typed | {f"email-{third.pk}": "p3 at home"})
    assert wrong.status_code == 422
    assert 'value="p3 at home"' in text(wrong)
    assert CorrespondenceContact.objects.count() == 2


def test_set_up_writes_norms_and_what_stands_below_the_table(event, desk):
    page = address("correspondence_setup", event)
    data = {
        "kms": "2.5",
        "first": "1",
        "rule_set": "Rules for e-mail play",
        "organiser": "Committee",
        "appeals_email": SECRETS[3],
        "reminder_days": "20, 5",
        "reminders": "on",
    }
    assert desk.post(page, data).status_code == 302
    event.refresh_from_db()
    assert (event.norms, event.organiser) == ("KMS 2.5 of 3; 1st category 1.0 of 3", "Committee")
    assert setup_of(event).reminder_days == "20, 5"
    too_many = desk.post(page, data | {"kms": "3.5"})
    assert too_many.status_code == 422
    assert "3.5 points cannot be made in 3 games." in text(too_many)


QUESTIONNAIRE = {
    "surname": "P4",
    "given_name": "Test",
    "birth": "1990-03-03",
    "region": "North",
    "home_address": "Newcomer Street 4",
    "email_1": "new@example.invalid",
}


def test_a_newcomer_fills_in_his_questionnaire_by_his_link(event, desk, director):
    entry = event.entries.get(number=4)
    visitor = Client()
    page = own(event, 4)
    assert "Fill in the questionnaire" in text(visitor.get(page))
    form = page + "questionnaire/"
    assert visitor.post(form, QUESTIONNAIRE | {"region": ""}).status_code == 422
    assert visitor.post(form, QUESTIONNAIRE).status_code == 302
    made = Questionnaire.objects.get(entry=entry)
    assert (made.by_player, made.papers_seen_on) == (True, None)
    assert "Fill in the questionnaire" not in text(visitor.get(page))
    assert visitor.get(own(event, 2) + "questionnaire/").status_code == 404
    seen = address("correspondence_questionnaire", event, entry.pk)
    assert "Newcomer Street 4" in text(desk.get(seen))
    desk.post(seen, {"seen": "1", "on": timezone.localdate().isoformat()})
    made.refresh_from_db()
    assert made.papers_seen_by == director


def test_a_player_changes_his_address_on_his_own_page(event):
    visitor = Client()
    data = {"address": "New Street 1", "email": "new@example.invalid", "no_reminders": "on"}
    assert visitor.post(own(event, 3), data).status_code == 302
    page = text(visitor.get(own(event, 2)))
    assert "New Street 1" in page
    assert event.entries.get(number=3).by_correspondence.no_reminders is True
    assert visitor.post(own(event, 3), {"email": "nothing"}).status_code == 422


# --- results --------------------------------------------------------------------------------------------------------


def test_a_result_is_seen_from_the_other_side():
    pairs = {
        "1-0": "0-1",
        "1/2-0": "0-1/2",
        "1-0a": "0-1a",
        "1-0u": "0-1u",
        "+/-": "-/+",
        "-/-": "-/-",
        "*": "*",
    }
    assert {code: mirrored(code) for code in pairs} == pairs
    assert {mirrored(mirrored(code)) for code in pairs} == set(pairs)


def test_two_numbers_and_a_result_find_the_game_whoever_has_white(event):
    for one, other in ((1, 4), (4, 1)):
        game, code = typed_game(event, f"{one} {other} 1")
        assert {game.white.number, game.black.number} == {1, 4}
        assert code == ("1-0" if game.white.number == one else "0-1")
    game, code = typed_game(event, "2-3 =")
    assert code == "1/2-1/2"
    game, code = typed_game(event, "2 3 0a")
    assert code == ("0-1a" if game.white.number == 2 else "1-0a")
    for wrong in ("2 3", "2 2 1", "2 9 1", "2 3 x", "won"):
        with pytest.raises(NotTyped):
            typed_game(event, wrong)


def test_results_are_typed_one_after_the_other_in_any_order(event, desk):
    page = address("correspondence_games", event)
    day = (timezone.localdate() - timedelta(days=3)).isoformat()
    answer = desk.post(page, {"typed": "4 2 1", "ended_on": day})
    assert answer.status_code == 302
    assert f"on={day}" in answer["Location"]
    game, _code = typed_game(event, "4 2 1")
    assert (game.code in ("1-0", "0-1"), game.played_on.isoformat()) == (True, day)
    assert "5 of 6 games open" in text(desk.get(answer["Location"]))
    second = desk.post(page, {"typed": "4 2 0"})
    assert second.status_code == 422
    assert "choose the game to change it" in text(second)


def test_a_time_out_without_a_reason_keeps_what_was_typed(event, desk):
    page = address("correspondence_games", event)
    refused = desk.post(page, {"typed": "1 2 +"})
    assert refused.status_code == 422
    assert 'value="1 2 +"' in text(refused)
    assert "arbiter" in text(refused)
    desk.post(page, {"typed": "1 2 +", "reason": "no move for 60 days"})
    assert Game.objects.filter(round__event=event, code__in=("+/-", "-/+")).count() == 1


def test_a_chosen_game_is_changed_and_a_stale_page_overwrites_nothing(event, desk):
    game = Game.objects.filter(round__event=event)[0]
    page = address("correspondence_games", event)
    assert f'name="game" value="{game.pk}"' in text(desk.get(f"{page}?game={game.pk}"))
    assert desk.post(page, {"game": game.pk, "version": 1, "code": "1-0"}).status_code == 302
    stale = desk.post(page, {"game": game.pk, "version": 1, "code": "0-1"})
    assert stale.status_code == 409
    game.refresh_from_db()
    assert game.code == "1-0"


def test_games_of_another_event_are_not_found(event, desk, paired_event):
    foreign = Game.objects.filter(round__event=paired_event(4)).first()
    page = address("correspondence_games", event)
    assert desk.post(page, {"game": foreign.pk, "version": 1, "code": "1-0"}).status_code == 404
    assert desk.get(address("correspondence", foreign.round.event)).status_code == 404


def test_open_games_name_players_opponents_and_the_days_left(event, desk):
    page = text(desk.get(address("correspondence_open", event)))
    assert "20 days left" in page
    assert "6 open games" in page
    assert page.count("no e-mail address") == 3


def test_a_player_leaves_by_the_page(event, desk):
    entry = event.entries.get(number=3)
    page = address("correspondence_leave", event, entry.pk)
    assert "A substitute plays on" not in text(desk.get(page))
    assert desk.post(page, {"verb": "leave", "leave-lost": "1", "leave-reason": ""}).status_code == 422
    assert desk.post(page, {"verb": "leave", "leave-lost": "1", "leave-reason": "ill"}).status_code == 302
    assert Game.objects.filter(round__event=event).exclude(code="*").count() == 3


def test_whoever_left_has_left_after_no_round_on_any_page(event, desk, director):
    entry = event.entries.get(number=3)
    player_leaves(entry, actor=director, reason="ill", lost=True)
    assert event.entries.get(number=3).withdrawn_after is not None
    for page in (
        address("entries", event),
        address("participant", event, entry.pk),
        address("desk_entries", event),
        address("correspondence", event),
    ):
        shown = text(desk.get(page))
        assert "has left" in shown
        assert not re.search(r"(left|ithdrawn) after", shown)
    assert "He has left the event." in text(desk.get(address("entry_edit", event, entry.pk)))


def test_open_games_are_paged_and_entering_one_comes_back_to_its_page(event, desk, monkeypatch):
    monkeypatch.setattr("tournaments.views.correspondence_games.A_PAGE", 2)
    page = address("correspondence_games", event)
    second = text(desk.get(f"{page}?page=2"))
    assert "3–4 of 6" in second
    listed = second.split('class="section-title"')[1]
    games = list(Game.objects.filter(round__event=event).order_by("round__number", "board"))
    assert re.findall(r'href="\?page=2&amp;game=(\d+)&amp;show=open#enter"', listed) == [
        str(game.pk) for game in games[2:4]
    ]
    data = {"game": games[2].pk, "version": games[2].version, "code": "1-0"}
    back = desk.post(f"{page}?page=2&game={games[2].pk}&show=open", data)
    assert "page=2" in back["Location"]
    players = text(desk.get(address("correspondence_open", event) + "?page=2"))
    assert "3–4 of 4" in players
    assert len(re.findall(r"\?player=(\d+)", players)) == 2


@pytest.mark.parametrize(
    "name", ["correspondence", "correspondence_games", "correspondence_open", "correspondence_list"]
)
def test_a_longer_list_asks_no_more_of_the_database(
    event, desk, director, django_assert_max_num_queries, name
):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    page = address(name, event)
    desk.get(page)
    with CaptureQueriesContext(connection) as few:
        desk.get(page)
    player_leaves(event.entries.get(number=4), actor=director, reason="ill", lost=False)
    for number in (2, 3, 4):
        entry = event.entries.get(number=number)
        line = PlayerLine(entry.pk, category="x", address="Street", email=f"p{number}@example.invalid")
        start_list_save(event, actor=director, lines=[line])
    with CaptureQueriesContext(connection) as many:
        desk.get(page)
    assert len(many) <= len(few)


def test_the_check_before_the_start_tells_what_the_start_list_lacks(event, director):
    from tournaments.selectors.checklist import checklist

    def line():
        return next(
            item for item in checklist(type(event).objects.get(pk=event.pk)) if item.key == "start_list"
        )

    assert line().state == "look"
    event.entries.filter(number=4).update(national_id="04")
    correspondence_setup_set(event, actor=director, organiser="Committee")
    type(event).objects.filter(pk=event.pk).update(chief_arbiter_name="Ana")
    lines = [
        PlayerLine(entry.pk, region="North", email=f"p{entry.number}@example.invalid")
        for entry in event.entries.all()
    ]
    start_list_save(event, actor=director, lines=lines)
    assert (line().state, line().text) == ("done", "Complete.")


def test_a_form_that_the_players_own_change_overtook_overwrites_nothing(event, desk):
    entry = event.entries.get(number=1)
    page = text(desk.get(address("correspondence", event)))
    seen = re.search(rf'name="seen-{entry.pk}" value="(\w+)"', page)[1]
    contact_set_by_player(entry, address="New Street 2", email="new@example.invalid", no_reminders=False)
    typed = {f"category-{entry.pk}": "мс", f"address-{entry.pk}": SECRETS[0], f"email-{entry.pk}": SECRETS[1]}
    refused = desk.post(address("correspondence", event), typed | {f"seen-{entry.pk}": seen})
    assert refused.status_code == 422
    assert "New Street 2" in text(refused)
    stored = CorrespondenceContact.objects.get(entry=entry)
    assert unseal(stored.sealed) == {"address": "New Street 2", "email": "new@example.invalid"}
    now = re.search(rf'name="seen-{entry.pk}" value="(\w+)"', text(refused))[1]
    assert desk.post(address("correspondence", event), typed | {f"seen-{entry.pk}": now}).status_code == 302
    assert unseal(CorrespondenceContact.objects.get(entry=entry).sealed)["email"] == SECRETS[1]


def test_whoever_left_sees_no_address_of_a_player_any_more(event, director):
    leaver = event.entries.get(number=2)
    assert SECRETS[1] in text(Client().get(own(event, 2)))
    player_leaves(leaver, actor=director, reason="gave up play", lost=False)
    page = text(Client().get(own(event, 2)))
    assert secrets_in(page) == list(SECRETS[2:])
    token = private_token(leaver, setup_of(event).link_series)
    assert Client().get(reverse("reports:start_list_pdf_own", args=[event.pk, token])).status_code == 404


def test_pages_with_addresses_are_kept_by_no_browser(event, desk):
    for name in ("correspondence", "correspondence_setup", "correspondence_list"):
        assert "no-store" in desk.get(address(name, event))["Cache-Control"]


def test_the_way_to_the_log_in_does_not_carry_the_key_of_a_private_page(event):
    token = private_token(event.entries.get(number=4), setup_of(event).link_series)
    for page in (own(event, 4), address("questionnaire_own", event, token)):
        ways = re.findall(r'href="[^"]*[?]next=([^"]*)"', text(Client().get(page)))
        assert ways
        assert all(token not in way for way in ways)
