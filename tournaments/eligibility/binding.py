"""Whether a text binds an event at all: that of its first day does (0.11, since 2014 article 0.1)."""

from datetime import date

from tournaments.record.findings import Finding
from tournaments.rulebook.editions import Edition, UnknownEdition
from tournaments.rulebook.explained import Input
from tournaments.rulebook.shelf import edition_in_force

RACC = "racc"
SHORTER_INTRODUCTION = date(2014, 7, 1)  # from here on the introduction has no article 0.11


def edition_findings(edition: Edition, start: date | None) -> tuple[Finding, ...]:
    """A warning where the edition was not in force on the first day of play; it names the one that was.

    Nothing where the day is not known: that is told elsewhere.
    """
    if start is None or edition.in_force_on(start):
        return ()
    inputs: dict[str, Input] = {"edition": edition.key, "start": start}
    try:
        binding = edition_in_force(edition.regulation, start)
    except UnknownEdition:
        return (Finding("warning", "edition.none_in_force", article=_article(edition), inputs=inputs),)
    inputs["binding"] = binding.key
    return (Finding("warning", "edition.not_in_force", article=_article(binding), inputs=inputs),)


def _article(edition: Edition) -> str:
    """The article by which the first day decides; the text on play by correspondence has none."""
    if edition.regulation == RACC:
        return ""
    return "0.1" if edition.effective_from >= SHORTER_INTRODUCTION else "0.11"
