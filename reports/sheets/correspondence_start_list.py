"""The start list of an event by correspondence (RACC 2.1, Appendix 1), ready to be set in type."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from reports.sheets.cells import points_text
from tournaments.record.model import Norm
from tournaments.record.norms import ordered


@dataclass(frozen=True, slots=True)
class StartListLine:
    """One player: `rating` is the coefficient, None for a newcomer; `birth` as far as it is known, `1947` too.

    `main` is the name of the player for whom he came in, in a team event.
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


@dataclass(frozen=True, slots=True)
class NormLine:
    """A norm as `x of y`: its category by key, the points as printed, the games of a player if they are said."""

    category: str
    points: str
    games: int | None


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
    """The start list as it is sent to the participants and handed in before the start."""

    title: str
    group_code: str
    lines: tuple[StartListLine, ...]
    start: date | None
    end: date | None
    norms: tuple[NormLine, ...]
    below: BelowTheTable

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


def start_list(
    title: str,
    group_code: str,
    lines: Iterable[StartListLine],
    *,
    start: date | None,
    end: date | None,
    norms: Iterable[Norm],
    below: BelowTheTable,
) -> StartListSheet:
    """The sheet: players by start number, whoever has none last; norms in descending strength."""
    placed = sorted(lines, key=lambda line: (line.number is None, line.number or 0))
    wanted = tuple(NormLine(norm.category, points_text(norm.halves), norm.games) for norm in ordered(norms))
    return StartListSheet(title, group_code, tuple(placed), start, end, wanted, below)
