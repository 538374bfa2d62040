"""The manual's catalogue says what the editions say."""

from pathlib import Path

from tiebreaks.engine.registry import REGISTRY, modifiers_of
from tournaments.rulebook.shelf import edition

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "tiebreaks.md"
COLUMNS = ("c07-2022", "c07-2023", "c07-2026", "ua-2011")


def rows() -> dict[str, list[str]]:
    text = MANUAL.read_text("utf-8").split("## The catalogue")[1].split("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("| `") and line.count("|") > 5]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0].strip("`"): row[1:] for row in cells}


def said(code: str, key: str) -> str:
    chosen = edition(key)
    article = chosen["criteria"].table.get(code)
    if article is None:
        return "–"
    team = chosen["team_criteria"].table.get(code)
    text = str(article)
    if team not in (None, article) and REGISTRY[code].units != "teams":
        text += f" (teams {team})"
    modifiers = modifiers_of(chosen, code)
    return f"{text} `{' '.join(modifiers)}`" if modifiers else text


def test_catalogue_of_the_manual_is_that_of_the_editions() -> None:
    found = rows()
    assert set(found) == set(REGISTRY)
    for code, (name, _ranks, _old, *articles) in found.items():
        assert name == REGISTRY[code].name
        assert dict(zip(COLUMNS, articles, strict=True)) == {key: said(code, key) for key in COLUMNS}, code
