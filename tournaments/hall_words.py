"""Words of result entry: what a code means, what a mark beside a board says."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Game
from tournaments.record.codes import OPEN_CODES, shown
from tournaments.selectors.hall import Mark

MENU_CODES = (
    "-/-",
    "=/=",
    "0-0",
    "1/2-0",
    "0-1/2",
    "1-0u",
    "1/2-1/2u",
    "0-1u",
    "*j",
    "1-0a",
    "1/2-1/2a",
    "0-1a",
    "+/-",
    "-/+",
)


def code_words(code: str) -> str:
    """What a code of the menu means."""
    words = {
        "+/-": _("Black forfeited"),
        "-/+": _("White forfeited"),
        "-/-": _("both forfeited"),
        "=/=": _("half a point awarded to both, not played"),
        "0-0": _("both penalised, game played"),
        "1/2-0": _("White half a point, Black penalised"),
        "0-1/2": _("Black half a point, White penalised"),
        "1-0u": _("White won, not rated"),
        "1/2-1/2u": _("draw, not rated"),
        "0-1u": _("Black won, not rated"),
        "*j": _("adjourned"),
        "1-0a": _("adjudicated: White won"),
        "1/2-1/2a": _("adjudicated: draw"),
        "0-1a": _("adjudicated: Black won"),
    }
    return words[code]


def suspicion_words(kind: str, number: int) -> str:
    """Why a result deserves a second look."""
    if kind == "upset":
        return _("the winner is rated %(points)s points lower") % {"points": number}
    if kind == "losing_streak":
        text = ngettext(
            "the winner had lost %(count)s game in a row",
            "the winner had lost %(count)s games in a row",
            number,
        )
        return text % {"count": number}
    if kind == "entered_again":
        text = ngettext("entered %(count)s time", "entered %(count)s times", number)
        return text % {"count": number}
    return _("the two say the opposite: colours reversed?")


def mark_of(game: Game, mark: Mark) -> tuple[str, str]:
    """The kind of a board's mark and its words, both empty where there is none.

    Kinds: `decide`, `doubted`, `look`, `reported`, `confirmed`, `let_through`. The kind that asks for most comes first;
    each word stands for itself, so no colour has to be seen.
    """
    reports = _report_words(mark)
    why = "; ".join(suspicion_words(*each) for each in mark.suspicions)
    if mark.look == "doubted":
        return "doubted", _("second look: %(code)s (%(by)s)") % {
            "code": shown(mark.look_code),
            "by": mark.look_by,
        }
    if mark.to_decide(game.code):
        return "decide", "; ".join(part for part in (reports, why) if part)
    if mark.suspicions:
        return "look", why
    if mark.look == "confirmed":
        return "confirmed", _("confirmed (%(by)s)") % {"by": mark.look_by}
    if mark.look == "let_through":
        return "let_through", _("not confirmed, let through (%(by)s)") % {"by": mark.look_by}
    if reports and game.code in OPEN_CODES:
        return "reported", reports
    if reports and game.entered_by_id is None:
        return "reported", _("both players reported it")
    return "", ""


def _report_words(mark: Mark) -> str:
    if not mark.white_report and not mark.black_report:
        return ""
    said = ((_("White reports"), mark.white_report), (_("Black reports"), mark.black_report))
    return ", ".join(f"{who} {shown(code)}" for who, code in said if code)
