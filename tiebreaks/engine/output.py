"""A standing as the documented JSON: exact numbers as strings, places and start numbers as integers."""

from collections.abc import Mapping

from tiebreaks.engine.criterion import Value
from tiebreaks.engine.ranking import Standings, StandingsRow
from tiebreaks.engine.refusals import FINDING_SENTENCES
from tiebreaks.engine.registry import criterion_of
from tournaments.record.findings import finding_json
from tournaments.record.model import Record
from tournaments.rulebook.rounding import exact_text, half_up_to, plain


def names_of(record: Record, *, teams: bool = False) -> dict[int, str]:
    """The names of the players, or of the teams, by number."""
    return {item.number: item.name for item in (record.teams if teams else record.entries)}


def standings_document(standings: Standings, record: Record, *, teams: bool = False) -> dict[str, object]:
    """The standing of the players, or of the teams, with their names, ready for `json.dumps`."""
    names = names_of(record, teams=teams)
    return {
        "edition": standings.edition,
        "unplayed": standings.unplayed,
        "order": list(standings.order),
        "rounds": standings.rounds,
        "standings": [_row(row, names[row.number]) for row in standings.rows],
        "findings": [finding_json(finding, FINDING_SENTENCES) for finding in standings.findings],
    }


def _row(row: StandingsRow, name: str) -> dict[str, object]:
    document: dict[str, object] = {
        "place": row.place,
        "start_number": row.number,
        "name": name,
        "values": {label: None if value is None else plain(value) for label, value in row.values.items()},
    }
    exact = _exact(row.values)
    if exact:
        document["exact"] = exact
    if row.reasons:
        document["reasons"] = {label: key.partition(".")[2] for label, key in row.reasons.items()}
    return document


def _exact(values: Mapping[str, Value]) -> dict[str, str]:
    """The values without a finite decimal, as fractions."""
    return {
        label: text
        for label, value in values.items()
        if value is not None and (text := exact_text(value)) is not None
    }


def value_text(label: str, value: Value) -> str:
    """A value with the digits that the rule gives; a dash where it is undefined or decides nothing.

    >>> from fractions import Fraction
    >>> value_text("AOB", Fraction(107, 8)), value_text("BH/C1", Fraction(23, 2)), value_text("DE", None)
    ('13.38', '11.5', '–')
    """
    if value is None:
        return "–"
    digits = criterion_of(label).digits
    return plain(value if digits is None else half_up_to(value, digits))
