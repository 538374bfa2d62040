"""The event as norms see it: its players, what kind of pairings it has, and who is free of which rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from ratings.engine.games import HALVES
from tournaments.record.crosstable import Crosstable, crosstable
from tournaments.record.model import Entry, Record
from tournaments.rulebook.editions import Edition

PREDETERMINED = frozenset(
    {
        "round_robin",
        "scheveningen",
        "match",
        "team_round_robin",
        "team_scheveningen",
    }
)
ALL_PLAY_ALL = frozenset({"round_robin", "team_round_robin"})


@dataclass(frozen=True, slots=True)
class Field:
    """A record prepared once for all its applicants.

    `rounds` are the rounds announced: what a play-off adds lies after them. `nothing_scored` are the unrated
    players of a round robin without a point against a rated one, `foreigners` the numbers of 1.4.3d: players,
    federations and title holders.
    """

    record: Record
    edition: Edition
    table: Crosstable
    entries: Mapping[int, Entry]
    rounds: int
    least_games: int
    nothing_scored: frozenset[int]
    foreigners: tuple[int, int, int]

    @property
    def predetermined(self) -> bool:
        """All pairings were fixed before the first round."""
        return self.record.event.system in PREDETERMINED

    @property
    def double(self) -> bool:
        """Everybody meets everybody more than once."""
        return self.record.event.system in ALL_PLAY_ALL and self.record.event.cycles > 1

    @property
    def is_big_swiss(self) -> bool:
        """So international that nobody has to meet foreigners (1.4.3d)."""
        asked = (
            self.edition["big_swiss_players"].integer,
            self.edition["big_swiss_feds"].integer,
            self.edition["big_swiss_titled"].integer,
        )
        return self.record.event.system == "swiss" and all(
            there >= needed for there, needed in zip(self.foreigners, asked, strict=True)
        )


def field_of(record: Record, edition: Edition) -> Field:
    """The event prepared for its applicants; `edition` is one of the Title Regulations."""
    table = crosstable(record)
    occasions = edition["team_occasions"].items
    short = record.event.occasion in occasions
    return Field(
        record=record,
        edition=edition,
        table=table,
        entries={entry.number: entry for entry in record.entries},
        rounds=record.event.rounds or table.rounds,
        least_games=edition["team_games" if short else "games"].integer,
        nothing_scored=_nothing_scored(record, table),
        foreigners=_foreigners(record, edition, table),
    )


def exemption(field: Field, applicant: Entry) -> str:
    """The article that frees a player of the rules on federations, or nothing (1.4.3a, 1.4.3d)."""
    event, edition = field.record.event, field.edition
    national = edition["national_occasions"]
    at_home = bool(applicant.federation) and applicant.federation == event.federation
    if event.occasion in national.items and at_home:
        return national.article
    return edition["big_swiss_players"].article if field.is_big_swiss else ""


def lasts_days(record: Record) -> int | None:
    """Days from the first to the last day of play, both counted; None where one is not known."""
    start, end = record.event.start, record.event.end
    return None if start is None or end is None else (end - start + timedelta(days=1)).days


def _nothing_scored(record: Record, table: Crosstable) -> frozenset[int]:
    """Unrated players of a round robin who met rated ones over the board and took no point of them (1.4.2b)."""
    if record.event.system not in ALL_PLAY_ALL:
        return frozenset()
    rated = {entry.number for entry in record.entries if entry.rating is not None}
    found = set()
    for entry in record.entries:
        against = [
            cell
            for cell in table.row(entry.number).cells
            if cell.played and not cell.open and cell.opponent in rated
        ]
        if entry.rating is None and against and not any(HALVES.get(cell.side.outcome) for cell in against):
            found.add(entry.number)
    return frozenset(found)


def _foreigners(record: Record, edition: Edition, table: Crosstable) -> tuple[int, int, int]:
    """Rated players not of the host federation who missed at most one round, their federations, their titles."""
    host, stateless = record.event.federation, set(edition["stateless"].items)
    missed_at_most = edition["big_swiss_missed"].integer
    titles = set(edition["big_swiss_titles"].items)
    found = []
    for entry in record.entries:
        if entry.rating is None or not entry.federation or entry.federation in {host} | stateless:
            continue
        cells = table.row(entry.number).cells[: table.rounds_started]
        if sum(not cell.played and not cell.open and cell.code != "U" for cell in cells) <= missed_at_most:
            found.append(entry)
    return (
        len(found),
        len({entry.federation for entry in found}),
        sum(entry.title in titles for entry in found),
    )
