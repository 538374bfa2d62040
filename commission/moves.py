"""The moves of a dossier, as one table. Buttons, rights, checks and the docs' diagram come from here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from commission.models import Dossier

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Stage = Dossier.Stage


@dataclass(frozen=True, slots=True)
class Move:
    """One verb: from which states to which, the permission that allows it, what it asks and checks.

    `permission` names a row of `commission.permissions.PERMISSIONS`. `checks` name functions of
    `commission.checks`, run in order before the move; `effects` name functions of `commission.effects`, run
    inside the move's transaction. `when` names those of the checks without which the move is no choice at all:
    while one does not hold its button is not there. A move that `has_own_page` is made there, with what it needs
    beside a reason, and has no button in the dossier.
    """

    verb: str
    label: "StrOrPromise"
    done: "StrOrPromise"
    sources: frozenset[str]
    target: str
    permission: str
    reason_required: bool = False
    checks: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    key: str = ""
    primary: bool = False
    when: tuple[str, ...] = ()
    has_own_page: bool = False


def _moves(*moves: Move) -> Mapping[str, Move]:
    return {move.verb: move for move in moves}


MOVES: Mapping[str, Move] = _moves(
    Move(
        "submit",
        _("Hand in to the commission"),
        _("handed in"),
        frozenset({Stage.NONE, Stage.RETURNED}),
        Stage.SUBMITTED,
        "submit",
        checks=("report_is_countersigned",),
        effects=("remember_report",),
        primary=True,
    ),
    Move(
        "take",
        _("Take into review"),
        _("taken into review"),
        frozenset({Stage.SUBMITTED}),
        Stage.IN_REVIEW,
        "review",
        effects=("assign_to_actor",),
        key="t",
        primary=True,
    ),
    Move(
        "return",
        _("Return to the director"),
        _("returned"),
        frozenset({Stage.SUBMITTED, Stage.IN_REVIEW, Stage.ACCEPTED, Stage.RATED}),
        Stage.RETURNED,
        "review",
        reason_required=True,
        checks=("rated_is_not_published",),
        effects=("withdraw_calculation", "return_report"),
        key="r",
    ),
    Move(
        "accept",
        _("Accept"),
        _("accepted"),
        frozenset({Stage.SUBMITTED, Stage.IN_REVIEW}),
        Stage.ACCEPTED,
        "accept",
        checks=("report_is_countersigned", "everybody_is_identified", "refusals_are_waived"),
        effects=("approve_record",),
        key="a",
        primary=True,
    ),
    Move(
        "rate",
        _("Rate"),
        _("rated"),
        frozenset({Stage.ACCEPTED}),
        Stage.RATED,
        "rate",
        checks=("is_no_stage", "not_published", "approval_covers_the_record"),
        effects=("rate_event",),
        key="c",
        primary=True,
        when=("is_no_stage", "not_published"),
    ),
    Move(
        "publish",
        _("Publish with the list"),
        _("published"),
        frozenset({Stage.RATED}),
        Stage.PUBLISHED,
        "publish",
        checks=("list_is_published",),
        has_own_page=True,
    ),
    Move(
        "reopen",
        _("Open for a correction"),
        _("opened for a correction"),
        frozenset({Stage.PUBLISHED, Stage.CORRECTED, Stage.ANNULLED}),
        Stage.RETURNED,
        "correct",
        reason_required=True,
        checks=("list_is_published",),
        effects=("return_report",),
    ),
    Move(
        "correct",
        _("Correct the published ratings"),
        _("corrected"),
        frozenset({Stage.ACCEPTED}),
        Stage.CORRECTED,
        "correct",
        reason_required=True,
        checks=("list_is_published", "approval_covers_the_record"),
        effects=("correct_event",),
        key="c",
        primary=True,
        when=("list_is_published",),
    ),
    Move(
        "correct_rating",
        _("Correct for the ratings alone"),
        _("corrected for the ratings alone"),
        frozenset({Stage.PUBLISHED, Stage.CORRECTED}),
        Stage.CORRECTED,
        "correct",
        reason_required=True,
        checks=("list_is_published", "approval_covers_the_record"),
        effects=("correct_for_rating",),
        has_own_page=True,
    ),
    Move(
        "annul",
        _("Annul the event"),
        _("annulled"),
        frozenset({Stage.PUBLISHED, Stage.CORRECTED}),
        Stage.ANNULLED,
        "correct",
        reason_required=True,
        checks=("list_is_published",),
        effects=("annul_event",),
    ),
)


def moves_from(stage: str) -> tuple[Move, ...]:
    """The moves that start in this state, in the order of the table."""
    return tuple(move for move in MOVES.values() if stage in move.sources)


def diagram() -> str:
    """The table as a Mermaid state diagram, for the documentation."""
    lines = ["stateDiagram-v2", "    [*] --> none"]
    for move in MOVES.values():
        lines += [f"    {source} --> {move.target}: {move.verb}" for source in sorted(move.sources)]
    return "\n".join(lines) + "\n"
