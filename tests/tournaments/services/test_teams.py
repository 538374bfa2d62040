"""Team events: teams and their members, line-ups, rounds of matches."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from core.ledger import rows_of
from tests.tournaments.teams import START, made_team_event
from tiebreaks.teams import team_standings_of
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event, Game, Round, Seat, Team, TeamMatch, TeamRules
from tournaments.record.matches import matches_of
from tournaments.services import (
    entries_add,
    entry_withdraw,
    event_create,
    pairings_delete,
    record_result,
    round_open,
)
from tournaments.services.lineups import lineup_set, match_forfeit
from tournaments.services.team_pairing import team_round_pair_manual, team_rounds_pair_all
from tournaments.services.team_swiss import team_round_pair
from tournaments.services.team_withdrawals import team_withdraw
from tournaments.services.teams import (
    captain_link_renew,
    team_add,
    team_bye_request,
    team_members_set,
    team_remove,
    team_rules_set,
    team_update,
    teams_number,
)
from tournaments.snapshot import record_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def team_event(director):
    """Makes a registered team event of the director."""

    def make(*sizes, **fields):
        return made_team_event(director, *sizes, **fields)

    return make


def matches(event, number):
    rows = TeamMatch.objects.filter(round__event=event, round__number=number).order_by("number")
    return [(row.home.number, row.away.number if row.away else row.bye) for row in rows]


def boards(event, number):
    games = Game.objects.filter(round__event=event, round__number=number).order_by("board")
    return [(game.board, game.white.name[:4], game.black.name[:4]) for game in games]


def result(event, round_number, board, code, actor):
    game = Game.objects.get(round__event=event, round__number=round_number, board=board)
    return record_result(game, actor=actor, code=code, version=game.version)


def members_of(team):
    return list(team.members.order_by("board_order").values_list("pk", flat=True))


# -- teams --------------------------------------------------------------------------------------------------


def test_teams_are_numbered_by_mean_rating_and_players_after_them(team_event, director):
    event = team_event(2, 2, number=False)
    strong = event.teams.get(name="Team 2")
    strong.members.update(rating=2950)
    teams_number(event, actor=director)
    assert list(event.teams.order_by("number").values_list("name", flat=True)) == ["Team 2", "Team 1"]
    assert [entry.name[:4] for entry in event.entries.order_by("number")] == ["T2P1", "T2P2", "T1P1", "T1P2"]


def test_a_lot_gives_the_teams_the_same_numbers_from_the_same_seed(team_event, director):
    event = team_event(4, 2, number=False)
    team_rules_set(event, actor=director, numbering="lot")
    teams_number(event, actor=director, seed=7)
    # Seed 7 and four entries: 1, 4, 2, 3, as docs/pairing.md works it out.
    assert list(event.teams.order_by("pk").values_list("number", flat=True)) == [1, 4, 2, 3]
    assert rows_of("event", event.pk).filter(verb="teams.numbered").last().payload["seed"] == "7"


def test_typed_numbers_run_from_one_without_a_gap(team_event, director):
    event = team_event(3, 2, number=False)
    team_rules_set(event, actor=director, numbering="typed")
    ids = list(event.teams.order_by("pk").values_list("pk", flat=True))
    with pytest.raises(DomainError) as raised:
        teams_number(event, actor=director, numbers=dict(zip(ids, (1, 2, 4), strict=True)))
    assert raised.value.code == "numbers_wrong"
    teams_number(event, actor=director, numbers=dict(zip(ids, (3, 1, 2), strict=True)))
    assert list(event.teams.order_by("pk").values_list("number", flat=True)) == [3, 1, 2]


def test_a_player_is_in_one_team(team_event, director):
    event = team_event(2, 2)
    first, second = event.teams.order_by("number")
    with pytest.raises(DomainError) as raised:
        team_members_set(second, actor=director, members=members_of(second) + members_of(first)[:1])
    assert raised.value.code == "in_other_team"
    assert str(first) in str(raised.value)


def test_a_team_has_no_more_members_than_the_event_allows(team_event, director):
    event = team_event(2, 2)
    team_rules_set(event, actor=director, most_members=2)
    spare = entries_add(event, actor=director, rows=[{"name": "Spare, Test"}])[0]
    team = event.teams.get(number=1)
    with pytest.raises(DomainError) as raised:
        team_members_set(team, actor=director, members=[*members_of(team), spare.pk])
    assert raised.value.code == "too_many_members"


def test_two_teams_do_not_share_a_name(team_event, director):
    event = team_event(2, 2)
    with pytest.raises(DomainError) as raised:
        team_add(event, actor=director, name="team 1")
    assert (raised.value.code, raised.value.field) == ("name_taken", "name")


def test_a_captain_is_noted_and_his_link_made_anew(team_event, director):
    event = team_event(2, 2)
    team = event.teams.get(number=1)
    assert team_update(team, actor=director, captain="  Captain, C. ").captain == "Captain, C."
    assert captain_link_renew(team, actor=director).captain_link == 1
    assert captain_link_renew(team, actor=director).captain_link == 2
    verbs = list(rows_of("event", event.pk).order_by("seq").values_list("verb", flat=True))[-3:]
    assert verbs == ["team.changed", "team.captain_link", "team.captain_link"]


def test_a_removed_team_leaves_its_players_and_no_gap(team_event, director):
    event = team_event(3, 2)
    team_remove(event.teams.get(number=2), actor=director)
    assert list(event.teams.order_by("number").values_list("number", "name")) == [
        (1, "Team 1"),
        (2, "Team 3"),
    ]
    assert event.entries.filter(team__isnull=True).count() == 2


def test_only_an_arbiter_of_the_event_writes_teams(team_event, director, stranger):
    event = team_event(2, 2)
    team = event.teams.get(number=1)
    for write in (
        lambda: team_add(event, actor=stranger, name="X"),
        lambda: team_update(team, actor=stranger, name="X"),
        lambda: team_remove(team, actor=stranger),
        lambda: team_members_set(team, actor=stranger, members=[]),
        lambda: teams_number(event, actor=stranger),
        lambda: team_rules_set(event, actor=stranger, boards=3),
        lambda: team_rounds_pair_all(event, actor=stranger),
        lambda: team_withdraw(team, actor=stranger, after_round=0),
    ):
        with pytest.raises(PermissionDenied):
            write()


def test_rules_are_within_their_limits(team_event, director):
    event = team_event(2, 2)
    with pytest.raises(ValidationError):
        team_rules_set(event, actor=director, boards=0)
    team_rounds_pair_all(event, actor=director)
    with pytest.raises(DomainError) as raised:
        team_rules_set(event, actor=director, boards=3)
    assert raised.value.code == "paired_already"


# -- round robin --------------------------------------------------------------------------------------------


def test_a_round_robin_of_four_teams_follows_the_berger_table(team_event, director):
    event = team_event(4)
    team_rounds_pair_all(event, actor=director)
    assert [matches(event, number) for number in (1, 2, 3)] == [
        [(1, 4), (2, 3)],
        [(4, 3), (1, 2)],
        [(2, 4), (3, 1)],
    ]


def test_the_home_team_has_white_on_the_first_board_and_colours_alternate(team_event, director):
    event = team_event(2, 4, boards=3)
    team_rounds_pair_all(event, actor=director)
    assert boards(event, 1) == [(1, "T1P1", "T2P1"), (2, "T2P2", "T1P2"), (3, "T1P3", "T2P3")]
    assert set(Game.objects.filter(round__event=event).values_list("match", flat=True)) == {1}


def test_a_double_round_robin_of_three_has_a_free_team_in_every_round(team_event, director):
    event = team_event(3, cycles=2)
    team_rounds_pair_all(event, actor=director)
    event.refresh_from_db()
    assert event.rounds_planned == 6
    free = TeamMatch.objects.filter(round__event=event, away__isnull=True)
    assert sorted(free.values_list("home__number", "bye")) == [(1, "Z")] * 2 + [(2, "Z")] * 2 + [(3, "Z")] * 2


def test_pairings_without_results_can_be_deleted(team_event, director):
    event = team_event(4)
    team_rounds_pair_all(event, actor=director)
    pairings_delete(event, actor=director)
    assert not TeamMatch.objects.filter(round__event=event).exists()
    assert not Seat.objects.filter(round__event=event).exists()


def test_a_team_without_players_is_not_paired(team_event, director):
    event = team_event(2, 2)
    team_add(event, actor=director, name="Empty")
    with pytest.raises(DomainError) as raised:
        team_rounds_pair_all(event, actor=director)
    assert raised.value.code == "no_members"


# -- line-ups -----------------------------------------------------------------------------------------------


@pytest.fixture
def paired(team_event, director):
    """Two teams of three players, paired on two boards."""
    event = team_event(2, 3)
    team_rounds_pair_all(event, actor=director)
    return event


def first_match(event):
    return TeamMatch.objects.select_related("round", "home", "away").get(round__event=event, number=1)


def test_a_reserve_sits_below_everybody_who_stands_before_him(paired, director):
    match = first_match(paired)
    one, two, three = members_of(match.home)
    lineup_set(match, actor=director, team=match.home, lineup=[one, three], version=match.version)
    assert boards(paired, 1) == [(1, "T1P1", "T2P1"), (2, "T2P2", "T1P3")]
    match.refresh_from_db()
    with pytest.raises(DomainError) as raised:
        lineup_set(match, actor=director, team=match.home, lineup=[three, two], version=match.version)
    assert raised.value.code == "order_broken"


def test_an_event_may_let_everybody_sit_anywhere(paired, director):
    team_rules_set(paired, actor=director, ordered=False)
    match = first_match(paired)
    one, _two, three = members_of(match.home)
    lineup_set(match, actor=director, team=match.home, lineup=[three, one], version=match.version)
    assert boards(paired, 1) == [(1, "T1P3", "T2P1"), (2, "T2P2", "T1P1")]
    assert record_of(paired.pk).line_ups[0].members == (3, 1)


def test_an_empty_board_is_won_without_play_by_who_is_there(paired, director):
    match = first_match(paired)
    _one, two, _three = members_of(match.home)
    lineup_set(match, actor=director, team=match.home, lineup=[None, two], version=match.version)
    assert boards(paired, 1) == [(2, "T2P2", "T1P2")]
    seat = Seat.objects.get(round__event=paired, game__isnull=True)
    assert (seat.entry.name[:4], seat.bye) == ("T2P1", "+")
    result(paired, 1, 2, "1/2-1/2", director)
    found = matches_of(record_of(paired.pk))[0]
    assert (found.home_halves, found.away_halves) == (1, 3)
    assert [(board.home, board.away) for board in found.boards] == [(0, 4), (2, 5)]


def test_nobody_sits_twice_and_no_stranger_sits(paired, director):
    match = first_match(paired)
    one, _two, _three = members_of(match.home)
    stranger = members_of(match.away)[0]
    for lineup, code in (([one, one], "two_boards"), ([one, stranger], "no_member"), ([one], "boards_wrong")):
        with pytest.raises(DomainError) as raised:
            lineup_set(match, actor=director, team=match.home, lineup=lineup, version=match.version)
        assert raised.value.code == code


def test_a_board_with_a_result_keeps_its_players(paired, director):
    result(paired, 1, 1, "1-0", director)
    match = first_match(paired)
    one, two, three = members_of(match.home)
    with pytest.raises(DomainError) as raised:
        lineup_set(match, actor=director, team=match.home, lineup=[two, three], version=match.version)
    assert raised.value.code == "has_result"
    lineup_set(match, actor=director, team=match.home, lineup=[one, three], version=match.version)
    assert Game.objects.get(round__event=paired, board=1).code == "1-0"


def test_a_captain_may_until_the_round_begins(paired, director):
    match = first_match(paired)
    one, two, three = members_of(match.home)
    saved = lineup_set(
        match, actor=None, team=match.home, lineup=[one, three], version=match.version, by_captain=True
    )
    row = rows_of("event", paired.pk).last()
    assert (row.verb, row.actor_name) == ("lineup.set", "captain of Team 1")
    result(paired, 1, 1, "1-0", director)
    with pytest.raises(DomainError) as raised:
        lineup_set(
            saved, actor=None, team=match.home, lineup=[one, two], version=saved.version, by_captain=True
        )
    assert raised.value.code == "round_begun"


def test_a_stale_line_up_is_refused(paired, director):
    match = first_match(paired)
    one, _two, three = members_of(match.home)
    lineup_set(match, actor=director, team=match.home, lineup=[one, three], version=match.version)
    with pytest.raises(StaleVersion):
        lineup_set(match, actor=director, team=match.home, lineup=[one, three], version=match.version)


def test_a_withdrawn_player_gives_way_to_the_reserve(paired, director):
    entry_withdraw(paired.entries.get(name="T1P1, Test"), actor=director, after_round=0)
    assert boards(paired, 1) == [(1, "T1P2", "T2P1"), (2, "T2P2", "T1P3")]


def test_a_new_order_of_the_team_changes_line_ups_that_nobody_set(team_event, director):
    event = team_event(3, 3)
    team_rounds_pair_all(event, actor=director)
    team = event.teams.get(number=2)
    match = TeamMatch.objects.get(round__event=event, round__number=1, home=team)
    one, two, three = members_of(team)
    lineup_set(match, actor=director, team=team, lineup=[one, three], version=match.version)
    team_members_set(team, actor=director, members=[two, one, three])
    lineups = TeamMatch.objects.filter(round__event=event, home=team, away__isnull=False)
    assert [row.home_lineup for row in lineups.order_by("round__number")] == [[one, three]]
    away = TeamMatch.objects.get(round__event=event, away=team)
    assert away.away_lineup == [two, one]


def test_a_member_leaves_the_team_as_long_as_he_has_not_played(paired, director):
    team = paired.teams.get(number=1)
    _one, two, three = members_of(team)
    team_members_set(team, actor=director, members=[two, three])
    assert boards(paired, 1) == [(1, "T1P2", "T2P1"), (2, "T2P2", "T1P3")]
    result(paired, 1, 1, "1-0", director)
    with pytest.raises(DomainError) as raised:
        team_members_set(team, actor=director, members=[three])
    assert raised.value.code == "has_played"


# -- forfeits, withdrawals ----------------------------------------------------------------------------------


def test_a_match_that_was_not_played_is_a_win_on_every_board(paired, director):
    match = first_match(paired)
    with pytest.raises(DomainError) as raised:
        match_forfeit(match, actor=director, forfeit="-+")
    assert raised.value.code == "reason_missing"
    match_forfeit(match, actor=director, forfeit="-+", reason="did not come")
    assert not Game.objects.filter(round__event=paired).exists()
    record = record_of(paired.pk)
    assert [(each.white, each.black, each.code) for each in record.match_forfeits] == [(1, 2, "-/+")]
    rows = team_standings_of(paired)["rows"]
    assert [(row["number"], row["points"], row["values"]["MPVGP"]) for row in rows] == [
        (2, "2", "2"),
        (1, "0", "0"),
    ]
    match_forfeit(first_match(paired), actor=director, forfeit="")
    assert len(boards(paired, 1)) == 2


def test_a_withdrawn_team_loses_its_later_matches_and_may_come_back(team_event, director):
    event = team_event(4)
    team_rounds_pair_all(event, actor=director)
    team = event.teams.get(number=4)
    team_withdraw(team, actor=director, after_round=1, reason="illness")
    later = TeamMatch.objects.filter(round__event=event, round__number__gt=1).order_by(
        "round__number", "number"
    )
    assert [(row.home.number, row.away.number, row.forfeit) for row in later] == [
        (4, 3, "-+"),
        (1, 2, ""),
        (2, 4, "+-"),
        (3, 1, ""),
    ]
    team_withdraw(team, actor=director, after_round=None)
    assert not TeamMatch.objects.filter(round__event=event).exclude(forfeit="").exists()
    assert Game.objects.filter(round__event=event).count() == 12


# -- Scheveningen -------------------------------------------------------------------------------------------


def test_a_scheveningen_match_of_three_boards_follows_the_printed_table(team_event, director):
    event = team_event(2, 3, boards=3, system="team_scheveningen")
    team_rounds_pair_all(event, actor=director)
    event.refresh_from_db()
    assert event.rounds_planned == 3
    assert [boards(event, number) for number in (1, 2, 3)] == [
        [(1, "T1P1", "T2P1"), (2, "T1P2", "T2P2"), (3, "T2P3", "T1P3")],
        [(1, "T2P2", "T1P1"), (2, "T1P2", "T2P3"), (3, "T2P1", "T1P3")],
        [(1, "T1P1", "T2P3"), (2, "T2P1", "T1P2"), (3, "T1P3", "T2P2")],
    ]


def test_a_scheveningen_match_is_one_of_two_teams(team_event, director):
    event = team_event(3, 3, boards=3, system="team_scheveningen")
    with pytest.raises(DomainError) as raised:
        team_rounds_pair_all(event, actor=director)
    assert raised.value.code == "not_two_teams"


# -- Swiss --------------------------------------------------------------------------------------------------


def test_a_team_swiss_is_paired_round_by_round_by_the_engine(team_event, director):
    """Round 1: upper against lower half. Both home teams and 5 (bye, a drawn match) lead into round 2."""
    event = team_event(5, 2, system="team_swiss")
    team_round_pair(event, actor=director)
    assert matches(event, 1) == [(1, 3), (4, 2), (5, "U")]
    row = Round.objects.get(event=event, number=1)
    assert (row.pairing_edition, row.engine) == ("c0406-2026", "gacrux 1.11.65")
    with pytest.raises(DomainError) as raised:
        team_round_pair(event, actor=director)
    assert raised.value.code == "open_games"
    for board, code in ((1, "1-0"), (2, "0-1"), (3, "1-0"), (4, "0-1")):
        result(event, 1, board, code, director)
    team_round_pair(event, actor=director)
    # 1 and 4 have 2 points and have not met; 5 (1) meets 2 or 3 (0), the other has the bye: 3, the larger number.
    assert {frozenset(pair) for pair in matches(event, 2)} == {
        frozenset({1, 4}),
        frozenset({5, 2}),
        frozenset({3, "U"}),
    }


def test_a_bye_that_a_team_asked_for_is_kept(team_event, director):
    event = team_event(5, 2, system="team_swiss")
    team_bye_request(event.teams.get(number=2), actor=director, round_number=1, code="H")
    team_round_pair(event, actor=director)
    assert set(matches(event, 1)[:2]) <= {(1, 4), (4, 1), (3, 5), (5, 3)}
    assert matches(event, 1)[2] == (2, "H")


def test_matches_made_by_hand_need_a_reason_where_a_rule_speaks_against_them(team_event, director):
    event = team_event(4, 2, system="team_swiss")
    team_round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 2), (3, 4)])
    assert matches(event, 1) == [(1, 2), (3, 4)]
    for board in (1, 2, 3, 4):
        result(event, 1, board, "1/2-1/2", director)
    with pytest.raises(DomainError) as raised:
        team_round_pair_manual(event, actor=director, round_number=2, pairs=[(1, 2), (3, 4)])
    assert [finding.code for finding in raised.value.findings] == ["teams.rematch", "teams.rematch"]
    team_round_pair_manual(
        event, actor=director, round_number=2, pairs=[(2, 1), (3, 4)], reason="one day only"
    )
    assert matches(event, 2) == [(2, 1), (3, 4)]
    assert (
        TeamMatch.objects.get(round__event=event, round__number=2, number=1).manual_reason == "one day only"
    )


def test_a_changed_match_leaves_the_others_with_their_results(team_event, director):
    event = team_event(6, 2, system="team_swiss")
    team_round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 2), (3, 4), (5, 6)])
    result(event, 1, 1, "1-0", director)
    team_round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 2), (3, 5), (4, 6)])
    assert matches(event, 1) == [(1, 2), (3, 5), (4, 6)]
    assert Game.objects.get(round__event=event, board=1).code == "1-0"
    with pytest.raises(DomainError) as raised:
        team_round_pair_manual(event, actor=director, round_number=1, pairs=[(2, 1), (3, 5), (4, 6)])
    assert raised.value.code == "has_result"


# -- the record ---------------------------------------------------------------------------------------------


def test_the_record_carries_teams_rules_byes_and_forfeits(team_event, director):
    event = team_event(3, 3)
    team_update(event.teams.get(number=1), actor=director, captain="Captain, C.")
    team_rules_set(event, actor=director, win_halves=6, primary="GP", bye_match_halves=2)
    team_rounds_pair_all(event, actor=director)
    record = record_of(event.pk)
    assert [(team.number, team.members, team.captain) for team in record.teams] == [
        (1, (1, 2, 3), "Captain, C."),
        (2, (4, 5, 6), ""),
        (3, (7, 8, 9), ""),
    ]
    rules = record.team_rules
    assert (rules.win, rules.primary, rules.bye_match, rules.colours) == (6, "GP", 2, "WB")
    # Berger for three: 1, 2 and 3 are free in rounds 1, 3 and 2.
    assert [(bye.round, bye.team, bye.code) for bye in record.team_byes] == [
        (1, 1, "Z"),
        (2, 3, "Z"),
        (3, 2, "Z"),
    ]


def test_the_usual_rules_hold_where_nobody_set_any(director):
    event = event_create(actor=director, name="League", start=START, system="team_swiss")
    assert not TeamRules.objects.filter(event=event).exists()
    assert not Team.objects.filter(event=event).exists()


def test_a_line_up_names_nobody_who_has_left(paired, director):
    match = first_match(paired)
    one, two, _three = members_of(match.home)
    entry_withdraw(paired.entries.get(pk=one), actor=director, after_round=0)
    match = first_match(paired)
    for by_captain in (True, False):
        with pytest.raises(DomainError) as raised:
            lineup_set(
                match,
                actor=director,
                team=match.home,
                lineup=[one, two],
                version=match.version,
                by_captain=by_captain,
            )
        assert raised.value.code == "withdrawn"


def test_a_match_of_a_locked_round_is_neither_restored_nor_seated_anew(team_event, director):
    """Round 2 was paired from the forfeit of round 1: opening the round is a step of its own, with a reason."""
    event = team_event(4, 3, system="team_swiss")
    team_round_pair(event, actor=director)
    lost, played = TeamMatch.objects.filter(round__event=event).select_related("home").order_by("number")
    match_forfeit(lost, actor=director, forfeit="-+", reason="did not come")
    for board in (3, 4):
        result(event, 1, board, "1-0", director)
    team_round_pair(event, actor=director)
    lost.refresh_from_db()
    with pytest.raises(DomainError) as raised:
        match_forfeit(lost, actor=director, forfeit="")
    assert raised.value.code == "round_locked"
    played.refresh_from_db()
    with pytest.raises(DomainError) as raised:
        members = members_of(played.home)
        lineup_set(played, actor=director, team=played.home, lineup=members[:2], version=played.version)
    assert raised.value.code == "round_locked"
    round_open(event, actor=director, round_number=1, reason="they did come")
    match_forfeit(lost, actor=director, forfeit="")
    assert len(boards(event, 1)) == 4


def test_a_finished_event_keeps_its_matches(paired, director):
    match_forfeit(first_match(paired), actor=director, forfeit="-+", reason="did not come")
    begun = TeamMatch.objects.get(round__event=paired, round__number=1)
    paired.refresh_from_db()
    Event.objects.filter(pk=paired.pk).update(state="finished")
    with pytest.raises(DomainError) as raised:
        match_forfeit(begun, actor=director, forfeit="")
    assert raised.value.code == "finished"
    assert begun.forfeit == "-+"


@pytest.mark.parametrize(
    ("system", "edition", "start", "order"),
    [
        ("team_round_robin", "", START, "PTS,MPVGP,DE"),
        ("team_swiss", "", START, "PTS,MPVGP,DE"),
        ("team_scheveningen", "ua-2011", START, "PTS,GP,MP,DE"),
        ("team_swiss", "ua-2011", START, "PTS,GP,MP,DE"),
        ("team_swiss", "c07-2009", START, "PTS,DE"),
        ("swiss", "", START, "PTS,DE,BH/C1,BH,SB"),
    ],
)
def test_the_usual_order_of_teams_is_by_the_lists_for_teams(director, system, edition, start, order):
    event = event_create(
        actor=director,
        name="Cup",
        start=start,
        rounds_planned=3,
        system=system,
        tie_break_edition=edition,
    )
    assert event.tie_break_order == order
