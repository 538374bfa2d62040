"""The packaged fonts: where their files lie, and the subsets that the web pages load.

Screen and print take the same pinned files, so a PDF's bytes do not depend on the machine's fonts.
"""

import importlib.util
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont


class FontMissing(Exception):
    """A font package is not installed, or lacks the file that the pages need."""


@dataclass(frozen=True, slots=True)
class Face:
    """One upright face: its CSS family and weight, and the package and file that hold it."""

    family: str
    key: str
    weight: int
    package: str
    file_name: str

    @property
    def path(self) -> Path:
        """The TTF file of the installed package. Raises `FontMissing`."""
        spec = importlib.util.find_spec(self.package)
        if spec is None or spec.origin is None:
            raise FontMissing(f"The package {self.package} is not installed; run script/server once more.")
        path = Path(spec.origin).parent / "files" / self.file_name
        if not path.is_file():
            raise FontMissing(f"{self.package} holds no {self.file_name}; reinstall the pinned version.")
        return path


SANS = "Source Sans Pro"
SERIF = "Source Serif Pro"
FACES = (
    Face(SANS, "source-sans", 400, "font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    Face(SANS, "source-sans", 600, "font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    Face(SANS, "source-sans", 700, "font_source_sans_pro", "SourceSansPro-Bold.ttf"),
    Face(SERIF, "source-serif", 400, "font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    Face(SERIF, "source-serif", 600, "font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
)

# The same ranges stand in static/css/fonts.css as unicode-range; a test holds the two together.
PARTS: dict[str, tuple[tuple[int, int], ...]] = {
    "latin": (
        (0x0000, 0x024F),
        (0x0259, 0x0259),
        (0x1E00, 0x1EFF),
        (0x2000, 0x206F),
        (0x2070, 0x209F),
        (0x20A0, 0x20BF),
        (0x2100, 0x214F),
        (0x2150, 0x218F),
        (0x2190, 0x21FF),
        (0x2200, 0x22FF),
        (0x25A0, 0x25FF),
        (0x2700, 0x27BF),
        (0xFB00, 0xFB06),
    ),
    "scripts": (
        (0x0300, 0x036F),
        (0x0370, 0x03FF),
        (0x0400, 0x052F),
        (0x1F00, 0x1FFF),
        (0x2DE0, 0x2DFF),
        (0xA640, 0xA69F),
    ),
}


def font_path(family: str, weight: int = 400) -> Path:
    """The TTF file of a family and weight, for print. Raises `FontMissing` when there is none such."""
    for face in FACES:
        if (face.family, face.weight) == (family, weight):
            return face.path
    raise FontMissing(f"No face {family} {weight}; there are {[(f.family, f.weight) for f in FACES]}.")


def subset_name(face: Face, part: str) -> str:
    """The file name of a subset, as static/css/fonts.css spells it.

    >>> subset_name(FACES[1], "latin")
    'source-sans-600-latin.woff2'
    """
    return f"{face.key}-{face.weight}-{part}.woff2"


def subset_bytes(face: Face, part: str) -> bytes:
    """WOFF2 bytes of one face cut down to one part of `PARTS`; the same on every run."""
    options = subset.Options(flavor="woff2", layout_features=["*"], hinting=False, notdef_outline=True)
    font = TTFont(face.path, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    wanted = {code for first, last in PARTS[part] for code in range(first, last + 1)}
    cutter.populate(unicodes=wanted & set(font.getBestCmap()))
    cutter.subset(font)
    font.flavor = "woff2"
    buffer = BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def build_missing(folder: Path) -> list[Path]:
    """Write the subsets that `folder` lacks and return their paths; each appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for face in FACES:
        for part in PARTS:
            target = folder / subset_name(face, part)
            if target.is_file():
                continue
            draft = target.with_suffix(".part")
            draft.write_bytes(subset_bytes(face, part))
            draft.replace(target)
            written.append(target)
    return written


def letters_of(path: Path) -> frozenset[int]:
    """The code points that a font file has."""
    font = TTFont(path, lazy=True)
    try:
        return frozenset(font.getBestCmap())
    finally:
        font.close()


def advances_of(path: Path) -> tuple[dict[int, int], int]:
    """The width of each letter of a font file by code point, and how many of these units an em has."""
    font = TTFont(path, lazy=True)
    try:
        widths = font["hmtx"].metrics
        return {code: widths[name][0] for code, name in font.getBestCmap().items()}, font["head"].unitsPerEm
    finally:
        font.close()
