"""Cards of the hall: result slips, place cards, and the cover of the bulletin."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.templatetags.ui import day, days
from reports.desk_kinds import Options
from reports.desk_lists import paired, players, rating_text
from reports.sheets.desk import Card, Side
from tournaments.errors import DomainError
from tournaments.links import address_of, slip_links
from tournaments.models import Entry, Event
from tournaments.record.codes import OPEN_CODES
from tournaments.services import hall_rules
from tournaments.words import system_words

CHOICES = ("1–0", "½–½", "0–1")


def slips(event: Event, options: Options) -> tuple[Card, ...]:
    """A slip for each open board; with the private address of each side where players report.

    Raises DomainError for a round that is not paired or has every result.
    """
    page, rules = paired(event, options.round_number), hall_rules(event)
    assert page.round is not None  # `paired` refuses a round that is not there
    link = slip_links(page.round, rules.link_series)
    boards = [each for each in page.boards if each.game.code in OPEN_CODES]
    if not boards:
        raise DomainError(
            _("Every board of round %(number)s has its result.") % {"number": page.number},
            "no_open_boards",
            _("Choose a round with open boards."),
            field="round_number",
        )

    def side(role: str, entry: Entry) -> Side:
        facts = " · ".join(part for part in (entry.federation, rating_text(entry.rating)) if part)
        name = " ".join(part for part in (str(entry.number or ""), entry.title, entry.name) if part)
        address = address_of(link(entry)) if rules.players_report else ""
        return Side(role, name, facts, address)

    head = round_words(page.number) + (f" · {day(page.round.day)}" if page.round.day else "")
    return tuple(
        Card(
            mark=str(each.game.board),
            head=head,
            sides=(side(_("White"), each.game.white), side(_("Black"), each.game.black)),
            choices=CHOICES,
            foot=(_("Signature of White"), _("Signature of Black")),
        )
        for each in boards
    )


def round_words(number: int) -> str:
    """`Round 3`."""
    return _("Round %(number)s") % {"number": number}


def place_cards(event: Event, options: Options) -> tuple[Card, ...]:
    """A card for each player by start number; of a round for each seat, by board."""
    if not options.round_number:
        return tuple(_place_card(entry, str(entry.number or ""), "") for entry in players(event))
    page = paired(event, options.round_number)
    head = round_words(page.number)
    found = []
    for each in page.boards:
        for entry, colour in ((each.game.white, _("White")), (each.game.black, _("Black"))):
            found.append(_place_card(entry, str(each.game.board), f"{head} · {colour}"))
    return tuple(found)


def _place_card(entry: Entry, mark: str, head: str) -> Card:
    name = " ".join(part for part in (entry.title, entry.name) if part)
    facts = " · ".join(part for part in (entry.federation, rating_text(entry.rating), entry.club) if part)
    return Card(mark=mark, head=head, name=name, facts=facts)


def cover(event: Event) -> tuple[tuple[str, str], ...]:
    """The facts on the cover of the bulletin; unknown ones are left out."""
    return tuple((label, value) for label, value in _cover(event) if value)


def _cover(event: Event) -> Iterator[tuple[str, str]]:
    yield _("Place"), ", ".join(part for part in (event.city, event.federation) if part)
    yield pgettext("days of an event", "Days"), str(days(event.start, event.end)) if event.start else ""
    yield _("System"), str(system_words(event))
    yield _("Rounds"), str(event.rounds_planned)
    yield _("Rate of play"), event.rate_of_play
    yield _("Players"), str(event.entries.count())
    yield _("Chief arbiter"), event.chief_arbiter_name
    yield _("Deputy arbiters"), event.deputies
    yield _("Organiser"), event.organiser
    yield _("Registration number"), event.registration_number
