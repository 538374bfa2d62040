"""A record as TRF16 or TRF26 text, and what the format could not hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal
from unicodedata import normalize

from tournaments.interchange.points import points_text
from tournaments.interchange.trf.codes import NEUTRAL_CODES, PUBLIC_KEPT, is_comment
from tournaments.interchange.trf.fact_lines import fact_lines
from tournaments.interchange.trf.facts import GROUPS, Facts, facts_of, read_facts
from tournaments.interchange.trf.fields import birth_text, date_text, round_date_text
from tournaments.interchange.trf.head import tie_break_codes
from tournaments.interchange.trf.informative import INFORMATIVE, short_lines
from tournaments.interchange.trf.rounds import RoundWriter
from tournaments.interchange.trf.scores import scores_line
from tournaments.interchange.trf.teams import old_team_line, team_line
from tournaments.record.crosstable import Crosstable, crosstable
from tournaments.record.findings import Finding
from tournaments.record.model import Entry, Record, RecordError, ScoreSystem, System
from tournaments.record.orders import POINTS, with_points
from tournaments.rulebook.explained import Input

Format = Literal["trf16", "trf26"]

NAME_WIDTH = 33
LARGEST_NUMBER = 9999

_TYPE_TEXTS: Mapping[System, str] = {
    "swiss": "Individual: Swiss-System",
    "round_robin": "Individual: Round-Robin",
    "scheveningen": "Individual: Scheveningen",
    "match": "Individual: Match",
    "knock_out": "Individual: Knock-Out",
    "team_swiss": "Team: Swiss-System",
    "team_round_robin": "Team: Round-Robin",
    "team_scheveningen": "Team: Scheveningen",
    "unknown": "",
}
# Facts of TRF26 that TRF16 has no line for.
_NEW_FACTS = ("type_code", "tie_breaks", "rate_code", "first_colour", "rank_method", "pairing_program")
_HOMELESS = ("organiser",)
_HOMELESS_OF_ENTRY = ("national_id", "rating_k", "rating_games", "club", "withdrawn_after", "substitute_for")


@dataclass(frozen=True, slots=True)
class TrfWriting:
    """The text, with CR LF after every line, and findings about what was cut or left out."""

    text: str
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class _Work:
    """A writing in progress."""

    record: Record
    format: Format
    public: bool
    lines: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    respelled: set[str] = field(default_factory=set)
    games_changed: bool = False

    @property
    def same_format(self) -> bool:
        """The record came from a file of the format that is written."""
        return self.record.source is not None and self.record.source.format == self.format

    def add(self, code: str, value: str) -> None:
        """A tournament line, if there is anything to say."""
        if value:
            self.lines.append(f"{code} {_one_line(value)}")

    def note(
        self, code: str, *, players: Sequence[int] = (), codes: Sequence[str] = (), **inputs: Input
    ) -> None:
        """A finding about what this format cannot hold."""
        found = Finding(
            "note" if code.endswith("nearest") else "warning",
            code,
            inputs={"format": self.format.upper(), **inputs},
            players=tuple(players),
            codes=tuple(codes),
        )
        self.findings.append(found)


def export_trf(
    record: Record,
    format: Format = "trf26",
    *,
    public: bool = False,
    comments: Sequence[str] = (),
    ranks: Mapping[int, int] | None = None,
) -> TrfWriting:
    """The record as TRF with findings about what was cut or left out.

    Cells that came from a file of the same format are spelled as there, as long as they still mean the same;
    points and ranks are then those that the file states. Otherwise points are computed and `ranks` (by start
    number) gives the ranks. `comments` become `###` lines of TRF26 (manual changes of a pairing). A `public`
    file holds birth years only, no comments and no national lines.
    Raises RecordError for start numbers outside 1 to 9999.
    """
    work = _Work(record, format, public)
    for entry in record.entries:
        if not 1 <= entry.number <= LARGEST_NUMBER:
            raise RecordError(f"Start number {entry.number} does not fit into four columns.")
    _write_head(work)
    if format == "trf26":
        _write_new_head(work)
        work.lines += [f"### {_one_line(comment)}" for comment in comments]
    else:
        _tell_lost_head(work)
    _write_players(work, ranks or {})
    for team in record.teams:
        work.lines.append(old_team_line(team) if format == "trf16" else team_line(team))
    _write_facts(work)
    _write_informative(work)
    _write_kept(work)
    _tell_homeless(work)
    return TrfWriting("".join(f"{line}\r\n" for line in work.lines), tuple(work.findings))


def write_trf(
    record: Record,
    format: Format = "trf26",
    public: bool = False,
    *,
    comments: Sequence[str] = (),
    ranks: Mapping[int, int] | None = None,
) -> str:
    """The text of `export_trf`, for those who do not ask what was left out."""
    return export_trf(record, format, public=public, comments=comments, ranks=ranks).text


def _one_line(value: str) -> str:
    """NFC, without characters that would break the line or its columns."""
    return "".join(
        " " if ord(character) < 32 or character == "\x7f" else character
        for character in normalize("NFC", value)
    )


def _write_head(work: _Work) -> None:
    """The lines that both formats have."""
    event, record = work.record.event, work.record
    kept = _kept_codes(work)
    work.add("012", event.name)
    work.add("022", event.city)
    work.add("032", event.federation)
    if event.start:
        work.add("042", date_text(event.start))
    if event.end:
        work.add("052", date_text(event.end))
    work.add("062", str(len(record.entries)))
    work.add("072", str(sum(1 for entry in record.entries if entry.rating is not None)))
    if record.teams:
        work.add("082", str(len(record.teams)))
    coded = event.type_code and work.format == "trf26"
    work.add("092", event.type_text or ("" if coded or work.same_format else _TYPE_TEXTS[event.system]))
    work.add("102", event.chief_arbiter)
    for deputy in event.deputies:
        work.add("112", deputy)
    work.add("122", event.rate_of_play)
    days = {a_round.number: a_round.day for a_round in record.rounds if a_round.day is not None}
    if days and "132" not in kept:
        blocks = (
            round_date_text(day) if (day := days.get(number)) else "" for number in range(1, max(days) + 1)
        )
        work.lines.append(f"{'132':91}" + "  ".join(f"{block:8}" for block in blocks))


def _write_new_head(work: _Work) -> None:
    """The lines that came with TRF26."""
    event = work.record.event
    kept = _kept_codes(work)
    if event.rounds:
        work.add("142", str(event.rounds))
    work.add("152", event.first_colour.upper())
    if event.score_system != ScoreSystem() and "162" not in kept:
        work.lines.append(scores_line(event.score_system))
    work.add("172", event.rank_method)
    work.add("182", event.pairing_program)
    code = event.type_code
    if not code and not work.same_format:
        code = NEUTRAL_CODES.get((event.system, event.cycles), "")
    work.add("192", code)
    _write_tie_breaks(work)
    work.add("222", event.rate_code)


def _write_tie_breaks(work: _Work) -> None:
    """Lines 202 and 212. A file that stated both has both again; its words stand as long as the order does."""
    codes = work.record.event.tie_breaks
    stated = _stated_orders(work)
    if "212" in stated and "202" not in stated and not _is_outdated(work):
        return  # given back with the other lines of its file
    work.add("202", ",".join(code for code in codes if code != POINTS))
    if codes and (work.record.source is None or "212" in stated):
        work.add("212", ",".join(with_points(codes)))


def _stated_orders(work: _Work) -> dict[str, str]:
    """The lines 202 and 212 that the file kept, by code."""
    if not work.same_format or work.record.source is None:
        return {}
    return {line[:3]: line for line in work.record.source.lines if line[:3] in ("202", "212")}


def _is_outdated(work: _Work) -> bool:
    """Whether the order was changed since the file with a line 212 was read."""
    line = _stated_orders(work).get("212", "")
    return bool(line) and tie_break_codes(line[3:]) != work.record.event.tie_breaks


def _tell_lost_head(work: _Work) -> None:
    event = work.record.event
    lost = [name for name in _NEW_FACTS if getattr(event, name)]
    if event.score_system != ScoreSystem() and not any(code in ("XXS", "BBW") for code in _kept_codes(work)):
        lost.append("score_system")
    extensions = (
        {line[:3] for line in work.record.source.lines} if work.same_format and work.record.source else set()
    )
    if "XXC" in extensions:
        lost = [name for name in lost if name != "first_colour"]
    if lost:
        work.note("write.facts_left", facts=", ".join(lost))
    shown = max(
        [crosstable(work.record).rounds_started, *(a_round.number for a_round in work.record.rounds)],
        default=0,
    )
    if event.rounds > shown and "XXR" not in extensions:
        work.note("write.rounds_left", rounds=event.rounds)


def _write_players(work: _Work, ranks: Mapping[int, int]) -> None:
    """The 001 lines, every one aligned; names cut to 33 characters are told, with the whole name."""
    table = crosstable(work.record)
    rounds = RoundWriter(work.record, table, work.format)
    stands = _stated_stand(work, table)
    cut, too_long = [], []
    for number in sorted(table.rows):
        row = table.rows[number]
        name = _one_line(row.entry.name)
        if len(name) > NAME_WIDTH:
            cut.append((number, name))
        points = row.entry.stated_points if number in stands else row.halves
        rank = ranks.get(number) or row.entry.stated_rank
        fixed, fits = _fixed_columns(row.entry, name, points, rank, public=work.public)
        if not fits:
            too_long.append(number)
        work.lines.append(fixed + rounds.blocks(row))
    if cut:
        names = "; ".join(name for _, name in cut)
        work.note("write.name_cut", players=[number for number, _ in cut], names=names)
    if too_long:
        work.note("write.field_cut", players=too_long, field="FIDE number, rating, points or rank")
    work.games_changed = rounds.changed
    work.lines += rounds.announced_byes()
    rounds.tell(work.note)


def _stated_stand(work: _Work, table: Crosstable) -> frozenset[int]:
    """The start numbers whose points are still those of the source: nothing was played or given since."""
    source = work.record.source
    if source is None:
        return frozenset()
    teams = bool(work.record.teams) or work.record.event.system.startswith("team_")
    if read_facts(enumerate(source.lines, 1), teams=teams).special_points != work.record.special_points:
        return frozenset()
    spelled = RoundWriter(work.record, table, source.format)
    return frozenset(number for number, row in table.rows.items() if not spelled.has_changed(row))


def _fixed_columns(
    entry: Entry, name: str, points: int | None, rank: int | None, *, public: bool
) -> tuple[str, bool]:
    """The first 91 characters of a 001 line, and whether everything fitted."""
    identifier = _fitting(entry.fide_id, 11)
    rating = _fitting(str(entry.rating or ""), 4)
    points_field = _fitting("" if points is None else points_text(points), 4)
    rank_field = _fitting(str(rank or ""), 4)
    title = _fitting(entry.title, 3)
    federation = _fitting(entry.federation, 3)
    parts = (identifier, rating, points_field, rank_field, title, federation)
    text = (
        f"001 {entry.number:4} {entry.sex[:1]:1}{title or '':>3} {name[:NAME_WIDTH]:{NAME_WIDTH}} "
        f"{rating or '':>4} {federation or '':3} {identifier or '':>11} "
        f"{birth_text(entry.birth, public=public):10} {points_field or '':>4} {rank_field or '':>4}  "
    )
    return text, None not in parts


def _fitting(value: str, width: int) -> str | None:
    """The value if it fits into its columns, else None: half a number is worse than none."""
    return value if len(value) <= width else None


def _kept_codes(work: _Work) -> frozenset[str]:
    """The codes of the lines that are given back word for word."""
    if not work.same_format or work.record.source is None:
        return frozenset()
    return frozenset(line[:3] for line in work.record.source.lines)


def _write_facts(work: _Work) -> None:
    """Acceleration, prohibitions, special points and the affairs of teams, where no kept line says them still."""
    facts = facts_of(work.record)
    kept = work.record.source.lines if work.record.source and work.same_format else ()
    teams = bool(work.record.teams) or work.record.event.system.startswith("team_")
    lost = []
    for group, codes in GROUPS.items():
        lines = [line for line in kept if line[:3] in codes]
        held = read_facts(enumerate(lines, 1), teams=teams).group(group) if lines else Facts().group(group)
        if held == facts.group(group):
            continue
        work.respelled.update(codes)
        if work.format == "trf26":
            work.lines += fact_lines(facts, group, rounds=work.record.event.rounds)
        elif not any(line[:3] in codes for line in (work.record.source.lines if work.record.source else ())):
            lost.append(group)
    if lost:
        work.note("write.facts_left", facts=", ".join(lost))


def _write_informative(work: _Work) -> None:
    """Lines 802 of a team event; those of its file (and 801) as long as nothing was changed since."""
    if work.format != "trf26" or not work.record.teams:
        return
    kept = work.record.source.lines if work.record.source and work.same_format else ()
    has_lines = any(line[:3] in INFORMATIVE for line in kept)
    is_changed = work.games_changed or bool(work.respelled & {"240", "300", "330"})
    if (has_lines and is_changed) or not work.same_format:
        work.respelled.update(INFORMATIVE)
        work.lines += short_lines(work.record)


def _write_kept(work: _Work) -> None:
    """Lines of the source that the record has no place for: given back in their own format, else told."""
    if work.record.source is None:
        return
    left = []
    for line in work.record.source.lines:
        allowed = not work.public or line[:3] in PUBLIC_KEPT
        if work.same_format and allowed and not _is_said(line, work):
            work.lines.append(line)
        elif not is_comment(line) and not _is_said(line, work):
            left.append(line[:3])
    if left:
        work.note("write.lines_left", count=len(left), records=", ".join(sorted(set(left))))


def _is_said(line: str, work: _Work) -> bool:
    """A doubtful day that the director has typed since, or a fact that TRF26 has a line of its own for."""
    event = work.record.event
    if line[:3] in work.respelled:
        return work.format == "trf26" or work.same_format
    if line.startswith("042"):
        return event.start is not None
    if line.startswith("052"):
        return event.end is not None
    if line.startswith(("202", "212")):
        return "202" in _stated_orders(work) or _is_outdated(work)
    if work.same_format or work.format == "trf16":
        return False
    return line.startswith(("XXR", "XXC", "XXS", "XXZ", "BBW", "BBD", "BBL", "BBU"))


def _tell_homeless(work: _Work) -> None:
    """What neither format has a place for."""
    event = work.record.event
    lost = [name for name in _HOMELESS if getattr(event, name)]
    lost += [
        name
        for name in _HOMELESS_OF_ENTRY
        if any(getattr(entry, name) not in (None, "") for entry in work.record.entries)
    ]
    if event.correspondence:
        lost.append("correspondence")
    if lost:
        work.note("write.facts_left", facts=", ".join(lost))
