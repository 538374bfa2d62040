"""The check before the start: what an event has, what is missing, and who asks for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.ui import day, days
from tournaments.eligibility.rate_of_play import RateOfPlay, UnreadableRate, read_rate
from tournaments.models import Entry, Event, Round
from tournaments.pairing.lots import start_numbers_by_rating
from tournaments.rulebook.editions import EditionError
from tournaments.selectors.correspondence import missing_parts, start_lines
from tournaments.selectors.duplicates import duplicates_among
from tournaments.services.correspondence import setup_of
from tournaments.services.entries import entry_for_order, name_key
from tournaments.services.rules import editions_for, list_on_start
from tournaments.words import edition_title

MOVES = 60
# done; to be looked at; missing; left open by choice
DONE, LOOK, MISSING, OPEN = "done", "look", "missing", "open"


@dataclass(frozen=True, slots=True)
class CheckItem:
    """One line of the check: `state` is `done`, `look`, `missing` or `open`; `asked_by` says who needs it.

    `links` are texts with addresses inside the line, `url` is where it is mended.
    """

    key: str
    label: str
    state: str
    text: str
    asked_by: str = ""
    url: str = ""
    links: tuple[tuple[str, str], ...] = ()


def checklist(event: Event) -> list[CheckItem]:
    """The lines of the check in the order in which a director goes through them."""
    entries = list(event.entries.order_by("number", "pk"))
    return [
        *_head(event),
        _schedule(event),
        _rate(event),
        _rules(event),
        _order(event),
        *_norms(event),
        *_start_list(event),
        *_players(event, entries),
    ]


def _edit(event: Event, field: str) -> str:
    return f"{reverse('tournaments:event_edit', args=[event.pk])}#id_{field}"


def _head(event: Event) -> Iterator[CheckItem]:
    """Officials, place and days: the head of the report forms and of the invitation."""
    missing = [
        label
        for label, value in (
            (_("chief arbiter"), event.chief_arbiter_name),
            (_("organiser"), event.organiser),
            (_("contact"), event.contact),
        )
        if not value
    ]
    arbiter = event.chief_arbiter_name
    yield CheckItem(
        "officials",
        _("Officials"),
        MISSING if not arbiter else LOOK if missing else DONE,
        _("Missing: %(names)s.") % {"names": ", ".join(missing)} if missing else arbiter,
        _("the report forms, the players"),
        _edit(event, "chief_arbiter_name"),
    )
    place = ", ".join(part for part in (event.city, event.federation) if part)
    yield CheckItem(
        "place",
        _("Place"),
        DONE if event.city and event.federation else MISSING if not event.correspondence else OPEN,
        place or _("Not said."),
        _("the registration, the players"),
        _edit(event, "city"),
    )
    yield CheckItem(
        "days",
        _("Days"),
        MISSING if event.start is None else DONE if event.end else LOOK,
        days(event.start, event.end)
        if event.start and event.end
        else _("The last day is not known.")
        if event.start
        else _(
            "The first day decides which rules and which list bind the event; nothing can be registered without."
        ),
        _("the registration"),
        _edit(event, "end" if event.start else "start"),
    )


def _schedule(event: Event) -> CheckItem:
    """Day and time of every round; by correspondence there are none."""
    url = reverse("tournaments:desk_rounds", args=[event.pk])
    label = _("Schedule")
    if event.correspondence:
        return CheckItem("schedule", label, DONE, _("By correspondence rounds have no days."))
    rounds = {row.number: row for row in Round.objects.filter(event_id=event.pk)}
    planned = range(1, event.rounds_planned + 1)
    dated = sum(bool(number in rounds and rounds[number].day) for number in planned)
    timed = sum(bool(number in rounds and rounds[number].time) for number in planned)
    text = _("%(dated)s of %(all)s rounds have a day, %(timed)s a time.") % {
        "dated": dated,
        "timed": timed,
        "all": event.rounds_planned,
    }
    complete = dated == timed == event.rounds_planned
    state = DONE if complete else LOOK if dated == event.rounds_planned else MISSING
    return CheckItem("schedule", label, state, text, _("the players; the rules on rounds a day"), url)


def rate_read(event: Event) -> RateOfPlay | None:
    """The event's rate of play, None where nobody can read it."""
    try:
        return read_rate(event.rate_of_play, str(event.source_facts.get("rate_code", "")))
    except UnreadableRate:
        return None


def minutes_shown(rate: RateOfPlay) -> str:
    """The minutes that a player has for a game of 60 moves: `120`, or `95–120` if it can be read in two ways."""
    least, most = _minutes(rate.least(MOVES)), _minutes(rate.most(MOVES))
    return least if least == most else f"{least}\N{EN DASH}{most}"


def _minutes(value: Fraction) -> str:
    """Whole minutes, a begun one shown by its half.

    >>> _minutes(Fraction(120)), _minutes(Fraction(7, 2))
    ('120', '3½')
    """
    whole, rest = divmod(value, 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return str(ceil(value))


def _rate(event: Event) -> CheckItem:
    """The rate of play, read: what it gives a player for 60 moves."""
    label, url = _("Rate of play"), _edit(event, "rate_of_play")
    asked = _("the registration, the players")
    if not event.rate_of_play:
        state = OPEN if event.correspondence else MISSING
        return CheckItem("rate", label, state, _("Not said."), asked, url)
    if event.correspondence:
        return CheckItem("rate", label, DONE, event.rate_of_play, asked, url)
    rate = rate_read(event)
    if rate is None:
        text = _("“%(text)s” cannot be read; write it like 90'+30\" or 40/75'+15'+30\".")
        return CheckItem("rate", label, LOOK, text % {"text": event.rate_of_play}, asked, url)
    text = _("%(text)s: %(minutes)s minutes a player for %(moves)s moves.") % {
        "text": event.rate_of_play,
        "minutes": minutes_shown(rate),
        "moves": MOVES,
    }
    state = DONE if rate.least(MOVES) == rate.most(MOVES) else LOOK
    return CheckItem("rate", label, state, text, asked, url)


def _rules(event: Event) -> CheckItem:
    """The edition and the list in force, with their pages."""
    label, url = _("Rules and list"), _edit(event, "rating_kind")
    asked = _("the registration: the first day fixes them")
    if not event.rating_kind:
        return CheckItem("rules", label, LOOK, _("The event is not for rating."), asked, url)
    if event.start is None:
        return CheckItem("rules", label, MISSING, _("Not known before the first day is."), asked, url)
    key = event.rating_edition
    try:
        key = key or editions_for(event.start, event.rating_kind)["rating_edition"]
    except EditionError:
        key = ""
    chosen = event.rating_list or list_on_start(event)
    links = []
    if key:
        links.append((edition_title(key), _address("ratings:edition", key)))
    if chosen is not None:
        text = _("list of %(day)s") % {"day": day(chosen.effective_from)}
        links.append((text, _address("ratings:list", chosen.key)))
    told = []
    if not key:
        told.append(_("The portal holds no rules of this kind for that day."))
    if chosen is None:
        told.append(_("No list is published that is in force on the first day."))
    return CheckItem("rules", label, LOOK if told else DONE, " ".join(told), asked, url, tuple(links))


def _address(name: str, key: str) -> str:
    """The address of a page of an app above, or nothing where no page has it."""
    try:
        return reverse(name, args=[key])
    except NoReverseMatch:
        return ""


def _order(event: Event) -> CheckItem:
    text = event.tie_break_order or _("Not said.")
    title = edition_title(event.tie_break_edition)
    if title:
        text = f"{text} · {title}"
    asked = _("the players: it is fixed before the start")
    return CheckItem(
        "order",
        _("Tie-breaks"),
        DONE if event.tie_break_order else MISSING,
        text,
        asked,
        _edit(event, "tie_break_order"),
    )


def _norms(event: Event) -> Iterator[CheckItem]:
    """By correspondence an event without a norm cannot be counted for players without a coefficient."""
    label, url = _("Norms"), _edit(event, "norms")
    if event.norms:
        yield CheckItem("norms", label, DONE, event.norms, _("the players"), url)
    elif event.correspondence and event.rating_kind:
        text = _("None is named; the start list says them.")
        yield CheckItem("norms", label, MISSING, text, _("the start list"), url)
    else:
        yield CheckItem("norms", label, OPEN, _("None."), _("title norms only"), url)


def _start_list(event: Event) -> Iterator[CheckItem]:
    """By correspondence the start list goes to the commission and to the participants before the start."""
    if not event.correspondence:
        return
    missing = missing_parts(event, start_lines(event, with_addresses=True), setup_of(event))
    text = missing[0] if missing else _("Complete.")
    yield CheckItem(
        "start_list",
        _("Start list"),
        LOOK if missing else DONE,
        text,
        _("the commission; the participants, who cannot play without addresses"),
        reverse("tournaments:correspondence", args=[event.pk]),
    )


def _players(event: Event, entries: list[Entry]) -> Iterator[CheckItem]:
    """The entries: how many, who may stand there twice, whose number is missing or out of order."""
    url = reverse("tournaments:desk_entries", args=[event.pk])
    asked = _("the pairing")
    count = ngettext("%(count)s player", "%(count)s players", len(entries)) % {"count": len(entries)}
    unknown = sum(entry.person_id is None for entry in entries)
    if unknown:
        count += " · " + ngettext("%(count)s not identified", "%(count)s not identified", unknown) % {
            "count": unknown
        }
    state = MISSING if not entries else LOOK if unknown else DONE
    yield CheckItem("players", _("Players"), state, count, asked, url)
    doubles = sum(1 for _pair in duplicates_among(entries))
    if doubles:
        text = ngettext(
            "%(count)s pair of entries may be one player.",
            "%(count)s pairs of entries may be one player each.",
            doubles,
        )
        yield CheckItem("duplicates", _("Entered twice?"), LOOK, text % {"count": doubles}, asked, url)
    if entries:
        yield _numbers(event, entries, url)


def _numbers(event: Event, entries: list[Entry], url: str) -> CheckItem:
    label, asked = _("Start numbers"), _("the pairing")
    unnumbered = sum(entry.number is None for entry in entries)
    if unnumbered:
        text = ngettext(
            "%(count)s player has no start number.", "%(count)s players have no start number.", unnumbered
        )
        return CheckItem("numbers", label, MISSING, text % {"count": unnumbered}, asked, url)
    if event.numbering == Event.Numbering.RATING and numbers_are_outdated(entries):
        text = _("Ratings changed after the numbers were given; number again before round 1 is paired.")
        return CheckItem("numbers", label, LOOK, text, asked, url)
    return CheckItem("numbers", label, DONE, event.get_numbering_display(), asked, url)


def numbers_are_outdated(entries: list[Entry]) -> bool:
    """Whether numbers by rating would be others today."""
    by_rating = start_numbers_by_rating([entry_for_order(entry) for entry in entries], name_key)
    return any(entry.number != number for entry, number in zip(entries, by_rating, strict=True))


def counts(items: list[CheckItem]) -> dict[str, Any]:
    """How many lines are done, and how many there are without those left open by choice."""
    asked = [item for item in items if item.state != OPEN]
    return {"done": sum(item.state == DONE for item in asked), "all": len(asked)}
