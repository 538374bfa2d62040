"""The qualification norms of a correspondence event out of the words in which a start list gives them."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tournaments.record.model import Norm

MASTER, CANDIDATE, FIRST = "ms", "kms", "first"

# The names by which start lists call a category, without case, full stops and the word for "norm".
NAMES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        MASTER: frozenset(
            {
                "ms",
                "мс",
                "master",
                "master of sport",
                "мастер",
                "мастера",
                "мастер спорта",
                "мастера спорта",
                "майстер спорту",
                "майстра спорту",
                "majstor",
                "maestro",
            }
        ),
        CANDIDATE: frozenset(
            {
                "kms",
                "cm",
                "cms",
                "кмс",
                "candidate",
                "candidate master",
                "candidate master of sport",
                "кандидат в мастера",
                "кандидата в мастера",
                "кандидат в мастера спорта",
                "кандидата в мастера спорта",
                "кандидат у майстри",
                "кандидата у майстри",
                "кандидат у майстри спорту",
                "кандидата у майстри спорту",
                "majstorski kandidat",
                "candidato a maestro",
            }
        ),
        FIRST: frozenset(
            f"{first} {category}".strip()
            for first in (
                "1",
                "1st",
                "i",
                "first",
                "1-й",
                "1-го",
                "первый",
                "первого",
                "перший",
                "prva",
                "primera",
            )
            for category in (
                "",
                "category",
                "cat",
                "разряд",
                "разряда",
                "р",
                "розряд",
                "розряду",
                "kategorija",
                "categoría",
            )
        ),
    }
)
NORM_WORDS = re.compile(r"^(?:норма|norm|norma)\s+(?:(?:of|for|za|de)\s+)?", re.IGNORECASE)
PART = re.compile(
    r"^(?P<title>\S.*?)\s*(?:[-–—:=]\s*|\s)"
    r"(?P<whole>\d+)(?P<half>[.,][05]|½)?"
    r"(?:(?:\s*/\s*|(?:\s+[^\W\d]+\.?){1,3}\s+)(?P<games>\d+))?"
    r"(?:\s+[^\W\d]+\.?){0,2}\s*$"
)
KEYED = re.compile(r"(?<=[\d½])\s+(?=\w+\s*=)")
BETWEEN = frozenset({"of", "out", "из", "з", "із", "od", "de"})


def parse_norms(text: str) -> tuple[Norm, ...]:
    """The norms of an event in descending strength: the more points a norm needs, the stronger it is.

    Parts stand apart by semicolons, by commas with a space, or by lines; `key=points` forms by spaces too. A
    category that nobody knows keeps its words; a part in which no points can be read is left out.

    >>> parse_norms("KMS 8.0 of 16; 1st category 5.5 of 16")
    (Norm(category='kms', halves=16, games=16), Norm(category='first', halves=11, games=16))
    >>> parse_norms("first=5 kms=8")
    (Norm(category='kms', halves=16, games=None), Norm(category='first', halves=10, games=None))
    >>> parse_norms("норма кандидата в мастера - 8,5 очков из 16")
    (Norm(category='kms', halves=17, games=16),)
    """
    parts = (part for piece in re.split(r"[;\n]|,\s+", text) for part in KEYED.split(piece))
    return ordered(norm for part in parts if (norm := _norm(part.strip())) is not None)


def ordered(norms: Iterable[Norm]) -> tuple[Norm, ...]:
    """Norms in descending strength; of two for one category the first stands."""
    once: dict[str, Norm] = {}
    for norm in norms:
        once.setdefault(norm.category, norm)
    return tuple(sorted(once.values(), key=lambda norm: -norm.halves))


def achieved(norms: Iterable[Norm], halves: int) -> Norm | None:
    """The strongest norm that the points reach, if any.

    >>> achieved(parse_norms("kms=8 first=5"), 15)
    Norm(category='first', halves=10, games=None)
    """
    return next((norm for norm in ordered(norms) if halves >= norm.halves), None)


def _norm(part: str) -> Norm | None:
    found = PART.match(part)
    if found is None:
        return None
    title = found["title"].strip()
    if title.split()[-1].casefold() in BETWEEN or not any(letter.isalnum() for letter in title):
        return None
    half = found["half"] or ""
    halves = int(found["whole"]) * 2 + (1 if half in ("½", ".5", ",5") else 0)
    return Norm(category_of(title), halves, int(found["games"]) if found["games"] else None)


def category_of(title: str) -> str:
    """The key of a category by any of its names; the words themselves where nobody knows them.

    >>> category_of("Норма 1-го разряда"), category_of("КМС"), category_of("2nd category")
    ('first', 'kms', '2nd category')
    """
    name = " ".join(NORM_WORDS.sub("", title.strip()).replace(".", " ").casefold().split())
    return next((key for key, names in NAMES.items() if name in names), " ".join(title.split()))
