"""Whether the field of an event allows it to be rated (articles 6.3 to 6.4); findings, not numbers."""

from collections.abc import Mapping

from ratings.engine.facts import Player
from tournaments.record.findings import Finding
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Input


def rated_players_needed(edition: Edition, players: int) -> int | None:
    """How many of so many players of a round robin must be rated; None where the edition does not ask.

    A third, rounded up, and at least four in an event of fewer than ten (6.3, 6.31).
    """
    share = edition.get("round_robin_share")
    if share is None:
        return None
    third = -(-players // share.integer)
    if players < edition["round_robin_small"].integer:
        return max(third, edition["round_robin_small_rated"].integer)
    return third


def round_robin_findings(edition: Edition, players: Mapping[int, Player], cycles: int) -> tuple[Finding, ...]:
    """Objections to the field of a round robin: too few rated, or a double one too small (6.3 to 6.32)."""
    needed = rated_players_needed(edition, len(players))
    if needed is None:
        return ()
    rated = sum(player.shown is not None for player in players.values())
    found = []
    if rated < needed:
        small = len(players) < edition["round_robin_small"].integer
        article = edition["round_robin_small" if small else "round_robin_share"].article
        inputs: dict[str, Input] = {"rated": rated, "needed": needed, "entered": len(players)}
        found.append(Finding("objection", "round_robin.few_rated", article=article, inputs=inputs))
    if cycles > 1 and rated < len(players):
        found.extend(_double_findings(edition, len(players), rated))
    return tuple(found)


def scheveningen_findings(edition: Edition, players: Mapping[int, Player]) -> tuple[Finding, ...]:
    """An objection to a Scheveningen event with more unrated players than the edition allows (6.4)."""
    allowed = edition.get("scheveningen_unrated")
    unrated = tuple(number for number, player in players.items() if player.shown is None)
    if allowed is None or len(unrated) <= allowed.integer:
        return ()
    inputs: dict[str, Input] = {"unrated": len(unrated), "allowed": allowed.integer}
    return (
        Finding("objection", "scheveningen.unrated", article=allowed.article, inputs=inputs, players=unrated),
    )


def _double_findings(edition: Edition, players: int, rated: int) -> tuple[Finding, ...]:
    least, rated_least = edition["double_players"], edition["double_rated"].integer
    if players >= least.integer and rated >= rated_least:
        return ()
    inputs: dict[str, Input] = {
        "entered": players,
        "rated": rated,
        "least": least.integer,
        "rated_least": rated_least,
    }
    return (Finding("objection", "round_robin.double_small", article=least.article, inputs=inputs),)
