"""What lies in the commission's room of the demo: decisions, messages, differences, requests, an appeal, newcomers.

Every part stands by itself and is let be where it is there already.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.db import transaction

from commission.demo.accounts import demo_regions
from commission.demo.claims import claimed_profile
from commission.demo.merges import merged_pair, recorded_twice
from commission.models import CorrectionRequest, Decision, Dossier, Newcomer, RegisterDecision
from commission.register_differences import register_differences
from commission.services_appeals import appeal_make
from commission.services_carried import CHANGE_PERSON, request_accept_and_carry
from commission.services_decisions import decision_confirm, decision_propose, waivable_articles
from commission.services_newcomers import newcomer_enter, newcomer_paper_seen, newcomer_return
from commission.services_requests import Wish, request_ask, request_make, request_reject
from commission.services_review import difference_decide, message_send
from players.models import Account, Person
from players.services import person_update
from tournaments.models import Event, Game

LATE, SUBMITTED, PLAYED = "Lighthouse Cup", "Осенний мемориал", "Torneo de verano"
Accounts = Mapping[str, Account]


def furnish(accounts: Accounts, today: date) -> None:
    """Everything that waits in the room, and one of each kind that is decided."""
    recorded_twice(accounts)
    merged_pair(accounts)
    claimed_profile(accounts)
    for part in (decisions, messages, differences, requests):
        with transaction.atomic():
            part(accounts, today)
    with transaction.atomic():
        newcomers(accounts, today)


def decisions(accounts: Accounts, today: date) -> None:
    """One in force, and the proposal to waive a late registration, which waits for the second member."""
    if Decision.objects.exists():
        return
    first, second = accounts["commission"], accounts["ratings"]
    published = decision_propose(
        actor=first,
        decided_on=today - timedelta(days=40),
        subject="Reports of events of one day",
        text="The report of an event of one day may come with that of the series it belongs to; the term of the "
        "report runs from the last day of the series.",
    )
    decision_confirm(published, actor=second)
    late = Event.objects.filter(name=LATE).first()
    article = next(iter(waivable_articles(late)), "") if late is not None else ""
    if late is not None and article:
        decision_propose(
            actor=first,
            decided_on=today - timedelta(days=1),
            subject=f"{LATE}: registration after the first round",
            text="The form was posted nine days before the start and lay at the harbour office; the stamp was seen.",
            event=late,
            article=article,
        )


def messages(accounts: Accounts, today: date) -> None:
    """A question of the commission about the late event, and the director's answer that nobody has read."""
    dossier = Dossier.objects.filter(event__name=LATE).first()
    if dossier is None or dossier.messages.exists():
        return
    for who, text in (
        ("commission", "When was the registration sent, and is there a stamp of the post?"),
        (
            "director",
            "By post nine days before the start. The stamped copy lies at the club; a scan follows.",
        ),
    ):
        message_send(dossier, actor=accounts[who], text=text)


def differences(accounts: Accounts, today: date) -> None:
    """Two players whom the register has learnt to know better since they were entered; one is decided."""
    dossier = Dossier.objects.filter(event__name=SUBMITTED).first()
    if dossier is None or RegisterDecision.objects.filter(dossier=dossier).exists():
        return
    entries = list(dossier.event.entries.exclude(person=None).order_by("number")[:2])
    elsewhere = "CRO" if entries[1].federation != "CRO" else "ESP"
    facts: tuple[dict[str, Any], ...] = ({"surname": "Harrowen-Skye"}, {"federation": elsewhere})
    for entry, changed in zip(entries, facts, strict=True):
        assert entry.person is not None
        person_update(entry.person, actor=accounts["office"], reason="Certificate seen", **changed)
    found = [item for item in register_differences(dossier) if item.entry.pk == entries[1].pk]
    for item in found[:1]:
        difference_decide(
            dossier,
            actor=accounts["commission"],
            key=item.key,
            outcome=RegisterDecision.Outcome.KEPT,
            reason="The transfer counts from the day after the event.",
        )


def requests(accounts: Accounts, today: date) -> None:
    """One that waits, one with a question, one carried out, and one rejected with an appeal against it."""
    player, member = accounts["player"], accounts["ratings"]
    event = Event.objects.filter(name=PLAYED).first()
    games = Game.objects.filter(round__event=event).select_related("round", "white", "black")
    game = games.filter(white__person=player.person_id).order_by("round__number").first()
    if player.person is None or event is None or game is None or CorrectionRequest.objects.exists():
        return
    place: dict[str, Any] = {"event": event, "round_number": game.round.number, "board": game.board}
    text = "Both score sheets show a draw by repetition; the slip was read wrongly."
    request_make(Wish("result", "½-½", stated=game.code, text=text, **place), account=player)
    asked = request_make(Wish("title", "FM", person=player.person, text="Awarded in spring."), account=player)
    request_ask(asked, actor=member, text="Which congress, and under which number does the award stand?")
    rejected = request_make(
        Wish("rating", "K 20", stated="K 40", event=event, person=player.person), account=player
    )
    reason = "K follows from the games completed on the first day of play; the derivation shows the figure."
    step = request_reject(rejected, actor=member, reason=reason).steps.get(verb="rejected")
    appeal_make(step, account=player, text="Two of the games counted were forfeits.")
    entry = event.entries.exclude(person=player.person_id).exclude(person=None).order_by("number")[3]
    other = entry.person
    assert isinstance(other, Person)
    fuller = f"{other.given_name} Noël"
    wish = Wish("name", fuller, stated=other.given_name, person=other)
    request_accept_and_carry(
        request_make(wish, account=accounts["deputy"]),
        actor=accounts["commission"],
        reason="Passport seen.",
        way=CHANGE_PERSON,
        changes={"given_name": fuller},
    )


def newcomers(accounts: Accounts, today: date) -> None:
    """A questionnaire with its papers seen, and one that went back."""
    if Newcomer.objects.exists():
        return
    director, regions = accounts["director"], demo_regions()
    whole: dict[str, Any] = {
        "patronymic": "", "postcode": "10203", "home_phone": "", "mobile_1": "555 01 44", "mobile_2": "",
        "email_2": "", "board_category": "", "board_rating": None, "iccf_id": "", "iccf_title": "",
        "iccf_rating": None, "further": "",
    }  # fmt: skip
    submitted = newcomer_enter(
        actor=director, region=regions[1], surname="Sandbrook", given_name="Märta", birth=date(2012, 3, 9),
        home_address="Pier Lane 4", email_1="sandbrook@example.org", **whole,
    )  # fmt: skip
    newcomer_paper_seen(submitted, actor=director, kind="passport", on=today - timedelta(days=2))
    returned = newcomer_enter(
        actor=director, region=regions[2], surname="Щербанюк", given_name="Тарас", birth=date(2026, 1, 9),
        home_address="Lime Walk 11", email_1="shcherbaniuk@example.org", **whole,
    )  # fmt: skip
    newcomer_return(
        returned,
        actor=accounts["commission"],
        version=returned.version,
        reason="The year of birth cannot be right.",
    )
