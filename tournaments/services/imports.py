"""A TRF file becomes an event: whole or not at all, with everything that was found on the way."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop

from core.files import store
from core.keys import search_terms
from players.models import Account, Person, RatingKind, Region
from players.selectors import listed_ratings
from tournaments.interchange.cross_list import read_results
from tournaments.interchange.trf import TrfReading
from tournaments.models import (
    ByeRequest,
    Entry,
    Event,
    EventOfficial,
    Game,
    Round,
    Seat,
    Team,
)
from tournaments.record.crosstable import crosstable
from tournaments.record.findings import Finding
from tournaments.record.model import EventFacts, Record
from tournaments.record.orders import with_points
from tournaments.record.sentences import SENTENCES as RECORD_SENTENCES
from tournaments.selectors.people import persons_by_numbers
from tournaments.services.common import check_right, facts_changed, write_ledger
from tournaments.services.events import event_register, set_search_key
from tournaments.services.knock_out_import import bracket_finding, bracket_store
from tournaments.services.ratings import rating_from_list
from tournaments.services.rules import list_on_start, usual_order
from tournaments.services.special_points import special_points_keep
from tournaments.services.team_imports import seated, team_rows
from tournaments.snapshot import DEPUTY_SEPARATOR

NAME_LENGTH = 200

SENTENCES: Mapping[str, str] = {
    **RECORD_SENTENCES,
    "import.start_missing": gettext_noop(
        "The file does not state the first day of play; the event stays a draft until it is typed."
    ),
    "import.end_missing": gettext_noop("The file does not state the last day of play."),
    "import.system_missing": gettext_noop(
        "The file does not say by which system was played; the event stays a draft until it is chosen."
    ),
    "import.cut": gettext_noop("The text of “{field}” is longer than {length} characters and was cut."),
    "import.unidentified": gettext_noop("{count} players are not identified by a number of the register."),
    "import.name_differs": gettext_noop(
        "Player {player} is {name} in the file; his number belongs to {register} in the register."
    ),
    "import.rating_differs": gettext_noop(
        "Player {player}: the file says {stated}, the list in force {listed}; the list counts."
    ),
    "import.no_matches": gettext_noop(
        "The games are no matches of the teams, so they are stored as games alone: {reason}"
    ),
    "knock_out.read": gettext_noop(
        "The rounds are a bracket of {stages} stages with up to {games} game(s) a tie: {ties} ties are taken over."
    ),
    "knock_out.not_begun": gettext_noop(
        "No round is played, so there is no bracket yet; draw it at the desk."
    ),
    "knock_out.other_pairs": gettext_noop(
        "No bracket is made: in round {round} others meet than in the first games of the same ties."
    ),
    "knock_out.too_many_rounds": gettext_noop(
        "No bracket is made: round {round} comes after the final of so many players."
    ),
    "knock_out.two_ties": gettext_noop("No bracket is made: in round {round} somebody plays in two ties."),
    "knock_out.number_of_ties": gettext_noop(
        "No bracket is made: the boards of round {round} and those who are free are not the ties of one stage."
    ),
    "knock_out.nobody_or_both": gettext_noop(
        "No bracket is made: of a tie before round {round} nobody plays on, or both do."
    ),
    "knock_out.loser_went_on": gettext_noop(
        "No bracket is made: in round {round} somebody plays on who lost his tie by its games."
    ),
    "knock_out.final_unknown": gettext_noop(
        "No bracket is made: a semi-final ended level in round {round}, so the final and the tie for the third place "
        "cannot be told apart."
    ),
    "knock_out.order_unknown": gettext_noop(
        "No bracket is made: the first ties are not those of the start numbers, and the file does not say who meets "
        "next."
    ),
    "import.person_twice": gettext_noop("Players {players} have the number of one person, {register}."),
}


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The event that a file has become, and what was found; texts are in `SENTENCES`."""

    event: Event
    findings: tuple[Finding, ...]


@transaction.atomic
def event_import(
    data: bytes,
    *,
    actor: Account | None,
    start: date | None = None,
    end: date | None = None,
    system: str = "",
    name: str = "",
    region: Region | None = None,
    rating_kind: str = RatingKind.STANDARD,
    correspondence: bool = False,
    tie_break_order: str = "",
) -> ImportResult:
    """Read a TRF file or a crosstable and store it as an event, with the days and the system that the director typed.

    Players are identified by number alone. With first day and system known the event is registered at once,
    else it stays a draft and a finding says what is missing. `actor` is None only for the portal's commands.
    Raises PermissionDenied, and TrfRefused (nothing is stored) for an unreadable or contradicting file.
    """
    check_right(None, actor=actor, permission="event_create")
    reading = read_results(data, name, start=start, end=end)
    record = reading.record
    if system:
        record = replace(record, event=replace(record.event, system=system))  # type: ignore[arg-type]
    findings = list(reading.findings)
    record, matches = seated(record, findings)
    event = _event(record, reading, actor, findings)
    event.source_sha256 = store(data, "text/plain").sha256
    event.region, event.rating_kind, event.correspondence = region, rating_kind, correspondence
    event.tie_break_order = tie_break_order or event.tie_break_order or usual_order(event)
    event.rating_list = list_on_start(event)
    event.full_clean(exclude=["search_key"])
    event.save()
    if actor is not None:
        EventOfficial.objects.create(event=event, account=actor, role=EventOfficial.Role.CHIEF_ARBITER)
    entries = _entries(event, record, reading, findings)
    rounds = _rounds(event, record, entries)
    if record.teams and (matches or not record.games):
        team_rows(event, record, matches, entries=entries, rounds=rounds)
    if event.system == Event.System.KNOCK_OUT:
        findings.append(bracket_finding(record))
        bracket_store(event, record, entries)
    if record.special_points:
        special_points_keep(event, record.special_points)
    write_ledger(
        event,
        actor=actor,
        verb="event.imported",
        payload={
            "format": reading.format,
            "sha256": event.source_sha256,
            "start_typed": start.isoformat() if start else "",
            "end_typed": end.isoformat() if end else "",
            "system_typed": system,
            "players": len(entries),
            "games": len(record.games),
            "special_points": len(record.special_points),
        },
    )
    findings += _missing(event)
    if event.start is not None and event.system != Event.System.UNKNOWN:
        event = event_register(event, actor=actor)
    return ImportResult(facts_changed(event), tuple(findings))


def _event(record: Record, reading: TrfReading, actor: Account | None, findings: list[Finding]) -> Event:
    facts = record.event
    system = facts.score_system
    event = Event(
        name=_cut("name", facts.name or reading.name or "?", findings),
        city=_cut("city", facts.city, findings),
        federation=facts.federation,
        start=facts.start,
        end=facts.end if not (facts.start and facts.end and facts.end < facts.start) else None,
        rate_of_play=_cut("rate_of_play", facts.rate_of_play, findings),
        system=facts.system,
        cycles=facts.cycles,
        occasion=facts.occasion,
        rounds_planned=min(max(facts.rounds, crosstable(record).rounds, 1), 99),
        win_halves=system.win,
        draw_halves=system.draw,
        loss_halves=system.loss,
        pairing_bye_halves=system.pairing_bye,
        chief_arbiter_name=_cut("chief_arbiter_name", facts.chief_arbiter, findings),
        deputies=_cut("deputies", f"{DEPUTY_SEPARATOR} ".join(facts.deputies), findings),
        organiser=_cut("organiser", facts.organiser, findings),
        first_colour=facts.first_colour,
        numbering=Event.Numbering.TYPED,
        tie_break_order="",
        source_format=reading.format,
        source_lines=list(record.source.lines) if record.source else [],
        source_facts=_source_facts(facts),
        created_by=actor,
    )
    if facts.tie_breaks:
        event.tie_break_order = _cut("tie_break_order", ",".join(with_points(facts.tie_breaks)), findings)
    set_search_key(event)
    return event


def _source_facts(facts: EventFacts) -> dict[str, str]:
    names = ("type_text", "type_code", "rate_code", "rank_method", "pairing_program")
    return {name: getattr(facts, name) for name in names if getattr(facts, name)}


def _cut(field: str, text: str, findings: list[Finding]) -> str:
    """The text within the length of its column; a finding says so when something was lost."""
    length = Event._meta.get_field(field).max_length or NAME_LENGTH  # type: ignore[union-attr]
    if len(text) > length:
        findings.append(Finding("warning", "import.cut", inputs={"field": field, "length": length}))
    return text[:length]


def _missing(event: Event) -> Iterator[Finding]:
    if event.start is None:
        yield Finding("objection", "import.start_missing")
    if event.end is None:
        yield Finding("warning", "import.end_missing")
    if event.system == Event.System.UNKNOWN:
        yield Finding("objection", "import.system_missing")


def _entries(event: Event, record: Record, reading: TrfReading, findings: list[Finding]) -> dict[int, Entry]:
    """The entries by start number, identified by number where the register knows it."""
    teams = _teams(event, record)
    cells: dict[int, list[list[Any]]] = {}
    for cell in record.source.cells if record.source else ():
        cells.setdefault(cell.entry, []).append([cell.round, cell.opponent, cell.colour, cell.code])
    entries = [
        Entry(
            event=event,
            number=entry.number,
            name=entry.name or f"? {entry.number}",
            sex=entry.sex,
            title=entry.title[:3],
            federation=entry.federation,
            birth=entry.birth,
            fide_id=entry.fide_id,
            national_id=entry.national_id,
            club=entry.club,
            rating=entry.rating,
            rating_source="file" if entry.rating is not None else "",
            stated_points_halves=entry.stated_points,
            stated_rank=entry.stated_rank,
            source_cells=cells.get(entry.number, []),
            **teams.get(entry.number, {}),
        )
        for entry in record.entries
    ]
    created = {entry.number: entry for entry in Entry.objects.bulk_create(entries, batch_size=200)}
    found = {number: entry for number, entry in created.items() if number is not None}
    _identify(event, found, findings)
    return found


def _teams(event: Event, record: Record) -> dict[int, dict[str, Any]]:
    """Team and board of each member by start number."""
    members: dict[int, dict[str, Any]] = {}
    for team in record.teams:
        facts = {
            "nickname": team.nickname,
            "strength": team.strength,
            "stated_match_points": team.stated_match_points,
            "stated_game_points": team.stated_game_points,
            "stated_rank": team.stated_rank,
        }
        row = Team.objects.create(
            event=event,
            number=team.number,
            name=team.name[:120],
            federation=team.federation,
            source_facts={name: value for name, value in facts.items() if value not in (None, "")},
        )
        for board, number in enumerate(team.members, start=1):
            members[number] = {"team": row, "board_order": board}
    return members


def _identify(event: Event, entries: Mapping[int, Entry], findings: list[Finding]) -> None:
    """Link entries to persons by number, and give them the figures of the list in force."""
    persons = persons_by_numbers(list(entries.values()))
    claimed: dict[int, list[int]] = {}
    for number, entry in entries.items():
        if entry.pk in persons:
            claimed.setdefault(persons[entry.pk].pk, []).append(number)
    linked: list[Entry] = []
    for number, entry in sorted(entries.items()):
        person = persons.get(entry.pk)
        if person is None:
            continue
        if len(claimed[person.pk]) > 1:
            if claimed[person.pk][0] == number:
                inputs = {"register": person.name}
                findings.append(
                    Finding(
                        "objection", "import.person_twice", inputs=inputs, players=tuple(claimed[person.pk])
                    )
                )
            continue
        _compare_names(number, entry, person, findings)
        entry.person = person
        linked.append(entry)
    _take_ratings(event, linked, findings)
    names = ["person", "rating", "rating_k", "rating_games", "rating_list", "rating_source"]
    Entry.objects.bulk_update(linked, names, batch_size=200)
    if len(linked) < len(entries):
        count = {"count": len(entries) - len(linked)}
        unknown = tuple(number for number, entry in entries.items() if entry.person is None)
        findings.append(Finding("warning", "import.unidentified", inputs=count, players=unknown))


def _compare_names(number: int, entry: Entry, person: Person, findings: list[Finding]) -> None:
    words = search_terms(entry.name)
    held = set(person.search_key.split())
    other_year = entry.birth and person.birth and entry.birth[:4] != person.birth[:4]
    if other_year or (words and not held & set(words)):
        inputs = {"name": entry.name, "register": person.name}
        findings.append(Finding("warning", "import.name_differs", inputs=inputs, players=(number,)))


def _take_ratings(event: Event, entries: list[Entry], findings: list[Finding]) -> None:
    ids = [entry.person_id for entry in entries if entry.person_id is not None]
    rows = listed_ratings(event.rating_list, ids)
    for entry in entries:
        stated = entry.rating
        row = rows.get(entry.person_id or 0)
        if rating_from_list(entry, row, event) and stated is not None and entry.rating != stated:
            inputs = {"stated": stated, "listed": entry.rating}
            findings.append(
                Finding("note", "import.rating_differs", inputs=inputs, players=(entry.number or 0,))
            )


def _rounds(event: Event, record: Record, entries: Mapping[int, Entry]) -> dict[int, Round]:
    """Rounds with their boards and byes, by number; byes of rounds that nobody has paired are requests."""
    started = crosstable(record).rounds_started
    days = {a_round.number: a_round for a_round in record.rounds}
    ahead = [bye for bye in record.byes if bye.round > started]
    numbers = sorted(
        set(range(1, started + 1)) | set(days) | {bye.round for bye in ahead if bye.code not in "HZF"}
    )
    rows = Round.objects.bulk_create(
        [
            Round(
                event=event,
                number=number,
                day=days[number].day if number in days else None,
                pairing_edition=days[number].pairing_edition if number in days else "",
                engine="file" if number <= started else "",
            )
            for number in numbers
        ]
    )
    rounds = {row.number: row for row in rows}
    games = Game.objects.bulk_create(
        [
            Game(
                round=rounds[game.round],
                board=game.board,
                white=entries[game.white],
                black=entries[game.black],
                code=game.code,
                colours_known=game.colours_known,
                match=game.match,
                played_on=game.played_on,
            )
            for game in record.games
        ],
        batch_size=200,
    )
    seats = [
        Seat(round=game.round, entry=entry, game=game, colour=colour)
        for game in games
        for entry, colour in ((game.white, "w"), (game.black, "b"))
    ]
    for bye in record.byes:
        if bye in ahead and bye.code in "HZF":
            continue
        seats.append(Seat(round=rounds[bye.round], entry=entries[bye.entry], bye=bye.code))
    Seat.objects.bulk_create(seats, batch_size=400)
    ByeRequest.objects.bulk_create(
        [
            ByeRequest(entry=entries[bye.entry], round_number=bye.round, code=bye.code)
            for bye in ahead
            if bye.code in "HZF"
        ]
    )
    return rounds
