"""What stands visibly in a signed field: whole, on one page, in every script that documents know."""

import subprocess
from pathlib import Path

import pytest
from PIL import Image

from reports.documents import render_signature
from reports.signing import Field

NARROW, WIDE = 162, 238  # points: a field on an upright page and across
PEOPLE = [
    ("Ana Belić", "arbiter", "hr", "Inventown", NARROW),
    ("Александра Гнатюк-Воскресенская", "region", "ru", "Новый Изобретён", WIDE),
    ("Александра Гнатюк-Воскресенская", "rating_officer", "uk", "Новый Изобретён", NARROW),
    ("Παναγιώτης Χατζηδημητρίου", "rating_officer", "en", "Θεσσαλονίκη", NARROW),
    ("Maximiliana Featherstonehaugh-Cholmondeley", "arbiter", "es", "Inventown-upon-the-Long-River", NARROW),
]


@pytest.mark.parametrize(("name", "role", "language", "place", "width"), PEOPLE)
def test_name_role_time_place_and_code_are_whole_on_one_page(
    name: str, role: str, language: str, place: str, width: int, tmp_path: Path
) -> None:
    data = render_signature(
        Field("Arbiter", 0, (0, 0, width, 68)),
        role=role,
        name=name,
        moment="30 November 2026, 18:04 CET",
        place=place,
        serial="73628a0333beebba",
        language=language,
        address="https://portal.example.org/verify/K7QM-3XRD",
    )
    file = tmp_path / "field.pdf"
    file.write_bytes(data)
    said = subprocess.run(
        ["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True
    ).stdout
    assert said.count("\f") == 1
    together = "".join(said.split()).replace("-", "")
    for part in (name, place, "2026,18:04CET", "73628a0333beebba"):
        assert "".join(part.split()).replace("-", "") in together
    subprocess.run(
        ["pdftoppm", "-r", "200", "-gray", "-png", "-singlefile", file, tmp_path / "field"], check=True
    )
    with Image.open(tmp_path / "field.png") as picture:
        ink = picture.point(lambda grey: 255 if grey < 200 else 0).getbbox()
        assert ink is not None
        left, top, right, bottom = ink
        assert min(left, top, picture.width - right, picture.height - bottom) >= 4
        # The code stands at the right and is dark on about half of its squares.
        code = picture.crop((right - 110, 16, right, 126))
        dark = sum(code.histogram()[:128]) / (code.width * code.height)
    assert 0.3 < dark < 0.7
