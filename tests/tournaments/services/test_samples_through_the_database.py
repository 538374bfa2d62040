"""Every readable sample file as an event and out again: the same tournament, in the rows and in the file written.

One file of each kind is enough for every day; FULL_SIZE=1 takes all of them.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.exporting import trf_of
from tournaments.interchange.trf import TrfRefused, read_trf
from tournaments.record.matches import byes_of_teams, matches_of
from tournaments.record.model import EventFacts, Record, RecordError, TeamRules
from tournaments.services import event_import
from tournaments.snapshot import record_of

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data"
# One of each kind: a Swiss, one with acceleration, a whole open, lines 240 and 299, teams with every kind of line.
EVERY_DAY = (
    "ainalrami/acceleration__mid-tournament-brackets.trf",
    "bbp_sharly/indiv_299_penalty.trf",
    "bbp_sharly/team_240_bye.trf",
    "bbp_sharly/team_299_forfeit.trf",
    "bbp_sharly/team_board_forfeit_win.trf",
    "bbp_sharly/team_330_forfeit.trf",
    "gacrux/fideteam_nocolor.trf",
    "litour/friendship_cup_2024.trf",
    "sharly_events/liffre-2025__A.trf",
)


def head(facts: EventFacts, read: EventFacts) -> EventFacts:
    """The head; an event has a name and an order of tie-breaks, so they are chosen where the file has none."""
    return replace(
        facts,
        tie_breaks=facts.tie_breaks if read.tie_breaks else (),
        name=facts.name if read.name else "",
    )


def rules(record: Record) -> TeamRules:
    """What is agreed about matches; the event says colours and primary score out loud, which the file may not."""
    return replace(record.team_rules or TeamRules(), colours="", primary="")


def teams_said(record: Record) -> object:
    """The matches with their scores, and the byes: what a line and what the games say come to the same."""
    if not record.teams:
        return None
    try:
        matches = {
            (match.round, frozenset({(match.home, match.home_halves), (match.away, match.away_halves)}))
            for match in matches_of(record)
        }
    except RecordError:
        return sorted((bye.round, bye.team, bye.code) for bye in record.team_byes)
    return matches, byes_of_teams(record)


def said(record: Record, read: Record) -> dict[str, object]:
    """What a record says, whatever its spelling: boards of matches are numbered anew, and games stand by board."""
    return {
        "head": head(record.event, read.event),
        "entries": record.entries,
        "games": sorted((g.round, g.white, g.black, g.code, g.colours_known) for g in record.games),
        "byes": record.byes,
        "rounds": record.rounds,
        "teams": record.teams,
        "matches": teams_said(record),
        "rules": rules(record),
        "accelerations": record.accelerations,
        "forbidden": record.forbidden,
        "special": record.special_points,
        "cells": record.source.cells if record.source else (),
    }


def names() -> list[str]:
    if os.environ.get("FULL_SIZE") != "1":
        return list(EVERY_DAY)
    return sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.trf"))


@pytest.mark.parametrize("name", names())
def test_a_sample_is_the_same_tournament_in_the_rows_and_in_the_file_written(shared, director, name):
    data = (shared / "data" / name).read_bytes()
    try:
        reading = read_trf(data, name)
    except TrfRefused:
        return  # the manual's table of refusals is held by the tests of the reader
    event = event_import(data, actor=director, name=name).event
    wanted = said(reading.record, reading.record)
    assert said(record_of(event.pk), reading.record) == wanted
    written = trf_of(event, reading.format, public=False).text.encode()
    assert said(read_trf(written, name).record, reading.record) == wanted
