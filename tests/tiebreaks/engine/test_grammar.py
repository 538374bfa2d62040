"""How tie-breaks are written."""

import pytest

from tiebreaks.engine.errors import ModifierRefused, UnknownTieBreak
from tiebreaks.engine.grammar import parse
from tiebreaks.engine.registry import REGISTRY, codes_of, resolve
from tournaments.rulebook.shelf import edition, editions


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("BH", "BH"),
        ("bh/c1", "BH/C1"),
        ("BH-C1", "BH/C1"),
        (" BH/M2 ", "BH/M2"),
        ("KS/L1", "KS/L+1"),
        ("KS/L+2", "KS/L+2"),
        ("KS/L-1", "KS/L-1"),
        ("GE", "REP"),
        ("BH:GP/C1", "BH:GP/C1"),
        ("TPR/400", "TPR/400"),
        ("ARO/C1/U1400", "ARO/C1/U1400"),
        ("ARO/U1400/C1", "ARO/C1/U1400"),
        ("AOB/F", "AOB/F"),
        ("DE/P", "DE/P"),
    ],
)
def test_every_spelling_leads_to_one_code(written: str, code: str) -> None:
    assert parse(written).code == code
    assert parse(code) == parse(written)


@pytest.mark.parametrize("text", ["", "/C1", "B H", "BH:XP", "1BH"])
def test_what_is_no_name_is_an_unknown_tie_break(text: str) -> None:
    with pytest.raises(UnknownTieBreak):
        parse(text)


@pytest.mark.parametrize("text", ["BH/X", "BH/C0", "BH/C1/C2", "BH/C1/M1", "KS/L0", "ARO/U12", "DE/P/P"])
def test_modifier_that_is_unknown_or_twice_is_refused(text: str) -> None:
    with pytest.raises(ModifierRefused) as refused:
        parse(text)
    assert refused.value.article == "14"


def test_unknown_code_names_the_known_ones() -> None:
    with pytest.raises(UnknownTieBreak) as refused:
        resolve("XYZ", edition("ua-2011"))
    assert refused.value.message == "ua-2011 has no tie-break 'XYZ'."
    assert refused.value.hint == (
        "Known codes: PTS, PS, KS, KSX, WIN, WON, BPG, DE, BH, BHS, SB, ARO, TPR; "
        "of teams: PTS, MP, GP, MPGP, DE, SB."
    )


@pytest.mark.parametrize("code", ["STD", "TPN", "RTNG", "EDEBT", "EDEBB", "EDET", "EDEB"])
def test_code_of_a_later_edition_is_unknown_in_an_earlier_one(code: str) -> None:
    assert resolve(code, edition("c07-2026"))[1].code == code
    with pytest.raises(UnknownTieBreak):
        resolve(code, edition("c07-2023"))


@pytest.mark.parametrize("code", ["WIN/C1", "DE/M1", "BH/P", "BC/C1", "EDE:MP", "BH/K3", "EMMSB/C3"])
def test_modifier_that_does_not_belong_to_the_tie_break_is_refused(code: str) -> None:
    with pytest.raises(ModifierRefused) as refused:
        resolve(code, edition("c07-2026"))
    assert refused.value.hint


@pytest.mark.parametrize(
    "code", ["TPR/400", "ARO/N", "PS/C3", "BH/C3", "BH/M3", "WIN/P", "KS/C1", "KSX/L-1", "BHS", "MPGP"]
)
def test_what_only_the_ukrainian_text_has_is_refused_under_c07(code: str) -> None:
    with pytest.raises((ModifierRefused, UnknownTieBreak)):
        resolve(code, edition("c07-2026"))


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("TPR/400", True),
        ("ARO/C3", True),
        ("ARO/N", True),
        ("PS/C5", True),
        ("WIN/P", True),
        ("BH/M2", True),
        ("KSX/L+2", True),
        ("SB:GP", True),
        ("DE:GP", True),
        ("BH/M3", False),
        ("SB/C1", False),
        ("KS/L+1", False),
        ("BH:GP", False),
        ("DE/P", False),
        ("TPR/U1400", False),
    ],
)
def test_ukrainian_modifiers_are_those_of_its_articles(code: str, allowed: bool) -> None:
    if allowed:
        assert resolve(code, edition("ua-2011"))[0].code == code
        return
    with pytest.raises(ModifierRefused):
        resolve(code, edition("ua-2011"))


def test_average_buchholz_from_fore_buchholz_came_in_2026() -> None:
    assert resolve("AOB/F", edition("c07-2026"))[0].flags == {"F"}
    with pytest.raises(ModifierRefused):
        resolve("AOB/F", edition("c07-2023"))


EDITIONS = [item for regulation in ("c07", "ua-tiebreaks") for item in editions(regulation)]


def test_every_code_of_every_edition_is_counted() -> None:
    for item in EDITIONS:
        named = {*codes_of(item), *codes_of(item, teams=True)}
        assert named == set(item["criteria"].table), item.key
        assert set(codes_of(item, teams=True)) == set(item["team_criteria"].table), item.key


def test_every_criterion_is_in_some_edition() -> None:
    named = {code for item in EDITIONS for code in item["criteria"].table}
    assert named == set(REGISTRY)


def test_every_modifier_and_reference_belongs_to_a_code_of_its_edition() -> None:
    for item in EDITIONS:
        known = set(item["criteria"].table)
        assert set(item["modifiers"].table) <= known, item.key
        referred = item.get("referred_to_a_score")
        assert set(referred.items if referred else ()) <= set(item["team_criteria"].table), item.key
        for name in ("modified_criteria", "cut_articles"):
            cited = item.get(name)
            codes = {key.partition("/")[0] for key in cited.table if "/" in key} if cited else set()
            assert codes <= known, (item.key, name)
