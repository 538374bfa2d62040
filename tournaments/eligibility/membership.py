"""Who may be on a list at all (16), and whether ratings and titles are those of list and register."""

from collections.abc import Iterator
from datetime import date

from tournaments.eligibility.case import Case, finding
from tournaments.record.findings import Finding
from tournaments.record.model import Entry
from tournaments.rulebook.editions import Parameter

# Nobody has come near; a greater number in the column of the rating is another number.
HIGHEST_RATING = 4000


def membership_findings(case: Case) -> Iterator[Finding]:
    """Suspended players and federations, players of no federation, figures that are not those of the list."""
    yield from _differences(case)
    yield from _figures(case)
    yield from _shared_numbers(case)
    rule, start = case.edition.get("membership"), case.record.event.start
    if rule is None or start is None:
        return
    last = case.last_day or start
    yield from _players(case, rule, start, last)
    yield from _federations(case, rule, start, last)


def _has(case: Case, entry: Entry, kind: str, first: date, last: date) -> bool:
    notes = case.lists.memberships.get(entry.number, ())
    return any(note.kind == kind and note.touches(first, last) for note in notes)


def _included(case: Case, entry: Entry, first: date, last: date) -> bool:
    """A special inclusion stands over a missing membership (16.3), not over the player's own suspension."""
    return case.edition.get("special_inclusion") is not None and _has(case, entry, "included", first, last)


def _players(case: Case, rule: Parameter, first: date, last: date) -> Iterator[Finding]:
    entries = case.record.entries
    suspended = [entry.number for entry in entries if _has(case, entry, "suspended", first, last)]
    if suspended:
        yield finding("objection", "membership.suspended", rule, players=suspended)
    outside = [
        entry.number
        for entry in entries
        if _has(case, entry, "not_member", first, last) and not _included(case, entry, first, last)
    ]
    if outside:
        yield finding("objection", "membership.none", rule, players=outside)
    unknown = [
        entry.number
        for entry in entries
        if not entry.federation and entry.number not in outside and not _included(case, entry, first, last)
    ]
    if unknown:
        yield finding("note", "membership.unknown", rule, players=unknown)


def _federations(case: Case, rule: Parameter, first: date, last: date) -> Iterator[Finding]:
    standing = [item for item in case.lists.federations if item.touches(first, last)]
    suspended = sorted({item.federation for item in standing if item.kind == "suspended"})
    players = [
        entry.number
        for entry in case.record.entries
        if entry.federation in suspended and not _included(case, entry, first, last)
    ]
    if players:
        inputs = {"federations": ", ".join(suspended)}
        yield finding("objection", "federation.suspended", rule, players=players, inputs=dict(inputs))
    inactive = {item.federation for item in standing if item.kind == "inactive"} - set(suspended)
    quiet = [entry.number for entry in case.record.entries if entry.federation in inactive]
    listed = case.edition.get("inactive_federations")
    if quiet and listed is not None:
        inputs = {"federations": ", ".join(sorted(inactive))}
        yield finding("note", "federation.inactive", listed, players=quiet, inputs=dict(inputs))


def _figures(case: Case) -> Iterator[Finding]:
    """Ratings that no list of the edition holds: below its lowest (9.21, later 7.2.1), or beyond all players."""
    entries, floor = case.record.entries, case.edition.get("floor")
    if floor is not None:
        below = [entry.number for entry in entries if entry.rating and entry.rating < floor.integer]
        if below:
            inputs = {"floor": floor.integer}
            yield finding("warning", "rating.below_list", floor, players=below, inputs=dict(inputs))
    above = [entry.number for entry in entries if entry.rating and entry.rating > HIGHEST_RATING]
    if above:
        yield finding("warning", "rating.above_list", players=above, inputs={"most": HIGHEST_RATING})


def _shared_numbers(case: Case) -> Iterator[Finding]:
    """Two players cannot have one FIDE number; ratings would go to one of them."""
    holders: dict[str, list[int]] = {}
    for entry in case.record.entries:
        if entry.fide_id.strip("0 "):
            holders.setdefault(entry.fide_id, []).append(entry.number)
    for number, players in holders.items():
        if len(players) > 1:
            yield finding("objection", "fide_id.shared", players=players, inputs={"number": number})


def _differences(case: Case) -> Iterator[Finding]:
    """Ratings and titles of the event against those of the list in force and of the register."""
    lists, entries = case.lists, case.record.entries
    other = [
        entry.number
        for entry in entries
        if entry.number in lists.ratings and (entry.rating or None) != (lists.ratings[entry.number] or None)
    ]
    in_force = case.edition.get("list_in_force")
    if other and in_force is not None:
        yield finding("warning", "rating.differs", in_force, players=other)
    titled = [
        entry.number
        for entry in entries
        if entry.number in lists.titles and entry.title.upper() != lists.titles[entry.number].upper()
    ]
    if titled:
        yield finding("note", "title.differs", players=titled)
