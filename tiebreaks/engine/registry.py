"""All criteria by code. A new one is a function, an entry here and an article in its editions."""

from collections.abc import Mapping
from types import MappingProxyType

from tiebreaks.engine.criteria.koya import KOYA_CRITERIA
from tiebreaks.engine.criteria.opponents import OPPONENT_CRITERIA
from tiebreaks.engine.criteria.own import OWN_CRITERIA
from tiebreaks.engine.criteria.performance import PERFORMANCE_CRITERIA
from tiebreaks.engine.criteria.ratings import RATING_CRITERIA
from tiebreaks.engine.criterion import Criterion
from tiebreaks.engine.encounter import ENCOUNTER
from tiebreaks.engine.errors import ModifierRefused, UnknownTieBreak
from tiebreaks.engine.grammar import TieBreak, parse
from tournaments.rulebook.editions import Edition

REGISTRY: Mapping[str, Criterion] = MappingProxyType(
    {
        criterion.code: criterion
        for criterion in (
            *OWN_CRITERIA,
            ENCOUNTER,
            *OPPONENT_CRITERIA,
            *KOYA_CRITERIA,
            *RATING_CRITERIA,
            *PERFORMANCE_CRITERIA,
        )
    }
)


def codes_of(edition: Edition) -> tuple[str, ...]:
    """The codes that an edition has and the engine counts, in the edition's order."""
    return tuple(code for code in edition["criteria"].table if code in REGISTRY)


def resolve(code: str, edition: Edition) -> tuple[TieBreak, Criterion]:
    """The tie-break behind a code and its criterion.

    Raises UnknownTieBreak if nobody knows it or the edition does not have it, ModifierRefused if a modifier
    does not belong to it.
    """
    tie_break = parse(code)
    if tie_break.name not in edition["criteria"].table or tie_break.name not in REGISTRY:
        raise UnknownTieBreak(
            f"{edition.key} has no tie-break {tie_break.name!r}.",
            hint=f"Known codes: {', '.join(codes_of(edition))}.",
        )
    criterion = REGISTRY[tie_break.name]
    wrong = [letter for letter in tie_break.modifiers if letter not in criterion.modifiers]
    if tie_break.reference or wrong:
        raise ModifierRefused(
            f"{tie_break.name} cannot be combined with {tie_break.reference or wrong[0]}.",
            hint="MP and GP belong to team events." if tie_break.reference else _allowed(criterion),
            article="14",
        )
    return tie_break, criterion


def _allowed(criterion: Criterion) -> str:
    letters = ", ".join(sorted(criterion.modifiers)) or "none"
    return f"Modifiers of {criterion.code}: {letters}."
