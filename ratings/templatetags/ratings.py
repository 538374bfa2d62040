"""What ratings add to pages of other apps: the profile's tiles, chart and changes; the event's changes."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.ui import day, number, signed
from players.models import CurrentRating, ListedRating, Person, RatingKind, RatingList
from ratings.charts import NARROW, WIDE, history_chart
from ratings.models import Period, RatedEntry
from ratings.previews import BUCKETS
from ratings.provisional import Provisional, provisional_of
from ratings.selectors import changes_by_period, current_calculation, current_of, history

register = template.Library()


@register.simple_tag
def profile_head_facts(person: Person) -> list[dict[str, str]]:
    """The line of facts under a player's name. Of the birth date only the year."""
    facts = []
    if person.title:
        facts.append({"text": person.title, "icon": "award"})
    if person.federation:
        facts.append({"text": person.federation, "icon": "flag"})
    if person.region_id:
        facts.append({"text": str(person.region), "icon": "map-pin"})
    if person.club:
        facts.append({"text": person.club, "icon": "house"})
    if person.birth_year:
        facts.append({"text": _("born %(year)s") % {"year": person.birth_year}, "icon": "cake"})
    if person.fide_id:
        facts.append({"text": f"FIDE {person.fide_id}", "icon": "id-card"})
    return facts


@register.inclusion_tag("ratings/_profile_ratings.html")
def profile_ratings(person: Person) -> dict[str, Any]:
    """Tiles and chart for each kind of rating that the player has."""
    blocks = [_block(current) for current in current_of(person)]
    coming = _provisional(person)
    for block in blocks:
        block["provisional"] = coming.pop(block["current"].kind, [])
    return {"blocks": blocks, "person": person, "unlisted": [one for rows in coming.values() for one in rows]}


def _provisional(person: Person) -> dict[str, list[Provisional]]:
    """The player's figures on the lists to come, by kind."""
    kinds = RatedEntry.objects.filter(person=person, rated_event__current=True, games__gt=0).exclude(
        rated_event__period__state=Period.State.PUBLISHED
    )
    found = {
        kind: provisional_of([person.pk], kind).get(person.pk, [])
        for kind in sorted(set(kinds.order_by().values_list("rated_event__kind", flat=True)))
    }
    return {kind: rows for kind, rows in found.items() if rows}


def _block(current: CurrentRating) -> dict[str, Any]:
    rows = history(current.person, current.kind)
    shown = [(row.rating_list.effective_from, row.rating) for row in rows if row.rating is not None]
    last = rows[-1] if rows else None
    change = None
    if last is not None and last.rating is not None and last.previous_rating is not None:
        change = last.rating - last.previous_rating
    # The current figures name the list that brought them; later ones may have printed them again.
    newest = max(
        [current.rating_list, *(row.rating_list for row in rows[-1:])], key=lambda item: item.effective_from
    )
    return {
        "kind": RatingKind(current.kind).label,
        "current": current,
        "list": newest,
        "list_url": reverse("ratings:list", args=[newest.key]),
        "change": change,
        "games": last.games if last else 0,
        "ahead": newest.effective_from > timezone.localdate(),
        "charts": _charts(shown),
        "rows": list(reversed(rows)),
    }


def _charts(shown: list[tuple[date, int]]) -> list[dict[str, Any]]:
    """The history drawn twice, each with the class that shows it at its width alone."""
    if not shown:
        return []
    return [
        {"shown": "d-none d-sm-block", "chart": history_chart(shown, WIDE)},
        {"shown": "d-sm-none", "chart": history_chart(shown, NARROW)},
    ]


@register.inclusion_tag("ratings/_profile_changes.html")
def profile_changes(person: Person) -> dict[str, Any]:
    """The changes of the player's rating by period; each opens its derivation."""
    return {"groups": changes_by_period(person), "person": person}


@register.simple_tag
def event_calculation(event_id: int) -> Any:
    """The standing calculation of an event, or None."""
    return current_calculation(event_id)


@register.filter
def method_words(method: str) -> str:
    """How an event was computed, in words."""
    words = {
        "per_game": _("game by game"),
        "per_game_by_average": _("game by game, unrated players by the average of the tournament"),
        "swiss": _("by the average of the opponents"),
        "round_robin": _("by the average of the tournament"),
        "coefficient": _("by the individual coefficient"),
    }
    return words.get(method, method)


@register.simple_tag
def rating_step(before: int | None, after: int | None, games: int | None = None) -> str:
    """The change between two published ratings with its sign (a true minus).

    A dash where one is missing, and where the rating stays because no game (`games`) was played.
    """
    if before is None or after is None or (games == 0 and before == after):
        return "–"
    step = after - before
    return f"+{step}" if step > 0 else f"−{-step}" if step else "0"


@register.simple_tag
def mark_words(mark: str, inactive_lists: int = 0) -> str:
    """What is marked in a row of a list, in words; a number says on how many lists already."""
    words = {
        "delisted": _("below the floor"),
        "first": _("first rating"),
        "entered": _("came with a rating"),
        "back": _("active again"),
        "inactive": _("inactive"),
        "playing": _("in play"),
        "titled": _("titled, unrated"),
    }
    said = words.get(mark, mark)
    return f"{said} ({inactive_lists})" if mark == "inactive" and inactive_lists > 1 else said


@register.filter
def list_name(chosen: RatingList) -> str:
    """A list as pages name it: its kind and first day, such as `standard, 1 Oct 2026`. Files have the day as ISO."""
    return f"{chosen.get_kind_display()}, {day(chosen.effective_from)}"


@register.filter
def bucket_words(least: int) -> str:
    """A bucket of changes by its least: `±1–9`, `±10–24`, `±25–49`, `±50 and more`."""
    following = next((other for other in BUCKETS if other > least), None)
    if following is None:
        return _("±%(least)s and more") % {"least": least}
    return f"±{least}–{following - 1}"


@register.simple_tag
def draft_cells(cells: Mapping[str, str]) -> str:
    """The cells of a row of a draft that differ from those of another, in words; "no row" where there is none."""
    if not cells:
        return _("not on the list")
    words = {
        "number": _("ID"),
        "name": _("Name"),
        "latin_name": _("name in Latin letters"),
        "title": _("Title"),
        "federation": _("Fed"),
        "region": _("Region"),
        "sex": _("sex"),
        "birth_year": _("Born"),
        "rating": _("Rtg"),
        "previous_rating": _("before"),
        "k": "K",
        "k_games": _("Newcomer games"),
        "games": _("Games"),
        "games_total": _("games in all"),
        "highest": _("highest"),
        "mark": _("Mark"),
        "inactive_lists": _("lists without a game"),
        "last_played": _("played last"),
        "last_entered": _("Last entry"),
    }
    return " · ".join(f"{words.get(name, name)} {value or '–'}" for name, value in cells.items())


@register.simple_tag
def change_text(row: RatedEntry) -> str:
    """A change as pages print it: signed, or the first rating of an unrated player, at two digits."""
    return number(row.first_rating, 2) if row.first_rating else signed(row.change, 2)


@register.simple_tag
def period_change_head(row: ListedRating, chosen: RatingList) -> dict[str, Any]:
    """Crumbs and facts of a player's row on a list."""
    facts = [_("list of %(day)s") % {"day": day(chosen.effective_from)}]
    if row.previous_rating is not None:
        facts.append(_("before %(rating)s") % {"rating": str(row.previous_rating)})
    facts.append(_("games in the period: %(count)s") % {"count": row.games})
    return {
        "crumbs": [
            (_("Rating lists"), reverse("ratings:lists")),
            (list_name(chosen), reverse("ratings:list", args=[chosen.key])),
        ],
        "facts": facts,
        "state_label": _("official"),
    }


@register.simple_tag
def list_head(chosen: RatingList) -> dict[str, Any]:
    """Title, crumbs and facts of a published list."""
    return {
        "title": _("Rating list, %(kind)s") % {"kind": chosen.get_kind_display()},
        "crumbs": [(_("Rating lists"), reverse("ratings:lists"))],
        "facts": [
            _("in force from %(day)s") % {"day": day(chosen.effective_from)},
            _("edition %(key)s") % {"key": chosen.edition},
            ngettext("%(count)s player", "%(count)s players", chosen.player_count)
            % {"count": chosen.player_count},
            _("published by %(name)s") % {"name": chosen.published_by_name},
        ],
        "state_label": _("official"),
    }


@register.simple_tag
def change_head(row: RatedEntry) -> dict[str, Any]:
    """Crumbs, facts and standing of one change: provisional, official with its list, superseded by a correction."""
    rated = row.rated_event
    period = rated.period
    published = period is not None and period.state == Period.State.PUBLISHED
    state, label = ("official", _("official")) if published else ("provisional", _("provisional"))
    if not rated.current:
        state, label = "superseded", _("superseded")
    facts = [_("edition %(key)s") % {"key": rated.edition}]
    if rated.rating_list and rated.kind != RatingKind.CORRESPONDENCE:
        facts.append(_("list of %(day)s") % {"day": day(rated.rating_list.effective_from)})
    return {
        "crumbs": [
            (rated.event.name, reverse("tournaments:event", args=[rated.event_id])),
            (_("Ratings"), reverse("ratings:event", args=[rated.event_id])),
        ],
        "facts": facts,
        "state": state,
        "state_label": label,
    }


@register.simple_tag
def period_player_head(period: Period) -> dict[str, Any]:
    """Crumbs and facts of a player's number on a list that is not published yet."""
    return {
        "crumbs": [
            (_("Rating periods"), reverse("commission:periods")),
            (
                _("List of %(day)s") % {"day": day(period.effective_from)},
                reverse("commission:period", args=[period.pk]),
            ),
        ],
        "facts": [_("list of %(day)s") % {"day": day(period.effective_from)}],
        "state_label": _("provisional"),
    }


@register.simple_tag
def period_head(period: Period, preview: Any) -> dict[str, Any]:
    """Title, crumbs and facts of a period's preview."""
    facts = [_("closing day %(day)s") % {"day": day(period.closing_day)}]
    if preview.previous is not None:
        facts.append(_("compared with the list of %(day)s") % {"day": day(preview.previous.effective_from)})
    return {
        "title": _("List of %(day)s, %(kind)s")
        % {"day": day(period.effective_from), "kind": period.get_kind_display()},
        "crumbs": [(_("Rating periods"), reverse("commission:periods"))],
        "facts": facts,
    }
