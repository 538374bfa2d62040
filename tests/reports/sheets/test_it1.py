"""IT1 as a value: the fields of the certificate from a record, and what it lacks."""

from dataclasses import replace
from fractions import Fraction

import pytest

from ratings.engine.title_norms.norm import title_norm
from reports.sheets.it1 import BigSwiss, It1, It1Particulars, NormNotReached, it1
from tests.ratings.title_norms.builder import record_of
from tests.ratings.title_norms.test_rounds import NINE, big_swiss
from tournaments.record.model import Record
from tournaments.rulebook.shelf import edition

RULES = edition("fide-titles-2024")
SAID = It1Particulars(
    arbiter="Kos, Mira", arbiter_id="4242", confirming="CRO", official="Gnatyuk, Olga", place="Inventown"
)


def certificate(record: Record, title: str = "GM", said: It1Particulars = SAID) -> It1:
    return it1(record, RULES, title_norm(record, RULES, 1, title), said)


def test_the_certificate_has_the_fields_of_the_form() -> None:
    """Nine opponents of GER, HUN, SLO and CRO, three of them of the host; 3 GM, 2 IM, 1 FM hold titles."""
    made = certificate(record_of(NINE))
    assert (made.title, made.name, made.number, made.fide_id, made.federation) == (
        "GM",
        "Applicant",
        1,
        "100",
        "CRO",
    )
    assert (made.event, made.host_federation, made.rate_of_play) == ("Open of Inventown", "CRO", "90'+30\"")
    assert (made.games, made.federations, made.foreign, made.host) == (9, 4, 6, 3)
    assert (made.rated, made.unrated, made.titled) == (9, 0, 6)
    assert made.titles == (("GM", 3), ("IM", 2), ("WGM", 0), ("WIM", 0), ("FM", 1), ("WFM", 0))
    assert (made.average, made.performance) == (2380, 2600)
    assert (made.required, made.achieved, made.margin) == ("7", "7", "0")
    assert (made.exemption, made.big_swiss, made.missing) == ("", None, ())
    assert [(field.role, field.person) for field in made.signatures] == [
        ("arbiter", "Kos, Mira"),
        ("rating_officer", ""),
    ]


def test_a_round_has_the_adjusted_rating_and_a_game_that_does_not_count_its_reason() -> None:
    made = certificate(record_of(NINE.replace("2500 GM", "2510 GM") + "; 2300 IM GER 0"))
    first, last = made.rounds[0], made.rounds[-1]
    assert (first.name, first.fide_id, first.rating, first.adjusted, first.score) == (
        "Opponent 1",
        "101",
        2510,
        2510,
        "1",
    )
    assert first.counted
    assert (last.score, last.adjusted, last.reason) == ("0", None, "norm.row.later")
    raised = certificate(record_of(NINE.replace("2240 -", "2190 -").replace("2500 GM", "2560 GM"))).rounds[8]
    assert (raised.rating, raised.adjusted) == (2190, 2200)


def test_a_norm_that_was_not_reached_has_no_certificate() -> None:
    with pytest.raises(NormNotReached) as refused:
        certificate(record_of(NINE.replace("2240", "2235")))
    assert [condition.key for condition in refused.value.norm.failed] == ["average", "performance"]


def test_what_the_commission_would_reject_is_missing_and_names_the_players() -> None:
    record = record_of(NINE, rate_of_play="")
    entries = tuple(
        replace(entry, fide_id="" if entry.number in (1, 4) else entry.fide_id) for entry in record.entries
    )
    made = certificate(replace(record, entries=entries))
    assert [(part.key, part.article, part.inputs.get("players")) for part in made.missing] == [
        ("norm.rate_unknown", "1.1.3", ""),
        ("norm.own_id", "1.8", "1"),
        ("norm.opponents_id", "1.8", "4"),
    ]


def test_arbiter_his_number_and_the_confirming_federation_must_be_there() -> None:
    made = certificate(record_of(NINE), said=It1Particulars())
    assert [part.key for part in made.missing] == ["it1_arbiter", "it1_arbiter_id", "it1_confirming"]


def test_a_warning_alone_does_not_stop_the_certificate() -> None:
    assert certificate(replace(record_of(NINE), rounds=())).missing == ()


def test_the_block_of_1_4_3d_has_the_numbers_that_waive_the_rule() -> None:
    made = certificate(big_swiss(20, 3, 10))
    assert (made.exemption, made.big_swiss) == ("1.4.3d", BigSwiss(20, 3, 10))


def test_players_of_no_federation_are_not_foreign() -> None:
    made = certificate(record_of(NINE.replace("SLO", "FID")))
    assert (made.federations, made.foreign) == (3, 4)


def test_half_points_are_printed_as_halves() -> None:
    made = certificate(record_of(NINE.replace("2280 - CRO =", "2280 - CRO 1")))
    assert (made.achieved, made.margin) == ("7½", "½")
    assert title_norm(record_of(NINE), RULES, 1, "GM").margin == Fraction(0)
