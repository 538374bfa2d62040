"""Enough time for a game (1.1): by the strongest player of the event, later of the game; rapid and blitz."""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tournaments.eligibility.case import Case, counts, finding
from tournaments.eligibility.rate_of_play import RateOfPlay, UnreadableRate, read_rate
from tournaments.record.findings import Finding
from tournaments.record.model import Game
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Input
from tournaments.rulebook.rounding import plain

GAMES_NAMED = 12


def pace_findings(case: Case) -> Iterator[Finding]:
    """What the rate of play allows; one that nobody can read is asked for in a form that can be read."""
    edition, event = case.edition, case.record.event
    chapter = edition.get("pace_bands") or edition.get("rapid_over")
    if chapter is None:
        return
    if not (event.rate_of_play.strip() or event.rate_code.strip()):
        yield finding("warning", "pace.missing", chapter)
        return
    try:
        rate = rate_of(case)
    except UnreadableRate:
        text = event.rate_of_play.strip() or event.rate_code.strip()
        yield finding("warning", "pace.unreadable", chapter, inputs={"text": text})
        return
    if edition.get("rapid_over") is not None:
        yield from _quick(case, rate)
        return
    if case.registration.kind in ("rapid", "blitz"):
        yield finding("warning", "kind.other_text", chapter, inputs={"kind": case.registration.kind})
        return
    if edition["pace_rule"].text == "each_game" and case.record.games:
        yield from _each_game(case, rate)
    else:
        yield from _whole_event(case, rate)
    yield from _first_control(case, rate)


def rate_of(case: Case) -> RateOfPlay:
    """The event's rate of play; raises UnreadableRate. A code in seconds goes before the words."""
    event = case.record.event
    try:
        return read_rate(event.rate_of_play, event.rate_code)
    except UnreadableRate:
        if not event.rate_code.strip() or not event.rate_of_play.strip():
            raise
        return read_rate(event.rate_of_play)


def readable_rate(case: Case) -> RateOfPlay | None:
    """The event's rate of play, None where nobody can read it."""
    try:
        return rate_of(case)
    except UnreadableRate:
        return None


def moves_taken(edition: Edition) -> int:
    """How many moves a game is taken to last."""
    return edition["pace_moves"].integer


def minutes_needed(
    edition: Edition, ratings: Mapping[int, int | None], players: Collection[int]
) -> tuple[int, str] | None:
    """The least minutes a player for a game among these, and the article; None where the text has no bands.

    `ratings` are those of the whole event by start number: the highest of them decides, or that of the players
    where each game has its own minimum. The minutes are for `moves_taken` moves.
    """
    if edition.get("pace_bands") is None:
        return None
    each_game = edition["pace_rule"].text == "each_game"
    highest = max(
        (rating or 0 for number, rating in ratings.items() if number in players or not each_game), default=0
    )
    band = _band(edition, highest)
    return int(band["minutes"]), str(band["article"])


def _band(edition: Edition, rating: int) -> Mapping[str, Any]:
    """The band of a rating: from which rating on, how many minutes, by which article."""
    bands: list[Any] = list(edition["pace_bands"].items)
    return next(band for band in sorted(bands, key=lambda one: -int(one["from"])) if rating >= band["from"])


def _given(case: Case, rate: RateOfPlay) -> dict[str, Input]:
    moves = moves_taken(case.edition)
    least, most = rate.least(moves), rate.most(moves)
    shown = plain(least) if least == most else f"{plain(least)}\N{EN DASH}{plain(most)}"
    return {"given": shown, "moves": moves, "text": rate.text}


def _whole_event(case: Case, rate: RateOfPlay) -> Iterator[Finding]:
    """The highest rating of the event sets the minimum for all of its games (1.11 to 1.13)."""
    edition, moves = case.edition, moves_taken(case.edition)
    highest = max((entry.rating or 0 for entry in case.record.entries), default=0)
    band = _band(edition, highest)
    if rate.least(moves) >= band["minutes"]:
        return
    strongest = [
        entry.number for entry in case.record.entries if entry.rating and entry.rating >= band["from"]
    ]
    players = strongest if band["from"] else ()
    is_clear = rate.most(moves) < band["minutes"]
    planned = edition["pace_rule"].text == "each_game"
    inputs = _given(case, rate) | {"needed": band["minutes"], "highest": highest, "from": band["from"]}
    key = "pace.too_fast" if is_clear else "pace.unclear"
    yield finding(
        "objection" if is_clear and not planned else "warning",
        key,
        edition["pace_bands"],
        edition["pace_rule"],
        key=_worded(key, band["from"]),
        article=band["article"],
        players=players,
        inputs=inputs,
    )


def _worded(key: str, lower: int) -> str:
    return key if lower else f"{key}.weak"


def _each_game(case: Case, rate: RateOfPlay) -> Iterator[Finding]:
    """Each game has its own minimum, by the stronger of its two players (1.1 since 2022)."""
    moves = moves_taken(case.edition)
    ratings = {entry.number: entry.rating or 0 for entry in case.record.entries}
    short: dict[int, list[Game]] = {}
    bands: dict[int, Mapping[str, Any]] = {}
    for game in case.record.games:
        band = _band(case.edition, max(ratings[game.white], ratings[game.black]))
        if counts(game) and rate.least(moves) < band["minutes"]:
            short.setdefault(band["minutes"], []).append(game)
            bands[band["minutes"]] = band
    played = sum(counts(game) for game in case.record.games)
    if short and rate.most(moves) < min(short) and sum(map(len, short.values())) == played:
        yield _all_short(case, rate, bands[min(short)], played)
        return
    for minutes, games in sorted(short.items(), reverse=True):
        yield _short_games(case, rate, bands[minutes], games, rate.most(moves))


def _all_short(case: Case, rate: RateOfPlay, band: Mapping[str, Any], played: int) -> Finding:
    """One finding where no game at all had enough time."""
    inputs = _given(case, rate) | {"needed": band["minutes"], "count": played}
    return finding(
        "objection",
        "pace.all_too_fast",
        case.edition["pace_bands"],
        case.edition["pace_rule"],
        article=band["article"],
        inputs=inputs,
    )


def _short_games(
    case: Case, rate: RateOfPlay, band: Mapping[str, Any], games: list[Game], most: Fraction
) -> Finding:
    is_clear = most < band["minutes"]
    named = ", ".join(f"{game.round}/{game.board}" for game in games[:GAMES_NAMED])
    more = f", +{len(games) - GAMES_NAMED}" if len(games) > GAMES_NAMED else ""
    inputs = _given(case, rate) | {
        "needed": band["minutes"],
        "count": len(games),
        "games": named + more,
        "from": band["from"],
    }
    key = "pace.games_too_fast" if is_clear else "pace.games_unclear"
    return finding(
        "objection" if is_clear else "warning",
        key,
        case.edition["pace_bands"],
        case.edition["pace_rule"],
        key=_worded(key, band["from"]) if is_clear else "",
        article=band["article"],
        players=sorted({number for game in games for number in (game.white, game.black)}),
        rounds=sorted({game.round for game in games}),
        inputs=inputs,
    )


def _first_control(case: Case, rate: RateOfPlay) -> Iterator[Finding]:
    """The moves of the first control: 40 are advised (1.3), later at least 30 are asked for (1.2)."""
    control = rate.first_control
    least, advised = (case.edition.get(f"first_control_{name}") for name in ("least", "advised"))
    if control is None:
        return
    inputs: dict[str, Input] = {"control": control}
    if least is not None and control < least.integer:
        yield finding("objection", "control.short", least, inputs=inputs | {"least": least.integer})
    elif advised is not None and control != advised.integer:
        yield finding("note", "control.advised", advised, inputs=inputs | {"advised": advised.integer})


def _quick(case: Case, rate: RateOfPlay) -> Iterator[Finding]:
    """Rapid is more than 10 and less than 60 minutes, blitz more than 3 and up to 10; both sides the same."""
    edition = case.edition
    if rate.unequal:
        yield finding("objection", "pace.unequal", edition["unequal_times"], inputs={"text": rate.text})
        return
    moves = moves_taken(edition)
    kinds = {kind_of(edition, rate.least(moves)), kind_of(edition, rate.most(moves))}
    wanted = case.registration.kind if case.registration.kind in ("rapid", "blitz") else "rapid"
    if kinds == {wanted}:
        return
    bounds = edition["rapid_over" if wanted == "rapid" else "blitz_over"]
    is_clear = wanted not in kinds
    key = f"pace.not_{wanted}" if is_clear else "pace.kind_unclear"
    inputs = _given(case, rate) | {
        "over": bounds.integer,
        "limit": edition["rapid_under" if wanted == "rapid" else "blitz_up_to"].integer,
    }
    yield finding("objection" if is_clear else "warning", key, bounds, inputs=inputs)


def kind_of(edition: Edition, minutes: Fraction) -> str:
    """`standard`, `rapid`, `blitz` or `none`, by the minutes a player has, under a text of rapid and blitz."""
    if minutes >= edition["rapid_under"].integer:
        return "standard"
    if minutes > edition["rapid_over"].integer:
        return "rapid"
    in_blitz = edition["blitz_over"].integer < minutes <= edition["blitz_up_to"].integer
    return "blitz" if in_blitz else "none"
