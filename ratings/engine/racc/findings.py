"""What has to be said about a counted correspondence event beside its numbers."""

from collections.abc import Mapping

from ratings.engine.racc.games import Meeting, main_players, open_games
from ratings.engine.racc.norms import rated_norms
from ratings.engine.racc.results import CoefficientLine
from tournaments.record.findings import Finding
from tournaments.record.model import Norm, Record
from tournaments.rulebook.editions import Edition


def event_findings(
    record: Record,
    edition: Edition,
    lines: tuple[CoefficientLine, ...],
    meetings: Mapping[int, tuple[Meeting, ...]],
    norm: Norm,
) -> list[Finding]:
    """Newcomers and the norm they start from, defaults that counted, substitutes, games without a result."""
    found = []
    newcomers = tuple(line.number for line in lines if line.estimated)
    if newcomers:
        several = len(rated_norms(record, edition)) > 1
        code = "racc.newcomers_one_of_norms" if several else "racc.newcomers"
        found.append(
            Finding(
                "note",
                code,
                article=edition["start_norm"].article,
                inputs={"norm": norm.category},
                players=newcomers,
            )
        )
    defaulted = tuple(
        number for number, own in sorted(meetings.items()) if any(meeting.defaulted for meeting in own)
    )
    if defaulted:
        found.append(
            Finding(
                "note", "racc.defaults_counted", article=edition["counted_games"].article, players=defaulted
            )
        )
    substitutes = tuple(sorted(main_players(record)))
    if substitutes:
        found.append(
            Finding("note", "racc.substitutes", article=edition["substitute"].article, players=substitutes)
        )
    missing = list(open_games(record))
    if missing:
        found.append(
            Finding(
                "warning",
                "racc.open_games",
                article="1.3",
                inputs={"games": len(missing)},
            )
        )
    return found
