"""The record codes of TRF and the coded tournament types of TRF26."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from unicodedata import normalize

from tournaments.record.model import System

PLAYER = "001"
OLD_TEAM = "013"
TEAM = "310"

# Tournament lines with one value that the record holds, by name of the fact.
HEAD: Mapping[str, str] = MappingProxyType(
    {
        "012": "name",
        "022": "city",
        "032": "federation",
        "042": "start",
        "052": "end",
        "062": "player_count",
        "072": "rated_count",
        "082": "team_count",
        "092": "type_text",
        "102": "chief_arbiter",
        "112": "deputies",
        "122": "rate_of_play",
        "132": "round_dates",
        "142": "rounds",
        "152": "first_colour",
        "162": "scores",
        "172": "rank_method",
        "182": "pairing_program",
        "192": "type_code",
        "202": "tie_breaks",
        "222": "rate_code",
    }
)
BYES = "240"
# Lines kept word for word and given back while the record still says the same. 340 is of the draft of 2025.
KEPT = frozenset({"212", "250", "260", "299", "300", "320", "330", "340", "352", "362", "801", "802"})
TRF26_ONLY = frozenset({"142", "152", "162", "172", "182", "192", "202", "222", BYES, TEAM, "###"} | KEPT)
# Lines of a kept kind that carry nothing personal, so a public file may show them.
PUBLIC_KEPT = frozenset({"042", "052", "132", "162"} | KEPT)

_RULER = re.compile(r"\s{3,}[\d\s]*|0?1234567890\d*|DDD SSSS.*")
_EXTENSION = re.compile(r"XX[A-Z]|BB[A-Z]")
_NATIONAL = re.compile(r"[A-Z]{3} (?=[ \d]{4})[ ]*\d+(?: |$)")


def is_ruler(line: str) -> bool:
    """A line that only counts the columns for the human eye.

    >>> is_ruler("DDD SSSS sTTT NNN"), is_ruler("         1         2"), is_ruler("001    1")
    (True, True, False)
    """
    return _RULER.fullmatch(line.rstrip()) is not None


def is_comment(line: str) -> bool:
    """`###` opens a comment in TRF26; a single `#` is met as well."""
    return line.startswith("#")


def is_extension(code: str) -> bool:
    """Lines of pairing programs before TRF26 (`XXR 9`, `BBW 3.0`)."""
    return _EXTENSION.fullmatch(code) is not None


def is_national(line: str) -> bool:
    """A national rating line: a federation's code in place of 001.

    >>> is_national("RUS    1                                        2650"), is_national("FOO bar")
    (True, False)
    """
    return _NATIONAL.match(line) is not None


@dataclass(frozen=True, slots=True)
class TypeCode:
    """A coded tournament type of line 192: the system it stands for and the number of cycles."""

    system: System
    team: bool = False
    cycles: int = 1
    acceleration: str = ""


def _types() -> dict[str, TypeCode]:
    table: dict[str, TypeCode] = {}
    for rules in ("FIDE_DUTCH_2017", "FIDE_DUTCH_2025", "FIDE_DUTCH", "FIDE_DUBOV", "FIDE_BURSTEIN"):
        table[rules] = TypeCode("swiss")
        table[f"{rules}_BAKU"] = TypeCode("swiss", acceleration="baku")
    for code in ("CUSTOM_SWISS", "FIDE_DOUBLESWISS", "CUSTOM_DOUBLESWISS"):
        table[code] = TypeCode("swiss")
    table["FIDE_DOUBLESWISS_BAKU"] = TypeCode("swiss", acceleration="baku")
    for code in ("BERGER_ROUNDROBIN", "FIDE_ROUNDROBIN", "CUSTOM_ROUNDROBIN"):
        table[code] = TypeCode("round_robin")
    for code in ("BERGER_DOUBLEROUNDROBIN", "FIDE_DOUBLEROUNDROBIN"):
        table[code] = TypeCode("round_robin", cycles=2)
    for code in ("FIDE_SCHILLER", "CUSTOM_SCHILLER", "FIDE_SCHEVENINGEN", "CUSTOM_SCHEVENINGEN"):
        table[code] = TypeCode("team_scheveningen", team=True)
    table["FIDE_DOUBLESCHEVENINGEN"] = TypeCode("team_scheveningen", team=True, cycles=2)
    table["CUSTOM_KNOCKOUT"] = TypeCode("knock_out")
    table["CUSTOM_TEAM_KNOCKOUT"] = TypeCode("knock_out", team=True)
    for kind in ("TEAM_TYPEA", "TEAM_TYPEB", "TEAM"):
        for points in ("MP_GP", "GP_MP", "MP", "GP"):
            table[f"FIDE_{kind}_{points}"] = TypeCode("team_swiss", team=True)
    for code in ("FIDE_TEAM", "CUSTOM_TEAM_SWISS", "CUSTOM_TEAM_SWISS_MP", "CUSTOM_TEAM_SWISS_GP"):
        table[code] = TypeCode("team_swiss", team=True)
    for kind in ("TEAM_TYPEA_MP_GP", "TEAM_TYPEA_MP", "TEAM_MP_GP", "TEAM_MP", "TEAM"):
        table[f"FIDE_{kind}_BAKU"] = TypeCode("team_swiss", team=True, acceleration="baku")
    for code in ("BERGER_TEAM_ROUNDROBIN", "FIDE_TEAM_ROUNDROBIN", "CUSTOM_TEAM_ROUNDROBIN"):
        table[code] = TypeCode("team_round_robin", team=True)
    for code in ("BERGER_TEAM_DOUBLEROUNDROBIN", "FIDE_TEAM_DOUBLEROUNDROBIN"):
        table[code] = TypeCode("team_round_robin", team=True, cycles=2)
    return table


TYPE_CODES: Mapping[str, TypeCode] = MappingProxyType(_types())

# What a record without a coded type is written as: the neutral code of its system.
NEUTRAL_CODES: Mapping[tuple[System, int], str] = MappingProxyType(
    {
        ("swiss", 1): "CUSTOM_SWISS",
        ("round_robin", 1): "CUSTOM_ROUNDROBIN",
        ("round_robin", 2): "FIDE_DOUBLEROUNDROBIN",
        ("knock_out", 1): "CUSTOM_KNOCKOUT",
        ("team_swiss", 1): "CUSTOM_TEAM_SWISS",
        ("team_round_robin", 1): "CUSTOM_TEAM_ROUNDROBIN",
        ("team_round_robin", 2): "FIDE_TEAM_DOUBLEROUNDROBIN",
        ("team_scheveningen", 1): "CUSTOM_SCHEVENINGEN",
        ("team_scheveningen", 2): "FIDE_DOUBLESCHEVENINGEN",
    }
)


def _letters(text: str) -> str:
    """Letters alone, small and without their marks: words of a text run together."""
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if letter.isalpha())


def _stems(words: str) -> tuple[str, ...]:
    return tuple(_letters(word) for word in words.split())


# Beginnings or parts of words in English, Croatian, German, Russian, Spanish and Ukrainian, in the order in
# which they decide: a team round robin at two tables of a Swiss festival is named by its own system.
_ROUND_ROBIN = _stems(
    "roundrobin allplayall berger kružni rundenturnier rundensystem vollrundig jedergegenjeden "
    "кругов коловас коловий колового todoscontratodos sistemaliga sistemadeliga"
)
_SCHEVENINGEN = _stems("scheveningen schiller схевенинген схевенінген ševeningen")
_SWISS = _stems("swiss dutch dubov burstein švicarsk schweizer швейцар suizo")
_KNOCK_OUT = _stems(
    "knockout нокаут навыбывание навибування олимпийск олімпійськ ispadanj nokaut eliminatori eliminacióndirecta "
    "kosystem kosustav"
)
_MATCH = _stems("match матч meč zweikampf")
_TEAM = _stems("team momčad mannschaft команд equipo")
_TOURNAMENT = _stems("tournament turnir turnier турнир турнір torneo")
_LEAGUE = _stems("league liga ligu lige ligi лиг ліг")
_DOUBLE = _stems(
    "double dvokruž dvostruk doppel zweifach двухкруг двоколов dobleronda doblevuelta idayvuelta"
)
_KO = re.compile(r"\bk\W{0,2}o\b", re.IGNORECASE | re.ASCII)


def is_league(text: str) -> bool:
    """Whether a free text of line 092 calls the event a league; a system that bears the word does not.

    >>> is_league("Team League"), is_league("Nacionalna liga"), is_league("Sistema liga"), is_league("Obligatory")
    (True, True, False, False)
    """
    if _has(_letters(text), _stems("sistemaliga sistemadeliga")):
        return False
    words = [_letters(word) for word in text.split()]
    return any(word.startswith(_LEAGUE) or word.endswith(_LEAGUE) for word in words)


def system_of_text(text: str) -> tuple[System, int] | None:
    """The system that a free text of line 092 names, and the cycles; None if it names none.

    A coded type in this line counts as such. A league of teams is a round robin of teams; of a league alone
    nobody knows how it is played.

    >>> system_of_text("Individual: Swiss-System"), system_of_text("Team Double Round Robin")
    (('swiss', 1), ('team_round_robin', 2))
    >>> system_of_text("Kružni sustav"), system_of_text("KO"), system_of_text("Team League")
    (('round_robin', 1), ('knock_out', 1), ('team_round_robin', 1))
    >>> system_of_text("Open"), system_of_text("League")
    (None, None)
    """
    coded = TYPE_CODES.get("_".join(text.upper().split()))
    if coded is not None:
        return coded.system, coded.cycles
    words = _letters(text)
    team = _has(words, _TEAM)
    cycles = 2 if _has(words, _DOUBLE) else 1
    if _has(words, _ROUND_ROBIN):
        return ("team_round_robin" if team else "round_robin"), cycles
    if _has(words, _SCHEVENINGEN):
        return ("team_scheveningen" if team else "scheveningen"), cycles
    if _has(words, _SWISS):
        return ("team_swiss" if team else "swiss"), 1
    if _has(words, _KNOCK_OUT) or _KO.search(text):
        return "knock_out", 1
    if team:
        return ("team_round_robin", cycles) if is_league(text) else None
    is_match = words.startswith(_MATCH) or words.endswith(_MATCH)
    return ("match", 1) if is_match and not _has(words, _TOURNAMENT) else None


def _has(words: str, stems: tuple[str, ...]) -> bool:
    return any(stem in words for stem in stems)
