"""The start list of an event by correspondence (RACC 2.1, Appendix 1), ready to be set in type."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import pairwise
from typing import Any

from reports.sheets.cells import points_text
from reports.sheets.model import Input, Sentence, SignatureField
from tournaments.record.model import Norm
from tournaments.record.norms import CANDIDATE, FIRST, MASTER, ordered

ARTICLE = "2.1"
STRENGTH = (MASTER, CANDIDATE, FIRST)
DAYS = ("start", "end", "filed", "annex_until")
ADDRESSES = ("arbiter_address", "arbiter_email", "appeals_address", "appeals_email")


@dataclass(frozen=True, slots=True)
class StartListLine:
    """One player: `rating` is the coefficient, None for a newcomer; `birth` as far as it is known, `1947` too.

    `main` is the name of the player for whom he came in, in a team event; `questionnaire` says that one was filled in.
    """

    number: int | None
    national_id: str
    birth: str
    category: str
    rating: int | None
    name: str
    region: str
    address: str = ""
    email: str = ""
    team: str = ""
    main: str = ""
    questionnaire: bool = False


@dataclass(frozen=True, slots=True)
class NormLine:
    """A norm as `x of y`: its category by key, the points as printed, the games of a player if they are said."""

    category: str
    points: str
    games: int | None
    halves: int = 0


@dataclass(frozen=True, slots=True)
class BelowTheTable:
    """Who answers for the event, and by which rules it is played; empty where nobody said."""

    arbiter: str = ""
    arbiter_category: str = ""
    arbiter_address: str = ""
    arbiter_email: str = ""
    appeals_address: str = ""
    appeals_email: str = ""
    rule_set: str = ""
    organiser: str = ""


@dataclass(frozen=True, slots=True)
class StartListSheet:
    """The start list as it is sent to the participants and handed in before the start.

    `games` are those of a player where everybody meets everybody, else None. `filed` is the day on which it is
    handed in, None while it is not; a list that is filed holds no address (`without_addresses`), but the hash of the
    `annex` that holds them, the day until which that is kept, and whether the appeals committee is named there.
    """

    title: str
    group_code: str
    lines: tuple[StartListLine, ...]
    start: date | None
    end: date | None
    norms: tuple[NormLine, ...]
    below: BelowTheTable
    games: int | None = None
    filed: date | None = None
    annex: str = ""
    annex_until: date | None = None
    appeals_in_annex: bool = False

    @property
    def mean(self) -> str:
        """The mean coefficient of those who have one, with one decimal, half up; empty where nobody has.

        >>> line = StartListLine(1, "01", "1947", "", 2200, "A", "")
        >>> rows = (line, StartListLine(2, "02", "1947", "", 2201, "B", ""))
        >>> StartListSheet("Cup", "", rows, None, None, (), BelowTheTable()).mean
        '2200.5'
        """
        rated = [line.rating for line in self.lines if line.rating]
        if not rated:
            return ""
        tenths = (20 * sum(rated) + len(rated)) // (2 * len(rated))
        return f"{tenths // 10}.{tenths % 10}"

    @property
    def total(self) -> int:
        """The sum of the coefficients."""
        return sum(line.rating or 0 for line in self.lines)

    @property
    def signatures(self) -> tuple[SignatureField, ...]:
        """The arbiter alone signs the list."""
        return (SignatureField("Arbiter", "arbiter", self.below.arbiter),)

    @property
    def missing(self) -> tuple[Sentence, ...]:
        """What keeps the list from being filed: parts that 2.1 asks for, and what cannot be right."""
        return (*_missing_parts(self), *_missing_of_players(self), *_wrong_norms(self), *_wrong_days(self))


def start_list(
    title: str,
    group_code: str,
    lines: Iterable[StartListLine],
    *,
    start: date | None,
    end: date | None,
    norms: Iterable[Norm],
    below: BelowTheTable,
    games: int | None = None,
    filed: date | None = None,
) -> StartListSheet:
    """The sheet: players by start number, whoever has none last; norms in descending strength."""
    placed = sorted(lines, key=lambda line: (line.number is None, line.number or 0))
    wanted = tuple(_norm_line(norm) for norm in ordered(norms))
    return StartListSheet(title, group_code, tuple(placed), start, end, wanted, below, games, filed)


def _norm_line(norm: Norm) -> NormLine:
    return NormLine(norm.category, points_text(norm.halves), norm.games, norm.halves)


# --- what is not there, or cannot be right ------------------------------------------------------------


def _missing_parts(sheet: StartListSheet) -> Iterator[Sentence]:
    parts = (
        ("name", sheet.title),
        ("start", sheet.start),
        ("end", sheet.end),
        ("players", sheet.lines),
        ("norms", sheet.norms),
        ("arbiter", sheet.below.arbiter),
        ("organiser", sheet.below.organiser),
    )
    for key, value in parts:
        if not value:
            yield Sentence(f"start_list.{key}", ARTICLE)


def _missing_of_players(sheet: StartListSheet) -> Iterator[Sentence]:
    """Numbers unique, a number or a questionnaire, a region, a start number, a name for everybody (2.1)."""
    held = Counter(line.national_id for line in sheet.lines if line.national_id)
    for key, wrong in (
        ("unnumbered", [line for line in sheet.lines if line.number is None]),
        ("nameless", [line for line in sheet.lines if not line.name.strip()]),
        ("number_twice", [line for line in sheet.lines if held[line.national_id] > 1]),
        ("no_number", [line for line in sheet.lines if not line.national_id and not line.questionnaire]),
        ("no_region", [line for line in sheet.lines if not line.region.strip()]),
    ):
        if wrong:
            names = "; ".join(f"{line.number or '–'} {line.name}".strip() for line in wrong)
            yield Sentence(f"start_list.{key}", ARTICLE, {"players": names})


def _wrong_norms(sheet: StartListSheet) -> Iterator[Sentence]:
    """No norm beyond the n - 1 games of n players, of so many games and no others, the stronger the higher."""
    for norm in sheet.norms:
        limit = norm.games if sheet.games is None else sheet.games
        inputs: dict[str, Input] = {
            "norm": norm.category,
            "points": norm.points,
            "games": limit or 0,
        }
        if limit is not None and norm.halves > 2 * limit:
            yield Sentence("start_list.norm_beyond", ARTICLE, inputs)
        elif sheet.games is not None and norm.games is not None and norm.games != sheet.games:
            yield Sentence("start_list.norm_games", ARTICLE, inputs | {"stated": norm.games})
    ranked = [(STRENGTH.index(norm.category), norm) for norm in sheet.norms if norm.category in STRENGTH]
    for (stronger, above), (weaker, below) in pairwise(ranked):
        if weaker < stronger or below.halves >= above.halves:
            yield Sentence("start_list.norm_order", ARTICLE)
            break


def _wrong_days(sheet: StartListSheet) -> Iterator[Sentence]:
    if sheet.start and sheet.filed and sheet.filed > sheet.start:
        yield Sentence("start_list.late", ARTICLE, {"filed": sheet.filed, "start": sheet.start})
    if sheet.start and sheet.end and sheet.end < sheet.start:
        yield Sentence("start_list.days", ARTICLE)


# --- filing: what is kept for good, and what goes -----------------------------------------------------


def without_addresses(sheet: StartListSheet) -> StartListSheet:
    """The list as it is archived: no home address, no e-mail of anybody, and of a birth the year alone."""
    lines = tuple(replace(line, address="", email="", birth=line.birth[:4]) for line in sheet.lines)
    below, appeals = sheet.below, bool(sheet.below.appeals_address or sheet.below.appeals_email)
    return replace(
        sheet,
        lines=lines,
        below=replace(below, **dict.fromkeys(ADDRESSES, "")),
        appeals_in_annex=sheet.appeals_in_annex or appeals,
    )


def addresses_of(sheet: StartListSheet) -> dict[str, Any]:
    """The annex of the addresses: those of the officials by name, of the players, with their birth, by start number."""
    return {
        "below": {name: value for name in ADDRESSES if (value := getattr(sheet.below, name))},
        "players": [
            [line.number or 0, line.name, line.birth, line.address, line.email] for line in sheet.lines
        ],
    }


def with_addresses(sheet: StartListSheet, annex: Mapping[str, Any]) -> StartListSheet:
    """A filed list with its annex put back."""
    known = {number: facts for number, _name, *facts in annex["players"]}
    lines = []
    for line in sheet.lines:
        birth, address, email = known[line.number or 0]
        lines.append(replace(line, birth=birth, address=address, email=email))
    below = replace(sheet.below, **annex["below"])
    return replace(sheet, lines=tuple(lines), below=below, appeals_in_annex=False)


def frozen_start_list(sheet: StartListSheet) -> dict[str, Any]:
    """The list as canonical JSON takes it; days as ISO text. Raises ValueError for one that holds an address."""
    if sheet != without_addresses(sheet):
        raise ValueError("addresses are not frozen with a start list")
    frozen = asdict(sheet)
    for name in DAYS:
        frozen[name] = frozen[name].isoformat() if frozen[name] else None
    return frozen | {"lines": list(frozen["lines"]), "norms": list(frozen["norms"])}


def thawed_start_list(frozen: Mapping[str, Any]) -> StartListSheet:
    """The list out of what was frozen."""
    days = {name: date.fromisoformat(frozen[name]) if frozen[name] else None for name in DAYS}
    return StartListSheet(
        title=frozen["title"],
        group_code=frozen["group_code"],
        lines=_all(StartListLine, frozen["lines"]),
        norms=_all(NormLine, frozen["norms"]),
        below=BelowTheTable(**frozen["below"]),
        games=frozen["games"],
        annex=frozen["annex"],
        appeals_in_annex=frozen["appeals_in_annex"],
        **days,
    )


def _all(kind: Any, items: Sequence[Mapping[str, Any]]) -> tuple[Any, ...]:
    return tuple(kind(**item) for item in items)
