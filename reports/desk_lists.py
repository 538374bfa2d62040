"""Lists of the hall before and during the rounds: players, schedule, teams, pairings."""

from collections.abc import Iterator

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.keys import sort_key
from core.templatetags.ui import day
from reports.desk_kinds import Options
from reports.sheets.cells import points_text, turned
from reports.sheets.desk import Column, Table
from tournaments.errors import DomainError
from tournaments.models import Entry, Event
from tournaments.record.codes import shown
from tournaments.selectors.rounds import Board, RoundPage, round_page
from tournaments.selectors.teams import MatchLine, MatchView, round_matches, team_rows
from tournaments.words import bye_word

NO_RATING = "–"


def rating_text(rating: int | None) -> str:
    """A rating, or a dash."""
    return str(rating) if rating else NO_RATING


def refuse_empty(event: Event) -> None:
    """Raise DomainError for an event without players."""
    if not event.entries.exists():
        raise DomainError(
            _("The event has no players yet."), "no_players", _("Enter the players, then make the document.")
        )


def players(event: Event) -> list[Entry]:
    """The players by start number, those without one last. Raises DomainError where there are none."""
    refuse_empty(event)
    entries = list(event.entries.select_related("team"))
    return sorted(entries, key=lambda entry: (entry.number is None, entry.number or 0, entry.name))


def number_column() -> Column:
    """The column of start numbers."""
    return Column(_("No."), "right")


def name_column(head: str = "") -> Column:
    """The column of names, which takes the room."""
    return Column(head or _("Name"), grows=True, strong=True)


def start_list(event: Event, options: Options) -> tuple[Table, ...]:
    """The players by start number."""
    return (_player_list(event, players(event), by_name=False),)


def alphabetical(event: Event, options: Options) -> tuple[Table, ...]:
    """The players by name, as the alphabet of the language has it."""
    entries = sorted(players(event), key=lambda entry: sort_key(entry.name, options.language))
    return (_player_list(event, entries, by_name=True),)


def _player_list(event: Event, entries: list[Entry], *, by_name: bool) -> Table:
    with_home = event.is_team_event or any(entry.club for entry in entries)
    number, title = number_column(), Column("")
    lead = (title, name_column(), number) if by_name else (number, title, name_column())
    rest = (Column(_("Fed")), Column(_("Rtg"), "right"))
    home = (Column(_("Team") if event.is_team_event else _("Club"), grows=True),) if with_home else ()

    def row(entry: Entry) -> tuple[str, ...]:
        own = str(entry.number or "")
        first = (entry.title, entry.name, own) if by_name else (own, entry.title, entry.name)
        home = (entry.team.name if entry.team else entry.club) if with_home else ""
        return (*first, entry.federation, rating_text(entry.seeding), *((home,) if with_home else ()))

    return Table((*lead, *rest, *home), tuple(row(entry) for entry in entries))


def schedule(event: Event, options: Options) -> tuple[Table, ...]:
    """The announced rounds with day of the week, date and time; a dash where that is not known."""
    stored = {each.number: each for each in event.rounds.all()}
    rows = []
    for number in range(1, max([event.rounds_planned, *stored]) + 1):
        found = stored.get(number)
        rows.append(
            (
                str(number),
                date_format(found.day, "l") if found and found.day else "–",
                day(found.day) if found and found.day else "–",
                time_format(found.time, "H:i") if found and found.time else "–",
            )
        )
    columns = (
        Column(_("Round"), "right"),
        Column(_("Day"), grows=True),
        Column(_("Date"), grows=True, strong=True),
        Column(_("Time"), strong=True),
    )
    return (Table(columns, tuple(rows)),)


def team_sheets(event: Event, options: Options) -> tuple[Table, ...]:
    """Each team with its players in board order, reserves after them. Raises DomainError without teams."""
    teams = team_rows(event)
    if not teams:
        raise DomainError(
            _("The event has no teams."), "no_teams", _("Team sheets are made for events of teams.")
        )
    columns = (
        Column(pgettext("board", "Bd"), "right"), number_column(), Column(""), name_column(),
        Column(_("Fed")), Column(_("Rtg"), "right"),
    )  # fmt: skip
    return tuple(
        Table(
            columns,
            tuple(
                (
                    str(place) if place <= team.boards else _("res."),
                    str(entry.number or ""),
                    entry.title,
                    entry.name,
                    entry.federation,
                    rating_text(entry.rating),
                )
                for place, entry in enumerate(team.members, start=1)
            ),
            caption=f"{team.team.number}. {team.team.name}",
            remark=" · ".join(_told_of_team(team.team.captain, team.mean)),
        )
        for team in teams
    )


def _told_of_team(captain: str, mean: int | None) -> Iterator[str]:
    if captain:
        yield _("Captain: %(name)s") % {"name": captain}
    if mean:
        yield _("Mean rating %(mean)s") % {"mean": mean}


def paired(event: Event, number: int) -> RoundPage:
    """The round with its boards. Raises DomainError while nobody has paired it."""
    page = round_page(event, number)
    if not page.boards and not page.resting:
        raise DomainError(
            _("Round %(number)s is not paired yet.") % {"number": number},
            "not_paired",
            _("Choose a round that is paired."),
            field="round_number",
        )
    return page


def by_board(event: Event, options: Options) -> tuple[Table, ...]:
    """The boards of a round with points before it, and who rests; in a team event match by match."""
    page = paired(event, options.round_number)
    matches = round_matches(event, page) if event.is_team_event else []
    if matches:
        return tuple(_match(each) for each in matches)
    boards = Table(_board_columns(), tuple(_board_row(each) for each in page.boards))
    return (boards, *_resting(page))


def _board_columns() -> tuple[Column, ...]:
    number, rating, points = number_column(), Column(_("Rtg"), "right"), Column(_("Pts"), "right")
    return (
        Column(pgettext("board", "Bd"), "right", strong=True), number, Column(""), name_column(_("White")),
        rating, points, Column(_("Result"), "centre", strong=True), points, number, Column(""),
        name_column(_("Black")), rating,
    )  # fmt: skip


def result_text(code: str) -> str:
    """A result as it is printed; nothing where the board is open."""
    return "" if code == "*" else shown(code)


def _board_row(board: Board) -> tuple[str, ...]:
    game, white, black = board.game, board.game.white, board.game.black
    return (
        str(game.board), str(white.number or ""), white.title, white.name, rating_text(white.rating),
        _points(board.white_halves), result_text(game.code), _points(board.black_halves),
        str(black.number or ""), black.title, black.name, rating_text(black.rating),
    )  # fmt: skip


def _points(halves: int | None) -> str:
    return "" if halves is None else points_text(halves)


def _resting(page: RoundPage) -> tuple[Table, ...]:
    if not page.resting:
        return ()
    rows = tuple(
        (str(each.entry.number or ""), each.entry.title, each.entry.name, bye_word(each.code))
        for each in page.resting
    )
    columns = (number_column(), Column(""), name_column(), Column("", grows=True))
    return (Table(columns, rows, caption=_("Without a board")),)


def _match(match: MatchView) -> Table:
    columns = (
        Column(pgettext("board", "Bd"), "right", strong=True), Column(""), name_column(match.home.name),
        Column(_("Rtg"), "right"), Column(_("Result"), "centre", strong=True), Column(""),
        name_column(match.away.name if match.away else ""), Column(_("Rtg"), "right"),
    )  # fmt: skip
    rows = tuple(
        (
            str(line.place), *_team_side(line.home), rating_text(line.home.rating if line.home else None),
            _team_result(line), *_team_side(line.away), rating_text(line.away.rating if line.away else None),
        )
        for line in match.lines
    )  # fmt: skip
    caption = f"{match.number}. {match.home.name}"
    if match.away is None:
        return Table(columns, rows, caption=f"{caption} · {bye_word(match.bye)}")
    return Table(columns, rows, caption=f"{caption} – {match.away.name}")


def _team_side(entry: Entry | None) -> tuple[str, str]:
    return (entry.title, entry.name) if entry else ("", "–")


def _team_result(line: MatchLine) -> str:
    """The result of a board from the home team's side."""
    code = line.board.game.code if line.board else "*"
    return result_text(code if line.home_white else turned(code))


def by_name(event: Event, options: Options) -> tuple[Table, ...]:
    """Everybody of a round by name: the board, the colour, the opponent."""
    page = paired(event, options.round_number)
    rows: list[tuple[str, tuple[str, ...]]] = []
    white_word, black_word = _("White"), _("Black")
    for each in page.boards:
        white, black, board = each.game.white, each.game.black, str(each.game.board)
        rows.append((white.name, (white.title, white.name, board, white_word, black.name)))
        rows.append((black.name, (black.title, black.name, board, black_word, white.name)))
    for one in page.resting:
        rows.append((one.entry.name, (one.entry.title, one.entry.name, "–", "", bye_word(one.code))))
    rows.sort(key=lambda row: sort_key(row[0], options.language))
    columns = (
        Column(""), name_column(), Column(pgettext("board", "Bd"), "right", strong=True), Column(_("Colour")),
        Column(_("Opponent"), grows=True),
    )  # fmt: skip
    return (Table(columns, tuple(row for _name, row in rows)),)
