"""Orders of tie-breaks: the recommended ones as data, and what is to be said of one (Ukrainian article 31)."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tiebreaks.engine.criterion import Criterion
from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.registry import resolve
from tournaments.record.findings import Finding
from tournaments.record.model import Record
from tournaments.record.sentences import gettext_noop
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Input

FILE = Path(__file__).resolve().parents[1] / "editions" / "orders" / "presets.toml"
SCORE = "PTS"
UKRAINIAN = "ua-tiebreaks"
RATING_GROUP = "30.4"
# 31.1 speaks of ratings that differ considerably; the number is ours: within it the table still says something.
WIDE_APART = 400

ORDER_SENTENCES = {
    "order.groups_mixed": gettext_noop(
        "{codes} belong to different groups of article 30; one event should use one group only."
    ),
    "order.ratings_unsuitable": gettext_noop(
        "{codes} rest on ratings, but {unrated} players are unrated and the others lie {spread} points apart."
    ),
    "order.unknown": gettext_noop("{codes}: not a tie-break of {edition}."),
    "order.repeated": gettext_noop("{codes} stands in the order twice and decides nothing the second time."),
}


@dataclass(frozen=True, slots=True)
class Preset:
    """An order ready to choose. `article` and `numbers` cite a recommended list, else they are empty."""

    key: str
    regulation: str
    systems: tuple[str, ...]
    codes: tuple[str, ...]
    article: str = ""
    numbers: tuple[str, ...] = ()


@cache
def presets() -> tuple[Preset, ...]:
    """All orders of the file, in its order."""
    data = tomllib.loads(FILE.read_text("utf-8"))
    return tuple(
        Preset(
            key=item["key"],
            regulation=item["regulation"],
            systems=tuple(item["systems"]),
            codes=tuple(item["codes"]),
            article=item.get("article", ""),
            numbers=tuple(item.get("numbers", ())),
        )
        for item in data["preset"]
    )


def presets_for(edition: Edition, system: str) -> tuple[Preset, ...]:
    """The orders that an event of this system can choose under an edition that knows all their codes."""
    return tuple(
        preset
        for preset in presets()
        if preset.regulation == edition.regulation
        and system in preset.systems
        and all(_known(code, edition) for code in preset.codes)
    )


def recommended(edition: Edition, order: Sequence[str], system: str) -> str:
    """The article of the recommended list for this system that the order is, or begins; empty if it is none."""
    codes = _without_points(order)
    for preset in presets():
        begun = bool(codes) and codes == preset.codes[: len(codes)]
        if begun and preset.article and preset.regulation == edition.regulation and system in preset.systems:
            return preset.article
    return ""


def order_findings(record: Record, edition: Edition, order: Sequence[str]) -> tuple[Finding, ...]:
    """What is to be said of an order before it is fixed: unknown codes, mixed groups (31.2), ratings (31.1).

    A list that article 31.3 itself recommends is no mix, though 31.3.3 joins two groups.
    """
    asked = _without_points(order)
    unknown = tuple(code for code in asked if not _known(code, edition))
    if unknown:
        inputs = {"codes": ", ".join(unknown), "edition": edition.key}
        return (Finding("refusal", "order.unknown", inputs=inputs),)
    found, resolved = [], [resolve(code, edition) for code in asked]
    codes = tuple(tie_break.code for tie_break, _criterion in resolved)
    once = {tie_break.code for tie_break, criterion in resolved if not _again(criterion)}
    if repeated := sorted(code for code in once if codes.count(code) > 1):
        found.append(Finding("note", "order.repeated", inputs={"codes": ", ".join(repeated)}))
    if edition.regulation == UKRAINIAN:
        articles = _articles(record, edition)
        found += [*_mixed(codes, edition, record, articles), *_unsuitable(record, codes, articles)]
    return tuple(found)


def _again(criterion: Criterion) -> bool:
    """Whether a criterion may decide when it is listed again: it looks at the games of those still tied (4.3)."""
    return criterion.type_letter == "A"


def _mixed(
    codes: tuple[str, ...], edition: Edition, record: Record, articles: Mapping[str, object]
) -> list[Finding]:
    groups = {_group(code, articles) for code in codes}
    if len(groups) < 2 or recommended(edition, codes, record.event.system):
        return []
    return [Finding("warning", "order.groups_mixed", article="31.2", inputs={"codes": ", ".join(codes)})]


def _unsuitable(record: Record, codes: tuple[str, ...], articles: Mapping[str, object]) -> list[Finding]:
    on_ratings = [code for code in codes if _group(code, articles) == RATING_GROUP]
    ratings = [entry.rating for entry in record.entries if entry.rating is not None]
    unrated = len(record.entries) - len(ratings)
    spread = max(ratings, default=0) - min(ratings, default=0)
    if not on_ratings or (not unrated and spread <= WIDE_APART):
        return []
    inputs: dict[str, Input] = {"codes": ", ".join(on_ratings), "unrated": unrated, "spread": spread}
    return [Finding("warning", "order.ratings_unsuitable", article="31.1", inputs=inputs)]


def _articles(record: Record, edition: Edition) -> Mapping[str, object]:
    """The articles of the criteria: of teams in an event of teams, where the encounter is another one (30.2.4)."""
    of_players = edition["criteria"].table
    teams = edition.get("team_criteria")
    if teams is None or not record.event.system.startswith("team_"):
        return of_players
    return {**of_players, **teams.table}


def _group(code: str, articles: Mapping[str, object]) -> str:
    """The group of article 30 that a criterion belongs to: 30.1 to 30.4."""
    article = str(articles.get(code.partition("/")[0].partition(":")[0], ""))
    return ".".join(article.split(".")[:2])


def _known(code: str, edition: Edition) -> bool:
    try:
        resolve(code, edition)
    except TieBreakError:
        return False
    return True


def _without_points(order: Sequence[str]) -> tuple[str, ...]:
    return tuple(code for code in order if code.strip().upper() != SCORE)
