"""How the numbers of a frozen report came about: steps of every tie-break and rating change, to lie inside its PDF.

Computed from the frozen record and facts alone, in English, so the same report gives the same bytes.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils import translation

from core.canonical import canonical_bytes as canonical_json
from ratings import sentences as rating_sentences
from ratings.engine.errors import RatingError
from ratings.engine.event import REGULATIONS, rate_event
from ratings.engine.facts import PlayerFacts
from ratings.engine.output import rating_document, step_document
from ratings.engine.version import ENGINE_VERSION
from ratings.event_facts import facts_of, stages_of
from ratings.exact import exact, facts_as_json, facts_from_json
from tiebreaks import sentences as tie_break_sentences
from tiebreaks.engine.explaining import explain_working
from tiebreaks.engine.ranking import Standings, rank_working, working_of
from tiebreaks.engine.team_ranking import rank_team_working, team_working_of
from tournaments.models import Event
from tournaments.record.model import Record
from tournaments.record.withdrawals import in_standings
from tournaments.rulebook.editions import EditionError
from tournaments.rulebook.shelf import edition

# Of which association of disabled players somebody is a member concerns nobody who reads the file.
PRIVATE_FACTS = {"organisation": ""}


def rating_facts(event: Event) -> dict[str, Any]:
    """What a report freezes so that its rating can be computed from it alone: edition and facts of each player.

    Empty for an event that is not rated by itself: entered for no rating, by correspondence, with stages.
    """
    if not is_computed(event):
        return {}
    facts = {str(number): facts_as_json(known) | PRIVATE_FACTS for number, known in facts_of(event).items()}
    rules = edition(event.rating_edition)
    return {"edition": rules.key, "edition_sha256": rules.sha256, "facts": facts}


def is_computed(event: Event) -> bool:
    """Whether the event is rated under the FIDE regulations, as one event without stages."""
    if not event.rating_kind or not event.rating_edition or event.correspondence:
        return False
    try:
        known = edition(event.rating_edition).regulation in REGULATIONS
    except EditionError:
        return False
    return known and event.stage_of_id is None and not stages_of(event)


def facts_frozen(frozen: Mapping[str, Any]) -> dict[int, PlayerFacts]:
    """The facts of a frozen report by start number."""
    return {int(number): facts_from_json(known) for number, known in frozen["facts"].items()}


def derivations_json(
    record: Record, played: Record, standings: Standings, rating: Mapping[str, Any], *, of_teams: bool
) -> bytes:
    """The steps of all values of the standing and of all rating changes, as canonical JSON.

    `record` is what is rated, `played` the same without the games of play-offs; `rating` as `rating_facts` froze it.
    """
    document: dict[str, Any] = {
        "schema": 1,
        "engine": ENGINE_VERSION,
        "standings": _standings(played, standings, of_teams=of_teams),
    }
    with translation.override("en"):
        if rating:
            document["rating"] = _rating(record, rating)
        return canonical_json(document)


def _standings(record: Record, standings: Standings, *, of_teams: bool) -> dict[str, Any]:
    rules, unplayed = edition(standings.edition), edition(standings.unplayed)
    labels = [label for label in standings.labels if label != "PTS"]
    if of_teams:
        working = team_working_of(record, rules, unplayed=unplayed)
        before: Standings = rank_team_working(working, standings.order)
    else:
        working = working_of(in_standings(record), rules, unplayed)  # type: ignore[assignment]
        before = rank_working(working, standings.order)
    values = []
    with translation.override("en"):
        for row in before.rows:
            for label in labels:
                tied = before.tied_before(label, row.number)
                told = explain_working(working, label, row.number, tied)
                values.append(
                    {
                        "number": row.number,
                        "label": label,
                        "value": None if told.value is None else exact(Fraction(told.value)),
                        "steps": [step_document(step, tie_break_sentences.sentence) for step in told.steps],
                    }
                )
    return {"edition": standings.edition, "unplayed": standings.unplayed, "values": values}


def _rating(record: Record, frozen: Mapping[str, Any]) -> dict[str, Any]:
    rules = edition(frozen["edition"])
    try:
        rating = rate_event(record, rules, facts_frozen(frozen))
    except RatingError as error:
        return {"edition": rules.key, "refused": error.code}
    return rating_document(rating, rating_sentences.sentence) | {"edition_sha256": frozen["edition_sha256"]}
