"""The demo's two tournaments of title norms: in the first an IM norm is made and certified, the second is running."""

import random
from datetime import date, timedelta
from typing import Any

from django.db import transaction

from players.models import Account, Region
from reports.kinds.kind import PaperOrder
from reports.models import Report, Signature
from reports.services import report_document, report_hand_in, report_rendered, report_sign
from reports.services.papers import paper_freeze
from reports.sheets.model import SheetKey
from tournaments.models import Event, Game
from tournaments.services.entries import entries_add, entries_number
from tournaments.services.events import event_create, event_finish, event_register
from tournaments.services.pairing import round_day_set, rounds_pair_all
from tournaments.services.results import record_result

FIRST_NAME, SECOND_NAME = "Inventown Masters I", "Inventown Masters II"
ROUNDS, PLAYED_OF_SECOND = 9, 7
APPLICANT = "Orlić, Vedran"
# Title, name, federation, rating, sex; number 5 makes the norm: 20973 / 9 = 2330 with 1985 raised to 2050, 6 needed.
FIELD = (
    ("GM", "Rosenvik, Halvard", "NOR", 2488, "m"),
    ("GM", "Брусенко, Тарас", "UKR", 2452, "m"),
    ("IM", "Castrell, Julián", "ESP", 2418, "m"),
    ("IM", "Παπαλέξης, Ηλίας", "GRE", 2396, "m"),
    ("FM", APPLICANT, "INV", 2352, "m"),
    ("FM", "Lindmark, Torvald", "NOR", 2330, "m"),
    ("FM", "Kovran, Jakša", "INV", 2315, "m"),
    ("", "Dubravec, Nenad", "INV", 2284, "m"),
    ("", "Morcuende, Iria", "ESP", 2240, "w"),
    ("", "Tihić, Lovro", "INV", 1985, "m"),
)
# Half points of the applicant against the others by their ratings.
SCORES = {2488: 1, 2452: 1, 2418: 1, 2396: 2, 2330: 2, 2315: 1, 2284: 2, 2240: 1, 1985: 2}
WHITE, BLACK = ("0-1", "1/2-1/2", "1-0"), ("1-0", "1/2-1/2", "0-1")
TYPED_IT3: dict[str, Any] = {
    "country": "Invented Country",
    "organiser": "SK Inventown",
    "organiser_contact": "masters@inventown.example",
    "rounds_a_day": "1",
    "pairing": "manual",
    "paired_by": "Berger tables",
    "arbiter_contact": "arbiter@inventown.example",
    "place": "Inventown",
}


def finished_masters(
    director: Account, officer: Account, region: Region, *, passphrase: str, seed: int, today: date
) -> Event:
    """The first tournament with its final table, IT3 and the certificate of the norm, all signed; what stands stays."""
    event = Event.objects.filter(name=FIRST_NAME, created_by=director).first()
    if event is None:
        with transaction.atomic():
            event = _played(director, region, FIRST_NAME, today - timedelta(days=15), ROUNDS, seed)
    if event.state != Event.State.FINISHED:
        event_finish(event, actor=director)
    if not Report.objects.filter(event=event, sheet="it1").exists():
        with transaction.atomic():
            _papers(event, director, officer, passphrase)
    event.refresh_from_db()
    return event


def running_masters(director: Account, region: Region, *, seed: int, today: date) -> Event:
    """The second one after seven of nine rounds: who can still make a norm."""
    found = Event.objects.filter(name=SECOND_NAME, created_by=director).first()
    if found is not None:
        return found
    with transaction.atomic():
        start = today - timedelta(days=PLAYED_OF_SECOND)
        event = _played(director, region, SECOND_NAME, start, PLAYED_OF_SECOND, seed)
    event.refresh_from_db()
    return event


def _played(director: Account, region: Region, name: str, start: date, rounds: int, seed: int) -> Event:
    chance = random.Random(f"{name}-{seed}")
    event = event_create(
        actor=director,
        name=name,
        city="Inventown",
        federation="INV",
        region=region,
        start=start,
        end=start + timedelta(days=ROUNDS - 1),
        rate_of_play="90'+30\"",
        system=Event.System.ROUND_ROBIN,
        rounds_planned=ROUNDS,
        numbering="lot",
        chief_arbiter_name=director.shown_name,
        organiser="SK Inventown",
        title_norms=True,
    )
    rows = [
        {
            "title": title,
            "name": name,
            "federation": federation,
            "rating": rating,
            "sex": sex,
            "birth": f"{1980 + place}-03-{place + 1:02d}",
            "fide_id": str(999_700_000 + place * 13),
        }
        for place, (title, name, federation, rating, sex) in enumerate(FIELD)
    ]
    entries_add(event, actor=director, rows=rows)
    event = event_register(event, actor=director, on=start - timedelta(days=40))
    entries_number(event, actor=director, seed=seed)
    rounds_pair_all(event, actor=director)
    for number in range(1, ROUNDS + 1):
        round_day_set(event, actor=director, round_number=number, day=start + timedelta(days=number - 1))
    games = Game.objects.filter(round__event=event, round__number__lte=rounds)
    for game in games.select_related("white", "black", "round").order_by("round__number", "board"):
        record_result(game, actor=director, code=_code(game, chance), version=game.version)
    event.refresh_from_db()
    return event


def _code(game: Game, chance: random.Random) -> str:
    """The applicant's results as they are told above; the others are drawn, the stronger with the better chances."""
    white, black = game.white.rating or 0, game.black.rating or 0
    if game.white.name == APPLICANT:
        return WHITE[SCORES[black]]
    if game.black.name == APPLICANT:
        return BLACK[SCORES[white]]
    won, lost = (5, 2) if white > black + 40 else (2, 5) if black > white + 40 else (3, 3)
    return chance.choices(("1-0", "1/2-1/2", "0-1"), (won, 6, lost))[0]


def _papers(event: Event, director: Account, officer: Account, passphrase: str) -> None:
    def signed(report: Report) -> Report:
        made = report_rendered(report, document=report_document(report))
        for account, role in ((director, Signature.Role.ARBITER), (officer, Signature.Role.RATING_OFFICER)):
            made = report_sign(made, actor=account, role=role, passphrase=passphrase, place="Inventown")
        return made

    main = signed(report_hand_in(event, actor=director, place=event.city))
    orders: tuple[tuple[SheetKey, PaperOrder], ...] = (
        ("it3", PaperOrder(event, director, main, typed=TYPED_IT3)),
        (
            "it1",
            PaperOrder(
                event,
                director,
                main,
                event.entries.get(name=APPLICANT),
                "IM",
                {"arbiter_id": "999700999", "official": officer.shown_name, "place": "Inventown"},
            ),
        ),
    )
    for sheet, order in orders:
        signed(paper_freeze(order, sheet))
