"""Reads about play by correspondence: the start list with its addresses, games by pair, what is open."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import CorrespondenceSetup, Entry, Event, Game, GamesReminder
from tournaments.record.codes import ADJUDICATED_CODES, FORFEIT_CODES, GAME_CODES, OPEN_CODES
from tournaments.sealing import unseal
from tournaments.services.correspondence import setup_of
from tournaments.services.correspondence_games import open_games_of
from tournaments.typed_results import NotAResult, typed_code

WIDEST_SQUARE = 34
TYPED = re.compile(r"^\s*(\d{1,4})\s*[-–:,\s]\s*(\d{1,4})\s+(\S.*?)\s*$")


@dataclass(frozen=True, slots=True)
class StartLine:
    """One player as the start list has him; `address` and `email` are empty where they are not to be shown."""

    entry: Entry
    name: str
    birth: str
    category: str
    region: str
    address: str = ""
    email: str = ""
    has_questionnaire: bool = False
    papers_seen_on: date | None = None

    @property
    def is_new(self) -> bool:
        """Without a number: he comes with a questionnaire."""
        return not self.entry.national_id

    @property
    def is_unrated(self) -> bool:
        """Without a coefficient: the list flags him as new."""
        return not self.entry.rating


def start_lines(event: Event, *, with_addresses: bool) -> list[StartLine]:
    """The players in the order of the start list. One query whatever their number."""
    rows = event.entries.select_related(
        "person__region", "by_correspondence", "contact", "questionnaire", "team", "substitute_for"
    )
    lines = []
    for entry in sorted(rows, key=lambda row: (row.number is None, row.number or 0, row.pk)):
        known = getattr(entry, "by_correspondence", None)
        contact = getattr(entry, "contact", None)
        secrets = unseal(contact.sealed) if contact and with_addresses else {}
        filled = getattr(entry, "questionnaire", None)
        region = entry.person.region.name if entry.person and entry.person.region else ""
        lines.append(
            StartLine(
                entry,
                full_name(entry),
                entry.birth,
                known.category if known else "",
                (known.region if known else "") or region,
                secrets.get("address", ""),
                secrets.get("email", ""),
                filled is not None,
                filled.papers_seen_on if filled else None,
            )
        )
    return lines


def full_name(entry: Entry) -> str:
    """Surname, given name and patronymic, as far as they are known."""
    filled = getattr(entry, "questionnaire", None)
    patronymic = entry.person.patronymic if entry.person else filled.patronymic if filled else ""
    return f"{entry.name} {patronymic}" if patronymic and patronymic not in entry.name else entry.name


def missing_parts(event: Event, lines: Sequence[StartLine], setup: CorrespondenceSetup) -> list[str]:
    """What the start list of the appendix has and this one lacks, in sentences; empty when it is complete."""
    secrets = unseal(setup.sealed)
    return list(_missing_below(event, setup, secrets)) + list(_missing_of_players(lines))


def _missing_below(event: Event, setup: CorrespondenceSetup, secrets: Mapping[str, str]) -> Iterator[str]:
    parts = (
        (_("the start"), event.start),
        (_("the end"), event.end),
        (_("the norms"), event.norms),
        (_("the arbiter"), event.chief_arbiter_name),
        (_("the arbiter's address"), secrets.get("arbiter_address") or secrets.get("arbiter_email")),
        (_("the appeals committee"), secrets.get("appeals_email") or secrets.get("appeals_address")),
        (_("the rules of play"), setup.rule_set),
        (_("the organiser"), event.organiser),
    )
    absent = [label for label, value in parts if not value]
    if absent:
        yield _("Not said below the table: %(parts)s.") % {"parts": ", ".join(absent)}


def _missing_of_players(lines: Sequence[StartLine]) -> Iterator[str]:
    for label, missing in (
        (_("Without an e-mail or postal address"), [not (one.email or one.address) for one in lines]),
        (_("Without a date of birth"), [not one.birth for one in lines]),
        (_("Without a region"), [not one.region for one in lines]),
        (
            _("Without a number and without a questionnaire"),
            [one.is_new and not one.has_questionnaire for one in lines],
        ),
    ):
        names = [line.name for line, absent in zip(lines, missing, strict=True) if absent]
        if names:
            shown = "; ".join(names[:5]) + (" …" if len(names) > 5 else ".")
            yield f"{label}: {shown}"


# --- games ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairCell:
    """One game from the view of the row's player: `text` is 1, ½, 0, a sign for a time-out, or a dot while open."""

    game: Game
    text: str
    open: bool
    special: bool


@dataclass(frozen=True, slots=True)
class PairRow:
    """A player with his games by rival; None on his own place."""

    entry: Entry
    cells: tuple[tuple[PairCell, ...] | None, ...]
    halves: int
    open: int


@dataclass(frozen=True, slots=True)
class GamesPage:
    """The games of an event by pair: a square where it fits and everybody meets everybody, and the list."""

    rows: tuple[PairRow, ...]
    games: tuple[Game, ...]
    open_count: int
    count: int
    entries: tuple[Entry, ...] = field(default=())

    @property
    def is_square(self) -> bool:
        """The square is shown."""
        return bool(self.rows)


def all_games(event: Event) -> list[Game]:
    """Every game of the event in the order of its tables."""
    rows = Game.objects.filter(round__event=event).select_related("round", "white", "black", "entered_by")
    return list(rows.order_by("round__number", "board"))


def games_page(event: Event, *, show: str = "open", player: int = 0) -> GamesPage:
    """The games; the list below holds the open ones, the finished or all, of everybody or of one start number."""
    games = all_games(event)
    entries = tuple(event.entries.filter(number__isnull=False).order_by("number"))
    is_open = {game.pk: game.code in OPEN_CODES for game in games}
    shown = tuple(
        game
        for game in games
        if (show == "all" or is_open[game.pk] == (show == "open"))
        and (not player or player in (game.white.number, game.black.number))
    )
    square = not event.is_team_event and 1 < len(entries) <= WIDEST_SQUARE
    rows = tuple(_pair_rows(event, entries, games)) if square and games else ()
    return GamesPage(rows, shown, sum(is_open.values()), len(games), entries)


def _pair_rows(event: Event, entries: Sequence[Entry], games: Sequence[Game]) -> Iterator[PairRow]:
    points = {"win": event.win_halves, "draw": event.draw_halves, "loss": event.loss_halves, "none": 0}
    cells: dict[tuple[int, int], list[PairCell]] = {}
    halves: dict[int, int] = {}
    for game in games:
        sides = GAME_CODES[game.code]
        for own, other, side in zip(
            (game.white_id, game.black_id), (game.black_id, game.white_id), sides, strict=True
        ):
            cells.setdefault((own, other), []).append(
                PairCell(game, _sign(game.code, side.outcome), side.open, game.code in FORFEIT_CODES)
            )
            halves[own] = halves.get(own, 0) + points[side.outcome]
    for entry in entries:
        line = tuple(
            None if other.pk == entry.pk else tuple(cells.get((entry.pk, other.pk), ())) for other in entries
        )
        still = sum(cell.open for each in line if each for cell in each)
        yield PairRow(entry, line, halves.get(entry.pk, 0), still)


def _sign(code: str, outcome: str) -> str:
    if code in OPEN_CODES:
        return "·"
    if code in FORFEIT_CODES:
        return {"win": "+", "draw": "=", "loss": "−"}[outcome]
    return {"win": "1", "draw": "½", "loss": "0"}[outcome] + ("a" if code in ADJUDICATED_CODES else "")


class NotTyped(ValueError):
    """What was typed names no game or no result; the message says which and is translated."""


def typed_game(event: Event, text: str) -> tuple[Game, str]:
    """The game and the result that were meant by `3 7 1`: player 3 against player 7, from the view of the first.

    A letter a behind the result is an adjudication, + and - are time-outs. Of two games of a pair the one in
    which the first has White is meant. Raises NotTyped.
    """
    found = TYPED.match(text)
    if found is None:
        raise NotTyped(_("Type two start numbers and the result of the first, such as 3 7 1 or 3 7 =."))
    one, other = int(found[1]), int(found[2])
    games = [
        game
        for game in all_games(event)
        if {game.white.number, game.black.number} == {one, other} and one != other
    ]
    if not games:
        raise NotTyped(_("There is no game of %(one)s against %(other)s.") % {"one": one, "other": other})
    game = next((each for each in games if each.white.number == one), games[0])
    if len(games) > 2:
        raise NotTyped(_("These two meet more than twice; choose the game in the list."))
    code = _typed_result(found[3])
    return game, code if game.white.number == one else mirrored(code)


def _typed_result(text: str) -> str:
    word = text.lower()
    try:
        if word.endswith(("a", "а")) and len(word) > 1:
            return typed_code(word[:-1]) + "a"
        return typed_code(word)
    except NotAResult as error:
        raise NotTyped(_("“%(text)s” is not a result.") % {"text": text}) from error


def mirrored(code: str) -> str:
    """The same result seen from the other side.

    >>> [mirrored(code) for code in ("1-0", "1/2-0", "0-1a", "+/-", "*", "1/2-1/2")]
    ['0-1', '0-1/2', '1-0a', '-/+', '*', '1/2-1/2']
    """
    if code in OPEN_CODES:
        return code
    if code in FORFEIT_CODES:
        return "/".join(reversed(code.split("/")))
    suffix = code[-1] if code[-1] in "au" else ""
    return "-".join(reversed(code.removesuffix(suffix).split("-"))) + suffix


# --- what is open ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenRow:
    """A player with open games: the games, whether he can be written to, and the last reminder."""

    entry: Entry
    games: tuple[Game, ...]
    has_email: bool
    no_reminders: bool
    reminded: GamesReminder | None


@dataclass(frozen=True, slots=True)
class OpenPage:
    """The open games of an event. `left` is the number of days to its last day, negative after it, None without."""

    rows: tuple[OpenRow, ...]
    left: int | None
    open_count: int
    terms: tuple[int, ...]


def open_page(event: Event, terms: tuple[int, ...]) -> OpenPage:
    """Who has open games, the most first."""
    games: dict[int, list[Game]] = {}
    still = [game for game in all_games(event) if game.code in OPEN_CODES]
    for game in still:
        for entry in (game.white_id, game.black_id):
            games.setdefault(entry, []).append(game)
    sent = {row.entry_id: row for row in GamesReminder.objects.filter(entry__event=event).order_by("sent_at")}
    entries = event.entries.filter(pk__in=list(games)).select_related("contact", "by_correspondence")
    rows = [
        OpenRow(
            entry,
            tuple(games[entry.pk]),
            hasattr(entry, "contact") and bool(unseal(entry.contact.sealed).get("email")),
            hasattr(entry, "by_correspondence") and entry.by_correspondence.no_reminders,
            sent.get(entry.pk),
        )
        for entry in entries
    ]
    rows.sort(key=lambda row: (-len(row.games), row.entry.number or 0))
    left = (event.end - timezone.localdate()).days if event.end else None
    return OpenPage(tuple(rows), left, len(still), terms)


def own_games(entry: Entry) -> list[Game]:
    """The open games of a player, for his private page."""
    return open_games_of(entry)


def below_the_table(event: Event, *, with_addresses: bool) -> dict[str, str]:
    """What stands below the table, addresses included where they may be seen."""
    setup = setup_of(event)
    secrets = unseal(setup.sealed) if with_addresses else {}
    return {
        "rule_set": setup.rule_set,
        "arbiter": event.chief_arbiter_name,
        "arbiter_category": setup.arbiter_category,
        "arbiter_address": secrets.get("arbiter_address", ""),
        "arbiter_email": secrets.get("arbiter_email", ""),
        "appeals_address": secrets.get("appeals_address", ""),
        "appeals_email": secrets.get("appeals_email", ""),
        "organiser": event.organiser,
    }
