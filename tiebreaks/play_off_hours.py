"""When the stages of a play-off begin: at least 10 minutes after the stage before (30.5.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tiebreaks.engine.playoff.model import Progress, Stage
from tiebreaks.engine.playoff.structures import rules
from tiebreaks.models import PlayOff


@dataclass(frozen=True, slots=True)
class StageHour:
    """When a stage begins: as the director said, else once the pause is over.

    `earliest` is when the pause is over, None where no hour of the stage before is known; `early_reason` is why it
    begins before that.
    """

    begins_at: datetime
    earliest: datetime | None
    early_reason: str = ""


def stage_hours(play_off: PlayOff, state: Progress) -> dict[str, StageHour]:
    """The hours of the later stages by their keys; without those of which no hour is known.

    The hour at which a result was entered stands for the end of the game, which it cannot precede.
    """
    pause = timedelta(minutes=rules(play_off.rule).common["pause_between_stages"]["value"])
    ended = {game.key: game.entered_at for game in play_off.games.all() if game.result and game.entered_at}
    said = {hour.key: hour for hour in play_off.stage_hours.all()}
    found: dict[str, StageHour] = {}
    for stage, before in later_stages(state):
        hours = [ended[game.key] for item in before for game in item.games if game.key in ended]
        earliest = max(hours) + pause if hours else None
        own = said.get(stage.key)
        if own is not None:
            found[stage.key] = StageHour(own.begins_at, earliest, own.early_reason)
        elif earliest is not None:
            found[stage.key] = StageHour(earliest, earliest)
    return found


def later_stages(state: Progress) -> Iterator[tuple[Stage, Sequence[Stage]]]:
    """The stages with games before which one of their players has played, each with those stages.

    Matches that are played beside each other have no player in common, and no pause between them.
    """
    played: list[Stage] = []
    for stage in state.stages:
        if not stage.games:
            continue
        before = [item for item in played if not set(stage.players).isdisjoint(item.players)]
        if before:
            yield stage, before
        played.append(stage)
