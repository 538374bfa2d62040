"""The demo's correspondence events: the seventeen invented players of the method's sample start list.

One event is still being played; another, with a newcomer, is finished, certified by the region, counted and in
the newest list of coefficients. Its winner takes every game from a field that is stronger than he is.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction

from commission.demo.accounts import demo_regions
from commission.demo.plans import Plan, list_days, next_quarter
from commission.demo.play import play_rounds
from players.models import Person, RatingKind, RatingList
from players.services import persons_create
from ratings.models import Period
from ratings.services import period_open
from ratings.services_lists import OpeningRow, list_enter_opening
from reports.models import Report
from tournaments.models import Entry, Event
from tournaments.services.correspondence import PlayerLine, correspondence_setup_set, start_list_save
from tournaments.services.entries import entries_add, entries_number
from tournaments.services.events import event_create, event_finish, event_register

if TYPE_CHECKING:
    from commission.demo.federation import DemoFederation

NAME = "Четвертьфинал чемпионата по заочной игре"
GROUP_CODE = "ЧФР-5/4"
START, END = date(2024, 6, 1), date(2026, 11, 30)
NORMS = "KMS 8.0 of 16; 1st category 5.0 of 16"

CUP_NAME, CUP_CODE = "Кубок заочников", "КЗ-12"
CUP_START = date(2024, 5, 1)
CUP_NORMS = "KMS 8.5 of 17; 1st category 5.5 of 17"
FIRST_LIST = date(2024, 4, 1)
WINNER = "24909"

# national number, birth, category, coefficient, surname, given name, patronymic
Row = tuple[str, str, str, int, str, str, str]
START_LIST: tuple[Row, ...] = (
    ("61901", "1971-06-22", "кмс", 2325, "Алёхнович", "Пётр", "Ильич"),
    ("34902", "1960-04-15", "кмс", 2201, "Берёзин", "Фёдор", "Львович"),
    ("50903", "1958-09-08", "кмс", 2154, "Ветлужский", "Глеб", "Игнатович"),
    ("64904", "1939-03-22", "кмс", 2099, "Горностаев", "Артём", "Юрьевич"),
    ("16905", "1945-05-22", "кмс", 2253, "Дубравин", "Лев", "Маркович"),
    ("09906", "1950-07-08", "кмс", 2264, "Ежевикин", "Тихон", "Олегович"),
    ("63907", "1960-10-08", "кмс", 2159, "Журавский", "Роман", "Ефимович"),
    ("77908", "1962-09-01", "кмс", 2333, "Зимородков", "Яков", "Денисович"),
    ("24909", "1953-04-01", "кмс", 2100, "Ивняков", "Кирилл", "Янович"),
    ("52910", "1935-04-08", "кмс", 2200, "Камышев", "Захар", "Семёнович"),
    ("78911", "1949-12-22", "кмс", 2215, "Лозняков", "Егор", "Макарович"),
    ("14912", "1947", "1 р.", 2140, "Морошкин", "Данила", "Русланович"),
    ("59913", "1944-03-08", "кмс", 2344, "Незабудкин", "Богдан", "Тарасович"),
    ("66914", "1964-09-15", "кмс", 2222, "Орешин", "Матвей", "Платонович"),
    ("78915", "1948-03-01", "кмс", 2159, "Полынов", "Прохор", "Савельевич"),
    ("34916", "1941-09-01", "кмс", 2111, "Рябинов", "Никита", "Кузьмич"),
    ("32917", "1938-08-15", "кмс", 2189, "Снегирёв", "Вадим", "Аркадьевич"),
)
NEWCOMER: Row = ("52918", "1990-03-03", "", 0, "Тальников", "Марк", "Борисович")


def playing_event(federation: "DemoFederation") -> Event:
    """The seventeen of the sample start list, moved to the years of the method's edition, still in play."""
    event = Event.objects.filter(group_code=GROUP_CODE).first()
    if event is None:
        with transaction.atomic():
            event = announced(federation, NAME, GROUP_CODE, START, END, NORMS, START_LIST)
    play_rounds(event, federation.accounts["director"], f"{GROUP_CODE}-{federation.seed}", 17, (0.8, 0.8))
    return event


def counted_event(federation: "DemoFederation") -> Event:
    """A finished event with a newcomer, won with every point, certified, counted, and in the newest list."""
    list_day = list_days(federation.today)[-1]
    period = open_period(federation, list_day)
    event = Event.objects.filter(group_code=CUP_CODE).first()
    if event is None:
        end = period.closing_day - timedelta(days=21)
        with transaction.atomic():
            event = announced(
                federation, CUP_NAME, CUP_CODE, CUP_START, end, CUP_NORMS, (*START_LIST, NEWCOMER)
            )
    director = federation.accounts["director"]
    if event.state != Event.State.FINISHED:
        winner = event.entries.get(national_id=WINNER).pk
        play_rounds(event, director, f"{CUP_CODE}-{federation.seed}", 17, (1.0, 1.0), winner=winner)
        event = event_finish(event, actor=director)
    if not Report.objects.main().filter(event=event).exists():
        with transaction.atomic():
            plan = Plan(CUP_NAME, "e-mail", "round_robin", 18, 17, CUP_START, 1, "rated", list_day)
            federation.procedure(event, plan)
    federation.publish(period)
    open_period(federation, next_quarter(federation.today))
    return federation.fresh(event)


def open_period(federation: "DemoFederation", list_day: date) -> Period:
    """The period of a list of coefficients, opened if it is not; its closing day is the text's."""
    found = Period.objects.filter(kind=RatingKind.CORRESPONDENCE, effective_from=list_day).first()
    if found is not None:
        return found
    first_list(federation)
    return period_open(
        actor=federation.accounts["ratings"], kind=RatingKind.CORRESPONDENCE, effective_from=list_day
    )


def persons_of(rows: Sequence[Row]) -> list[Person]:
    """The persons of a start list in its order, made if they are missing."""
    region = demo_regions()[2]
    numbers = [row[0] for row in rows]
    known = set(Person.objects.filter(national_id__in=numbers).values_list("national_id", flat=True))
    made: list[dict[str, Any]] = [
        {
            "surname": surname,
            "given_name": given,
            "patronymic": patronymic,
            "sex": "m",
            "birth": birth,
            "federation": "INV",
            "region": region,
            "national_id": number,
        }
        for number, birth, _category, _ik, surname, given, patronymic in rows
        if number not in known
    ]
    persons_create(actor=None, people=made)
    found = {person.national_id: person for person in Person.objects.filter(national_id__in=numbers)}
    return [found[number] for number in numbers]


def first_list(federation: "DemoFederation") -> None:
    """The list of coefficients with which the portal begins, if there is none."""
    if RatingList.objects.filter(kind=RatingKind.CORRESPONDENCE).exists():
        return
    persons = persons_of(START_LIST)
    list_enter_opening(
        actor=federation.accounts["ratings"],
        kind=RatingKind.CORRESPONDENCE,
        effective_from=FIRST_LIST,
        edition_key="racc-2014",
        rows=[
            OpeningRow(person.pk, row[3], games_total=0, highest=None)
            for person, row in zip(persons, START_LIST, strict=True)
        ],
    )


def announced(
    federation: "DemoFederation",
    name: str,
    group_code: str,
    start: date,
    end: date,
    norms: str,
    rows: Sequence[Row],
) -> Event:
    """An event with its players in the order of the start list, registered before its start, and numbered."""
    director = federation.accounts["director"]
    first_list(federation)
    persons = persons_of(rows)
    event = event_create(
        actor=director,
        name=name,
        group_code=group_code,
        city="e-mail",
        federation="INV",
        region=demo_regions()[2],
        start=start,
        end=end,
        rate_of_play="10 moves in 50 days, by e-mail",
        correspondence=True,
        system="round_robin",
        cycles=1,
        rounds_planned=17,
        chief_arbiter_name=director.shown_name,
        organiser="Correspondence committee",
        rating_kind=RatingKind.CORRESPONDENCE,
        norms=norms,
        numbering="typed",
        tie_break_order="PTS,SB,WIN,DE",
    )
    entries = entries_add(event, actor=director, rows=[{"person": person} for person in persons])
    event = event_register(event, actor=director, on=start - timedelta(days=20))
    entries_number(event, actor=director, numbers={entry.pk: place for place, entry in enumerate(entries, 1)})
    start_list_save(
        event,
        actor=director,
        lines=[_particulars(entry, row) for entry, row in zip(entries, rows, strict=True)],
    )
    correspondence_setup_set(
        event,
        actor=director,
        rule_set="RACC rules for play by e-mail",
        arbiter_category="arbiter of the 1st category",
        reminders=False,  # nobody reads the mail of invented players
        secrets={
            "arbiter_address": "4 Post Lane, Inventown",
            "arbiter_email": "arbiter@example.invalid",
            "appeals_email": "appeals@example.invalid",
            "appeals_address": "P.O. Box 64, Inventown",
        },
    )
    return event


def _particulars(entry: Entry, row: Row) -> PlayerLine:
    """Category and invented addresses of a player; the mail domain is one that never exists."""
    number, _birth, category, *_rest = row
    return PlayerLine(
        entry.pk,
        category=category,
        address=f"Загірся, вул. Вигадана, {int(number) % 90 + 1}",
        email=f"p{number}@example.invalid",
    )
