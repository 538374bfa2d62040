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
    assert refused.value.hint == "Known codes: PTS, PS, KS, KSX, WIN, WON, BPG, DE, BH, BHS, SB, ARO, TPR."


@pytest.mark.parametrize("code", ["STD", "TPN", "RTNG"])
def test_code_of_a_later_edition_is_unknown_in_an_earlier_one(code: str) -> None:
    assert resolve(code, edition("c07-2026"))[1].code == code
    with pytest.raises(UnknownTieBreak):
        resolve(code, edition("c07-2023"))


@pytest.mark.parametrize("code", ["WIN/C1", "DE/M1", "BH/P", "BH:MP"])
def test_modifier_that_does_not_belong_to_the_tie_break_is_refused(code: str) -> None:
    with pytest.raises(ModifierRefused):
        resolve(code, edition("c07-2026"))


def test_every_code_of_every_edition_is_counted() -> None:
    for regulation in ("c07", "ua-tiebreaks"):
        for item in editions(regulation):
            assert codes_of(item) == tuple(item["criteria"].table), item.key


def test_every_criterion_is_in_some_edition() -> None:
    named = {
        code
        for regulation in ("c07", "ua-tiebreaks")
        for item in editions(regulation)
        for code in codes_of(item)
    }
    assert named == set(REGISTRY)
