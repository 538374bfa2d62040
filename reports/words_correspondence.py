"""The words of the papers of play by correspondence: what a start list lacks, corrections, the annex."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from reports.sheets.coefficients import CoefficientAnnex
from reports.sheets.model import Input, Line
from tournaments.words import norm_points, norm_words

MISSING: Mapping[str, Any] = MappingProxyType(
    {
        "start_list.name": _("The event has no name."),
        "start_list.start": _("The start is missing."),
        "start_list.end": _("The end is missing."),
        "start_list.players": _("Nobody is entered."),
        "start_list.norms": _("The norms are missing."),
        "start_list.arbiter": _("The arbiter is missing."),
        "start_list.organiser": _("The organiser is missing."),
        "start_list.unnumbered": _("These players have no start number: %(players)s."),
        "start_list.nameless": _("These players have no name: %(players)s."),
        "start_list.number_twice": _("These players have the same number of the federation: %(players)s."),
        "start_list.no_number": _(
            "These players have neither a number of the federation nor a questionnaire: %(players)s."
        ),
        "start_list.no_region": _("The region of these players is missing: %(players)s."),
        "start_list.norm_beyond": _(
            "The norm of %(norm)s needs %(points)s points; a player has %(games)s games."
        ),
        "start_list.norm_games": _(
            "The norm of %(norm)s is stated of %(stated)s games; a player has %(games)s."
        ),
        "start_list.norm_order": _("The stronger norm has to need more points than the weaker."),
        "start_list.late": _("The list of %(filed)s comes after the start, %(start)s; it is due before."),
        "start_list.days": _("The end lies before the start."),
        "questionnaire.fields": _("These fields have to be filled in: %(fields)s."),
    }
)

CORRECTIONS: Mapping[str, Any] = MappingProxyType(
    {
        "": "",
        "limit": _("±200"),
        "first_place": _("first place"),
        "favourite": _("favourite"),
        "substitute": _("substitute"),
    }
)
CORRECTED: Mapping[str, Any] = MappingProxyType(
    {
        "limit": _("±200: one event changes a coefficient by 200 at most (3.3)."),
        "first_place": _(
            "First place: whoever is first, alone or with others, loses nothing; in a team event on his board (3.3)."
        ),
        "favourite": _(
            "Favourite: more than 200 above the average and at least 75 % of the points, so nothing is lost (3.3)."
        ),
        "substitute": _("Substitute: whoever came in for another loses nothing (3.4)."),
    }
)


def inputs_in_words(inputs: Mapping[str, Input], day: Any) -> dict[str, Any]:
    """The inputs of a sentence as they are read: norms by name, days by `day`."""
    said: dict[str, Any] = dict(inputs)
    if "norm" in said:
        said["norm"] = norm_words(said["norm"])
    return {name: day(value) if isinstance(value, date) else value for name, value in said.items()}


def postal_details(line: Line) -> str:
    """What stands below a name in a table by correspondence: category, region, team, whom he came in for."""
    parts = [line.category, line.region, line.team]
    if line.main:
        parts.append(_now("substitute for %(name)s") % {"name": line.main})
    return " · ".join(part for part in parts if part)


def annex_context(annex: CoefficientAnnex) -> dict[str, Any]:
    """The annex with its corrections and notes in the language of the moment."""
    notes = [
        _now(
            "By the method %(edition)s, engine %(engine)s: avg is the mean coefficient of the opponents, D = IK old − "
            "avg, E of table 2, change = 20 × (P − n × E) after corrections (3.2 to 3.4)."
        )
        % {"edition": annex.edition, "engine": annex.engine},
        _now(
            "Made with the coefficients that stood when the table was frozen; the commission counts with those of the "
            "moment of counting (3.2)."
        ),
    ]
    if annex.has_estimates:
        notes.append(
            _now("In brackets: a newcomer's estimate, from the norm of %(norm)s, %(points)s (3.2).")
            % {"norm": norm_words(annex.norm), "points": norm_points(annex.norm_points, None)}
        )
    notes += [str(CORRECTED[key]) for key in annex.corrections]
    return {"rows": [(row, CORRECTIONS[row.correction]) for row in annex.rows], "notes": notes}
