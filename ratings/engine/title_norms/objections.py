"""What a commission would reject a norm for, though its figures are reached, and what it would ask about."""

from collections.abc import Iterator, Sequence

from ratings.engine.title_norms.field import ALL_PLAY_ALL, Field, exemption, lasts_days
from ratings.engine.title_norms.model import RoundRow
from tournaments.eligibility.rate_of_play import RateOfPlay, UnreadableRate, read_rate
from tournaments.record.findings import Finding, Severity
from tournaments.record.model import Entry
from tournaments.rulebook.editions import Parameter
from tournaments.rulebook.explained import Input

MOVES = 60
TEAM_OR_KINDRED = ("scheveningen", "match", "team_swiss", "team_round_robin", "team_scheveningen")


def objections(field: Field, applicant: Entry, rows: Sequence[RoundRow]) -> tuple[Finding, ...]:
    """Everything that stands against a norm with these games: objections first, then what is only to be told."""
    found = [
        *_of_the_event(field),
        *_of_the_papers(field, applicant, rows),
        *_of_the_games(field, applicant, rows),
    ]
    order = ("objection", "warning", "note")
    return tuple(sorted(found, key=lambda finding: order.index(finding.severity)))


def _finding(
    severity: Severity, code: str, article: str, *, players: tuple[int, ...] = (), **inputs: Input
) -> Finding:
    return Finding(severity, code, article=article, inputs=inputs, players=players)


# --- the event -----------------------------------------------------------------------------------------


def _of_the_event(field: Field) -> Iterator[Finding]:
    event, rules = field.record.event, field.edition
    if event.system not in rules["systems"].items:
        yield _finding("objection", "norm.system", rules["systems"].article)
    elif event.system in TEAM_OR_KINDRED:
        yield _finding("warning", "norm.system_unusual", rules["systems"].article)
    if not event.chief_arbiter:
        yield _finding("objection", "norm.arbiter", "1.1.5")
    days = lasts_days(field.record)
    limit = rules["long_event_days"]
    if days is None:
        yield _finding("objection", "norm.days_unknown", limit.article)
    elif days > limit.integer:
        yield _finding("warning", "norm.long_event", limit.article, days=days, limit=limit.integer)
    players = rules["double_players"]
    if field.double and event.system in ALL_PLAY_ALL and len(field.entries) < players.integer:
        yield _finding(
            "objection",
            "norm.double_players",
            players.article,
            players=(),
            there=len(field.entries),
            asked=players.integer,
        )
    yield from _of_the_clock(field)


def _of_the_clock(field: Field) -> Iterator[Finding]:
    """Rounds and hours of a day, and the time for a game (1.1.2, 1.1.3)."""
    rules = field.edition
    by_day: dict[object, int] = {}
    for a_round in field.record.rounds:
        if a_round.day is not None:
            by_day[a_round.day] = by_day.get(a_round.day, 0) + 1
    most = max(by_day.values(), default=0)
    limit = rules["rounds_a_day"]
    if not most:
        yield _finding("warning", "norm.round_days_unknown", limit.article)
    elif most > limit.integer:
        yield _finding("objection", "norm.rounds_a_day", limit.article, rounds=most, limit=limit.integer)
    rate = _rate(field)
    if rate is None:
        yield _finding("objection", "norm.rate_unknown", rules["least_hours"].article)
        return
    if rate.least(MOVES) < rules["least_hours"].integer * 60:
        yield _finding(
            "objection",
            "norm.rate_too_fast",
            rules["least_hours"].article,
            minutes=rate.least(MOVES),
            limit=rules["least_hours"].integer * 60,
        )
    hours: Parameter = rules["hours_a_day"]
    if most * rate.of_a_game(MOVES) > hours.integer * 60:
        yield _finding(
            "objection",
            "norm.hours_a_day",
            hours.article,
            hours=most * rate.of_a_game(MOVES) / 60,
            limit=hours.integer,
        )


def _rate(field: Field) -> RateOfPlay | None:
    event = field.record.event
    try:
        return read_rate(event.rate_of_play, event.rate_code)
    except UnreadableRate:
        return None


# --- applicant, opponents and games --------------------------------------------------------------------


def _of_the_papers(field: Field, applicant: Entry, rows: Sequence[RoundRow]) -> Iterator[Finding]:
    """What the certificate must name and nobody entered (1.8)."""
    met = [field.entries[row.opponent] for row in rows if row.opponent is not None]
    if not applicant.fide_id:
        yield _finding("objection", "norm.own_id", "1.8", players=(applicant.number,))
    if not applicant.federation:
        article = field.edition["foreign_federations"].article
        yield _finding("objection", "norm.own_federation_unknown", article, players=(applicant.number,))
    without_id = tuple(dict.fromkeys(entry.number for entry in met if not entry.fide_id))
    if without_id:
        yield _finding("objection", "norm.opponents_id", "1.8", players=without_id, count=len(without_id))
    without = tuple(dict.fromkeys(entry.number for entry in met if not entry.federation))
    if without:
        article = field.edition["strangers"].article
        yield _finding("objection", "norm.opponents_federation", article, players=without, count=len(without))


def _of_the_games(field: Field, applicant: Entry, rows: Sequence[RoundRow]) -> Iterator[Finding]:
    rules = field.edition
    if len(rows) < field.least_games:
        yield _finding("note", "norm.short", rules["short_games"].article, games=len(rows))
    free = exemption(field, applicant)
    if free:
        yield _finding("note", "norm.exempt", "1.4.3e", rule=free)
    if any(cell.open for cell in field.table.row(applicant.number).cells[: field.rounds]):
        yield _finding("warning", "norm.unfinished", rules["later_games"].article)
