"""The steps of a stored change, computed again from the frozen record and the facts kept with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from core.files import FileDamaged, FileMissing, read
from core.templatetags.ui import day
from players.models import RatingKind
from ratings.engine.event import rate_event
from ratings.engine.facts import PlayerFacts
from ratings.engine.games import Meeting, meetings_of
from ratings.engine.results import EventRating, PlayerRating
from ratings.event_facts import RAPID_AND_BLITZ, stages_of
from ratings.exact import columns_of, facts_from_json
from ratings.models import RatedEntry, RatedEvent
from ratings.page_sentences import page_sentence, page_value
from tournaments.record.canonical import from_canonical
from tournaments.record.model import Record
from tournaments.rulebook.explained import Reference, Step
from tournaments.rulebook.rounding import plain
from tournaments.rulebook.shelf import edition

BY_GAME = ("per_game", "per_game_by_average")
GAME_KEYS = frozenset({"game", "game.cut", "game.excluded", "opponent.counted", "opponent.cut"})


class StoredChangeError(RuntimeError):
    """A recomputed number is not the stored one: a fault of the portal, never hidden."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of a change as the page prints it: opponent's rating, own, score, expectation, change.

    `counted` is the rating at which the opponent enters an average, where it is not his own; `gain` is score
    minus expectation and `change` K times that, where the edition computes game by game. `note` says why a
    game does not count, or whence the rating of an unrated opponent comes.
    """

    round: int
    opponent: str
    opponent_url: str
    rating: int | None
    counted: int | None
    own: int | None
    score_halves: int
    share: str
    gain: Fraction | None
    k: int | None
    change: Fraction | None
    note: str


@dataclass(frozen=True, slots=True)
class Recalculation:
    """One player's line computed again, with the record, the facts and the whole event it comes from."""

    line: PlayerRating
    event: EventRating
    record: Record
    facts: Mapping[int, PlayerFacts]


def frozen_record(rated: RatedEvent) -> Record:
    """The record that was calculated; raises StoredChangeError if its file is gone or was changed."""
    try:
        return from_canonical(read(rated.record_sha256))
    except (FileMissing, FileDamaged) as error:
        raise StoredChangeError(f"{rated}: {error}") from error


def kept_facts(rows: list[RatedEntry]) -> dict[int, PlayerFacts]:
    """The facts kept with a calculation, by start number."""
    return {row.number: facts_from_json(row.facts) for row in rows if row.facts}


def recompute_event(rated: RatedEvent) -> EventRating:
    """The calculation again, from exactly what it was made of. Entries are read with one query."""
    facts = kept_facts(list(rated.entries.all()))
    return rate_event(frozen_record(rated), edition(rated.edition), facts)


def check_event(rated: RatedEvent) -> None:
    """Compute an event again; raises StoredChangeError at the first stored value that does not come out."""
    if rated.kind == RatingKind.CORRESPONDENCE:
        from ratings.racc_derivations import check_coefficients  # it builds on this module

        check_coefficients(rated)
        return
    rows = list(rated.entries.select_related("entry"))
    calculation = rate_event(frozen_record(rated), edition(rated.edition), kept_facts(rows))
    lines = {line.number: line for line in calculation.players}
    if len(rows) != len(lines):
        raise StoredChangeError(f"{rated}: {len(rows)} rows are stored, the record has {len(lines)} players")
    for row in rows:
        _check_row(row, lines.get(row.number))


def _check_row(row: RatedEntry, line: PlayerRating | None) -> None:
    if line is None:
        raise StoredChangeError(f"entry {row.pk} ({row.entry.name}) is not in the record that was calculated")
    for name, value in columns_of(line).items():
        stored = getattr(row, name)
        if stored != value:
            raise StoredChangeError(
                f"entry {row.pk} ({row.entry.name}): {name} is stored as {stored}, its record gives {value}"
            )


def recompute_entry(row: RatedEntry) -> Recalculation:
    """One player's line again; raises StoredChangeError if it is not what was stored."""
    rated = row.rated_event
    record, facts = frozen_record(rated), kept_facts(list(rated.entries.all()))
    calculation = rate_event(record, edition(rated.edition), facts)
    line = calculation.player(row.number)
    _check_row(row, line)
    return Recalculation(line, calculation, record, facts)


def change_view(row: RatedEntry) -> dict[str, Any]:
    """What the page of one change shows: `derivation` for the component, `games` for the table, `method`."""
    if row.rated_event.kind == RatingKind.CORRESPONDENCE:
        from ratings.racc_derivations import coefficient_view  # it builds on this module

        return coefficient_view(row)
    again = recompute_entry(row)
    rows = list(row.rated_event.entries.select_related("entry"))
    names = {other.number: other.entry.name for other in rows}
    links = {other.number: reverse("players:profile", args=[other.person_id]) for other in rows}
    return {
        "derivation": _derivation(row, again, names),
        "games": _games(again, names, links),
        "method": again.event.method,
        "per_game": again.event.method in BY_GAME and again.line.ro is not None,
    }


def _derivation(row: RatedEntry, again: Recalculation, names: dict[int, str]) -> dict[str, Any]:
    line = again.line
    rules = edition(row.rated_event.edition)
    steps = [step_view(step, names) for step in (*again.event.steps, *line.steps)]
    return {
        "title": _("First rating") if line.ru is not None else _("Change of the rating"),
        "subject": row.entry.name,
        "subject_url": reverse("players:profile", args=[row.person_id]),
        "result": plain(line.ru) if line.ru is not None else signed(plain(line.change)),
        "unit": _("Elo points"),
        "steps": steps,
        "edition": rules.key,
        "source": rules.source_title,
        "permalink": reverse("ratings:change", args=[row.pk]),
        "note": " ".join(filter(None, _notes(row.rated_event))),
    }


def _games(again: Recalculation, names: dict[int, str], links: dict[int, str]) -> list[GameRow]:
    """Every game that was played, with what it counted; those against unrated opponents say so."""
    line = again.line
    steps = _game_steps(line.steps)
    shown = {
        entry.number: _shown_rating(entry.rating, again.facts.get(entry.number))
        for entry in again.record.entries
    }
    return [
        _game_row(line, meeting, steps.get((meeting.round, meeting.opponent)), shown, names, links)
        for meeting in meetings_of(again.record)[line.number]
    ]


def _game_row(
    line: PlayerRating,
    meeting: Meeting,
    step: Step | None,
    shown: dict[int, int | None],
    names: dict[int, str],
    links: dict[int, str],
) -> GameRow:
    per_game = step is not None and step.key in ("game", "game.cut")
    rating, counted = _opponents_rating(step, shown[meeting.opponent])
    gain = Fraction(step.value) if step is not None and per_game else None  # type: ignore[arg-type]
    return GameRow(
        round=meeting.round,
        opponent=names.get(meeting.opponent, str(meeting.opponent)),
        opponent_url=links.get(meeting.opponent, ""),
        rating=rating,
        counted=counted,
        own=line.ro if step is None else step.inputs["own"],  # type: ignore[arg-type]
        score_halves=meeting.halves,
        share=plain(step.inputs["share"]) if step is not None and per_game else "",  # type: ignore[arg-type]
        gain=gain,
        k=line.k if per_game else None,
        change=gain * line.k if gain is not None and line.k is not None else None,
        note=_game_note(step, shown[meeting.opponent], rating is not None),
    )


def _opponents_rating(step: Step | None, listed: int | None) -> tuple[int | None, int | None]:
    """The opponent's own rating, and the one at which he enters an average where that is another one.

    An unrated opponent of a round robin enters with what he achieved in it and has none of his own.
    """
    if step is None:
        return listed, None
    rating: int = step.inputs["rating"]  # type: ignore[assignment]
    if step.key == "opponent.cut":
        return (rating if listed is not None else None), step.value  # type: ignore[return-value]
    if step.key == "opponent.counted" and listed is None:
        return None, rating
    return rating, None


def _game_note(step: Step | None, listed: int | None, counts: bool) -> str:
    """Why a game does not count, if it does not, or that the opponent counts with his Ru of this event."""
    if step is not None and step.key == "game.excluded":
        return _("not rated: too great a difference")
    if not counts:
        return _("unrated opponent")
    return "" if listed is not None else "Ru"


def _shown_rating(listed: int | None, facts: PlayerFacts | None) -> int | None:
    """The rating at which opponents meet a player, as the engine takes it."""
    if facts is None:
        return listed or None
    if facts.unrated_for_opponents:
        return None
    return (listed if facts.rating is None else facts.rating) or None


def _game_steps(steps: tuple[Step, ...]) -> dict[tuple[int, int], Step]:
    """The steps that speak of one game, by round and opponent, however deep they lie."""
    found: dict[tuple[int, int], Step] = {}
    for step in steps:
        found |= _game_steps(step.parts)
        if step.key in GAME_KEYS:
            opponent, number = step.inputs["opponent"], step.inputs["round"]
            if isinstance(opponent, Reference) and isinstance(number, int):
                found[number, opponent.number] = step
    return found


def step_view(step: Step, names: Mapping[int, str]) -> dict[str, Any]:
    """One step as the component draws it, with its parts."""
    return {
        "article": step.article,
        "text": page_sentence(step, names),
        "value": page_value(step.value),
        "parts": [step_view(part, names) for part in step.parts],
        "open": len(step.parts) <= 20,
    }


def signed(number: str) -> str:
    """A plain number with its sign, the minus a true one.

    >>> signed("6.15"), signed("-3"), signed("0")
    ('+6.15', '−3', '0')
    """
    if number.startswith("-"):
        return f"−{number[1:]}"
    return number if number == "0" else f"+{number}"


def _notes(rated: RatedEvent) -> tuple[str, ...]:
    national = _("A national calculation until FIDE's own list is imported.")
    return _list_note(rated), _stages_note(rated), national


def _stages_note(rated: RatedEvent) -> str:
    names = [stage.name for stage in stages_of(rated.event)]
    return _("Rated as one event with its stages: %(names)s.") % {"names": ", ".join(names)} if names else ""


def _list_note(rated: RatedEvent) -> str:
    if rated.rating_list is None and rated.kind in RAPID_AND_BLITZ:
        return _("No list of this kind was in force; players count with their standard rating of the day.")
    if rated.rating_list is None:
        return _("No list was in force; everybody counted as unrated unless the file gave a rating.")
    return _("Ratings and K are those of the list of %(day)s, in force on the first day of play.") % {
        "day": day(rated.rating_list.effective_from)
    }
