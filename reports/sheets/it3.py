"""IT3, the tournament report: eighteen fields, of which the thirteenth is a grid over the list of players."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Literal

from reports.sheets.model import Sentence, SignatureField
from reports.sheets.signatures import signature_fields
from tournaments.record.model import Entry, Record

Pairing = Literal["", "manual", "computer"]
RowKey = Literal["rated", "unrated", "gm", "im", "fm"]

# Beyond so many players so many deputies are demanded: fields 16, 17 and 18 after the first deputy of 15.
DEPUTIES: tuple[tuple[int, int], ...] = ((120, 4), (70, 3), (20, 2))

ROWS: Mapping[RowKey, Callable[[Entry], bool]] = MappingProxyType(
    {
        "rated": lambda entry: entry.rating is not None,
        "unrated": lambda entry: entry.rating is None,
        "gm": lambda entry: entry.title in ("GM", "WGM"),
        "im": lambda entry: entry.title in ("IM", "WIM"),
        "fm": lambda entry: entry.title in ("FM", "WFM"),
    }
)


@dataclass(frozen=True, slots=True)
class It3Particulars:
    """What the report asks and no record holds, as the arbiter typed it; empty where nobody said.

    `rounds_a_day` is text (`1`, or `2 on the first day, then 1`). `pairing` is manual or by computer, `paired_by` the
    person or the program with its version.
    """

    country: str = ""
    organiser: str = ""
    organiser_contact: str = ""
    rounds_a_day: str = ""
    pairing: Pairing = ""
    paired_by: str = ""
    remarks: str = ""
    arbiter: str = ""
    arbiter_contact: str = ""
    deputies: tuple[str, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of field 13: how many players, of how many federations, of the host federation, of others."""

    key: RowKey
    number: int
    federations: int
    host: int
    other: int


@dataclass(frozen=True, slots=True)
class It3:
    """The tournament report as it is printed, fields 1 to 18.

    `players` is the length of the list of players that the grid is checked against, `deputies_needed` the number
    that its size demands.
    """

    federation: str
    event: str
    city: str
    start: date | None
    end: date | None
    rounds: int
    rate_of_play: str
    system: str
    cycles: int
    players: int
    grid: tuple[GridRow, ...]
    deputies_needed: int
    particulars: It3Particulars
    missing: tuple[Sentence, ...]

    @property
    def signatures(self) -> tuple[SignatureField, ...]:
        """The chief arbiter, then the rating officer of the federation."""
        return signature_fields("it3", self.particulars.arbiter)


def it3(record: Record, particulars: It3Particulars) -> It3:
    """The tournament report of a record; `missing` names every mandatory field that is empty or does not add up."""
    event = record.event
    grid = tuple(grid_of(record))
    needed = deputies_needed(len(record.entries))
    return It3(
        federation=event.federation,
        event=event.name,
        city=event.city,
        start=event.start,
        end=event.end,
        rounds=event.rounds,
        rate_of_play=event.rate_of_play,
        system=event.system,
        cycles=event.cycles,
        players=len(record.entries),
        grid=grid,
        deputies_needed=needed,
        particulars=particulars,
        missing=tuple(_missing(record, particulars, grid, needed)),
    )


def deputies_needed(players: int) -> int:
    """How many deputies an event of so many players must have (fields 16 to 18); none for a small one.

    >>> [deputies_needed(players) for players in (20, 21, 70, 71, 120, 121)]
    [0, 2, 2, 3, 3, 4]
    """
    return next((deputies for more_than, deputies in DEPUTIES if players > more_than), 0)


def grid_of(record: Record) -> Iterator[GridRow]:
    """Field 13 counted from the list of players; one without a federation is neither host nor other."""
    host = record.event.federation
    for key, belongs in ROWS.items():
        federations = [entry.federation for entry in record.entries if belongs(entry)]
        named = [federation for federation in federations if federation]
        own = sum(bool(host) and federation == host for federation in named)
        yield GridRow(key, len(federations), len(set(named)), own, len(named) - own)


def grid_faults(grid: tuple[GridRow, ...], players: int) -> Iterator[Sentence]:
    """Where the totals of field 13 are not those of the list: rated and unrated together, host and other in a row."""
    number = {row.key: row.number for row in grid}
    if number["rated"] + number["unrated"] != players:
        counted = number["rated"] + number["unrated"]
        yield Sentence("it3_grid_total", "IT3 13", {"counted": counted, "players": players})
    wrong = [row for row in grid if row.host + row.other != row.number]
    if wrong:
        without = max(row.number - row.host - row.other for row in wrong)
        yield Sentence("it3_grid_federations", "IT3 13", {"without": without})


def _missing(
    record: Record, particulars: It3Particulars, grid: tuple[GridRow, ...], needed: int
) -> Iterator[Sentence]:
    event = record.event
    named = (
        ("it3_federation", "1", event.federation),
        ("name", "2", event.name),
        ("it3_country", "3", particulars.country),
        ("it3_city", "3", event.city),
        ("start", "4", event.start),
        ("end", "5", event.end),
        ("it3_organiser", "6", particulars.organiser),
        ("it3_organiser_contact", "6", particulars.organiser_contact),
        ("it3_rounds", "7", event.rounds),
        ("it3_rounds_a_day", "8", particulars.rounds_a_day),
        ("rate_of_play", "9", event.rate_of_play),
        ("it3_system", "10", event.system if event.system != "unknown" else ""),
        ("it3_pairing", "11", particulars.pairing),
        ("it3_paired_by", "11", particulars.paired_by),
    )
    yield from (Sentence(key, f"IT3 {number}") for key, number, value in named if not value)
    yield from grid_faults(grid, len(record.entries))
    if not particulars.arbiter:
        yield Sentence("it3_arbiter", "IT3 14")
    if not particulars.arbiter_contact:
        yield Sentence("it3_arbiter_contact", "IT3 14")
    if len(particulars.deputies) < needed:
        fields = f"IT3 {15 + len(particulars.deputies)}" + (
            f"–{14 + needed}" if needed - len(particulars.deputies) > 1 else ""
        )
        inputs: Mapping[str, int] = {
            "players": len(record.entries),
            "needed": needed,
            "named": len(particulars.deputies),
        }
        yield Sentence("it3_deputies", fields, dict(inputs))
