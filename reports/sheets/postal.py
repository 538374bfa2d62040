"""What the final table of an event by correspondence has beside that over the board (RACC 2.2, Appendices 3 and 4)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from reports.sheets.cells import points_text
from reports.sheets.model import Line, Particulars, TeamSum
from tournaments.record.crosstable import Crosstable


def postal_line(line: Line, table: Crosstable, particulars: Particulars, boards: Mapping[int, int]) -> Line:
    """The line with category and region; in a team event with board, team, games, and whom a substitute replaced."""
    category, region = next(
        ((category, region) for number, category, region in particulars.players if number == line.number),
        ("", ""),
    )
    if not table.record.teams:
        return replace(line, category=category, region=region)
    names = {entry.number: entry.name for entry in table.record.entries}
    own = table.row(line.number)
    teams = (team.name for team in table.record.teams if line.number in team.members)
    return replace(
        line,
        category=category,
        region=region,
        board=boards.get(line.number),
        team=next(teams, ""),
        games=sum(cell.opponent is not None and not cell.open for cell in own.cells),
        main=names.get(own.entry.substitute_for or 0, ""),
    )


def team_sums(table: Crosstable) -> Iterator[TeamSum]:
    """The points of all players of each team, the most first; no place is given: the method knows none of teams."""
    sums = [
        (sum(table.row(number).halves for number in team.members if number in table.rows), team)
        for team in table.record.teams
    ]
    for halves, team in sorted(sums, key=lambda item: (-item[0], item[1].number)):
        yield TeamSum(team.name, points_text(halves))
