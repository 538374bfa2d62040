"""The steps of a derivation as pages print them: true minus signs, days as readers write them, parameters in words."""

import re
from collections.abc import Mapping
from datetime import date

from core.templatetags.ui import MINUS, day
from ratings.parameter_words import parameter_words
from ratings.sentences import said, words_now
from tournaments.rulebook.explained import Input, Step
from tournaments.rulebook.rounding import Exact
from tournaments.rulebook.sentences import NO_NAMES, format_input

# A negative number after a sign: 2325 + −74.6 is 2325 − 74.6, 2375 − −13.5 is 2375 + 13.5, 10 × −0.4 takes brackets.
SIGNS = (
    (re.compile(rf"\+ {MINUS}(?=\d)"), f"{MINUS} "),
    (re.compile(rf"{MINUS} {MINUS}(?=\d)"), "+ "),
    (re.compile(rf"× {MINUS}(\d+(?:\.\d+)?)"), rf"× ({MINUS}\1)"),
)


def page_sentence(step: Step, names: Mapping[int, str] = NO_NAMES) -> str:
    """The sentence of one step in the active language; `names` by start number are shown with entries."""
    words = words_now()
    inputs = {
        name: parameter_words(str(value)) if name == "parameter" else _shown(value, names, words)
        for name, value in ({"value": step.value} | dict(step.inputs)).items()
    }
    text = said(step, inputs)
    for pattern, replacement in SIGNS:
        text = pattern.sub(replacement, text)
    return text


def page_value(value: Input) -> str:
    """The value of a step beside its sentence on a page; nothing for a step that only says something."""
    return "" if value is None else _shown(value, NO_NAMES, words_now())


def _shown(value: Input, names: Mapping[int, str], words: Mapping[str, str]) -> str:
    if isinstance(value, date):
        return day(value)
    text = format_input(value, names, words)
    if isinstance(value, Exact) and not isinstance(value, bool):
        return text.replace("-", MINUS, 1)
    return text
