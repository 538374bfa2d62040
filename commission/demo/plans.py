"""What the demo federation plays: its list days and its events, all counted back from today."""

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class Plan:
    """One event of the demo: who plays what, when, and how far it has come."""

    name: str
    city: str
    system: str
    players: int
    rounds: int
    start: date
    days: int
    stage: str
    list_day: date | None = None
    cycles: int = 1
    rate: str = "90'+30\""
    once: bool = True
    late: bool = False


def next_quarter(day: date) -> date:
    """The first list day of a quarter after the day.

    >>> next_quarter(date(2026, 11, 30)), next_quarter(date(2026, 3, 31))
    (datetime.date(2027, 1, 1), datetime.date(2026, 4, 1))
    """
    month = (day.month - 1) // 3 * 3 + 4
    return date(day.year + 1, 1, 1) if month > 12 else date(day.year, month, 1)


def list_days(today: date) -> tuple[date, date, date, date]:
    """The four list days up to today: the opening list and three computed ones.

    >>> [day.isoformat() for day in list_days(date(2026, 11, 30))]
    ['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01']
    """
    newest = today.year * 4 + (today.month - 1) // 3
    first, second, third, fourth = (
        date(quarter // 4, quarter % 4 * 3 + 1, 1) for quarter in range(newest - 3, newest + 1)
    )
    return first, second, third, fourth


def plans_of(today: date) -> list[Plan]:
    """The events of the year that ends today, at every stage of the procedure."""
    _opening, spring, summer, autumn = list_days(today)
    soon, recent = today + timedelta(days=12), today - timedelta(days=2)

    def ago(days: int) -> date:
        return today - timedelta(days=days)

    def before(day: date, days: int) -> date:
        return day - timedelta(days=days)

    # fmt: off
    return [
        Plan("Winter Open", "Inventown", "swiss", 24, 7, before(spring, 75), 3, "rated", spring),
        Plan("Masters of Harbourland", "Harbour", "round_robin", 10, 9, before(spring, 54), 9, "rated", spring),
        Plan("Proljetni kup", "Zagorje", "swiss", 36, 7, before(summer, 82), 3, "rated", summer),
        Plan("Кубок Загір'я", "Загірся", "round_robin", 8, 7, before(summer, 47), 7, "rated", summer),
        Plan("Torneo de verano", "Inventown", "swiss", 40, 9, before(autumn, 75), 9, "rated", autumn),
        Plan("Women's Championship", "Harbour", "round_robin", 6, 10, before(autumn, 41), 10, "rated", autumn, 2),
        Plan("Quiet Moves", "Zagorje", "round_robin", 6, 5, ago(33), 5, "rated"),
        Plan("Harbour Weekend", "Harbour", "swiss", 22, 5, ago(24), 2, "accepted"),
        Plan("Lighthouse Cup", "Harbour", "swiss", 14, 5, ago(20), 3, "in_review", late=True),
        Plan("Осенний мемориал", "Inventown", "swiss", 18, 5, ago(17), 3, "submitted"),
        Plan("Old Bridge Masters", "Zagorje", "round_robin", 8, 7, ago(15), 7, "returned"),
        Plan("Novemberbrett", "Inventown", "round_robin", 6, 5, ago(12), 5, "signed"),
        Plan("Inventown Open", "Inventown", "swiss", 54, 9, recent, 9, "playing"),
        Plan("Club Championship", "Zagorje", "round_robin", 6, 10, recent, 10, "playing", cycles=2),
        Plan("Advent Open", "Harbour", "swiss", 30, 7, soon, 3, "registered"),
        Plan("New Year Masters", "Inventown", "round_robin", 10, 9, soon + timedelta(days=20), 9, "draft"),
    ]
    # fmt: on
