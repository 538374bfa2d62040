"""Where the pages about one value or two players stand."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from players.models import RatingKind
from tiebreaks.decided import match_decision
from tiebreaks.models import PlayOff
from tiebreaks.play_off_pages import rate_text
from tiebreaks.play_off_ratings import RateVerdict, rate_verdicts
from tiebreaks.shown import SCORE, value_shown
from tournaments.models import Entry, Event

register = template.Library()


@register.simple_tag
def standings_crumbs(event: Event, of_teams: bool = False) -> list[tuple[str, str]]:
    """The way down to a page under an event's standings, or those of its teams."""
    teams = [(_("Standings of teams"), reverse("tiebreaks:teams", args=[event.pk]))] if of_teams else []
    return [
        (_("Events"), reverse("tournaments:events")),
        (event.name, reverse("tournaments:event", args=[event.pk])),
        (_("Standings"), reverse("tiebreaks:standings", args=[event.pk])),
        *teams,
    ]


@register.filter
def score(text: str) -> str:
    """The points of a row of the standings as the table shows them: `2½`."""
    return value_shown(SCORE, Fraction(text), 1)


@register.simple_tag
def scheveningen_sides(rows: Sequence[Mapping[str, str]]) -> list[dict[str, object]]:
    """The points of both sides of a Scheveningen event: numbers 1 to n and n+1 to 2n; none for an odd field."""
    points = {int(row["number"]): Fraction(row["points"]) for row in rows}
    half = len(points) // 2
    if not half or len(points) % 2 or set(points) != set(range(1, 2 * half + 1)):
        return []
    sides = (range(1, half + 1), range(half + 1, 2 * half + 1))
    return [
        {
            "first": side[0],
            "last": side[-1],
            "points": value_shown(SCORE, sum((points[number] for number in side), Fraction()), 1),
        }
        for side in sides
    ]


@register.inclusion_tag("tiebreaks/_match_decided.html")
def match_decided(event: Event, number: int | None = None) -> dict[str, object]:
    """What a match that was decided early says on its pages; on the page of a round, whether that came later."""
    found = match_decision(event)
    later = found is not None and number is not None and number in found.later
    return {"decided": found, "later": later, "of_round": number is not None}


@register.simple_tag
def play_off_rating(event: Event, play_off: PlayOff) -> list[dict[str, str]]:
    """Which way the games of each rate go: into the ratings with the event, or not, and why; a sentence each."""
    entries = Entry.objects.filter(event_id=event.pk, number__isnull=False).values_list("number", "rating")
    ratings = {number: rating for number, rating in entries if number is not None}
    return [
        {
            "text": _rating_words(verdict),
            "article": _rating_article(verdict),
            "rated": "yes" if verdict.rated else "",
        }
        for verdict in rate_verdicts(play_off, event, ratings)
    ]


def _rating_words(verdict: RateVerdict) -> str:
    said = {
        "rate": rate_text(verdict.mode),
        "given": verdict.given,
        "needed": verdict.needed,
        "edition": verdict.edition,
    }
    if verdict.kind:
        return _quick_words(verdict, said)
    if verdict.needed is None:
        return (
            _("%(rate)s: no rating text of the event says how long a game must be; the games are left out.")
            % said
        )
    if verdict.rated:
        return (
            _(
                "%(rate)s: %(given)s minutes a player, and %(edition)s asks for %(needed)s; "
                "the games are rated with the event."
            )
            % said
        )
    return (
        _(
            "%(rate)s: %(given)s minutes a player, less than the %(needed)s of %(edition)s; "
            "the games are left out of the ratings."
        )
        % said
    )


def _quick_words(verdict: RateVerdict, said: Mapping[str, object]) -> str:
    said = {**said, "kind": RatingKind(verdict.kind).label}
    if verdict.rated:
        return (
            _(
                "%(rate)s: %(given)s minutes a player, as the event itself (%(kind)s); the games are rated with it."
            )
            % said
        )
    return (
        _(
            "%(rate)s: no rate of the event's kind (%(kind)s) by %(edition)s; the games are left out of the ratings."
        )
        % said
    )


def _rating_article(verdict: RateVerdict) -> str:
    if verdict.needed is None and not verdict.kind:
        return ""
    return f"{verdict.article}, 30.5.7, 6.2" if verdict.rated else f"{verdict.article}, 1.2"
