"""The table of moves, and the page of the documentation that is made from it."""

from pathlib import Path

import pytest

from commission.checks import CHECKS
from commission.effects import EFFECTS
from commission.models import Dossier
from commission.moves import MOVES, diagram, moves_from
from commission.permissions import PERMISSIONS

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "procedure.md"


def test_every_move_names_a_permission_checks_and_effects_that_exist() -> None:
    for move in MOVES.values():
        assert move.permission in PERMISSIONS, move.verb
        assert set(move.checks) <= set(CHECKS), move.verb
        assert set(move.effects) <= set(EFFECTS), move.verb
        assert move.target in Dossier.Stage.values
        assert move.sources <= set(Dossier.Stage.values)


def test_the_diagram_of_the_documentation_is_the_table() -> None:
    assert diagram() in DOCUMENT.read_text("utf-8")


@pytest.mark.parametrize("move", MOVES.values(), ids=lambda move: move.verb)
def test_the_documentation_has_a_row_for_each_move(move) -> None:
    row = next(
        line for line in DOCUMENT.read_text("utf-8").splitlines() if line.startswith(f"| `{move.verb}` |")
    )
    assert f"| {', '.join(sorted(move.sources))} | {move.target} |" in row
    assert ("required" in row) == move.reason_required
    for name in (*move.checks, *move.effects):
        assert f"`{name}`" in row


def test_only_a_correction_leads_out_of_a_published_dossier() -> None:
    assert [move.verb for move in moves_from(Dossier.Stage.PUBLISHED)] == [
        "reopen",
        "correct_rating",
        "annul",
    ]
    assert all(move.reason_required for move in moves_from(Dossier.Stage.PUBLISHED))


def test_only_a_report_that_was_returned_or_never_handed_in_can_be_handed_in() -> None:
    assert MOVES["submit"].sources == {Dossier.Stage.NONE, Dossier.Stage.RETURNED}
