"""The final table from record and standing: forms 1 and 2 of 11.2 and 11.3, and the correspondence table of 2.2."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ratings.engine.racc.games import boards_of, main_players
from reports.sheets.cells import against, by_round, is_free_round, points_text
from reports.sheets.coefficients import coefficient_annex
from reports.sheets.model import (
    Criterion,
    Fact,
    FinalTable,
    Form,
    Layout,
    Line,
    NormReached,
    Particulars,
    PlayOff,
    PlayOffLine,
)
from reports.sheets.notes import difference_notes, missing_parts, unplayed_notes
from reports.sheets.postal import postal_line, team_sums
from reports.sheets.signatures import signature_fields
from reports.sheets.square import square_fits
from tiebreaks.engine.grammar import parse
from tiebreaks.engine.output import value_text
from tiebreaks.engine.ranking import Standings, StandingsRow
from tiebreaks.engine.registry import REGISTRY
from tournaments.record.crosstable import Crosstable, crosstable
from tournaments.record.model import Norm, Record
from tournaments.record.norms import achieved, parse_norms

SCORE = "PTS"


def form_of(record: Record) -> Form:
    """The form on which an event is reported.

    11.2 gives form 1 to the round robin, 11.3 forms 2 and 3 to the Swiss and to team events without saying
    which is which; here 2 is the Swiss and 3 the team form. RACC 2.2 gives correspondence its own table.
    """
    if record.event.correspondence:
        return "final_table"
    if record.event.system.startswith("team_") or record.teams:
        return "form_3"
    return "form_1" if record.event.system in ("round_robin", "scheveningen", "match") else "form_2"


def final_table(
    record: Record,
    standings: Standings,
    particulars: Particulars,
    play_offs: Sequence[PlayOff] = (),
    coefficients: Mapping[str, Any] | None = None,
) -> FinalTable:
    """The sheet of a finished event: players in final order, equal places equal; teams by correspondence by boards.

    By correspondence the lines may stand in the order of the draw instead (RACC 2.2), with `coefficients`, as
    `frozen_coefficients` gives them, for the annex. `standings` is of the same record, after the play-offs if any
    were played. Nothing is looked up: what is not in the five is missing on the sheet.
    """
    table, form = crosstable(record), form_of(record)
    gone = sorted({entry.number for entry in record.entries} - {row.number for row in standings.rows})
    rows = [*standings.rows, *map(_placeless, gone)]
    in_draw_order = form == "final_table" and particulars.order == "draw"
    if in_draw_order:
        rows.sort(key=lambda row: row.number)
    boards = boards_of(record) if form == "final_table" and record.teams else {}
    if boards:
        rows = _by_boards(rows, boards, main_players(record))
    order = [row.number for row in rows]
    wanted = parse_norms(particulars.norms) if form == "final_table" else ()
    labels = tuple(label for label in standings.labels if label != SCORE)
    layout = _layout(record, len(labels), norms=bool(wanted))
    columns = order if layout == "square" else range(1, table.rounds + 1)
    return FinalTable(
        form=form,
        layout=layout,
        title=record.event.name,
        head=tuple(head_facts(record, particulars)),
        columns=tuple(str(position) for position, _ in enumerate(columns, start=1)),
        lines=tuple(
            postal_line(line, table, particulars, boards) if form == "final_table" else line
            for line in (
                _line(table, row, position, labels, order if layout == "square" else None, wanted)
                for position, row in enumerate(rows, start=1)
            )
        ),
        criteria=tuple(Criterion(label.partition("#")[0], criterion_name(label)) for label in labels),
        tie_break_edition=standings.edition,
        unplayed_edition=standings.unplayed,
        notes=(*unplayed_notes(table), *difference_notes(particulars)),
        unusual=particulars.unusual,
        place=particulars.place,
        signatures=signature_fields(form, particulars.arbiter),
        missing=tuple(missing_parts(record, form, table, particulars)),
        # In public the number is printed only where the federation itself publishes it (RACC 1.6).
        shows_national_id=form == "final_table",
        norms=tuple(_reached(norm, table, order) for norm in wanted),
        play_offs=tuple(_play_off(record, play_off) for play_off in play_offs),
        order="draw" if in_draw_order else "places",
        team_sums=tuple(team_sums(table)) if boards else (),
        annex=coefficient_annex(coefficients, order) if coefficients and form == "final_table" else None,
    )


def _placeless(number: int) -> StandingsRow:
    """The row of a player who left the standings: he stands in the table without a place."""
    return StandingsRow(0, number, {}, {}, ())


def _by_boards(
    rows: Sequence[StandingsRow], boards: Mapping[int, int], mains: Mapping[int, int]
) -> list[StandingsRow]:
    """The rows by board, a substitute behind his main player, each with the place on his board (RACC 2.2, 3.4).

    Places on a board follow the standings: equal there is equal here. The players of a board keep the order in
    which they are given. Whoever has no board comes last.
    """
    last = max(boards.values()) + 1
    index = {row.number: position for position, row in enumerate(rows)}
    ranked: dict[int, list[int]] = {}
    for row in rows:
        if row.place:
            ranked.setdefault(boards.get(row.number, last), []).append(row.place)

    def key(row: StandingsRow) -> tuple[int, int, bool, int]:
        main = mains.get(row.number, row.number)
        return boards.get(row.number, last), index.get(main, len(rows)), main != row.number, index[row.number]

    return [
        row._replace(
            place=row.place and 1 + sum(other < row.place for other in ranked[boards.get(row.number, last)]),
        )
        for row in sorted(rows, key=key)
    ]


def _play_off(record: Record, play_off: PlayOff) -> PlayOffLine:
    names = {entry.number: entry.name for entry in record.entries}
    return PlayOffLine(
        play_off.article,
        tuple((place, names[number]) for place, numbers in play_off.places for number in numbers),
        tuple((names[game.white], names[game.black], game) for game in play_off.games),
    )


def _layout(record: Record, criteria: int, *, norms: bool) -> Layout:
    """A square where everybody meets everybody and it fits a page; else by rounds, which name every opponent too."""
    event = record.event
    if event.system not in ("round_robin", "scheveningen"):
        return "rounds"
    fits = square_fits(len(record.entries), event.cycles, criteria, postal=event.correspondence, norms=norms)
    return "square" if fits else "rounds"


def _halves(row: StandingsRow, own: int) -> int:
    """The points that count in the standings; those of a player without a place are what he scored."""
    counted = row.values.get(SCORE)
    return own if counted is None else int(counted * 2)


def _line(
    table: Crosstable,
    row: StandingsRow,
    position: int,
    labels: tuple[str, ...],
    square: list[int] | None,
    wanted: tuple[Norm, ...],
) -> Line:
    own = table.row(row.number)
    entry, best = own.entry, achieved(wanted, own.halves)
    if square is None:
        cells = tuple("" if is_free_round(table, row.number, cell) else by_round(cell) for cell in own.cells)
    else:
        cells = tuple(against(table, row.number, other) for other in square)
    return Line(
        position=position,
        place=row.place or None,
        number=row.number,
        title=entry.title,
        name=entry.name,
        federation=entry.federation,
        rating=entry.rating,
        national_id=entry.national_id,
        cells=cells,
        points=points_text(_halves(row, own.halves)),
        values=tuple(printed_value(label, row) for label in labels),
        norm=best.category if best is not None else "",
    )


def _reached(norm: Norm, table: Crosstable, order: list[int]) -> NormReached:
    """A norm with everybody whose points reach it, in final order."""
    players = tuple(
        table.row(number).entry.name for number in order if table.row(number).halves >= norm.halves
    )
    return NormReached(norm.category, points_text(norm.halves), norm.games, players)


def printed_value(label: str, row: StandingsRow) -> str:
    """A value of the standing as printed; empty where the row has none."""
    value = row.values.get(label)
    return "" if value is None else value_text(label, value)


def criterion_name(label: str) -> str:
    """The English name of a criterion by its label; translated at the edge."""
    return REGISTRY[parse(label.partition("#")[0]).name].name


def head_facts(record: Record, particulars: Particulars) -> Iterator[Fact]:
    """The facts of 11.21 and 11.22 and of the start list's head; unknown ones are left out."""
    event = record.event
    chief = event.chief_arbiter or particulars.arbiter
    facts: tuple[tuple[str, object], ...] = (
        ("group_code", particulars.group_code),
        ("start", event.start),
        ("end", event.end),
        ("city", event.city),
        ("federation", event.federation),
        ("region", particulars.region),
        ("system", event.system),
        ("rounds", event.rounds),
        ("rate_of_play", event.rate_of_play),
        ("chief_arbiter", chief),
        ("deputies", "; ".join(event.deputies)),
        ("organiser", event.organiser),
        ("registration_number", particulars.registration_number),
        ("rating_edition", particulars.rating_edition),
        ("rating_list", particulars.rating_list),
        ("norms", particulars.norms),
    )
    for key, value in facts:
        if value:
            yield Fact(key, value if not isinstance(value, int) else str(value))  # type: ignore[arg-type]
