"""Database to record: the one bridge. Seven flat queries whatever the size of the event, three more for teams and
two where the event has pairing rules of its own, one where points were given beside the score system.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from django.db.models import F

from tournaments.interchange.trf.facts import interpreted, read_facts
from tournaments.models import (
    ByeRequest,
    Entry,
    Event,
    ForbiddenPair,
    ForbiddenTeams,
    Game,
    KindRules,
    Round,
    Seat,
    SpecialPoints,
    Team,
    TeamByeRequest,
    TeamMatch,
    TeamRules,
    VirtualPoints,
)
from tournaments.models.teams import unattended
from tournaments.record.model import (
    Acceleration,
    Bye,
    EarlyWithdrawals,
    EventFacts,
    ForbiddenPairs,
    LineUp,
    MatchForfeit,
    Record,
    ScoreSystem,
    Source,
    SourceCell,
    TeamBye,
)
from tournaments.record.model import Entry as RecordEntry
from tournaments.record.model import Game as RecordGame
from tournaments.record.model import Round as RecordRound
from tournaments.record.model import SpecialPoints as RecordSpecialPoints
from tournaments.record.model import Team as RecordTeam
from tournaments.record.model import TeamRules as RecordRules
from tournaments.record.norms import parse_norms
from tournaments.record.orders import without_leading_points

DEPUTY_SEPARATOR = ";"
SPECIAL_POINTS = "special_points"  # the name among the groups of a file's lines, once they stand in rows
# How a match forfeited as a whole is written in the record, by the spelling of line 330.
FORFEIT_CODES: Final[dict[str, Literal["+/-", "-/+", "-/-"]]] = {"+-": "+/-", "-+": "-/+", "--": "-/-"}


class _TeamFacts(NamedTuple):
    byes: tuple[TeamBye, ...] = ()
    forfeits: tuple[MatchForfeit, ...] = ()
    line_ups: tuple[LineUp, ...] = ()


def record_of(event_id: int) -> Record:
    """The record of an event as it stands. Entries without a start number are not part of it yet.

    Raises Event.DoesNotExist. Byes asked for ahead stand beside those of paired rounds.
    """
    event = Event.objects.select_related("swiss_setup").get(pk=event_id)
    has_setup = hasattr(event, "swiss_setup")
    entries = list(Entry.objects.filter(event_id=event_id, number__isnull=False).order_by("number"))
    numbers = {entry.pk: _number(entry) for entry in entries}
    games = tuple(_games(event_id, numbers))
    byes = tuple(_byes(event_id, numbers, {game.round for game in games}))
    teams = tuple(_teams(event_id, entries, numbers))
    withdrawn = any(entry.withdrawn_after is not None for entry in entries)
    of_teams = _team_facts(event_id, teams, numbers) if teams else _TeamFacts()
    record = Record(
        event=event_facts(event, withdrawn=withdrawn),
        entries=tuple(_entry(entry, numbers) for entry in entries),
        games=games,
        byes=tuple(sorted(byes, key=lambda bye: (bye.round, bye.entry))),
        rounds=tuple(_rounds(event_id)),
        teams=teams,
        source=_source(event, entries),
        accelerations=tuple(_accelerations(event_id, numbers)) if has_setup else (),
        forbidden=_forbidden_of(event, numbers, has_setup=has_setup, of_teams=bool(teams)),
        special_points=special_points_of(event, numbers),
        team_byes=of_teams.byes,
        match_forfeits=of_teams.forfeits,
        line_ups=of_teams.line_ups,
        team_rules=_team_rules(event) if teams else None,
    )
    return interpreted(record, stored=event.source_facts.get("stored", "").split())


def has_special_points(event: Event) -> bool:
    """Whether points beside the score system were ever given in the event, here or by its file; asks no query."""
    if SPECIAL_POINTS in event.source_facts.get("stored", "").split():
        return True
    return any(line[:3] == "299" for line in event.source_lines)


def special_points_of(event: Event, numbers: Mapping[int, int]) -> tuple[RecordSpecialPoints, ...]:
    """The points beside the score system that stand, with start numbers (in a team event those of teams).

    `numbers` are the start numbers by the ids of the entries. Two queries where the event has any. What the file
    of an event says counts until rows take its place.
    """
    if not has_special_points(event):
        return ()
    teams = dict(Team.objects.filter(event_id=event.pk).values_list("pk", "number"))
    of_teams = event.is_team_event or bool(teams)
    known = teams if of_teams else numbers
    if SPECIAL_POINTS not in event.source_facts.get("stored", "").split():
        lines = enumerate(event.source_lines, 1)
        return read_facts(lines, teams=of_teams, known=list(known.values())).special_points
    rows = SpecialPoints.objects.filter(event_id=event.pk, taken_back=False).order_by("pk")
    return tuple(
        RecordSpecialPoints(
            kind=row.kind,  # type: ignore[arg-type]
            halves=row.halves,
            match_halves=row.match_halves,
            round=row.round_number,
            numbers=tuple(known[pk] for pk in row.holders if pk in known),
        )
        for row in rows
        if not row.holders or any(pk in known for pk in row.holders)
    )


def event_facts(event: Event, *, withdrawn: bool = False) -> EventFacts:
    """The head of the record; what happens to the `withdrawn` is asked for only where there are any."""
    facts = event.source_facts
    return EventFacts(
        name=event.name,
        city=event.city,
        federation=event.federation,
        start=event.start,
        end=event.end,
        system=event.system,  # type: ignore[arg-type]
        cycles=event.cycles,
        rounds=event.rounds_planned,
        score_system=ScoreSystem(
            event.win_halves, event.draw_halves, event.loss_halves, event.pairing_bye_halves
        ),
        type_text=facts.get("type_text", ""),
        type_code=facts.get("type_code", ""),
        rate_of_play=event.rate_of_play,
        rate_code=facts.get("rate_code", ""),
        chief_arbiter=event.chief_arbiter_name,
        deputies=split_deputies(event.deputies),
        organiser=event.organiser,
        first_colour=event.first_colour,  # type: ignore[arg-type]
        tie_breaks=without_leading_points(split_order(event.tie_break_order)),
        correspondence=event.correspondence,
        occasion=event.occasion,  # type: ignore[arg-type]
        after_decision=event.after_decision,  # type: ignore[arg-type]
        early_withdrawals=_early_withdrawals(event) if withdrawn else "",
        norms=parse_norms(event.norms),
        rank_method=facts.get("rank_method", ""),
        pairing_program=facts.get("pairing_program", ""),
    )


def _early_withdrawals(event: Event) -> EarlyWithdrawals:
    if event.system != Event.System.ROUND_ROBIN:
        return ""
    leave = KindRules.EarlyWithdrawal.LEAVE
    return "leave" if KindRules.objects.filter(event=event, early_withdrawal=leave).exists() else ""


def split_order(order: str) -> tuple[str, ...]:
    """The codes of a tie-break order written with commas.

    >>> split_order("PTS, DE,BH/C1")
    ('PTS', 'DE', 'BH/C1')
    """
    return tuple(code.strip() for code in order.split(",") if code.strip())


def split_deputies(text: str) -> tuple[str, ...]:
    """The names of the deputy arbiters, which are written with semicolons."""
    return tuple(name.strip() for name in text.split(DEPUTY_SEPARATOR) if name.strip())


def _number(entry: Entry) -> int:
    return entry.number or 0


def _entry(entry: Entry, numbers: dict[int, int]) -> RecordEntry:
    return RecordEntry(
        number=_number(entry),
        name=entry.name,
        sex=entry.sex,
        title=entry.title,
        rating=entry.rating,
        federation=entry.federation,
        fide_id=entry.fide_id,
        national_id=entry.national_id,
        birth=entry.birth,
        rating_k=entry.rating_k,
        rating_games=entry.rating_games,
        club=entry.club,
        withdrawn_after=entry.withdrawn_after,
        substitute_for=numbers.get(entry.substitute_for_id) if entry.substitute_for_id else None,
        stated_points=entry.stated_points_halves,
        stated_rank=entry.stated_rank,
    )


def _games(event_id: int, numbers: dict[int, int]) -> Iterator[RecordGame]:
    rows = Game.objects.filter(round__event_id=event_id).order_by("round__number", "board")
    fields = ("round__number", "board", "white_id", "black_id", "code", "colours_known", "match", "played_on")
    for number, board, white, black, code, colours_known, match, played_on in rows.values_list(*fields):
        yield RecordGame(number, board, numbers[white], numbers[black], code, colours_known, match, played_on)


def _byes(event_id: int, numbers: dict[int, int], with_games: set[int]) -> Iterator[Bye]:
    """The byes of paired rounds, then those asked for in rounds that nobody has paired yet."""
    paired = set(with_games)
    seats = Seat.objects.filter(round__event_id=event_id, game__isnull=True)
    for round_number, entry, code in seats.values_list("round__number", "entry_id", "bye"):
        paired.add(round_number)
        yield Bye(round_number, numbers[entry], code)
    # Who has left has no bye any more; his wish stands again if he returns.
    asked = ByeRequest.objects.filter(entry__event_id=event_id, entry__number__isnull=False).exclude(
        entry__withdrawn_after__lt=F("round_number")
    )
    for round_number, entry, code in asked.values_list("round_number", "entry_id", "code"):
        if round_number not in paired:
            yield Bye(round_number, numbers[entry], code)


def _rounds(event_id: int) -> Iterator[RecordRound]:
    for number, day, edition in (
        Round.objects.filter(event_id=event_id)
        .order_by("number")
        .values_list("number", "day", "pairing_edition")
    ):
        if day or edition:
            yield RecordRound(number, day, edition)


def _accelerations(event_id: int, numbers: dict[int, int]) -> Iterator[Acceleration]:
    """Ranges of start numbers: from the first number on where no first player is named."""
    rows = VirtualPoints.objects.filter(event_id=event_id).order_by("first_round", "pk")
    fields = ("halves", "first_round", "last_round", "first_id", "last_id")
    for halves, first_round, last_round, first, last in rows.values_list(*fields):
        if last in numbers and (first is None or first in numbers):
            start = 1 if first is None else numbers[first]
            yield Acceleration(first_round, last_round, start, numbers[last], halves)


def _forbidden_of(
    event: Event, numbers: dict[int, int], *, has_setup: bool, of_teams: bool
) -> tuple[ForbiddenPairs, ...]:
    """Numbers of teams in a team Swiss, start numbers of players in other events."""
    if event.system != Event.System.TEAM_SWISS:
        return tuple(_forbidden(event.pk, numbers)) if has_setup else ()
    if not of_teams:
        return ()
    rows = ForbiddenTeams.objects.filter(event=event).order_by("pk")
    found = rows.values_list("one__number", "other__number", "first_round", "last_round")
    return tuple(ForbiddenPairs((min(a, b), max(a, b)), first, last) for a, b, first, last in found)


def _forbidden(event_id: int, numbers: dict[int, int]) -> Iterator[ForbiddenPairs]:
    rows = ForbiddenPair.objects.filter(event_id=event_id).order_by("pk")
    for one, other, first, last in rows.values_list("one_id", "other_id", "first_round", "last_round"):
        if one in numbers and other in numbers:
            pair = sorted((numbers[one], numbers[other]))
            yield ForbiddenPairs((pair[0], pair[1]), first, last)


def _teams(event_id: int, entries: list[Entry], numbers: dict[int, int]) -> Iterator[RecordTeam]:
    members: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.team_id:
            members.setdefault(entry.team_id, []).append(entry)
    for team in Team.objects.filter(event_id=event_id).order_by("number"):
        own = sorted(members.get(team.pk, []), key=lambda entry: (entry.board_order or 0, entry.number or 0))
        yield RecordTeam(
            number=team.number,
            name=team.name,
            members=tuple(numbers[entry.pk] for entry in own),
            federation=team.federation,
            nickname=team.source_facts.get("nickname", ""),
            strength=team.source_facts.get("strength", ""),
            stated_match_points=team.source_facts.get("stated_match_points"),
            stated_game_points=team.source_facts.get("stated_game_points"),
            stated_rank=team.source_facts.get("stated_rank"),
            captain=team.captain,
        )


def _team_rules(event: Event) -> RecordRules | None:
    """What the event says of its matches; a file's own lines say it where nobody set it here."""
    rules = TeamRules.objects.filter(event=event).first()
    if rules is None:
        return None
    return team_rules_facts(rules)


def team_rules_facts(rules: TeamRules) -> RecordRules:
    """The rules of a team event as the record has them."""
    return RecordRules(
        win=rules.win_halves,
        draw=rules.draw_halves,
        loss=rules.loss_halves,
        bye_match=rules.bye_match_halves,
        bye_game=rules.bye_game_halves,
        colours=("WB" * rules.boards)[: rules.boards],
        primary=rules.primary,  # type: ignore[arg-type]
    )


def _team_facts(event_id: int, teams: tuple[RecordTeam, ...], numbers: dict[int, int]) -> _TeamFacts:
    """Byes, forfeits and line-ups of teams; a line-up only where the order of the members does not tell it."""
    byes: list[TeamBye] = []
    forfeits: list[MatchForfeit] = []
    line_ups: list[LineUp] = []
    orders = {team.number: {member: place for place, member in enumerate(team.members)} for team in teams}
    rows = TeamMatch.objects.filter(round__event_id=event_id).order_by("round__number", "number")
    fields = ("round__number", "home__number", "away__number", "bye", "forfeit", "home_lineup", "away_lineup")
    for round_number, home, away, bye, noted, home_lineup, away_lineup in rows.values_list(*fields):
        forfeit = noted or unattended(home_lineup, away_lineup)
        if away is None:
            byes.append(TeamBye(round_number, home, bye))
        elif forfeit:
            forfeits.append(MatchForfeit(round_number, home, away, FORFEIT_CODES[forfeit]))
        else:
            for team, other, lineup in ((home, away, home_lineup), (away, home, away_lineup)):
                members = tuple(numbers.get(pk, 0) for pk in lineup)
                if not _is_plain(members, orders[team]):
                    line_ups.append(LineUp(round_number, team, members, other))
    known = {(bye.round, bye.team) for bye in byes}
    asked = TeamByeRequest.objects.filter(team__event_id=event_id)
    for round_number, team, code in asked.values_list("round_number", "team__number", "code"):
        if (round_number, team) not in known:
            byes.append(TeamBye(round_number, team, code))  # type: ignore[arg-type]
    byes.sort(key=lambda bye: (bye.round, bye.team))
    return _TeamFacts(tuple(byes), tuple(forfeits), tuple(line_ups))


def _is_plain(members: tuple[int, ...], order: dict[int, int]) -> bool:
    """Everybody sits in the order of the team, and no board before the last player is empty."""
    sitting = [number for number in members if number]
    places = [order.get(number, -1) for number in sitting]
    return list(members[: len(sitting)]) == sitting and places == sorted(places)


def _source(event: Event, entries: list[Entry]) -> Source | None:
    if event.source_format not in ("trf16", "trf26"):
        return None
    cells = tuple(
        SourceCell(_number(entry), round_number, opponent, colour, code)
        for entry in entries
        for round_number, opponent, colour, code in entry.source_cells
    )
    return Source(event.source_format, cells, tuple(event.source_lines))  # type: ignore[arg-type]
