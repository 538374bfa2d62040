"""One small federation for the table of rights: who is who, and an object of every kind that an address can name."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from core.files import store
from core.models import Job
from tests.tournaments.events import made_account, made_event, made_paired_event
from tests.tournaments.teams import made_team_event

PERSONS = (
    "anonymous",  # not logged in
    "player",  # an account with a profile, playing by correspondence in an event of the director
    "director",  # chief arbiter of the events
    "deputy",
    "clerk",
    "other",  # directs another event and nothing here
    "region",  # represents the region of the events
    "far",  # represents another region
    "member",
    "officer",
    "judge",  # of the appeals committee
    "office",
)


@dataclass(frozen=True, slots=True)
class World:
    """Keys of accounts by name, and of the objects that addresses name by `<kind of event>.<argument>`."""

    accounts: dict[str, int]
    keys: dict[str, Any]


def made_world() -> World:
    """Everything, made once for a module; the director has an event of each kind, `other` one of his own."""
    from players.models import Person, Region
    from players.services import account_create
    from tournaments.services import official_set

    home, away = (
        Region.objects.create(code=code, name=name) for code, name in (("01", "Home"), ("02", "Far"))
    )
    people = {
        name: made_account(name, *roles)
        for name, roles in {
            "director": (), "deputy": (), "clerk": (), "other": (), "member": ("commission_member",),
            "officer": ("rating_officer",), "office": ("federation_admin",),
            "judge": ("appeals_committee",),
        }.items()
    }  # fmt: skip
    for name, region in (("region", home), ("far", away)):
        people[name] = account_create(
            actor=None, username=name, password="baize-and-ink-64", display_name=name.title(),
            roles=("regional_representative",), regions=(region,),
        )  # fmt: skip
    person = Person.objects.create(
        surname="Profile", given_name="Test", birth="1990-05-04", national_id="01001"
    )
    people["player"] = account_create(
        actor=None, username="player", password="baize-and-ink-64", display_name="Player", roles=("player",),
        person=person,
    )  # fmt: skip
    director = people["director"]
    keys: dict[str, Any] = {"person": person.pk, "home": home.pk}
    events = {
        "open": _open(director, home),
        "swiss": _swiss(director, home, keys),
        "league": _league(director, home, keys),
        "clubs": _clubs(director, home, keys),
        "cup": _cup(director, home, keys),
        "postal": _postal(director, home, person, keys),
        "tied": _tied(director, home),
        "handed": _handed(director, home, keys),
        "draft": made_event(director, 2, register=False, name="Draft", region=home),
    }
    keys["list"] = _lists(people["officer"], keys)
    keys["filed"] = _filed(director, home)
    for event in events.values():
        for role in ("deputy", "clerk"):
            official_set(event, actor=director, account=people[role], role=role)
    _of_the_open(events["open"], director, keys)
    keys |= {f"{kind}.pk": event.pk for kind, event in events.items()}
    keys["foreign.pk"] = made_paired_event(people["other"], name="Of the other", region=away).pk
    keys |= {
        "account": director.pk,
        "key": _signing_key(director),
        "root": _trusted_root(people["office"]),
        "decision": _proposed(people["member"]),
        **_newcomer(director, home),
        "merge": _merge(people["member"]),
        "run": _run(people["member"], keys["period"]),
        "open.move": _moved(events["open"], people["member"]),
        "signature": _on_paper(keys["filed"], director),
        **_registers(),
    }
    keys["sending"] = _sent(events["handed"], people["officer"], keys["report"])
    keys["received"] = _received(events["swiss"], people["member"])
    _asked_for(people["player"], person, people["member"], keys)
    keys |= _let_in(people["office"], people["clerk"], person)
    keys["open.job_id"] = Job.objects.create(kind="core.check", created_by_id=director.pk).pk
    return World({name: account.pk for name, account in people.items()}, keys)


def _open(director: Any, region: Any) -> Any:
    return made_paired_event(director, name="Open", region=region)


def _of_the_open(event: Any, director: Any, keys: dict[str, Any]) -> None:
    """What hangs on the individual event: a registration, a category, points, a document, moves of a game."""
    from reports.models import DeskDocument
    from tournaments.models import Game, GameMoves, Registration
    from tournaments.services import points_give
    from tournaments.services.categories import category_save

    entry = event.entries.get(number=1)
    game = Game.objects.filter(round__event=event).order_by("round__number", "board").first()
    assert game is not None
    GameMoves.objects.create(game=game, movetext="1. e4 e5", plies=2)
    Registration.objects.create(event=event, surname="Asked", link_nonce="nonce", consented_at=timezone.now())
    document = DeskDocument.objects.create(
        event=event, kind="boards", language="en", event_version=event.version, key="k",
        sha256=store(b"%PDF-1.7", "application/pdf").sha256, pages=1,
    )  # fmt: skip
    points = points_give(event, actor=director, holders=[entry], reason="Telephone", halves=-1)
    keys |= {
        "open.entry": entry.pk,
        "open.game": game.pk,
        "open.row": points.pk,
        "open.document": document.pk,
        "open.official": event.officials.get(role="clerk").pk,
        "open.registration": event.registrations.get().pk,
        "open.category": category_save(event, actor=director, code="W", name="Women", sex="w").pk,
    }


def _swiss(director: Any, region: Any, keys: dict[str, Any]) -> Any:
    from tournaments.models import ForbiddenPair
    from tournaments.services import round_pair

    event = made_event(director, 4, system="swiss", name="Swiss", region=region)
    one, other = event.entries.order_by("number")[:2]
    keys["swiss.pair"] = ForbiddenPair.objects.create(event=event, one=one, other=other, last_round=3).pk
    round_pair(event, actor=director)
    event.refresh_from_db()
    return event


def _league(director: Any, region: Any, keys: dict[str, Any]) -> Any:
    from tournaments.models import TeamMatch
    from tournaments.services.team_pairing import team_rounds_pair_all

    event = made_team_event(director, name="League", region=region)
    team_rounds_pair_all(event, actor=director)
    event.refresh_from_db()
    match = TeamMatch.objects.filter(round__event=event, round__number=1).order_by("pk").first()
    assert match is not None
    keys |= {"league.team": event.teams.get(number=1).pk, "league.match": match.pk}
    return event


def _clubs(director: Any, region: Any, keys: dict[str, Any]) -> Any:
    """A Swiss of teams, two of which are kept apart."""
    from tournaments.models import ForbiddenTeams

    event = made_team_event(director, name="Clubs", system="team_swiss", region=region)
    one, other = event.teams.order_by("number")[:2]
    keys["clubs.pair"] = ForbiddenTeams.objects.create(event=event, one=one, other=other, last_round=3).pk
    return event


def _cup(director: Any, region: Any, keys: dict[str, Any]) -> Any:
    """A tie of two players who drew their game: a play-off has begun."""
    from tournaments.models import Game
    from tournaments.services import record_result
    from tournaments.services.kinds import kind_rules_set
    from tournaments.services.knock_out import knock_out_draw
    from tournaments.services.tie_play_offs import tie_play_off_add

    event = made_event(director, 2, system="knock_out", name="Cup", region=region)
    kind_rules_set(event, actor=director, tie_games=1, colours="seeded")
    knock_out_draw(event, actor=director)
    game = Game.objects.get(round__event=event)
    record_result(game, actor=director, code="1/2-1/2", version=game.version)
    tie = event.ties.get()
    games = tie_play_off_add(tie, actor=director, rate="10+5", games=2, upper_white=True)
    keys |= {"cup.tie": tie.pk, "cup.game": games[0].pk}
    event.refresh_from_db()
    return event


def _postal(director: Any, region: Any, person: Any, keys: dict[str, Any]) -> Any:
    """Four by correspondence: the first is the account's person, the last a newcomer without a number."""
    from tournaments.models import Questionnaire
    from tournaments.services import (
        entries_add,
        entries_number,
        event_create,
        event_register,
        rounds_pair_all,
    )
    from tournaments.services.correspondence import correspondence_setup_set

    today = timezone.localdate()
    event = event_create(
        actor=director, name="Postal", start=today - timedelta(days=50), end=today + timedelta(days=20),
        system="round_robin", correspondence=True, rating_kind="ik", numbering="typed", region=region,
    )  # fmt: skip
    rows = [{"person": person}] + [
        {"name": f"P{number}, Test", "national_id": f"0{number}" if number < 4 else "", "rating": 2000}
        for number in range(2, 5)
    ]
    entries = entries_add(event, actor=director, rows=rows)
    event = event_register(event, actor=director)
    entries_number(event, actor=director, numbers={entry.pk: place for place, entry in enumerate(entries, 1)})
    rounds_pair_all(event, actor=director)
    correspondence_setup_set(event, actor=director, rule_set="E-mail", secrets={})
    Questionnaire.objects.create(
        entry=entries[3],
        surname="P4",
        given_name="Test",
        birth=date(1990, 5, 4),
        region="North",
        filled_at=timezone.now(),
    )
    keys["postal.entry"] = entries[3].pk
    event.refresh_from_db()
    return event


def _tied(director: Any, region: Any) -> Any:
    """Four players with all games drawn, finished, and a play-off for the first place under way."""
    from tiebreaks.services_playoff import StartChoices, plan_save, play_off_start

    event = made_paired_event(
        director, name="Tied", region=region, tie_break_order="PTS,SB", start=_before(9)
    )
    plan_save(event, actor=director, values={"rule": "ua-2011", "places": 1, "tied": "points"})
    _draw_all(event, director)
    choices = StartChoices(begins_at=timezone.now(), early_reason="Both asked for it.")
    play_off_start(event, actor=director, choices=choices, seed=7)
    return event


def _handed(director: Any, region: Any, keys: dict[str, Any]) -> Any:
    """A finished event with a report that nobody has signed yet."""
    from reports.models import Report
    from reports.services import report_hand_in

    event = made_paired_event(
        director, name="Handed in", region=region, start=_before(9), end=_before(6), city="Inventown",
        federation="INV", rate_of_play="90 min + 30 s", chief_arbiter_name="Director", organiser="SK",
    )  # fmt: skip
    event.entries.update(federation="INV", sex="m")
    _draw_all(event, director)
    report = report_hand_in(event, actor=director, place="Inventown")
    paper = store(b"%PDF-1.7 of the report", "application/pdf").sha256
    Report.objects.filter(pk=report.pk).update(unsigned_sha256=paper, pdf_sha256=paper)
    keys |= {"report": report.pk, "report.code": report.code}
    event.refresh_from_db()
    return event


def _draw_all(event: Any, director: Any) -> None:
    from tournaments.models import Game
    from tournaments.services import event_finish, record_result

    for game in Game.objects.filter(round__event=event).select_related("round"):
        record_result(game, actor=director, code="1/2-1/2", version=game.version)
    event_finish(event, actor=director)
    event.refresh_from_db()


def _lists(officer: Any, keys: dict[str, Any]) -> str:
    """The list in force with the account's person in it, and the next period, open."""
    from players.models import Person
    from ratings.services import period_open
    from ratings.services_lists import OpeningRow, list_enter_opening

    person = Person.objects.get(pk=keys["person"])
    opening = list_enter_opening(
        actor=officer, kind="standard", effective_from=date(2026, 1, 1), edition_key="fide-2025-10",
        rows=[OpeningRow(person.pk, 1600, games_total=100, highest=1600)],
    )  # fmt: skip
    keys["period"] = period_open(
        actor=officer, kind="standard", closing_day=date(2026, 12, 25), effective_from=date(2027, 1, 1)
    ).pk
    return str(opening.key)


def _filed(director: Any, region: Any) -> int:
    """A start list that was filed long ago: its addresses are erased."""
    from players.models import Account
    from reports.models import Report
    from tournaments.services import event_create, event_register, official_set

    event = event_create(
        actor=director, name="Postal of old", start=_before(900), end=_before(800), system="round_robin",
        correspondence=True, rating_kind="ik", region=region,
    )  # fmt: skip
    event = event_register(event, actor=director)
    for role in ("deputy", "clerk"):
        official_set(event, actor=director, account=Account.objects.get(username=role), role=role)
    return Report.objects.create(
        event=event, number=1, sheet=Report.Sheet.START_LIST, event_version=event.version,
        record_sha256="0" * 64, code="FILED", created_by=director,
    ).pk  # fmt: skip


def _run(member: Any, period: int) -> int:
    """A look at a period that waits for a worker."""
    from commission.models import RatingRun

    return RatingRun.objects.create(
        scope="period", period_id=period, reason="Before the list", ordered_by=member, ordered_at=timezone.now()
    ).pk  # fmt: skip


def _signing_key(director: Any) -> int:
    from reports.models import SigningKey

    now = timezone.now()
    return SigningKey.objects.create(
        account=director, common_name="Director", serial="d1", sealed_pkcs12=b"", not_before=now,
        not_after=now + timedelta(days=300),
    ).pk  # fmt: skip


def _trusted_root(office: Any) -> int:
    from reports.models import TrustedRoot

    return TrustedRoot.objects.create(
        name="Some Authority", sha256="1" * 64, certificate_pem="", not_after=timezone.now(), added_by=office
    ).pk


def _on_paper(report: int, director: Any) -> int:
    """A countersignature on paper, scanned; the report handed in has none, so that it stays one that nobody signed."""
    from reports.models import PaperSignature

    scan = store(b"%PDF-1.7 of a scan", "application/pdf").sha256
    return PaperSignature.objects.create(
        report_id=report, role="rating_officer", name="Officer", signed_on=_before(2), scan_sha256=scan,
        media_type="application/pdf", document_sha256="0" * 64, seen_by=director, seen_on=timezone.now(),
    ).pk  # fmt: skip


def _proposed(member: Any) -> int:
    """A decision with a document that waits for a second member."""
    from commission.models import Decision

    return Decision.objects.create(
        decided_on=_before(2), subject="Proposal", text="Not yet for everybody.", proposed_by=member,
        proposed_at=timezone.now(), document=store(b"%PDF-1.7 of a decision", "application/pdf"),
    ).pk  # fmt: skip


def _newcomer(director: Any, region: Any) -> dict[str, Any]:
    """A questionnaire that the director filled in, and its private link."""
    from commission.models import Newcomer
    from commission.services_newcomers import newcomer_token

    made = Newcomer.objects.create(
        surname="Newcomer", given_name="Test", birth=date(2001, 2, 3), region=region, state="submitted",
        created_by=director, created_at=timezone.now(), filled_by=director,
    )  # fmt: skip
    return {"newcomer": made.pk, "newcomer_token": newcomer_token(made)}


def _merge(member: Any) -> int:
    """A merge of two records that the member proposed and that was declined: nothing moves by asking."""
    from players.models import Person, PersonMerge

    one, other = (Person.objects.create(surname="Twice", given_name=name) for name in ("Ada", "Ida"))
    return PersonMerge.objects.create(
        survivor=one, merged=other, state="declined", reason="One passport.", proposed_by=member,
        proposed_at=timezone.now(), decided_by=member, decided_at=timezone.now(), decision="Two passports.",
    ).pk  # fmt: skip


def _moved(event: Any, member: Any) -> int:
    """A decision in the event's dossier that can be appealed against."""
    from commission.models import DossierMove
    from commission.services import dossier_of

    return DossierMove.objects.create(
        dossier=dossier_of(event), verb="return", from_stage="submitted", to_stage="returned",
        reason="A slip is missing.", account=member, made_at=timezone.now(),
    ).pk  # fmt: skip


def _registers() -> dict[str, Any]:
    """An arbiter and a rating officer in the registers."""
    from players.services import arbiter_save, officer_term_begin

    arbiter = arbiter_save(None, actor=None, reason="Begun.", number="A-1", surname="Registered")
    term = officer_term_begin(actor=None, name="Officer", since=date(2024, 1, 1), decision="Congress")
    return {"registered": arbiter.pk, "term": term.pk}


def _sent(event: Any, officer: Any, report: int) -> int:
    """A report that was sent to FIDE; no answer has come."""
    from commission.models import FideSending

    return FideSending.objects.create(
        event=event, number=1, report_id=report, file=store(b"012 sent", "text/plain"), file_name="sent.trf",
        sent_on=_before(1), sent_by=officer, entered_at=timezone.now(),
    ).pk  # fmt: skip


def _received(event: Any, member: Any) -> int:
    """Papers of an event that came by post; stored past the service, which would give the member a role there."""
    from reports.models import ReceivedPapers

    return ReceivedPapers.objects.create(
        event=event, received_on=event.start, arbiter_name="By Post", entered_by=member, entered_at=timezone.now(),
        document=store(b"%PDF-1.7 by post", "application/pdf"), document_name="papers.pdf",
    ).pk  # fmt: skip


def _asked_for(player: Any, person: Any, member: Any, keys: dict[str, Any]) -> None:
    """A request of the player with a paper, and another that was rejected and is appealed against."""
    from commission.services_appeals import appeal_make
    from commission.services_requests import Wish, request_make, request_reject
    from core.attachments import Attachment

    paper = Attachment(b"%PDF-1.7 of a slip", "application/pdf", "slip.pdf")
    wish = Wish("name", "Profile-Test", person=person)
    asked = request_make(wish, account=player, papers=[paper])
    other = request_reject(request_make(wish, account=player), actor=member, reason="It is right.")
    refused = other.steps.get(verb="rejected")
    appeal = appeal_make(refused, account=player, text="It is not.")
    keys |= {
        "request": asked.pk, "paper": asked.files.get().pk, "appeal": appeal.pk, "refused": refused.pk,
    }  # fmt: skip


def _let_in(office: Any, clerk: Any, person: Any) -> dict[str, Any]:
    """An invitation that waits, a claim of the clerk, and a log-in closed after wrong passwords."""
    from axes.models import AccessAttempt

    from players.services.claims import claim_make
    from players.services.invitations import invitation_make, invitation_token

    invited = invitation_make(actor=office, email="new@example.org", display_name="New")
    claim = claim_make(person, account=clerk, number="01001", birth="1990-05-04")
    lock = AccessAttempt.objects.create(
        username="director", ip_address="203.0.113.7", failures_since_start=5, user_agent="", http_accept="",
        path_info="", get_data="", post_data="",
    )  # fmt: skip
    return {
        "invitation": invited.pk, "invitation_token": invitation_token(invited), "claim": claim.pk,
        "lock": lock.pk,
    }  # fmt: skip


def _before(days: int) -> date:
    return timezone.localdate() - timedelta(days=days)
