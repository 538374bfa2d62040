"""Teams as people paste them: a heading with the players under it, or a table of team and player."""

import re
from dataclasses import dataclass
from unicodedata import normalize

_SEPARATORS = re.compile(r"[\t;|]")
_NUMBERING = re.compile(r"\A\s*(?:\d{1,2}[.)]|[-*•])\s+")


@dataclass(frozen=True, slots=True)
class ListedTeam:
    """A team of a list: the line of its heading, name, captain, and the players' words by line in board order."""

    line: int
    name: str
    captain: str = ""
    players: tuple[tuple[int, str], ...] = ()


def read_team_list(text: str) -> tuple[ListedTeam, ...]:
    r"""The teams of a pasted list, in its order.

    Where every line has a separator (tab, semicolon or bar) the first cell is the team and the second the player.
    Otherwise a team is a block of lines: its name, after a semicolon the captain, then the players in board order,
    with or without `1.` before them; an empty line ends it.

    >>> [(team.name, team.captain, [words for _, words in team.players]) for team in read_team_list(
    ...     "Rooks; Ana K.\n1. Belic, Ana\n2. Kos, Ivo\n\nKnights\nRuiz, Marta")]
    [('Rooks', 'Ana K.', ['Belic, Ana', 'Kos, Ivo']), ('Knights', '', ['Ruiz, Marta'])]
    >>> [(team.name, len(team.players)) for team in read_team_list("Rooks;Belic\nKnights;Kos\nRooks;Ruiz")]
    [('Rooks', 2), ('Knights', 1)]
    """
    lines = [(number, normalize("NFC", line).strip()) for number, line in enumerate(text.splitlines(), 1)]
    filled = [(number, line) for number, line in lines if line]
    if filled and all(_SEPARATORS.search(line) for _number, line in filled):
        return _from_table(filled)
    return _from_blocks(lines)


def _from_table(lines: list[tuple[int, str]]) -> tuple[ListedTeam, ...]:
    heads: dict[str, tuple[int, str]] = {}
    players: dict[str, list[tuple[int, str]]] = {}
    for number, line in lines:
        team, player, *_rest = (*(cell.strip() for cell in _SEPARATORS.split(line)), "")
        if team:
            heads.setdefault(team.casefold(), (number, team))
            if player:
                players.setdefault(team.casefold(), []).append((number, player))
    return tuple(
        ListedTeam(number, name, "", tuple(players.get(key, ()))) for key, (number, name) in heads.items()
    )


def _from_blocks(lines: list[tuple[int, str]]) -> tuple[ListedTeam, ...]:
    found: list[ListedTeam] = []
    block: list[tuple[int, str]] = []
    for number, line in [*lines, (0, "")]:
        if line:
            block.append((number, line))
        elif block:
            (first, heading), *rest = block
            name, captain, *_more = (*(part.strip() for part in _SEPARATORS.split(heading)), "")
            players = tuple((place, _NUMBERING.sub("", words)) for place, words in rest)
            found.append(ListedTeam(first, name, captain, players))
            block = []
    return tuple(found)
