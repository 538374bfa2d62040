"""Tables of the hall from the record: standings, crosstable, wall chart, player cards, prizes."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from reports.desk_kinds import Options
from reports.desk_lists import name_column, number_column, rating_text
from reports.money import amount_text
from reports.prizes import Awarded, awarded_of
from reports.sheets.cells import against, by_round, is_free_round, points_text, sign
from reports.sheets.desk import Column, Table
from tiebreaks.services import standings_of
from tiebreaks.shown import code_of
from tiebreaks.stored import Payload
from tiebreaks.teams import team_standings_of
from tournaments.models import Event
from tournaments.record.crosstable import Cell, Crosstable, Row, crosstable
from tournaments.record.model import Entry
from tournaments.selectors.teams import CrossRow, team_crosstable
from tournaments.snapshot import record_of
from tournaments.words import bye_word

SCORE = "PTS"
# The setting measures what fits; more heads than this are a wall, whatever the paper.
WIDEST_SQUARE = 34


def standings(event: Event, options: Options) -> tuple[Table, ...]:
    """The standings after a round or as they stand; in a team event those of the teams, then of the players."""
    through = options.round_number or None
    players = _standings(standings_of(event, through), of_teams=False)
    if not event.is_team_event:
        return (players,)
    teams = _standings(team_standings_of(event, through), of_teams=True)
    return (teams, Table(players.columns, players.rows, caption=_("Players"), apart=True))


def _standings(payload: Payload, *, of_teams: bool) -> Table:
    labels = [label for label in payload["labels"] if of_teams or label != SCORE]
    own = (Column(_("Fed")), Column(_("Rtg"), "right"), Column(_("Pts"), "right", strong=True))
    columns = (
        Column(_("Rk"), "right"), number_column(), Column(""), name_column(_("Team") if of_teams else ""),
        *(() if of_teams else own),
        *(Column(code_of(label), "right") for label in labels),
    )  # fmt: skip

    def row(each: dict[str, Any]) -> tuple[str, ...]:
        values = tuple(_value(each["values"][label]) for label in labels)
        lead = (str(each["place"]), str(each["number"]), each.get("title") or "", each["name"])
        if of_teams:
            return (*lead, *values)
        return (*lead, each["federation"], rating_text(each["rating"]), _points(each["points"]), *values)

    caption = _("Teams") if of_teams else ""
    return Table(columns, tuple(row(each) for each in payload["rows"]), caption=caption)


def _value(value: Any) -> str:
    return "–" if value is None else str(value)


def _points(plain: Any) -> str:
    """Points with the sign for one half, as the crosstable has them."""
    whole, point, rest = str(plain).partition(".")
    return f"{whole if whole != '0' else ''}½" if point and rest == "5" else str(plain)


# -- crosstable and wall chart -------------------------------------------------------------------------------------


def cross_table(event: Event, options: Options) -> tuple[Table, ...]:
    """The crosstable in the order of the standings: a square for a single or double round robin, else by rounds.

    In a team event first that of the teams, board points against each other team in their order.
    """
    table = crosstable(record_of(event.pk))
    places = [(row["place"], row["number"]) for row in standings_of(event)["rows"]]
    order = [number for _place, number in places]
    square = (
        table.record.event.system == "round_robin"
        and len(order) <= WIDEST_SQUARE
        and table.record.event.cycles <= 2
    )
    heads = range(1, (len(order) if square else table.rounds) + 1)
    columns = (
        Column(_("Rk"), "right"), number_column(), Column(""), name_column(), Column(_("Rtg"), "right"),
        *(Column(str(head), "centre", merged=True) for head in heads),
        Column(_("Pts"), "right", strong=True),
    )  # fmt: skip

    def row(place: int, number: int) -> tuple[str, ...]:
        own = table.row(number)
        cells = [against(table, number, other) for other in order] if square else _by_rounds(table, own)
        return (
            str(place), str(number), own.entry.title, own.entry.name, rating_text(own.entry.rating),
            *cells, points_text(own.halves),
        )  # fmt: skip

    remark = "" if square else round_words()
    players = tuple(row(place, number) for place, number in places)
    if not event.is_team_event:
        return (Table(columns, players, remark=remark),)
    return (_team_grid(event), Table(columns, players, caption=_("Players"), remark=remark, apart=True))


def _team_grid(event: Event) -> Table:
    """Every team against every other: board points, then match points and board points in all."""
    places = {row["number"]: str(row["place"]) for row in team_standings_of(event)["rows"]}
    rows = team_crosstable(event, list(places))
    columns = (
        Column(_("Rk"), "right"), number_column(), name_column(_("Team")),
        *(Column(str(head), merged=True) for head in range(1, len(rows) + 1)),
        Column(_("MP"), "right", strong=True), Column(_("BP"), "right"),
    )  # fmt: skip

    def cell(own: CrossRow, index: int) -> str:
        if rows[index].team.pk == own.team.pk:
            return "*"
        return " ".join("" if each.open else points_text(each.own) for each in own.cells[index])

    return Table(
        columns,
        tuple(
            (
                places.get(own.team.number, ""), str(own.team.number), own.team.name,
                *(cell(own, index) for index in range(len(rows))),
                points_text(own.match_halves), points_text(own.game_halves),
            )
            for own in rows
        ),
        caption=_("Teams"),
    )  # fmt: skip


def round_words() -> str:
    """How a cell of a table by rounds is read."""
    return _("Each round: start number of the opponent, colour (w White, b Black), result.")


def _by_rounds(table: Crosstable, own: Row) -> list[str]:
    return [_cell(table, own, cell) for cell in own.cells]


def _cell(table: Crosstable, own: Row, cell: Cell) -> str:
    if cell.code == "" or is_free_round(table, own.entry.number, cell):
        return ""
    return by_round(cell)


def wall_chart(event: Event, options: Options) -> tuple[Table, ...]:
    """Everybody by start number with the score after each started round behind the cell: `12w1 3½`."""
    table = crosstable(record_of(event.pk))
    columns = (
        number_column(), Column(""), name_column(), Column(_("Rtg"), "right"),
        *(Column(str(number), merged=True) for number in range(1, table.rounds + 1)),
        Column(_("Pts"), "right", strong=True),
    )  # fmt: skip

    def cell(own: Row, each: Cell) -> str:
        text = _cell(table, own, each)
        score = points_text(own.score_after(each.round)) if each.round <= table.rounds_started else ""
        return f"{text} {score}".strip() if text else score

    rows = tuple(
        (
            str(number), own.entry.title, own.entry.name, rating_text(own.entry.rating),
            *(cell(own, each) for each in own.cells), points_text(own.halves),
        )
        for number, own in sorted(table.rows.items())
    )  # fmt: skip
    remark = f"{round_words()} {_('Behind it the score after the round.')}"
    return (Table(columns, rows, remark=remark),)


def player_cards(event: Event, options: Options) -> tuple[Table, ...]:
    """A table of all rounds for each player: board, colour, opponent, result, score."""
    table = crosstable(record_of(event.pk))
    # Few cells a row: there is a table for everybody.
    columns = (
        Column(pgettext("round", "Rd"), merged=True), Column(pgettext("board", "Bd"), merged=True),
        Column("", merged=True), Column(_("No."), merged=True), name_column(_("Opponent")),
        Column(_("Rtg"), merged=True), Column(_("Result"), merged=True), Column(_("Pts"), merged=True),
    )  # fmt: skip
    entries = {entry.number: entry for entry in table.record.entries}
    return tuple(
        Table(
            columns,
            tuple(_round_of_player(own, cell, entries) for cell in own.cells),
            caption=" ".join(part for part in (f"{number}.", own.entry.title, own.entry.name) if part),
            remark=" · ".join(
                part for part in (own.entry.federation, rating_text(own.entry.rating), own.entry.club) if part
            ),
        )
        for number, own in sorted(table.rows.items())
    )


def _round_of_player(own: Row, cell: Cell, entries: dict[int, Entry]) -> tuple[str, ...]:
    number, started = str(cell.round), cell.code != ""
    score = points_text(own.score_after(cell.round)) if started else ""
    if cell.opponent is None:
        told = bye_word(cell.code) if started else ""
        return (number, "", "", "", told, "", points_text(cell.halves) if started else "", score)
    opponent = entries[cell.opponent]
    name = f"{opponent.title} {opponent.name}".strip()
    return (
        number, str(cell.board or ""), cell.colour, str(opponent.number), name, rating_text(opponent.rating),
        own_result(cell), score,
    )  # fmt: skip


def own_result(cell: Cell) -> str:
    """The result from his side as the crosstable writes it, so that no reader asks whose point comes first."""
    return "" if cell.open else sign(cell)


# -- prizes ------------------------------------------------------------------------------------------------------


def prize_list(event: Event, options: Options) -> tuple[Table, ...]:
    """The awards of each prize list, with what it pays in all."""
    return tuple(prize_table(each) for each in awarded_of(event))


def prize_table(each: Awarded) -> Table:
    """One list of prizes: place, player, points, amount."""
    columns = (
        Column(_("Rk"), "right"), number_column(), Column(""), name_column(), Column(_("Pts"), "right"),
        Column(each.currency, "right", strong=True),
    )  # fmt: skip
    rows: Sequence[tuple[str, ...]] = [
        (str(one.place), str(one.number), each.titles[one.number], each.names[one.number], _points(one.points),
         amount_text(one.cents))
        for one in each.awards
    ]  # fmt: skip
    total = _("Paid %(paid)s of %(fund)s %(currency)s") % {
        "paid": amount_text(each.paid), "fund": amount_text(each.fund), "currency": each.currency,
    }  # fmt: skip
    return Table(columns, tuple(rows), caption=each.label, remark=total)
