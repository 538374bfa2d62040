"""How a row of a list came out of its period, computed again with every step."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from core.templatetags.ui import day
from players.models import ListedRating, Person, RatingKind, RatingList
from ratings.building import build_rows, rate_one, rules_of
from ratings.derivations import StoredChangeError, step_view
from ratings.engine.doubts import doubt_steps, doubted
from ratings.engine.factor import derived_factor, factor_doubts
from ratings.engine.list_rows import BACK, INACTIVE, active_from, listed_player, months_before
from ratings.engine.period import PeriodRating
from ratings.list_contents import TITLED, BuiltRow, identities_of
from ratings.models import Period, RatedEntry
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Step
from tournaments.rulebook.shelf import edition

# What a row of a list may be: one that is published, or one that is built.
Listed = ListedRating | BuiltRow
# The parameters by which a player is inactive, or active again.
ACTIVITY = ("inactive_games", "inactive_counts", "inactive_months", "inactive_months_extended")


def period_view(row: ListedRating, rating_list: RatingList) -> dict[str, Any]:
    """What `components/derivation.html` shows for a row of a published list.

    A list with which the portal began may name rules that the portal does not apply itself: nothing was computed.
    Raises StoredChangeError if the period does not give what the list says.
    """
    steps, note = _explained(row, rating_list)
    source = "" if rating_list.initial else edition(rating_list.edition).source_title
    return {
        "title": _("Rating on the list of %(day)s") % {"day": day(rating_list.effective_from)},
        "subject": row.name,
        "subject_url": reverse("players:profile", args=[row.person_id]),
        "result": "–" if row.rating is None else str(row.rating),
        "unit": _unit(rating_list.kind),
        "steps": [step_view(step, {}) for step in steps],
        "edition": rating_list.edition,
        "source": source,
        "permalink": reverse("ratings:period_change", args=[rating_list.key, row.person_id]),
        "note": note,
    }


def open_period_view(period: Period, person_id: int, permalink: str) -> dict[str, Any] | None:
    """The same for a list that is not published yet; nothing for a player whom the period does not concern."""
    found, person = rate_one(period, person_id), Person.objects.filter(pk=person_id).first()
    if found is None or person is None:
        return None
    rules = rules_of(period.kind, period.effective_from)
    rows = build_rows(period, identities_of({person_id}, period.kind, period.effective_from), {person_id})
    mark, inactive_lists = (rows[0].mark, rows[0].inactive_lists) if rows else ("", 0)
    listed = rows[0].rating if rows else None
    return {
        "title": _("Rating on the list of %(day)s, not published yet") % {"day": day(period.effective_from)},
        "subject": person.name,
        "subject_url": reverse("players:profile", args=[person_id]),
        "result": "–" if listed is None else str(listed),
        "unit": _unit(period.kind),
        "steps": [step_view(step, {}) for step in (*found.steps, *_open_steps(period, rows))],
        "edition": rules.key,
        "source": rules.source_title,
        "permalink": permalink,
        "note": " ".join(
            filter(None, (_rounding_note(found, period.kind), _activity_note(period, mark, inactive_lists)))
        ),
    }


def _open_steps(period: Period, rows: list[BuiltRow]) -> tuple[Step, ...]:
    return _list_steps(period, rows[0]) if rows and rows[0].games else ()


def _explained(row: ListedRating, rating_list: RatingList) -> tuple[tuple[Step, ...], str]:
    """The steps of the period, or the words for a number that no game of the period made."""
    if rating_list.initial:
        return (), _("This is the list with which the portal began: its numbers were entered, not computed.")
    if row.mark == TITLED:
        return (), _("A player with a title and without a rating; nothing was computed.")
    period = Period.objects.get(rating_list=rating_list)
    found = rate_one(period, row.person_id)
    _check(row, found)
    notes = (_rounding_note(found, period.kind), _activity_note(period, row.mark, row.inactive_lists))
    if found is None or not found.n:
        return (), " ".join(filter(None, notes))
    return (*found.steps, *_list_steps(period, row)), " ".join(filter(None, notes))


def _list_steps(period: Period, row: Listed) -> tuple[Step, ...]:
    """The K of the row with its step, and the marks of unverified values that decided what the list says."""
    rules, first = rules_of(period.kind, period.effective_from), period.effective_from
    if period.kind == RatingKind.CORRESPONDENCE:
        return ()
    factor: tuple[Step, ...] = ()
    names: tuple[str, ...] = ACTIVITY if row.mark in (INACTIVE, BACK) else ()
    if row.rating is not None and row.k is not None:
        player = listed_player(rules, _birth_year(row), row.rating, row.games_total, row.highest)
        factor = derived_factor(rules, player, first).steps
        names = (*names, *factor_doubts(rules, player, first))
    if _closing_decides(period, rules, row.person_id):
        names = (*names, "list_closing")
    return (*factor, *doubt_steps(rules, doubted(rules, factor, names)))


def _birth_year(row: Listed) -> int | None:
    return row.birth_year if isinstance(row, ListedRating) else row.identity.birth_year


def _closing_decides(period: Period, rules: Edition, person_id: int) -> bool:
    """Whether an earlier closing day, as some texts have it, would have left an event to the next list."""
    rule = rules.get("list_closing")
    if rule is None or rule.verified:
        return False
    return RatedEntry.objects.filter(
        person_id=person_id,
        rated_event__period=period,
        rated_event__current=True,
        rated_event__received_on__gt=months_before(period.effective_from, 1),
    ).exists()


def _rounding_note(found: PeriodRating | None, kind: str) -> str:
    if found is None or not found.n:
        return _("No rated game in this period: the number is that of the list before.")
    if kind == RatingKind.CORRESPONDENCE:
        return _(
            "The coefficient is rounded after each counted event; the next begins with the whole number."
        )
    return _("Each event keeps its exact change; the period is rounded once.")


def _activity_note(period: Period, mark: str, inactive_lists: int) -> str:
    """Why a row is marked as inactive or active again, with the article and its numbers."""
    if period.kind == RatingKind.CORRESPONDENCE or mark not in (INACTIVE, BACK):
        return ""
    rules = rules_of(period.kind, period.effective_from)
    needed = rules["inactive_games"]
    facts = {
        "article": needed.article,
        "games": needed.integer,
        "since": day(active_from(rules, period.effective_from)),
        "lists": inactive_lists,
    }
    if mark == BACK:
        return _("Active again: games since %(since)s, at least %(games)s (%(article)s).") % facts
    return (
        _(
            "Inactive: games since %(since)s, fewer than %(games)s (%(article)s). Lists that have shown it so "
            "far: %(lists)s."
        )
        % facts
    )


def _unit(kind: str) -> str:
    return "" if kind == RatingKind.CORRESPONDENCE else _("Elo points")


def _check(row: ListedRating, found: PeriodRating | None) -> None:
    new = None if found is None or found.state == "delisted" else found.new
    if found is None or new != row.rating or found.old != row.previous_rating:
        raise StoredChangeError(
            f"{row.name} on {row.rating_list_id}: listed {row.previous_rating} to {row.rating}, "
            f"the period gives {found}"
        )
