"""What a final table must explain (11.23) and what it must not lack."""

from collections.abc import Iterator

from reports.sheets.cells import is_free_round, sat_out
from reports.sheets.model import Difference, Form, Input, Particulars, Sentence
from tournaments.record.codes import ADJUDICATED_CODES, FORFEIT_CODES, PENALTY_CODES
from tournaments.record.crosstable import Cell, Crosstable
from tournaments.record.model import Record

BYES = {
    "U": "bye_allocated",
    "F": "bye_full",
    "H": "bye_half",
    "Z": "bye_zero",
    "+": "forfeit_nobody_won",
    "-": "forfeit_nobody_lost",
}


def unplayed_notes(table: Crosstable) -> Iterator[Sentence]:
    """One sentence for each kind of unplayed or unusual result, with the players and rounds concerned.

    11.23 wants a point, nothing or half a point given without play marked and explained.
    """
    found: dict[str, list[str]] = {}
    of_teams = bool(table.record.teams) and not table.record.event.correspondence
    for number in sorted(table.rows):
        for cell in table.row(number).cells:
            key = "" if is_free_round(table, number, cell) or (of_teams and sat_out(cell)) else _kind(cell)
            if key:
                found.setdefault(key, []).append(f"{number} ({cell.round})")
    signs = [key for key in found if key in BYES.values() or key == "forfeit"]
    if signs:
        yield Sentence("signs", "11.23")
    for key in sorted(found):
        yield Sentence(key, "11.23", {"players": ", ".join(found[key])})
    replaced = {entry.substitute_for for entry in table.record.entries}
    gone = [
        entry
        for entry in table.record.entries
        if entry.withdrawn_after is not None and entry.number not in replaced
    ]
    if gone and table.record.event.correspondence:
        # Results come in any order there: no round tells when somebody left.
        yield Sentence("left", "11.23", {"players": ", ".join(str(entry.number) for entry in gone)})
    elif gone:
        told = [f"{entry.number} ({entry.withdrawn_after})" for entry in gone]
        yield Sentence("withdrawn", "11.23", {"players": ", ".join(told)})
    pairs = [
        f"{_games(table, entry.substitute_for)} / {_games(table, entry.number)}"
        for entry in table.record.entries
        if entry.substitute_for in table.rows
    ]
    if pairs:
        yield Sentence("substitutes", "3.4", {"players": ", ".join(pairs)})


def _games(table: Crosstable, number: int | None) -> str:
    """A start number with the number of games that have a result, `5 (1)`."""
    own = table.row(number or 0)
    return f"{number} ({sum(cell.opponent is not None and not cell.open for cell in own.cells)})"


def _kind(cell: Cell) -> str:
    if cell.opponent is None:
        return BYES.get(cell.code, "")
    if cell.code in FORFEIT_CODES:
        return "forfeit"
    if cell.code in PENALTY_CODES:
        return "penalty"
    if cell.code in ADJUDICATED_CODES:
        return "adjudicated"
    return "not_rated" if cell.code.endswith("u") else ""


def difference_notes(particulars: Particulars) -> Iterator[Sentence]:
    """The explained differences to the list in force, one sentence each (11.23)."""
    for item in particulars.differences:
        if item.explanation:
            yield Sentence(f"difference_{item.part}", "11.23", _inputs(item))


def _inputs(item: Difference) -> dict[str, Input]:
    return {
        "number": item.number,
        "name": item.name,
        "written": item.written or "–",
        "listed": item.listed or "–",
        "explanation": item.explanation,
    }


def missing_parts(
    record: Record, form: Form, table: Crosstable, particulars: Particulars
) -> Iterator[Sentence]:
    """The mandatory parts that are not there; each names the article that asks for it.

    Every change against the list in force is to be explained (11.23), so a difference without a word is missing.
    """
    event, postal = record.event, form == "final_table"
    rules = "2.1" if postal else "11.21"
    if not event.name.strip():
        yield Sentence("name", rules)
    if event.start is None:
        yield Sentence("start", rules)
    if event.end is None:
        yield Sentence("end", rules)
    if not postal and not event.rate_of_play.strip():
        yield Sentence("rate_of_play", "11.22")
    yield from _missing_of_players(record, postal)
    if form == "form_3":
        yield from _missing_of_teams(record)
    silent = [item.number for item in particulars.differences if not item.explanation]
    if silent and not postal:
        yield Sentence("differences", "11.23", {"players": _numbers(sorted(set(silent)))})
    open_boards = [f"{game.round}/{game.board}" for game in record.games if game.code in ("*", "*j")]
    if open_boards:
        yield Sentence("open_boards", "2.2" if postal else "11.23", {"boards": ", ".join(open_boards)})
    if not record.games:
        yield Sentence("no_games", "2.2" if postal else "11.23")
    elif form in ("form_2", "form_3") and any(not game.colours_known for game in record.games):
        rounds = sorted({game.round for game in record.games if not game.colours_known})
        yield Sentence("colours", "11.3", {"rounds": ", ".join(map(str, rounds))})


def _missing_of_players(record: Record, postal: bool) -> Iterator[Sentence]:
    nameless = [entry.number for entry in record.entries if not entry.name.strip()]
    if nameless:
        yield Sentence("names", "2.1" if postal else "11.23", {"players": _numbers(nameless)})
    stateless = [entry.number for entry in record.entries if not entry.federation.strip()]
    if stateless and not postal:
        yield Sentence("federations", "11.23", {"players": _numbers(stateless)})


def _missing_of_teams(record: Record) -> Iterator[Sentence]:
    """A team without a name, a player without a team: nobody could read the table of the teams."""
    nameless = [team.number for team in record.teams if not team.name.strip()]
    if nameless:
        yield Sentence("team_names", "11.3", {"teams": _numbers(nameless)})
    members = {number for team in record.teams for number in team.members}
    loose = [entry.number for entry in record.entries if entry.number not in members]
    if loose:
        yield Sentence("teamless", "11.3", {"players": _numbers(loose)})


def _numbers(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
