"""What the engine remarks about an order of tie-breaks: dropped, refused, doubtful; in English."""

from collections.abc import Iterable, Mapping

from tiebreaks.engine.criteria.ratings import is_dropped
from tiebreaks.engine.criterion import Criterion
from tiebreaks.engine.field import OPEN, PLAYED
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.working import Working
from tournaments.record.findings import Finding
from tournaments.record.sentences import gettext_noop
from tournaments.rulebook.explained import Input

BUCHHOLZ_FAMILY = frozenset({"BH", "FB", "AOB", "BHS", "SSSC"})

FINDING_SENTENCES: Mapping[str, str] = {
    "tie_break.unrated_players": gettext_noop(
        "{tie_break} is dropped: {count} players are unrated and no rule says how they count."
    ),
    "tie_break.not_in_round_robin": gettext_noop(
        "{tie_break} must not be used in a round robin; it decides nothing here."
    ),
    "tie_break.only_round_robin": gettext_noop(
        "{tie_break} is made for round robins; in another event it compares little."
    ),
    "tie_break.colours_unknown": gettext_noop(
        "{tie_break} is undefined for {count} players: the source does not name their colours."
    ),
    "standings.round_robin_guessed": gettext_noop(
        "The record does not name its system; everybody was paired with everybody: taken as a round robin."
    ),
    "tie_break.is_the_primary_score": gettext_noop(
        "{tie_break} ranks the teams already, so the item of the order is skipped."
    ),
    "standings.games_open": gettext_noop(
        "{count} games of the counted rounds have no result; they count for nothing yet."
    ),
    "standings.matches_open": gettext_noop(
        "{count} matches of the counted rounds have a game without a result; they bring no match points yet."
    ),
}


def refusal(working: Working, tie_break: TieBreak, criterion: Criterion) -> Finding | None:
    """Why a tie-break has no value for anybody; None if it can be counted."""
    inputs: dict[str, Input] = {"tie_break": tie_break.code}
    if "ratings" in criterion.needs and is_dropped(working, tie_break):
        field = working.field
        unrated = tuple(n for n, known in zip(field.numbers, field.ratings, strict=True) if known is None)
        article = working.edition["unrated_opponents"].article
        inputs["count"] = len(unrated)
        return Finding(
            "warning", "tie_break.unrated_players", article=article, inputs=inputs, players=unrated
        )
    policy = working.edition.get("buchholz_in_round_robin")
    refused = policy is not None and policy.text == "refused"
    if refused and policy and working.field.fixed_pairings and criterion.code in BUCHHOLZ_FAMILY:
        return Finding("objection", "tie_break.not_in_round_robin", article=policy.article, inputs=inputs)
    return None


def remarks(working: Working, order: Iterable[tuple[TieBreak, Criterion]]) -> tuple[Finding, ...]:
    """Everything the reader of the standing should know."""
    found = list(_about_the_record(working))
    for tie_break, criterion in order:
        refused = refusal(working, tie_break, criterion)
        if refused is not None:
            found.append(refused)
        elif "fixed_pairings" in criterion.needs and not working.field.fixed_pairings:
            article, inputs = working.article(criterion.code), {"tie_break": tie_break.code}
            found.append(Finding("warning", "tie_break.only_round_robin", article=article, inputs=inputs))
        elif "colours" in criterion.needs and (players := _without_colours(working)):
            about: dict[str, Input] = {"tie_break": tie_break.code, "count": len(players)}
            found.append(Finding("warning", "tie_break.colours_unknown", inputs=about, players=players))
    return tuple(found)


def _about_the_record(working: Working) -> Iterable[Finding]:
    if working.field.guessed:
        yield Finding("note", "standings.round_robin_guessed")
    open_games = b"".join(working.field.kinds).count(OPEN) // 2
    if open_games:
        key = "standings.matches_open" if working.units == "teams" else "standings.games_open"
        yield Finding("note", key, inputs={"count": open_games})


def _without_colours(working: Working) -> tuple[int, ...]:
    field = working.field
    if field.colours_known:
        return ()
    return tuple(
        number
        for number, kinds, colours in zip(field.numbers, field.kinds, field.colours, strict=True)
        if any(kind == PLAYED and not colour for kind, colour in zip(kinds, colours, strict=True))
    )
