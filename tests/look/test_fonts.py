"""The subsets of the packaged fonts."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from django.core.management import call_command
from fontTools.ttLib import TTFont

from core.fonts import FACES, PARTS, SANS, FontMissing, build_missing, font_path, subset_bytes, subset_name

SHEET = (Path(__file__).resolve().parents[2] / "static" / "css" / "fonts.css").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("fonts")
    build_missing(made)
    return made


def test_the_style_sheet_names_exactly_the_files_that_are_made(folder: Path) -> None:
    named = set(re.findall(r'url\("\.\./fonts/([^"]+)"\)', SHEET))
    assert named == {path.name for path in folder.iterdir()}
    assert named == {subset_name(face, part) for face in FACES for part in PARTS}


def test_the_style_sheet_fetches_a_part_for_exactly_its_characters() -> None:
    for name, ranges in re.findall(r'fonts/([^"]+)"\).*?unicode-range: ([^;]+);', SHEET, re.DOTALL):
        part = name.removesuffix(".woff2").rsplit("-", 1)[1]
        spelled = []
        for piece in ranges.split(","):
            first, _, last = piece.strip().removeprefix("U+").partition("-")
            spelled.append((int(first, 16), int(last or first, 16)))
        assert tuple(spelled) == PARTS[part], name


@pytest.mark.parametrize("face", FACES, ids=lambda face: f"{face.key}-{face.weight}")
def test_every_face_has_the_letters_of_five_languages_and_the_signs_of_chess(
    face: object, folder: Path
) -> None:
    found: set[int] = set()
    for part in PARTS:
        found |= set(TTFont(folder / subset_name(face, part)).getBestCmap())  # type: ignore[arg-type]
    wanted = "ČčĆćĐđŠšŽžǅǈǋÑñÁéíóúü¿¡ЁёЪыЭэҐґЄєІіЇїΑΩΈώĄęŁőșțİğ½–—−×±“”«»„…·†✓→№0123456789"
    # The digraphs of Croatian are written with two letters each; their single signs are not needed.
    assert {sign for sign in wanted if ord(sign) not in found} <= set("ǅǈǋ")


def test_a_second_run_makes_the_same_bytes(folder: Path) -> None:
    face = FACES[0]
    assert subset_bytes(face, "scripts") == (folder / subset_name(face, "scripts")).read_bytes()


def test_only_missing_files_are_made(folder: Path) -> None:
    gone = folder / subset_name(FACES[3], "scripts")
    kept = {path: path.stat().st_mtime_ns for path in folder.iterdir() if path != gone}
    gone.unlink()
    assert build_missing(folder) == [gone]
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_the_command_writes_where_the_pages_look(
    folder: Path, settings: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "fonts"
    target.mkdir()
    for path in folder.iterdir():
        (target / path.name).write_bytes(path.read_bytes())
    (target / subset_name(FACES[0], "latin")).unlink()
    settings.GENERATED_STATIC = tmp_path  # type: ignore[attr-defined]
    call_command("build_fonts")
    assert "1 font files made" in capsys.readouterr().out
    assert TTFont(BytesIO((target / subset_name(FACES[0], "latin")).read_bytes())).flavor == "woff2"
    call_command("build_fonts")
    assert "complete" in capsys.readouterr().out


def test_print_asks_for_a_face_by_family_and_weight() -> None:
    assert font_path(SANS, 600).name == "SourceSansPro-Semibold.ttf"
    with pytest.raises(FontMissing, match="Source Sans Pro 300"):
        font_path(SANS, 300)
