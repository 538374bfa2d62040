"""Every sentence that code and templates hand to the translator stands in each catalogue, translated."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("core", "players", "tournaments", "ratings", "tiebreaks", "reports", "commission", "config")
# The position of the msgid among the arguments; an import under another name is followed.
TRANSLATORS = {
    "gettext": 0,
    "gettext_lazy": 0,
    "gettext_noop": 0,
    "ngettext": 0,
    "ngettext_lazy": 0,
    "pgettext": 1,
    "pgettext_lazy": 1,
}
TAG = re.compile(r"""\{%\s*translate\s+(?:"([^"]+)"|'([^']+)')""")


def sentences_of_code(text: str) -> Iterator[str]:
    """The literal msgids of one module, whatever name it gives to the translator."""
    tree = ast.parse(text)
    names = {
        alias.asname or alias.name: TRANSLATORS[alias.name]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if alias.name in TRANSLATORS
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names):
            continue
        said = node.args[names[node.func.id]]
        if isinstance(said, ast.Constant) and isinstance(said.value, str):
            yield said.value


def sentences() -> dict[str, str]:
    """msgid -> the file that says it."""
    found: dict[str, str] = {}
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            for said in sentences_of_code(path.read_text()):
                found.setdefault(said, str(path.relative_to(ROOT)))
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for double, single in TAG.findall(path.read_text()):
            # The tag hands each percent sign to the catalogue doubled.
            said = (double or single).replace("%", "%%")
            found.setdefault(said, str(path.relative_to(ROOT)))
    return found


def test_a_sentence_is_found_under_an_alias_of_the_translator() -> None:
    code = (
        "from django.utils.translation import gettext as _now\nsaid = _now('Nobody' ' plays.')\nprint('no')"
    )
    assert list(sentences_of_code(code)) == ["Nobody plays."]


@pytest.mark.parametrize("language", ["hr", "ru", "uk", "es"])
def test_no_sentence_of_a_page_or_a_printed_form_stays_english(language: str) -> None:
    catalogue = polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))
    translated = {entry.msgid for entry in catalogue.translated_entries()}
    missing = {said: where for said, where in sentences().items() if said not in translated}
    assert missing == {}
