"""All criteria by code. A new one is a function, an entry here and an article in its editions."""

from collections.abc import Mapping
from types import MappingProxyType

from tiebreaks.engine.criteria.boards import BOARD_CRITERIA
from tiebreaks.engine.criteria.koya import KOYA_CRITERIA
from tiebreaks.engine.criteria.opponents import OPPONENT_CRITERIA
from tiebreaks.engine.criteria.own import OWN_CRITERIA
from tiebreaks.engine.criteria.performance import PERFORMANCE_CRITERIA
from tiebreaks.engine.criteria.ratings import RATING_CRITERIA
from tiebreaks.engine.criteria.teams import TEAM_CRITERIA
from tiebreaks.engine.criterion import Criterion
from tiebreaks.engine.encounter import ENCOUNTER
from tiebreaks.engine.errors import ModifierRefused, UnknownTieBreak
from tiebreaks.engine.extended_encounter import EXTENDED_ENCOUNTERS
from tiebreaks.engine.grammar import TieBreak, family, parse
from tiebreaks.engine.working import Working
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
            *TEAM_CRITERIA,
            *EXTENDED_ENCOUNTERS,
            *BOARD_CRITERIA,
        )
    }
)


def criterion_of(label: str) -> Criterion:
    """The criterion behind a label of a standing, with whatever modifiers, score and number it carries.

    >>> criterion_of("BH:GP/C1").name, criterion_of("DE#2").name
    ('Buchholz', 'Direct encounter')
    """
    return REGISTRY[parse(label.partition("#")[0]).name]


def codes_of(edition: Edition, *, teams: bool = False) -> tuple[str, ...]:
    """The codes by which an edition ranks players, or teams, in the edition's order."""
    if teams:
        return tuple(code for code in edition["team_criteria"].table if code in REGISTRY)
    return tuple(
        code
        for code in edition["criteria"].table
        if code in REGISTRY and REGISTRY[code].units in ("players", "both")
    )


def modifiers_of(edition: Edition, code: str) -> tuple[str, ...]:
    """The modifiers that a text gives a code: `C1` that one alone, `C` by any number."""
    allowed = edition["modifiers"].table.get(code, ())
    return tuple(str(item) for item in allowed) if isinstance(allowed, (list, tuple)) else ()


def resolve(code: str, edition: Edition) -> tuple[TieBreak, Criterion]:
    """The tie-break behind a code and its criterion; whether it ranks players or teams is not asked.

    Raises UnknownTieBreak if nobody knows it or the edition does not have it, ModifierRefused if a modifier
    does not belong to it there.
    """
    tie_break = parse(code)
    if tie_break.name not in edition["criteria"].table or tie_break.name not in REGISTRY:
        raise UnknownTieBreak(
            f"{edition.key} has no tie-break {tie_break.name!r}.",
            hint=f"Known codes: {', '.join(codes_of(edition))}; of teams: "
            f"{', '.join(codes_of(edition, teams=True)) or 'none'}.",
        )
    allowed = modifiers_of(edition, tie_break.name)
    wrong = [part for part in tie_break.modifiers if part not in allowed and family(part) not in allowed]
    if wrong:
        raise ModifierRefused(
            f"{tie_break.name} cannot be combined with {wrong[0]} in {edition.key}.",
            hint=f"Modifiers of {tie_break.name}: {', '.join(allowed) or 'none'}.",
            article=edition["cuts"].article,
        )
    referred = edition.get("referred_to_a_score")
    if tie_break.reference and (referred is None or tie_break.name not in referred.items):
        raise ModifierRefused(
            f"{tie_break.name} cannot be combined with {tie_break.reference} in {edition.key}.",
            hint="MP and GP belong to tie-breaks that teams share with players.",
            article=edition["team_criteria"].article,
        )
    return tie_break, REGISTRY[tie_break.name]


def resolve_in(working: Working, code: str) -> tuple[TieBreak, Criterion]:
    """The tie-break behind a code, which must be one that can rank the units of this count.

    Raises UnknownTieBreak or ModifierRefused as `resolve`, and for what belongs to teams in an event of
    players, or the other way round.
    """
    tie_break, criterion = resolve(code, working.edition)
    if working.units == "teams":
        if tie_break.name not in working.edition["team_criteria"].table:
            known = ", ".join(codes_of(working.edition, teams=True)) or "none"
            raise UnknownTieBreak(
                f"{working.edition.key} does not rank teams by {tie_break.name!r}.",
                hint=f"Known codes of teams: {known}.",
            )
        return tie_break, criterion
    if criterion.units == "teams" or tie_break.reference:
        raise ModifierRefused(
            f"{tie_break.code} belongs to team events.",
            hint="Choose a tie-break of players, or open the team standings.",
            article=working.article(tie_break.name) or None,
        )
    return tie_break, criterion
