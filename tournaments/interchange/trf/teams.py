"""Teams: lines 013 (TRF16) and 310 (TRF26)."""

from unicodedata import normalize

from tournaments.interchange.points import parse_points, points_text
from tournaments.interchange.trf.errors import Remarks
from tournaments.record.model import Team

MEMBER_WIDTH = 5


def read_old_team(line: int, text: str, number: int, remarks: Remarks) -> Team | None:
    """The team of a 013 line, which has no number: teams are counted in the order of the file."""
    members = _members(text, 36, line, remarks)
    return None if members is None else Team(number, normalize("NFC", text[4:36].strip()), members)


def read_team(line: int, text: str, remarks: Remarks) -> Team | None:
    """The team of a 310 line; None after noting what is unreadable."""
    for column in (8, 41, 47, 54, 61, 68, 72, 73):
        if text[column - 1 : column].strip():
            remarks.error("columns.slipped", line, column=column, character=text[column - 1], field="team")
            return None
    number = _integer(text[4:7], "team number", line, 5, remarks)
    members = _members(text, 73, line, remarks)
    match_points = _points(text[54:60], "match points", line, 55, remarks)
    game_points = _points(text[61:67], "game points", line, 62, remarks)
    stated_rank = _integer(text[68:71], "team rank", line, 69, remarks)
    if members is None or number is None:
        if number is None and not text[4:7].strip("0 "):
            remarks.error("team.number_missing", line, column=5)
        return None
    return Team(
        number,
        normalize("NFC", text[8:40].strip()),
        members,
        nickname=normalize("NFC", text[41:46].strip()),
        strength=text[47:53].strip(),
        stated_match_points=match_points,
        stated_game_points=game_points,
        stated_rank=stated_rank,
    )


def check_members(teams: list[tuple[int, Team]], players: set[int], remarks: Remarks) -> None:
    """Every member is entered, every team number used once, nobody plays for two teams."""
    seen: dict[int, int] = {}
    homes: dict[int, int] = {}
    for line, team in teams:
        if team.number in seen:
            remarks.error("team.number_twice", seen[team.number], line, team=team.number)
        seen.setdefault(team.number, line)
        for member in team.members:
            if member not in players:
                remarks.error("team.member_missing", line, players=(member,), team=team.number)
            elif member in homes:
                remarks.error("team.member_twice", homes[member], line, players=(member,))
            homes.setdefault(member, line)


def _members(text: str, start: int, line: int, remarks: Remarks) -> tuple[int, ...] | None:
    members = []
    text = text.rstrip()
    for column in range(start, len(text), MEMBER_WIDTH):
        block = text[column : column + MEMBER_WIDTH]
        if block[4:].strip():
            remarks.error(
                "columns.unreadable", line, column=column + 1, field="team member", text=block.strip()
            )
            return None
        before = len(remarks.errors)
        member = _integer(block[:4], "team member", line, column + 1, remarks)
        if len(remarks.errors) > before:
            return None
        if member is not None:
            members.append(member)
    return tuple(members)


def _integer(text: str, field: str, line: int, column: int, remarks: Remarks) -> int | None:
    stripped = text.strip()
    if not stripped.strip("0"):
        return None
    if stripped.isascii() and stripped.isdigit():
        return int(stripped)
    remarks.error("columns.unreadable", line, column=column, field=field, text=stripped)
    return None


def _points(text: str, field: str, line: int, column: int, remarks: Remarks) -> int | None:
    if not text.strip():
        return None
    try:
        return parse_points(text)
    except ValueError:
        remarks.error("columns.unreadable", line, column=column, field=field, text=text.strip())
        return None


def old_team_line(team: Team) -> str:
    """A 013 line."""
    members = " ".join(f"{member:4}" for member in team.members)
    return f"013 {team.name[:32]:32}{members}"


def team_line(team: Team) -> str:
    """A 310 line."""
    match_points = "" if team.stated_match_points is None else points_text(team.stated_match_points)
    game_points = "" if team.stated_game_points is None else points_text(team.stated_game_points)
    members = " ".join(f"{member:4}" for member in team.members)
    head = f"310 {team.number:3} {team.name[:32]:32} {team.nickname[:5]:5} {team.strength[:6]:>6}"
    return f"{head} {match_points:>6} {game_points:>6} {team.stated_rank or '':>3}  {members}"
