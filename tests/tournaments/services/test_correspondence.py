"""Play by correspondence: the start list and its addresses, results in any order, substitutes, reminders."""

from datetime import date, timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.mail import EmailMessage
from django.db import connection
from django.utils import timezone

from core.jobs import submit
from core.jobs.running import run
from core.ledger import rows_of
from core.models import Job
from ratings.engine.racc.games import boards_of, main_players, meetings_of
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import (
    CorrespondenceContact,
    CorrespondenceSetup,
    Game,
    GamesReminder,
    Questionnaire,
    TeamMatch,
)
from tournaments.record.matches import matches_of
from tournaments.record.model import Norm
from tournaments.sealing import seal, unseal
from tournaments.services import (
    entries_add,
    entries_number,
    entry_withdraw,
    event_create,
    event_finish,
    event_register,
    rounds_pair_all,
)
from tournaments.services.correspondence import (
    DAYS_KEPT,
    PlayerLine,
    contact_set_by_player,
    contacts_forget,
    correspondence_setup_set,
    entry_of_token,
    papers_seen,
    private_links_renew,
    private_token,
    questionnaire_save,
    reminder_terms,
    setup_of,
    start_list_save,
)
from tournaments.services.correspondence_games import (
    game_end,
    open_games_of,
    player_leaves,
    substitute_enter,
    substitute_undo,
)
from tournaments.services.reminders import LINK_JOB, REMIND_JOB, links_sent, reminders_due, reminders_refuse
from tournaments.services.team_pairing import team_rounds_pair_all
from tournaments.services.teams import team_add, team_rules_set, teams_number
from tournaments.snapshot import record_of

pytestmark = pytest.mark.django_db

SECRET = "Lane of Elms 7, Inventown"
EMAIL = "post@example.invalid"


@pytest.fixture
def postal(director):
    """Makes a paired round robin by correspondence with so many players, under way since 100 days."""

    def make(players=4, *, ends_in=60, **fields):
        today = timezone.localdate()
        values = {
            "name": "Postal Cup",
            "start": today - timedelta(days=100),
            "end": today + timedelta(days=ends_in),
            "system": "round_robin",
            "correspondence": True,
            "rating_kind": "ik",
            "numbering": "typed",
            "norms": "KMS 2.0 of 3",
        }
        event = event_create(actor=director, **(values | fields))
        rows = [
            {"name": f"P{number}, Test", "national_id": f"0{number}", "rating": 2000}
            for number in range(1, players + 1)
        ]
        entries = entries_add(event, actor=director, rows=rows)
        event = event_register(event, actor=director)
        entries_number(
            event, actor=director, numbers={entry.pk: place for place, entry in enumerate(entries, start=1)}
        )
        rounds_pair_all(event, actor=director)
        event.refresh_from_db()
        return event

    return make


@pytest.fixture
def team_postal(director):
    """Two teams A and B of two boards that meet twice, by correspondence."""
    today = timezone.localdate()
    event = event_create(
        actor=director,
        name="Postal League",
        start=today - timedelta(days=100),
        end=today + timedelta(days=60),
        system="team_round_robin",
        cycles=2,
        correspondence=True,
        rating_kind="ik",
        first_colour="w",
    )
    team_rules_set(event, actor=director, boards=2)
    rows = [
        {"name": f"{team}{board}, Test", "rating": 2300 - 10 * board} for team in "AB" for board in (1, 2)
    ]
    entries = entries_add(event, actor=director, rows=rows)
    team_add(event, actor=director, name="A", members=[entry.pk for entry in entries[:2]])
    team_add(event, actor=director, name="B", members=[entry.pk for entry in entries[2:]])
    event = event_register(event, actor=director)
    teams_number(event, actor=director)
    team_rounds_pair_all(event, actor=director)
    event.refresh_from_db()
    return event


def numbered(event, number):
    return event.entries.get(number=number)


def between(event, one, other):
    """The first game of two players."""
    keys = (one.pk, other.pk)
    return Game.objects.filter(round__event=event, white__in=keys, black__in=keys).order_by("round__number")[
        0
    ]


def between_open(event, one, other):
    """The first open game of two players."""
    keys = (one.pk, other.pk)
    games = Game.objects.filter(round__event=event, white__in=keys, black__in=keys, code="*")
    return games.order_by("round__number")[0]


def give_address(event, actor, number, address=SECRET, email=EMAIL):
    start_list_save(
        event, actor=actor, lines=[PlayerLine(numbered(event, number).pk, address=address, email=email)]
    )


# --- the start list and its addresses -------------------------------------------------------------------------------


def test_what_is_sealed_opens_again_and_cannot_be_read_in_the_column():
    sealed = seal({"address": SECRET, "email": ""})
    assert unseal(sealed) == {"address": SECRET}
    assert "Elms" not in sealed
    assert seal({"address": ""}) == ""


def test_a_secret_that_is_no_longer_known_opens_nothing(settings):
    sealed = seal({"address": SECRET})
    settings.SECRET_KEY = "another"
    assert unseal(sealed) == {}
    settings.SECRET_KEY_FALLBACKS = []
    settings.SECRET_KEY, old = "third", "another"
    again = seal({"address": SECRET})
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "fourth", ["third", old]
    assert unseal(again) == {"address": SECRET}


def test_addresses_stand_neither_in_a_table_nor_in_the_ledger(postal, director):
    event = postal()
    give_address(event, director, 1)
    contact = CorrespondenceContact.objects.get(entry__event=event)
    assert unseal(contact.sealed) == {"address": SECRET, "email": EMAIL}
    with connection.cursor() as cursor:
        cursor.execute("SELECT sealed FROM tournaments_correspondencecontact")
        stored = str(cursor.fetchall())
    ledger = str(list(rows_of("event", event.pk).values_list("payload", "reason")))
    for text in (stored, ledger):
        assert "Elms" not in text
        assert EMAIL not in text
    assert rows_of("event", event.pk).filter(verb="correspondence.players").count() == 1


def test_a_wrong_address_is_told_at_its_player_and_nothing_is_saved(postal, director):
    event = postal()
    first, second = numbered(event, 1), numbered(event, 2)
    lines = [PlayerLine(first.pk, email=EMAIL), PlayerLine(second.pk, email="nonsense")]
    with pytest.raises(ValidationError) as caught:
        start_list_save(event, actor=director, lines=lines)
    assert list(caught.value.message_dict) == [f"email-{second.pk}"]
    assert not CorrespondenceContact.objects.exists()


def test_only_the_officials_of_the_event_edit_its_addresses(postal, director, stranger):
    event = postal()
    with pytest.raises(PermissionDenied):
        give_address(event, stranger, 1)


def test_norms_are_written_as_x_of_y_and_the_stronger_asks_for_more(postal, director):
    event = postal()
    norms = [Norm("first", 2, 3), Norm("kms", 4, 3)]
    correspondence_setup_set(event, actor=director, norms=norms)
    event.refresh_from_db()
    assert event.norms == "KMS 2.0 of 3; 1st category 1.0 of 3"
    with pytest.raises(ValidationError) as caught:
        correspondence_setup_set(event, actor=director, norms=[Norm("kms", 7, 3)])
    assert list(caught.value.message_dict) == ["kms"]
    with pytest.raises(ValidationError):
        correspondence_setup_set(event, actor=director, norms=[Norm("first", 4, 3), Norm("kms", 4, 3)])


def test_arbiter_and_appeals_addresses_are_sealed_too(postal, director):
    event = postal()
    secrets = {"arbiter_address": SECRET, "appeals_email": EMAIL}
    correspondence_setup_set(event, actor=director, secrets=secrets, rule_set="Rules for play by e-mail")
    setup = CorrespondenceSetup.objects.get(event=event)
    assert unseal(setup.sealed) == secrets
    assert setup.rule_set == "Rules for play by e-mail"
    with pytest.raises(ValidationError):
        correspondence_setup_set(event, actor=director, secrets={"appeals_email": "nobody"})


def test_addresses_are_erased_when_the_papers_are_no_longer_due(postal, director):
    event = postal(ends_in=10)
    give_address(event, director, 1)
    correspondence_setup_set(event, actor=director, secrets={"arbiter_address": SECRET})
    noon = timezone.now() + timedelta(days=10 + DAYS_KEPT)
    assert contacts_forget(noon) == 0
    assert contacts_forget(noon + timedelta(days=1)) == 1
    assert not CorrespondenceContact.objects.exists()
    assert CorrespondenceSetup.objects.get(event=event).sealed == ""


def test_a_private_link_opens_until_it_is_renewed_and_is_of_one_event(postal, director):
    event, other = postal(), postal(name="Another Cup")
    entry = numbered(event, 2)
    token = private_token(entry, setup_of(event).link_series)
    assert entry_of_token(event, token) == entry
    assert entry_of_token(other, token) is None
    assert entry_of_token(event, token[:-1] + "x") is None
    private_links_renew(event, actor=director)
    assert entry_of_token(event, token) is None


def test_a_player_changes_his_own_address_through_his_link(postal):
    event = postal()
    entry = numbered(event, 3)
    contact_set_by_player(entry, address=SECRET, email=EMAIL, no_reminders=True)
    entry.refresh_from_db()
    assert unseal(entry.contact.sealed)["email"] == EMAIL
    assert entry.by_correspondence.no_reminders is True


QUESTIONNAIRE = {
    "surname": "Newcomer",
    "given_name": "Nina",
    "birth": date(1990, 3, 3),
    "region": "Northern Region",
    "home_address": SECRET,
    "email_1": EMAIL,
    "board_rating": 1900,
}


def test_a_newcomer_with_his_questionnaire_is_no_finding_any_more(postal, director):
    from tournaments.review import eligibility_findings

    event = postal()
    entry = numbered(event, 4)
    type(entry).objects.filter(pk=entry.pk).update(national_id="", rating=None)
    entry.refresh_from_db()

    def codes():
        return {each.code: each.players for each in eligibility_findings(event)}

    assert codes()["number.none"] == (4,)
    made = questionnaire_save(entry, actor=director, **QUESTIONNAIRE)
    assert "number.none" not in codes()
    assert codes()["coefficient.none"] == (4,)
    assert unseal(made.sealed) == {"home_address": SECRET, "email_1": EMAIL}
    assert unseal(CorrespondenceContact.objects.get(entry=entry).sealed)["email"] == EMAIL
    assert papers_seen(made, actor=director, on=timezone.localdate()).papers_seen_by == director
    same = questionnaire_save(entry, actor=None, by_player=True, **QUESTIONNAIRE | {"further": "by night"})
    assert same.papers_seen_by == director
    other = questionnaire_save(entry, actor=None, by_player=True, **QUESTIONNAIRE | {"birth": "1961-01-01"})
    assert (other.papers_seen_on, other.papers_seen_by) == (None, None)


def test_questionnaire_asks_for_an_address_and_is_not_for_players_with_a_number(postal, director):
    event = postal()
    entry = numbered(event, 4)
    with pytest.raises(DomainError):
        questionnaire_save(entry, actor=director, **QUESTIONNAIRE)
    type(entry).objects.filter(pk=entry.pk).update(national_id="")
    entry.refresh_from_db()
    with pytest.raises(ValidationError):
        questionnaire_save(entry, actor=director, **(QUESTIONNAIRE | {"email_1": ""}))
    with pytest.raises(ValidationError):
        questionnaire_save(entry, actor=director, **(QUESTIONNAIRE | {"region": ""}))
    assert not Questionnaire.objects.exists()


# --- games ----------------------------------------------------------------------------------------------------------


def test_results_come_in_any_order_with_the_day_on_which_they_ended(postal, director):
    event = postal()
    last = Game.objects.filter(round__event=event).order_by("-round__number", "-board")[0]
    day = timezone.localdate() - timedelta(days=5)
    done = game_end(last, actor=director, code="0-1", version=last.version, ended_on=day)
    assert (done.code, done.played_on) == ("0-1", day)
    cleared = game_end(done, actor=director, code="*", version=done.version)
    assert cleared.played_on is None


def test_a_game_does_not_end_in_the_future_nor_before_the_event(postal, director):
    event = postal()
    game = Game.objects.filter(round__event=event)[0]
    for day in (timezone.localdate() + timedelta(days=1), event.start - timedelta(days=1)):
        with pytest.raises(DomainError):
            game_end(game, actor=director, code="1-0", version=1, ended_on=day)


@pytest.mark.parametrize("code", ["+/-", "-/+", "-/-", "1-0a", "1/2-1/2a", "0-1a"])
def test_time_outs_and_adjudications_need_the_reason_of_the_arbiter(postal, director, code):
    event = postal()
    game = Game.objects.filter(round__event=event)[0]
    with pytest.raises(DomainError) as caught:
        game_end(game, actor=director, code=code, version=1, reason=" ")
    assert (caught.value.code, caught.value.field) == ("reason_missing", "reason")
    game_end(game, actor=director, code=code, version=1, reason="no move for 60 days")
    assert rows_of("event", event.pk).filter(verb="result.recorded").get().reason == "no move for 60 days"


def test_a_stale_version_is_refused_by_correspondence_too(postal, director):
    event = postal()
    game = Game.objects.filter(round__event=event)[0]
    game_end(game, actor=director, code="1-0", version=1)
    with pytest.raises(StaleVersion):
        game_end(game, actor=director, code="0-1", version=1)


def test_whoever_leaves_loses_his_open_games_and_keeps_what_he_finished(postal, director):
    event = postal(4)
    leaver = numbered(event, 2)
    first = between(event, leaver, numbered(event, 1))
    game_end(first, actor=director, code="1/2-1/2", version=1)
    decided = player_leaves(leaver, actor=director, reason="gave up play", lost=True)
    assert len(decided) == 2
    assert open_games_of(leaver) == []
    lost = {"-/+" if game.white_id == leaver.pk else "+/-" for game in decided}
    assert {game.code for game in decided} == lost
    first.refresh_from_db()
    assert first.code == "1/2-1/2"
    with pytest.raises(DomainError):
        player_leaves(leaver, actor=director, reason="again", lost=True)


def test_games_of_one_who_left_may_wait_to_be_adjudicated(postal, director):
    event = postal(4)
    leaver, other = numbered(event, 2), numbered(event, 3)
    assert player_leaves(leaver, actor=director, reason="died", lost=False) == []
    assert len(open_games_of(leaver)) == 3
    decided = player_leaves(other, actor=director, reason="gave up play", lost=True)
    assert len(decided) == 2  # the game between the two still waits
    assert between(event, leaver, other).code == "*"


# --- a substitute ---------------------------------------------------------------------------------------------------


def test_a_substitute_takes_over_the_open_games_and_both_stay(team_postal, director):
    """A1 wins his first game and leaves; S plays the other and draws it. By 3.4 each has his own result."""
    event = team_postal
    main = event.entries.get(name="A1, Test")
    finished, left_open = open_games_of(main)
    game_end(finished, actor=director, code="1-0" if finished.white_id == main.pk else "0-1", version=1)
    made = substitute_enter(main, actor=director, reason="illness", name="S, Test", rating=2500)
    assert (made.substitute_for, made.team.name, made.number) == (main, "A", 5)
    left_open.refresh_from_db()
    assert made.pk in (left_open.white_id, left_open.black_id)
    game_end(left_open, actor=director, code="1/2-1/2", version=left_open.version)
    record = record_of(event.pk)
    number = {entry.name[:2].strip(","): entry.number for entry in record.entries}
    assert main_players(record) == {number["S"]: number["A1"]}
    boards = boards_of(record)
    assert boards[number["S"]] == boards[number["A1"]] == 1
    meetings = meetings_of(record, "defaults_as_played")
    assert [meeting.halves for meeting in meetings[number["A1"]]] == [2]
    assert [meeting.halves for meeting in meetings[number["S"]]] == [1]
    assert {(match.home, match.away) for match in matches_of(record)} == {(1, 2), (2, 1)}
    for match in TeamMatch.objects.filter(round=left_open.round):
        assert made.pk in match.home_lineup + match.away_lineup
        assert main.pk not in match.home_lineup + match.away_lineup


def test_the_engine_counts_a_substituted_board_with_the_greater_coefficient(team_postal, director):
    """3.4 on the record of the database, worked by hand with tables 2 (D 100: .64/.36, D 300: .85/.15).

    A1 2300 and S 2500 share the first board of A against B1 2200; A2 2290 plays B2 2190 twice.
    A1 1/1: 20 * (1 - .64) = 7.2, 2307. S 1/1: 20 * (1 - .85) = 3, 2503. B1 0/2, both opponents count as 2500:
    20 * (0 - 2 * .15) = -6, 2194. A2 half a point of 2: 20 * (.5 - 1.28) = -15.6, 2274. B2 one and a half: +15.6, 2206.
    """
    from ratings.engine.racc.event import rate_correspondence
    from tournaments.rulebook.shelf import edition

    event = team_postal
    coefficients = {"A1": 2300, "A2": 2290, "B1": 2200, "B2": 2190}
    for name, value in coefficients.items():
        event.entries.filter(name=f"{name}, Test").update(rating=value)
    type(event).objects.filter(pk=event.pk).update(norms="KMS 1.5 of 2")
    entries = {name: event.entries.get(name=f"{name}, Test") for name in coefficients}

    def end(winner, other, code=""):
        game = between_open(event, entries[winner], entries[other])
        won = "1-0" if game.white_id == entries[winner].pk else "0-1"
        game_end(game, actor=director, code=code or won, version=game.version)

    end("A1", "B1")
    entries["S"] = substitute_enter(
        entries["A1"], actor=director, reason="illness", name="S, Test", rating=2500
    )
    end("S", "B1")
    end("B2", "A2")
    end("B2", "A2", "1/2-1/2")
    record = record_of(event.pk)
    result = rate_correspondence(record, edition("racc-2014"))
    numbers = {entry.name.partition(",")[0]: entry.number for entry in record.entries}
    found = {name: result.player(numbers[name]).ik_new for name in numbers}
    assert found == {"A1": 2307, "S": 2503, "B1": 2194, "A2": 2274, "B2": 2206}


def test_a_substitute_without_a_result_is_taken_back(team_postal, director):
    event = team_postal
    main = event.entries.get(name="B2, Test")
    before = [game.pk for game in open_games_of(main)]
    made = substitute_enter(main, actor=director, reason="illness", name="S, Test")
    assert open_games_of(main) == []
    substitute_undo(made, actor=director, reason="he is well again")
    main.refresh_from_db()
    assert [game.pk for game in open_games_of(main)] == before
    assert main.withdrawn_after is None
    assert event.entries.count() == 4


def test_a_substitute_with_a_result_stays(team_postal, director):
    main = team_postal.entries.get(name="B2, Test")
    made = substitute_enter(main, actor=director, reason="illness", name="S, Test")
    game = open_games_of(made)[0]
    game_end(game, actor=director, code="1-0", version=game.version)
    with pytest.raises(DomainError):
        substitute_undo(made, actor=director, reason="a mistake")


def test_no_substitute_outside_a_team_without_a_reason_or_without_an_open_game(postal, team_postal, director):
    event = postal()
    with pytest.raises(DomainError) as caught:
        substitute_enter(numbered(event, 1), actor=director, reason="illness", name="S, Test")
    assert caught.value.code == "no_team"
    main = team_postal.entries.get(name="A1, Test")
    with pytest.raises(DomainError) as caught:
        substitute_enter(main, actor=director, reason="", name="S, Test")
    assert caught.value.code == "reason_missing"
    for game in open_games_of(main):
        game_end(game, actor=director, code="1-0", version=1)
    with pytest.raises(DomainError) as caught:
        substitute_enter(main, actor=director, reason="illness", name="S, Test")
    assert caught.value.code == "no_open_game"


def test_games_of_a_team_do_not_vanish_by_a_withdrawal_after_a_round(team_postal, director):
    main = team_postal.entries.get(name="A1, Test")
    with pytest.raises(DomainError) as caught:
        entry_withdraw(main, actor=director, after_round=1)
    assert caught.value.code == "games_begun"
    assert len(open_games_of(main)) == 2


def test_a_team_event_with_a_substitute_can_be_finished(team_postal, director):
    event = team_postal
    main = event.entries.get(name="A1, Test")
    substitute_enter(main, actor=director, reason="illness", name="S, Test")
    for game in Game.objects.filter(round__event=event):
        game_end(game, actor=director, code="1-0", version=game.version)
    assert event_finish(event, actor=director).state == "finished"


# --- reminders ------------------------------------------------------------------------------------------------------


def test_terms_are_read_longest_first():
    assert reminder_terms("7, 60;30") == (60, 30, 7)
    for text in ("soon", "0", "400", "1,2,3,4,5,6,7"):
        with pytest.raises(ValidationError):
            reminder_terms(text)


@pytest.fixture
def reminded(postal, director):
    """An event that ends in 30 days, with addresses of players 1 and 2; the usual terms are 60, 30 and 7 days."""
    event = postal(ends_in=30)
    game = between(event, numbered(event, 3), numbered(event, 4))
    game_end(game, actor=director, code="1-0", version=1)
    correspondence_setup_set(event, actor=director)
    for number in (1, 2):
        give_address(event, director, number, email=f"p{number}@example.invalid")
    return event


def remind(**payload):
    assert run(submit(REMIND_JOB, payload).pk)


def test_players_with_open_games_are_reminded_once_a_term(reminded):
    today = timezone.localdate()
    assert [(due.days, due.open_games) for due in reminders_due(today)] == [(30, 3), (30, 3)]
    remind()
    assert sorted(sent.to[0] for sent in mail.outbox) == ["p1@example.invalid", "p2@example.invalid"]
    remind()
    assert len(mail.outbox) == 2
    assert reminders_due(today) == []
    assert [due.days for due in reminders_due(today + timedelta(days=23))] == [7, 7]
    body = mail.outbox[0].body
    assert body.count("– with ") == 3
    assert "/correspondence/" in body
    row = rows_of("event", reminded.pk).get(verb="correspondence.reminded")
    assert row.payload == {"days": 30, "count": 2}


def test_nobody_is_reminded_before_the_first_term_nor_after_the_end(reminded):
    today = timezone.localdate()
    assert reminders_due(today - timedelta(days=31)) == []
    assert reminders_due(today + timedelta(days=31)) == []


def test_whoever_turned_reminders_off_or_left_is_not_reminded(reminded, director):
    first, second = numbered(reminded, 1), numbered(reminded, 2)
    contact_set_by_player(first, address="", email="p1@example.invalid", no_reminders=True)
    player_leaves(second, actor=director, reason="gave up play", lost=False)
    assert reminders_due(timezone.localdate()) == []


def test_an_event_that_sends_no_reminders_is_left_out(reminded, director):
    correspondence_setup_set(reminded, actor=director, reminders=False)
    assert reminders_due(timezone.localdate()) == []


def test_a_reminder_that_could_not_be_sent_is_tried_again(reminded, monkeypatch):
    def broken(self, fail_silently=False):
        raise OSError("no mail server")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", broken)
    run(submit(REMIND_JOB, {}).pk)
    assert not GamesReminder.objects.exists()
    monkeypatch.undo()
    remind()
    assert len(mail.outbox) == 2


def test_an_address_that_is_refused_stops_nobody_else_and_stands_in_no_log(reminded, monkeypatch, caplog):
    refused, sending = "p1@example.invalid", EmailMessage.send

    def send(self, fail_silently=False):
        if self.to == [refused]:
            raise SMTPRecipientsRefused({refused: (550, b"no such user")})
        return sending(self)

    monkeypatch.setattr("django.core.mail.EmailMessage.send", send)
    ordered = submit(REMIND_JOB, {})
    assert run(ordered.pk)
    assert [sent.to for sent in mail.outbox] == [["p2@example.invalid"]]
    assert Job.objects.get(pk=ordered.pk).result == {"sent": 1, "failed": 1}
    link = submit(LINK_JOB, {"entry": numbered(reminded, 1).pk})
    run(link.pk)
    stored = Job.objects.get(pk=link.pk)
    assert stored.state == Job.State.FAILED
    assert refused not in f"{stored.error} {stored.message} {stored.payload} {caplog.text}"


def test_the_arbiter_reminds_now_and_only_while_the_event_lasts(reminded, director, stranger):
    assert reminders_refuse(reminded, actor=director) == 30
    with pytest.raises(PermissionDenied):
        reminders_refuse(reminded, actor=stranger)
    type(reminded).objects.filter(pk=reminded.pk).update(end=timezone.localdate() - timedelta(days=1))
    with pytest.raises(DomainError):
        reminders_refuse(reminded, actor=director)


def test_private_links_go_to_those_who_have_an_address_each_his_own(reminded, director):
    keys = links_sent(reminded, actor=director)
    assert len(keys) == 2
    for key in keys:
        run(submit(LINK_JOB, {"entry": key}).pk)
    assert [len(sent.to) for sent in mail.outbox] == [1, 1]
    tokens = {sent.body.split("/correspondence/")[1].split("/")[0] for sent in mail.outbox}
    assert len(tokens) == 2
