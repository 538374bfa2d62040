"""The public row of a correction: which facts changed, who decided, when and why; and the requests that led to it.

Called by whoever corrects, in the transaction of the correction.
"""

from collections.abc import Iterator, Mapping

from django.utils import timezone

from commission.models import CorrectedFact, Correction, CorrectionRequest
from commission.services_requests import request_done
from core.files import read
from players.models import Account, Person
from ratings.decided_results import standing_results
from ratings.models import RatedEvent
from tournaments.models import Event
from tournaments.record.canonical import from_canonical
from tournaments.record.model import Entry, Game, Record

Fact = CorrectedFact.Fact
OF_ENTRIES = (
    (Fact.NAME, "name"),
    (Fact.TITLE, "title"),
    (Fact.FEDERATION, "federation"),
    (Fact.RATING, "rating"),
    (Fact.FIDE_ID, "fide_id"),
    (Fact.NUMBER, "national_id"),
)
# Facts of which no figure is public: the row says that they changed, and not from what to what.
WITHOUT_FIGURES = frozenset({Fact.NUMBER})


def correction_record(
    before: RatedEvent, new: RatedEvent, *, actor: Account, reason: str, rating_only: bool = False
) -> Correction | None:
    """The public row of an event that was corrected; closes the requests about it that were accepted.

    Nothing is written where the correction changed nothing (`new` is `before`). `rating_only` where results are
    rated otherwise than they stand in the tables: that answers no request but the one that it was decided for.
    """
    made = None
    if new.pk != before.pk:
        facts = list(
            facts_between(from_canonical(read(before.record_sha256)), from_canonical(read(new.record_sha256)))
        )
        made = _write(new.event, None, actor, reason, facts, calculation=new, rating_only=rating_only)
    if not rating_only:
        requests_close(new.event, new, actor=actor, reason=reason)
    return made


def annulment_record(
    before: RatedEvent, new: RatedEvent, *, actor: Account, reason: str
) -> Correction | None:
    """The public row of an event taken out of the ratings: one fact, not each game."""
    made = None
    if new.pk != before.pk:
        fact = CorrectedFact(fact=Fact.ANNULLED, old="rated", new="annulled")
        made = _write(new.event, None, actor, reason, [fact], calculation=new)
    requests_close(new.event, new, actor=actor, reason=reason)
    return made


def person_correction_record(
    person: Person, *, actor: Account, reason: str, changes: Mapping[str, tuple[str, str]]
) -> Correction | None:
    """The public row of a changed entry in the register; `changes` has before and after by kind of fact.

    Of a birth the year alone is public; where only its day changed, the row says so without a figure.
    """
    facts = [
        CorrectedFact(fact=fact, who=person.name, old=_public(fact, old), new=_public(fact, new))
        for fact, (old, new) in changes.items()
        if old != new
    ]
    return _write(None, person, actor, reason, facts) if facts else None


def requests_close(event: Event, calculation: RatedEvent, *, actor: Account, reason: str) -> None:
    """Close the accepted requests about an event and its stages: the calculation came of them."""
    waiting = CorrectionRequest.objects.filter(
        event__in=[event, *event.stages.all()], state=CorrectionRequest.State.ACCEPTED
    )
    for found in waiting.order_by("pk"):
        request_done(found, actor=actor, text=reason, calculation_id=calculation.pk)


def facts_between(old: Record, new: Record) -> Iterator[CorrectedFact]:
    """What one record says otherwise than another: entries by number, games by round and players, byes."""
    yield from _entries(old, new)
    yield from _games(old, new)
    yield from _byes(old, new)


def _entries(old: Record, new: Record) -> Iterator[CorrectedFact]:
    before, after = ({entry.number: entry for entry in record.entries} for record in (old, new))
    for number in sorted(before.keys() | after.keys()):
        was, now = before.get(number), after.get(number)
        if was is not None and now is not None:
            yield from _entry(was, now)
        elif now is not None:
            yield CorrectedFact(fact=Fact.ENTERED, who=now.name, new=now.name)
        elif was is not None:
            yield CorrectedFact(fact=Fact.REMOVED, who=was.name, old=was.name)


def _entry(was: Entry, now: Entry) -> Iterator[CorrectedFact]:
    pairs = [(fact, getattr(was, name), getattr(now, name)) for fact, name in OF_ENTRIES]
    pairs.append((Fact.BIRTH, was.birth, now.birth))
    for fact, old, new in pairs:
        if old != new:
            shown = [_public(fact, "" if value is None else str(value)) for value in (old, new)]
            yield CorrectedFact(fact=fact, who=now.name, old=shown[0], new=shown[1])


def _games(old: Record, new: Record) -> Iterator[CorrectedFact]:
    names = {entry.number: entry.name for entry in (*old.entries, *new.entries)}
    before, after = _by_pair(old), _by_pair(new)
    for key in sorted(before.keys() | after.keys()):
        was, now = before.get(key), after.get(key)
        codes = ["" if game is None else game.code for game in (was, now)]
        if codes[0] != codes[1]:
            shown = now or was
            assert shown is not None
            yield CorrectedFact(
                fact=Fact.RESULT,
                round_number=shown.round,
                board=shown.board,
                who=f"{names[shown.white]} – {names[shown.black]}",
                old=codes[0],
                new=codes[1],
            )


def _by_pair(record: Record) -> dict[tuple[int, int, int], Game]:
    return {(game.round, game.white, game.black): game for game in record.games}


def _byes(old: Record, new: Record) -> Iterator[CorrectedFact]:
    names = {entry.number: entry.name for entry in (*old.entries, *new.entries)}
    before, after = ({(bye.round, bye.entry): bye.code for bye in record.byes} for record in (old, new))
    for key in sorted(before.keys() | after.keys()):
        codes = before.get(key, ""), after.get(key, "")
        if codes[0] != codes[1]:
            yield CorrectedFact(
                fact=Fact.BYE, round_number=key[0], who=names[key[1]], old=codes[0], new=codes[1]
            )


def _public(fact: str, value: str) -> str:
    if fact in WITHOUT_FIGURES:
        return ""
    return value[:4] if fact == Fact.BIRTH else value[:300]


def _write(
    event: Event | None,
    person: Person | None,
    actor: Account,
    reason: str,
    facts: list[CorrectedFact],
    *,
    calculation: RatedEvent | None = None,
    rating_only: bool = False,
) -> Correction:
    made = Correction.objects.create(
        event=event,
        person=person,
        calculation=calculation,
        rating_only=rating_only or _is_rated_otherwise(event, facts),
        reason=reason.strip(),
        decided_by_name=actor.shown_name,
        decided_at=timezone.now(),
    )
    for fact in facts:
        fact.correction = made
    CorrectedFact.objects.bulk_create(facts, batch_size=500)
    return made


def _is_rated_otherwise(event: Event | None, facts: list[CorrectedFact]) -> bool:
    """Whether every game of these facts is rated otherwise than it stands in the table."""
    if event is None or not facts or any(fact.fact != Fact.RESULT for fact in facts):
        return False
    decided = {(row.round_number, row.board) for row in standing_results(event)}
    return all((fact.round_number, fact.board) in decided for fact in facts)
