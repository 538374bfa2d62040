"""The registers, a report that came by post, and two reports for FIDE: one received, one returned."""

from collections.abc import Mapping
from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING

from django.db import transaction
from PIL import Image, ImageDraw

from commission.demo.play import play_rounds
from commission.fide import to_be_sent
from commission.models import FideList, FideSending
from commission.services import dossier_move, dossier_of
from commission.services_fide import fide_answer, fide_list_read, fide_send
from commission.services_papers import papers_receive
from players.models import Account, Arbiter, Region
from players.services import arbiter_grade_add, arbiter_save, officer_term_begin
from ratings.models import RatedEntry
from reports.models import ReceivedPapers
from reports.services import (
    paper_sign,
    report_document,
    report_hand_in,
    report_rendered,
    scan_of,
)
from tournaments.interchange.fide_list import MONTHS
from tournaments.models import Event
from tournaments.rulebook.rounding import half_away
from tournaments.services import entries_add, entries_number, event_create, event_finish, event_register
from tournaments.services.announcing import source_cite

if TYPE_CHECKING:
    from commission.demo.federation import DemoFederation

NAME = "Harbourland Veterans"
ARBITER, NUMBER = "Лесь Ярчук", "A-014"
# number, surname, given name, region, category or title with its first day, end of the licence (days from today).
ARBITERS = (
    ("A-001", "Koszák", "Mirela", 0, "IA", date(2015, 3, 1), 400),
    ("A-002", "Oduyal", "Tomas", 0, "FA", date(2019, 9, 1), 220),
    ("A-005", "Brandsma", "Jelle", 1, "national arbiter", date(2012, 1, 15), None),
    ("A-008", "Щербинова", "Софья", 1, "first category", date(2018, 5, 20), 30),
    ("A-011", "Quilarón", "Nieves", 2, "first category", date(2020, 11, 2), None),
    (NUMBER, "Ярчук", "Лесь", 1, "second category", date(2021, 4, 10), 510),
    ("A-019", "Ξενοκλής", "Ηλίας", 3, "second category", date(2023, 2, 6), None),
    ("A-022", "Perhanić", "Dora", 3, "trainee", date(2025, 6, 30), -60),
)
HEAD = ((0, "ID Number"), (15, "Name"), (76, "Fed"), (113, "%s"), (119, "Gms"), (123, "K"), (132, "Flag"))


def registers(accounts: Mapping[str, Account], regions: list[Region], today: date) -> None:
    """Eight arbiters and the rating officers of two terms, if nobody is entered yet."""
    if Arbiter.objects.exists():
        return
    for number, surname, given_name, region, grade, since, ends in ARBITERS:
        arbiter = arbiter_save(
            None, actor=accounts["office"], reason="Register begun with the portal", number=number,
            surname=surname, given_name=given_name, region=regions[region],
        )  # fmt: skip
        decision = f"Protocol {since.year}/{since.month} of the arbiters' board"
        arbiter_grade_add(arbiter, actor=accounts["office"], grade=grade, since=since, decision=decision)
        if ends is not None:
            until = today + timedelta(days=ends)
            arbiter_grade_add(
                arbiter, actor=accounts["office"], kind="licence", grade="federation licence",
                since=since, until=until, decision="List of licences",
            )  # fmt: skip
    officer_term_begin(
        actor=accounts["office"], name="Harriet Loonsby", since=date(2016, 1, 1), until=date(2021, 12, 31),
        decision="Congress of 2015", told_on=date(2016, 1, 8),
    )  # fmt: skip
    officer_term_begin(
        actor=accounts["office"], name=accounts["ratings"].shown_name, account=accounts["ratings"],
        since=date(2022, 1, 1), decision="Congress of 2021", told_on=date(2022, 1, 11),
    )  # fmt: skip


@transaction.atomic
def by_post(federation: "DemoFederation") -> Event:
    """A tournament that nobody reported here: opened from a source, its papers came by post, handed in by a clerk."""
    clerk, today = federation.accounts["commission"], federation.today
    found = Event.objects.filter(name=NAME).first()
    if found is not None:
        return found
    start, came = today - timedelta(days=12), today - timedelta(days=4)
    event = event_create(
        actor=clerk, name=NAME, city="Harbour Quay", federation="INV", start=start,
        end=start + timedelta(days=2), rate_of_play="90 min + 30 s", system="round_robin", rounds_planned=3,
        numbering="lot", chief_arbiter_name=ARBITER, organiser="Harbour CC", tie_break_order="PTS,DE,SB",
    )  # fmt: skip
    source_cite(
        event, actor=clerk, title="Harbour bulletin 7", kept_at="office, shelf 2", seen_by=clerk.shown_name,
        seen_on=came,
    )  # fmt: skip
    rated = [person for person in federation.people if person.fide_id][40:44]
    entries_add(event, actor=clerk, rows=[{"person": person} for person in rated])
    event = event_register(event, actor=clerk, on=start - timedelta(days=15))
    entries_number(event, actor=clerk, seed=federation.seed)
    play_rounds(event, clerk, f"{NAME}-{federation.seed}", 3, (1.0, 1.0))
    event = event_finish(event, actor=clerk)
    papers = papers_receive(
        event, actor=clerk, received_on=came, arbiter_name=ARBITER, arbiter_number=NUMBER,
        original=scan_of(_table()), name="final table.png", note="With the score sheets, in one envelope",
    )  # fmt: skip
    _handed_in(papers, clerk)
    event.refresh_from_db()
    return event


def _handed_in(papers: ReceivedPapers, clerk: Account) -> None:
    """For the arbiter, with the two signatures that stand on his papers; then to the commission."""
    report = report_hand_in(papers.event, actor=clerk, place=papers.event.city)
    report = report_rendered(report, document=report_document(report))
    signed = papers.received_on - timedelta(days=2)
    report = paper_sign(report, actor=clerk, role="arbiter", name=ARBITER, signed_on=signed)
    paper_sign(report, actor=clerk, role="rating_officer", name="Owen Ashcombe", signed_on=papers.received_on)
    dossier_move(dossier_of(papers.event), "submit", actor=clerk)


def _table() -> bytes:
    """A picture that stands for the scanned table."""
    image = Image.new("L", (420, 594), 250)
    drawn = ImageDraw.Draw(image)
    drawn.text((40, 40), "Harbourland Veterans: final table", fill=20)
    for row in range(6):
        drawn.line((40, 90 + 30 * row, 380, 90 + 30 * row), fill=90)
    drawn.text((60, 480), "arbiter            rating officer", fill=20)
    stream = BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def sent_to_fide(accounts: Mapping[str, Account], today: date) -> None:
    """The two oldest rated events: one received with its receipt and compared with two lists, one returned."""
    officer = accounts["ratings"]
    if FideSending.objects.exists():
        return
    events = [row.event for row in to_be_sent().order_by("event__end", "pk")[:2]]
    answers = (
        ("received", "Receipt 26-1187: report accepted for the next list."),
        ("returned", "Round 1 has no date. Please complete and send again."),
    )
    for number, (event, (state, answer)) in enumerate(zip(events, answers, strict=False), 1):
        sent = min((event.end or today) + timedelta(days=9), today)
        sending = fide_send(event, actor=officer, sent_on=sent, event_code=f"41{number:04d}")
        answered = min(sent + timedelta(days=3), today)
        fide_answer(sending, actor=officer, state=state, answered_on=answered, answer=answer)
    if events and not FideList.objects.exists():
        _lists_around(events[0], officer)


def _lists_around(event: Event, officer: Account) -> None:
    """FIDE's lists before and after an event: most steps are ours, one differs, one holds another event too."""
    assert event.start is not None
    assert event.end is not None
    rows = RatedEntry.objects.filter(
        rated_event__event=event, rated_event__current=True, own_rating__isnull=False
    ).select_related("person")
    before, after = [], []
    for place, row in enumerate(rows.order_by("number")):
        step = half_away(Fraction(row.change)) + (3 if place == 1 else 0)
        games = row.games + (9 if place == 2 else 0)
        assert row.own_rating is not None
        before.append((row.person.fide_id, row.own_rating, 0, row.k))
        after.append((row.person.fide_id, row.own_rating + step, games, row.k))
    later = event.end + timedelta(days=45)
    for day, lines in ((event.start.replace(day=1), before), (later.replace(day=1), after)):
        heads = [
            (start, f"{MONTHS[day.month - 1]}{day:%y}" if name == "%s" else name) for start, name in HEAD
        ]
        text = [_columns(heads), *(_columns(_cells(line)) for line in lines)]
        fide_list_read(text, actor=officer, kind=event.rating_kind)


def _cells(line: tuple[str, int, int, int | None]) -> list[tuple[int, str]]:
    fide_id, rating, games, k = line
    return [(0, fide_id), (15, "Invented"), (113, str(rating)), (119, str(games)), (123, str(k or ""))]


def _columns(cells: list[tuple[int, str]]) -> bytes:
    text = ""
    for start, cell in cells:
        text = text.ljust(start) + cell
    return f"{text}\r\n".encode("ascii")
