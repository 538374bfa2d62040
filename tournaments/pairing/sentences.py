"""English sentences of the steps that explain a pairing, by key; marked for translation."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.record.sentences import gettext_noop
from tournaments.rulebook.explained import Input, Reference, Step
from tournaments.rulebook.sentences import format_input

STEP_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "pairing.same_group": gettext_noop("Score group {white_points}: {white} and {black}."),
        "pairing.float": gettext_noop(
            "Points before the round: {white} {white_points}, {black} {black_points}. "
            "The one with more floats down."
        ),
        "pairing.virtual": gettext_noop(
            "{player} has {points} points and {lent} virtual ones of the acceleration."
        ),
        "pairing.topscorer": gettext_noop(
            "Last round: {player} has more than half of the points possible, so his colours may give way."
        ),
        "pairing.due.absolute.w": gettext_noop(
            "{player} must have White (colours {colours}, difference {difference})."
        ),
        "pairing.due.absolute.b": gettext_noop(
            "{player} must have Black (colours {colours}, difference {difference})."
        ),
        "pairing.due.strong.w": gettext_noop(
            "{player} is strongly due White (colours {colours}, difference {difference})."
        ),
        "pairing.due.strong.b": gettext_noop(
            "{player} is strongly due Black (colours {colours}, difference {difference})."
        ),
        "pairing.due.mild.w": gettext_noop("{player} is due White, to alternate (colours {colours})."),
        "pairing.due.mild.b": gettext_noop("{player} is due Black, to alternate (colours {colours})."),
        "pairing.due.none": gettext_noop("{player} has not played yet and is due no colour."),
        "pairing.colours.5.2.1": gettext_noop("Both preferences can be granted: White for {white}."),
        "pairing.colours.5.2.2": gettext_noop("The stronger preference is granted: White for {white}."),
        "pairing.colours.5.2.3": gettext_noop(
            "Equal preferences: the last round in which one had White and the other Black is turned round. "
            "White for {white}."
        ),
        "pairing.colours.5.2.4": gettext_noop(
            "Equal preferences and equal colours: the higher ranked gets his. White for {white}."
        ),
        "pairing.colours.5.2.5": gettext_noop(
            "Neither is due a colour: the higher ranked has the first colour if his pairing number is odd, "
            "else the other. White for {white}."
        ),
        "pairing.colours.other": gettext_noop(
            "By the colour rule {due} would have White; here {white} has it."
        ),
        "pairing.floated.down.1": gettext_noop("{player} floated down in the round before."),
        "pairing.floated.up.1": gettext_noop("{player} floated up in the round before."),
        "pairing.floated.down.2": gettext_noop("{player} floated down two rounds before."),
        "pairing.floated.up.2": gettext_noop("{player} floated up two rounds before."),
    }
)


def step_text(step: Step, names: Mapping[int, str] | None = None) -> str:
    """The step as an English sentence; `names` gives the words for start numbers (default: "no. 7").

    >>> step_text(Step("", "pairing.colours.5.2.1", {"white": Reference("entry", 7)}, None))
    'Both preferences can be granted: White for no. 7.'
    """
    return STEP_SENTENCES[step.key].format_map(step_values(step, names))


def step_values(step: Step, names: Mapping[int, str] | None = None) -> dict[str, str]:
    """What the template of a step is filled with."""
    return {name: _shown(value, names or {}) for name, value in step.inputs.items()}


def _shown(value: Input, names: Mapping[int, str]) -> str:
    if isinstance(value, Reference) and value.kind == "entry" and value.number in names:
        return names[value.number]
    return format_input(value)
