"""Findings of a file as pages show them."""

from django.utils import translation

from tournaments.record.findings import Finding
from tournaments.views.findings import finding_rows


def test_a_system_of_play_is_named_in_words_and_not_by_its_key() -> None:
    finding = Finding("note", "system.read_from_text", inputs={"text": "Team Sw", "system": "team_swiss"})
    with translation.override("en"):
        assert finding_rows([finding])[0]["text"] == "The system was read from the text Team Sw: team Swiss."


def test_a_contradiction_of_two_lines_is_shown_with_both_and_its_column() -> None:
    finding = Finding("refusal", "opponent.self", round=2, players=(3,), lines=(7, 8), column=102)
    with translation.override("en"):
        assert finding_rows([finding])[0]["remedy"].endswith("Lines of the file: 7, 8, column 102")
        alone = Finding("refusal", "opponent.self", round=2, players=(3,), lines=(7,), column=102)
        assert finding_rows([alone])[0]["remedy"].endswith("Line 7 of the file, column 102")
