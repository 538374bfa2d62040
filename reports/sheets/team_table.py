"""Form 3 (11.3): teams in final order, their matches, and every player with opponent, colour and result by rounds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from reports.sheets.cells import MINUS, by_round, points_text, sat_out
from reports.sheets.final_table import criterion_name, head_facts, printed_value
from reports.sheets.model import Criterion, Fact, Form, Layout, Particulars, Sentence, SignatureField
from reports.sheets.notes import difference_notes, missing_parts, unplayed_notes
from reports.sheets.signatures import signature_fields
from tiebreaks.engine.ranking import Standings, StandingsRow
from tiebreaks.engine.team_facts import primary_of
from tournaments.record.crosstable import Crosstable, crosstable
from tournaments.record.matches import Match, boards_of_match, byes_of_teams, matches_of
from tournaments.record.model import Record, Team

# Columns of their own: the two scores; how one ranks after the other is said in the order below the table.
SCORES = ("PTS", "MP", "GP", "MPVGP")
BYE_SIGNS = {"U": "+", "F": "+", "H": "=", "Z": MINUS}
# More teams than this do not fit side by side with their names; the matches then go by rounds.
WIDEST_SQUARE = 16


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team in the crosstable: `cells` by position (square) or by round (`3w2½`), scores as printed."""

    position: int
    place: int | None
    number: int
    name: str
    federation: str
    cells: tuple[str, ...]
    match_points: str
    game_points: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A player of a team: his place in its order, whether he is a reserve, a cell for each round, what he made.

    `games` counts those with an opponent; a player who never sat at a board stands here with empty cells.
    """

    board: int
    is_reserve: bool
    number: int
    title: str
    name: str
    federation: str
    rating: int | None
    cells: tuple[str, ...]
    points: str
    games: int


@dataclass(frozen=True, slots=True)
class TeamRoster:
    """A team with its players; `matches` are its matches by rounds, as in the crosstable by rounds."""

    position: int
    number: int
    name: str
    captain: str
    matches: tuple[str, ...]
    members: tuple[TeamMember, ...]


@dataclass(frozen=True, slots=True)
class TeamTable:
    """Form 3 as it is handed in.

    `columns` head the crosstable of teams, `rounds` the rounds of the rosters. `order` are all criteria that rank,
    `criteria` those with a column beside the two scores. With any part in `missing` the form cannot be signed.
    """

    form: Form
    layout: Layout
    title: str
    head: tuple[Fact, ...]
    columns: tuple[str, ...]
    rounds: tuple[str, ...]
    lines: tuple[TeamLine, ...]
    rosters: tuple[TeamRoster, ...]
    criteria: tuple[Criterion, ...]
    order: tuple[Criterion, ...]
    tie_break_edition: str
    unplayed_edition: str
    notes: tuple[Sentence, ...]
    unusual: str
    place: str
    signatures: tuple[SignatureField, ...]
    missing: tuple[Sentence, ...]

    @property
    def can_be_signed(self) -> bool:
        """Nothing mandatory is missing."""
        return not self.missing


def team_table(record: Record, standings: Standings, particulars: Particulars) -> TeamTable:
    """Form 3 of a finished team event: `standings` are those of the teams of the same record.

    The first columns rank the teams by both scores, the rosters give every player of each (11.2, 11.3). A team that
    left the standings stands at the end without a place.
    """
    table, teams = crosstable(record), {team.number: team for team in record.teams}
    ranked = {row.number for row in standings.rows}
    gone = (StandingsRow(0, number, {}, {}, ()) for number in sorted(teams) if number not in ranked)
    rows = [*standings.rows, *gone]
    order, layout, primary = [row.number for row in rows], _layout(record), primary_of(record)
    met = _met(record)
    by_rounds = {number: _by_rounds(met.get(number, {}), table.rounds, number, record) for number in order}
    labels = tuple(label for label in standings.labels if label not in SCORES)
    return TeamTable(
        form="form_3",
        layout=layout,
        title=record.event.name,
        head=tuple(head_facts(record, particulars)),
        columns=tuple(
            str(each) for each in range(1, 1 + (len(order) if layout == "square" else table.rounds))
        ),
        rounds=tuple(str(each) for each in range(1, table.rounds + 1)),
        lines=tuple(
            TeamLine(
                position,
                row.place or None,
                row.number,
                teams[row.number].name,
                teams[row.number].federation,
                _against(met.get(row.number, {}), row.number, order)
                if layout == "square"
                else by_rounds[row.number],
                _score(row, "MP", primary),
                _score(row, "GP", primary),
                tuple(printed_value(label, row) for label in labels),
            )
            for position, row in enumerate(rows, start=1)
        ),
        rosters=tuple(
            _roster(table, teams[number], position, by_rounds[number], boards_of_match(record))
            for position, number in enumerate(order, start=1)
        ),
        criteria=tuple(_criterion(label) for label in labels),
        order=tuple(_criterion(label) for label in (primary, *standings.labels) if label != "PTS"),
        tie_break_edition=standings.edition,
        unplayed_edition=standings.unplayed,
        notes=(*unplayed_notes(table), *_team_notes(record, table), *difference_notes(particulars)),
        unusual=particulars.unusual,
        place=particulars.place,
        signatures=signature_fields("form_3", particulars.arbiter),
        missing=tuple(missing_parts(record, "form_3", table, particulars)),
    )


def _layout(record: Record) -> Layout:
    if record.event.system != "team_round_robin" or len(record.teams) > WIDEST_SQUARE:
        return "rounds"
    return "square" if record.event.cycles <= 2 else "rounds"


def _met(record: Record) -> dict[int, dict[int, Match]]:
    """The matches of each team by round."""
    found: dict[int, dict[int, Match]] = {}
    for match in matches_of(record):
        for team in (match.home, match.away):
            found.setdefault(team, {})[match.round] = match
    return found


def _result(match: Match, team: int) -> str:
    """The board points of a team; a sign behind them where the match was not played at all.

    >>> _result(Match(1, 1, home=3, away=5, home_halves=5, away_halves=3), 5)
    '1½'
    >>> _result(Match(1, 1, home=3, away=5, forfeit="+/-", home_halves=8), 3)
    '4+'
    """
    if match.open:
        return ""
    sign = ""
    if match.forfeit:
        sign = match.forfeit.split("/")[0 if team == match.home else 1].replace("-", MINUS)
    return points_text(match.halves_of(team)) + sign


def _by_rounds(own: Mapping[int, Match], rounds: int, team: int, record: Record) -> tuple[str, ...]:
    """For each round the other team's number, the colour on the first board, and the board points: `3w2½`.

    In a Scheveningen match colours go by a table of their own, so no letter stands there.
    """
    byes = {bye.round: BYE_SIGNS[bye.code] for bye in byes_of_teams(record) if bye.team == team}
    crossed = record.event.system in ("team_scheveningen", "scheveningen")
    cells = []
    for number in range(1, rounds + 1):
        match = own.get(number)
        if match is None:
            cells.append(byes.get(number, ""))
            continue
        colour = " " if crossed or match.forfeit else "w" if match.home == team else "b"
        cells.append(f"{match.rival_of(team)}{colour}{_result(match, team)}")
    return tuple(cells)


def _against(own: Mapping[int, Match], team: int, order: Sequence[int]) -> tuple[str, ...]:
    """The board points against each team in the order of the table, `*` against oneself."""
    results: dict[int, list[str]] = {}
    for _number, match in sorted(own.items()):
        results.setdefault(match.rival_of(team), []).append(_result(match, team))
    return tuple("*" if other == team else " ".join(results.get(other, ())) for other in order)


def _roster(
    table: Crosstable, team: Team, position: int, matches: tuple[str, ...], boards: int
) -> TeamRoster:
    members = []
    for board, number in enumerate(team.members, start=1):
        row = table.row(number)
        members.append(
            TeamMember(
                board=board,
                is_reserve=board > boards,
                number=number,
                title=row.entry.title,
                name=row.entry.name,
                federation=row.entry.federation,
                rating=row.entry.rating,
                cells=tuple("" if sat_out(cell) else by_round(cell) for cell in row.cells),
                points=points_text(row.halves),
                games=_games(table, number),
            )
        )
    return TeamRoster(position, team.number, team.name, team.captain, matches, tuple(members))


def _games(table: Crosstable, number: int) -> int:
    return sum(cell.opponent is not None and not cell.open for cell in table.row(number).cells)


def _score(row: StandingsRow, label: str, primary: str) -> str:
    """A score as printed; in a standing the one that ranks first is `PTS`, the other its own name or `MPVGP`."""
    other = label if label in row.values else "MPVGP"
    value = row.values.get("PTS" if label == primary else other)
    return "" if value is None else points_text(int(value * 2))


def _criterion(label: str) -> Criterion:
    return Criterion(label.partition("#")[0], criterion_name(label))


def _team_notes(record: Record, table: Crosstable) -> Iterator[Sentence]:
    """What a reader of a team form asks: who is a reserve, who never played, which matches were not played."""
    idle = [
        str(number)
        for team in record.teams
        for number in team.members
        if number in table.rows and not _games(table, number)
    ]
    if idle:
        yield Sentence("did_not_play", "11.3", {"players": ", ".join(idle)})
    names = {team.number: team.name for team in record.teams}
    lost = [
        f"{names[match.home]} – {names[match.away]} ({match.round})"
        for match in matches_of(record)
        if match.forfeit
    ]
    if lost:
        yield Sentence("match_forfeit", "11.23", {"matches": "; ".join(lost)})
    free = [
        f"{names[bye.team]} ({bye.round})"
        for bye in byes_of_teams(record)
        if bye.team in names and bye.code != "Z"
    ]
    if free:
        yield Sentence("team_byes", "11.23", {"teams": "; ".join(free)})
