"""What the codes in a crosstable mean, in words, with the points that this event gives."""

from django.utils.translation import gettext as _

from core.templatetags.ui import points
from tournaments.models import Event

ORDER = ("+", "-", "=", "U", "F", "H", "Z", "u", "a", "*", "*j", "·")


def code_explanations(codes: set[str], event: Event) -> list[tuple[str, str]]:
    """The codes that the table holds with their meaning, in a fixed order."""
    meanings = _meanings(event)
    return [(code, meanings[code]) for code in ORDER if code in codes]


def _meanings(event: Event) -> dict[str, str]:
    win, draw = points(event.win_halves), points(event.draw_halves)
    bye = points(event.pairing_bye_halves)
    return {
        "+": _("won by forfeit, not played (%(points)s)") % {"points": win},
        "-": _("lost by forfeit, not played (%(points)s)") % {"points": points(event.loss_halves)},
        "=": _("not played, draw awarded (%(points)s)") % {"points": draw},
        "U": _("pairing-allocated bye (%(points)s)") % {"points": bye},
        "F": _("full-point bye (%(points)s)") % {"points": win},
        "H": _("half-point bye (%(points)s)") % {"points": draw},
        "Z": _("zero-point bye, or absent (0)"),
        "u": _("after a result: played, but not rated"),
        "a": _("after a result: adjudicated"),
        "*": _("no result yet"),
        "*j": _("adjourned"),
        "·": _("the source does not name the colours"),
    }
