"""What the first day of play fixes: editions, list in force, and what is usual where nobody chose."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from django.utils.translation import gettext as _

from players.models import RatingKind, RatingList
from players.selectors import list_in_force
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.rulebook.shelf import edition, edition_in_force, editions
from tournaments.snapshot import split_order

RATING_REGULATIONS: Mapping[str, str] = {
    RatingKind.STANDARD: "fide-rating",
    RatingKind.RAPID: "fide-rapid-blitz",
    RatingKind.BLITZ: "fide-rapid-blitz",
    RatingKind.CORRESPONDENCE: "racc",
}
TIE_BREAK_REGULATION = "c07"
FORMER_NAMES = {"GE": "REP"}  # until August 2024
SWISS_ORDER = "PTS,DE,BH/C1,BH,SB"
TABLE_ORDER = "PTS,DE,WIN,SB,KS"
TEAM_CODES = ("MPVGP", "DE")
UKRAINIAN_TEAM_CODES = ("GP", "MP", "DE")


def usual_order(event: Event) -> str:
    """The tie-break order of an event whose director named none: Buchholz says nothing where all meet.

    Teams go by the only lists that a regulation recommends for them, round robin and Swiss alike (Ukrainian
    31.3.2, 31.3.5): the other score (MPVGP: whichever PTS is not), then direct encounter, as the edition has them.
    """
    if event.is_team_event:
        return _usual_team_order(event)
    return TABLE_ORDER if event.pairs_all_rounds or event.correspondence else SWISS_ORDER


def _usual_team_order(event: Event) -> str:
    try:
        text = _tie_break_text(event)
    except EditionError:
        return ",".join(("PTS", *TEAM_CODES))
    known = set(text["criteria"].table)
    wanted = UKRAINIAN_TEAM_CODES if text.regulation == "ua-tiebreaks" else TEAM_CODES
    return ",".join(("PTS", *(code for code in wanted if code in known)))


def _tie_break_text(event: Event) -> Edition:
    """The chosen edition, else the one in force; raises EditionError where none can be told."""
    key = event.tie_break_edition
    return edition(key) if key else edition_in_force(TIE_BREAK_REGULATION, event.start)


def usual_numbering(event: Event) -> str:
    """By rating in a Swiss; by lot where the table decides who has which colour, and by correspondence."""
    by_lot = event.correspondence or event.system in (Event.System.ROUND_ROBIN, Event.System.SCHEVENINGEN)
    return Event.Numbering.LOT if by_lot else Event.Numbering.RATING


def order_errors(event: Event) -> dict[str, str]:
    """Criteria that the chosen or binding edition does not know; nothing while no edition can be told yet."""
    try:
        text = _tie_break_text(event)
    except EditionError:
        return {}
    known = text["criteria"].table
    unknown = [
        code
        for code in split_order(event.tie_break_order)
        if FORMER_NAMES.get(name := re.split("[/:-]", code, maxsplit=1)[0], name) not in known
    ]
    if unknown:
        message = _("%(codes)s: not among the criteria of %(edition)s, which are %(known)s.") % {
            "codes": ", ".join(unknown),
            "edition": text.source_title,
            "known": " ".join(sorted(known)),
        }
        return {"tie_break_order": message}
    return _modifier_errors(split_order(event.tie_break_order), text)


def _modifier_errors(codes: Sequence[str], text: Edition) -> dict[str, str]:
    """The first code with a modifier that the text does not give it; `C` in a text stands for any number."""
    given = text["modifiers"].table
    for code in codes:
        name, *parts = [part for part in re.split(r"/|(?<!L)-", code.upper()) if part]
        name = FORMER_NAMES.get(name, name).split(":")[0]
        items = given.get(name, ())
        allowed = tuple(str(item) for item in items) if isinstance(items, (list, tuple)) else ()
        wrong = [part for part in parts if part not in allowed and _family(part) not in allowed]
        if wrong:
            message = _(
                "%(code)s: %(edition)s does not give %(name)s the modifier %(wrong)s, but %(known)s."
            ) % {
                "code": code,
                "edition": text.source_title,
                "name": name,
                "wrong": wrong[0],
                "known": " ".join(allowed) or _("none"),
            }
            return {"tie_break_order": message}
    return {}


def _family(modifier: str) -> str:
    """What a modifier is called without its number; empty where it is not spelled as one."""
    found = re.fullmatch(r"([CMLKU])[+-]?[1-9][0-9]*", modifier)
    return found[1] if found else ""


def fix_rules(event: Event, *, by_hand: set[str]) -> None:
    """Store what binds the event; `by_hand` names editions that the director chose himself."""
    assert event.start is not None
    try:
        chosen = editions_for(event.start, event.rating_kind)
        _refuse_unknown_editions(event)
        if not (event.rating_edition and "rating_edition" in by_hand):
            event.rating_edition = chosen["rating_edition"]
        if not (event.tie_break_edition and "tie_break_edition" in by_hand):
            event.tie_break_edition = chosen["tie_break_edition"]
        if not (event.unplayed_edition and "unplayed_edition" in by_hand):
            event.unplayed_edition = _unplayed(event.tie_break_edition, chosen["tie_break_edition"])
    except EditionError as error:
        raise DomainError(
            _("No edition of the rules can be chosen for %(day)s: %(why)s")
            % {"day": event.start.isoformat(), "why": error},
            error.code,
            _("Check the first day of play, or choose the edition by hand."),
            field="start",
        ) from error
    event.rating_list = list_on_start(event)


def list_on_start(event: Event) -> RatingList | None:
    """The list in force on the first day of play; a draft shows it already, registration fixes it."""
    if event.start is None or not event.rating_kind:
        return None
    return list_in_force(event.rating_kind, event.start)


def editions_for(start: date | None, rating_kind: str) -> dict[str, str]:
    """The keys of the editions that bind an event by its first day.

    A regulation of which no edition stands on the shelf leaves its key empty: the event is then not rated
    by the portal. Raises MissingStartDay and UnknownEdition.
    """
    regulation = RATING_REGULATIONS.get(rating_kind, "")
    rating = edition_in_force(regulation, start).key if regulation and editions(regulation) else ""
    tie_break = edition_in_force(TIE_BREAK_REGULATION, start).key
    return {"rating_edition": rating, "tie_break_edition": tie_break, "unplayed_edition": tie_break}


def _unplayed(tie_break_edition: str, in_force: str) -> str:
    """A text of C.07 brings its own rules for unplayed rounds; any other takes those of C.07 in force."""
    own = edition(tie_break_edition)
    return own.key if own.regulation == TIE_BREAK_REGULATION else in_force


def _refuse_unknown_editions(event: Event) -> None:
    for key in (event.rating_edition, event.tie_break_edition, event.unplayed_edition):
        if key:
            edition(key)
