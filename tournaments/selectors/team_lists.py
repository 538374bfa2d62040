"""What a pasted list of teams means: for each player the entry of the event, or nobody."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.keys import search_terms
from tournaments.interchange.team_list import read_team_list
from tournaments.models import Entry, Event


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player of the list. `trouble` says why he cannot be put into the team; `new` that nobody is entered so."""

    line: int
    words: str
    entry: Entry | None
    trouble: str = ""
    new: bool = False


@dataclass(frozen=True, slots=True)
class TeamProposal:
    """A team of the list with its players; `trouble` where it cannot be entered."""

    line: int
    name: str
    captain: str
    players: tuple[ListedPlayer, ...]
    trouble: str = ""


def proposals(event: Event, text: str) -> list[TeamProposal]:
    """The teams of a list, compared with the entries: by start number, FIDE ID, national number, or whole name.

    Troubles are codes: `name_taken`, `twice`, `in_other_team`, `ambiguous`.
    """
    entries = list(event.entries.select_related("team"))
    names = {team.name.casefold() for team in event.teams.all()}
    used: set[int] = set()
    found = []
    for listed in read_team_list(text):
        players = []
        for line, words in listed.players:
            player = _player(line, words, entries, used)
            if player.entry is not None:
                used.add(player.entry.pk)
            players.append(player)
        trouble = "name_taken" if listed.name.casefold() in names else ""
        names.add(listed.name.casefold())
        found.append(TeamProposal(listed.line, listed.name, listed.captain, tuple(players), trouble))
    return found


def _player(line: int, words: str, entries: Iterable[Entry], used: set[int]) -> ListedPlayer:
    matching = [entry for entry in entries if _is_meant(entry, words)]
    if not matching:
        return ListedPlayer(
            line, words, None, new=not words.isdigit(), trouble="unknown" if words.isdigit() else ""
        )
    if len(matching) > 1:
        return ListedPlayer(line, words, None, "ambiguous")
    entry = matching[0]
    if entry.pk in used:
        return ListedPlayer(line, words, entry, "twice")
    if entry.team_id is not None:
        return ListedPlayer(line, words, entry, "in_other_team")
    return ListedPlayer(line, words, entry)


def _is_meant(entry: Entry, words: str) -> bool:
    if words.isdigit():
        return words in (str(entry.number or ""), entry.fide_id, entry.national_id)
    return sorted(search_terms(entry.name)) == sorted(search_terms(words))
