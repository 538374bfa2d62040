"""Words about events that several pages share."""

from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from core.templatetags.ui import day, days
from players.models import RatingKind
from tournaments.models import Category, Entry, Event
from tournaments.rulebook.editions import EditionError
from tournaments.rulebook.shelf import edition

NORM_CATEGORIES: dict[str, Any] = {
    "ms": gettext_lazy("master of sport"),
    "kms": gettext_lazy("candidate master"),
    "first": gettext_lazy("1st category"),
}
NORM_MARKS: dict[str, Any] = {
    "ms": pgettext_lazy("norm of a master of sport, in a narrow column", "MS"),
    "kms": pgettext_lazy("norm of a candidate master, in a narrow column", "CMS"),
    "first": pgettext_lazy("norm of the 1st category, in a narrow column", "1st cat."),
}


def norm_words(category: str) -> str:
    """The category of a norm; one that the portal does not know keeps the words of the event."""
    return str(NORM_CATEGORIES.get(category, category))


def norm_mark(category: str) -> str:
    """The same for a narrow column."""
    return str(NORM_MARKS.get(category, category))


def norm_points(points: str, games: int | None) -> str:
    """The points of a norm, `8 of 16`."""
    if games is None:
        return points
    return _("%(points)s of %(games)s") % {"points": points, "games": games}


def state_words(event: Event, last_round: int = 0) -> str:
    """The state, and in which round the play is; by correspondence all games are played at once."""
    if event.state == Event.State.PLAYING and last_round and not event.correspondence:
        return _("playing, round %(number)s of %(last)s") % {
            "number": last_round,
            "last": event.rounds_planned,
        }
    return event.get_state_display()


def event_facts(event: Event, *, short: bool = False) -> list[Any]:
    """The line of facts under an event's title."""
    facts: list[Any] = []
    if event.start:
        facts.append({"text": days(event.start, event.end), "icon": "calendar-days"})
    place = ", ".join(part for part in (event.city, event.federation) if part)
    if place:
        facts.append({"text": place, "icon": "map-pin"})
    facts.append(system_words(event))
    if event.occasion:
        facts.append(event.get_occasion_display())
    if short:
        return facts
    main = event.stage_of
    if main is not None and main.state != Event.State.DRAFT:
        text = _("stage of %(name)s") % {"name": main.name}
        facts.append({"text": text, "url": reverse("tournaments:event", args=[main.pk])})
    if event.rate_of_play:
        facts.append({"text": event.rate_of_play, "icon": "timer"})
    if event.chief_arbiter_name:
        facts.append(_("arbiter %(name)s") % {"name": event.chief_arbiter_name})
    if event.rating_list:
        facts.append(
            {"text": _("list of %(day)s") % {"day": date_format(event.rating_list.effective_from, "j M Y")}}
            | _list_link(event)
        )
    return facts


def _list_link(event: Event) -> dict[str, str]:
    try:
        return {"url": reverse("ratings:list", args=[event.rating_list.key])} if event.rating_list else {}
    except NoReverseMatch:
        return {}


def system_words(event: Event) -> str:
    """The system with its rounds: `Swiss, 9 rounds`."""
    rounds = ngettext("%(count)s round", "%(count)s rounds", event.rounds_planned) % {
        "count": event.rounds_planned
    }
    name = event.get_system_display()
    return f"{name[:1].upper()}{name[1:]}, {rounds}"


def bye_word(code: str) -> str:
    """The words for a bye code."""
    words = {
        "U": _("bye (allocated)"),
        "F": _("full-point bye"),
        "H": _("half-point bye"),
        "Z": _("not playing"),
        "+": _("won by forfeit"),
        "-": _("lost by forfeit"),
    }
    return words.get(code, code)


def edition_title(key: str) -> str:
    """The title of an edition's source, or its key if the shelf no longer has it."""
    try:
        return edition(key).source_title if key else ""
    except EditionError:
        return key


SOURCE_WORDS: dict[str, Any] = {
    "typed": gettext_lazy("typed"),
    "file": gettext_lazy("file"),
    "other": gettext_lazy("other list"),
    "none": gettext_lazy("on none of the lists"),
}


def source_words(source: str, on: Any = None) -> str:
    """Where a rating is from, and of which day: `standard, 1 Jan 2026`; the key of a list is its kind and day."""
    kind = source.partition("-")[0]
    known = dict(RatingKind.choices)
    words = str(SOURCE_WORDS.get(source) or known.get(kind, source))
    return f"{words}, {day(on)}" if on else words


def rating_source(entry: Entry) -> str:
    """Where the rating that is counted with is from."""
    listed = entry.rating_list.effective_from if entry.rating_list else None
    return source_words(entry.rating_source, listed) if entry.rating_source else ""


def start_source(entry: Entry) -> str:
    """Where the rating of the start list is from."""
    return source_words(entry.start_source, entry.start_day) if entry.start_source else rating_source(entry)


COLUMN_WORDS: dict[str, Any] = {
    "number": gettext_lazy("start number"),
    "name": gettext_lazy("name"),
    "surname": gettext_lazy("surname"),
    "first_name": gettext_lazy("given name"),
    "fide_id": gettext_lazy("FIDE ID"),
    "national_id": gettext_lazy("national number"),
    "rating": gettext_lazy("rating"),
    "other_rating": gettext_lazy("other rating"),
    "title": gettext_lazy("title"),
    "federation": gettext_lazy("federation"),
    "birth": gettext_lazy("date of birth"),
    "sex": gettext_lazy("sex"),
    "club": gettext_lazy("club"),
    "points": gettext_lazy("points (not taken over)"),
}
CONFIDENCE_WORDS: dict[str, Any] = {
    "number": gettext_lazy("certain: by number"),
    "year": gettext_lazy("likely: name and year"),
    "name": gettext_lazy("possible: by name"),
    "none": gettext_lazy("nobody like this"),
}


def column_words(field: str) -> str:
    """What a column of a list of players holds."""
    return str(COLUMN_WORDS.get(field, field))


def confidence_words(confidence: str) -> str:
    """How sure it is who a row of a list is."""
    return str(CONFIDENCE_WORDS.get(confidence, confidence))


def category_bounds_words(category: Category) -> str:
    """What a category asks for, in one line: `women · 18 to 35 years on 1 Jan 2026 · rating up to 1999`."""
    parts = []
    if category.sex:
        parts.append(category.get_sex_display())
    if category.age_least is not None or category.age_most is not None:
        ages = _range(category.age_least, category.age_most)
        parts.append(_("%(ages)s years on %(day)s") % {"ages": ages, "day": day(category.age_on)})
    if category.rating_least is not None or category.rating_most is not None:
        band = _range(category.rating_least, category.rating_most)
        parts.append(_("rating %(band)s") % {"band": band})
    if category.with_unrated:
        parts.append(_("with unrated players"))
    if category.federation:
        parts.append(category.federation)
    return " · ".join(str(part) for part in parts)


def _range(least: int | None, most: int | None) -> str:
    if least is None:
        return _("up to %(most)s") % {"most": most}
    if most is None:
        return _("from %(least)s") % {"least": least}
    return f"{least}\N{EN DASH}{most}"


# The states of the commission's file of an event, as the ledger names them.
DOSSIER_STATES = {
    "none": gettext_lazy("not handed in"),
    "submitted": gettext_lazy("submitted"),
    "in_review": gettext_lazy("in review"),
    "returned": gettext_lazy("returned"),
    "accepted": gettext_lazy("accepted"),
    "rated": gettext_lazy("rated"),
    "published": gettext_lazy("published"),
    "corrected": gettext_lazy("corrected"),
    "annulled": gettext_lazy("annulled"),
}
