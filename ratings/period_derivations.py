"""How a row of a list came out of its period, computed again with every step."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from core.templatetags.ui import day
from players.models import ListedRating, RatingKind, RatingList
from ratings.building import rate_one
from ratings.derivations import StoredChangeError, step_view
from ratings.engine.period import PeriodRating
from ratings.models import Period
from tournaments.rulebook.explained import Step
from tournaments.rulebook.shelf import edition


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
        "unit": "" if rating_list.kind == RatingKind.CORRESPONDENCE else _("Elo points"),
        "steps": [step_view(step, {}) for step in steps],
        "edition": rating_list.edition,
        "source": source,
        "permalink": reverse("ratings:period_change", args=[rating_list.key, row.person_id]),
        "note": note,
    }


def _explained(row: ListedRating, rating_list: RatingList) -> tuple[tuple[Step, ...], str]:
    """The steps of the period, or the words for a number that no game of the period made."""
    if rating_list.initial:
        return (), _("This is the list with which the portal began: its numbers were entered, not computed.")
    found = rate_one(Period.objects.get(rating_list=rating_list), row.person_id)
    _check(row, found)
    if found is None or not found.n:
        return (), _("No rated game in this period: the number is that of the list before.")
    return found.steps, _("Each event keeps its exact change; the period is rounded once.")


def _check(row: ListedRating, found: PeriodRating | None) -> None:
    new = None if found is None or found.state == "delisted" else found.new
    if found is None or new != row.rating or found.old != row.previous_rating:
        raise StoredChangeError(
            f"{row.name} on {row.rating_list_id}: listed {row.previous_rating} to {row.rating}, "
            f"the period gives {found}"
        )
