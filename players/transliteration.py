"""Latin spelling of a name written in Cyrillic or Greek, as passports write it (ICAO, no signs)."""

import unicodedata

CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "е": "e", "ё": "e", "є": "ie", "ж": "zh",
    "з": "z", "и": "i", "і": "i", "ї": "i", "й": "i", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o",
    "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh",
    "щ": "shch", "ъ": "ie", "ы": "y", "ь": "", "э": "e", "ю": "iu", "я": "ia", "ў": "u", "ђ": "d", "ј": "j",
    "љ": "lj", "њ": "nj", "ћ": "c", "џ": "dz", "ѓ": "g", "ќ": "k", "ѕ": "dz",
}  # fmt: skip
GREEK = {
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i", "κ": "k",
    "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t",
    "υ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o",
}  # fmt: skip
TABLE = CYRILLIC | GREEK


def latin(text: str) -> str:
    """The text in Latin letters; letters that are Latin already stay as they are, with their marks.

    >>> latin("Гнатюк"), latin("Щукіна"), latin("Παπαδόπουλος"), latin("Šarić")
    ('Gnatiuk', 'Shchukina', 'Papadopoylos', 'Šarić')
    """
    return "".join(_letter(letter) for letter in unicodedata.normalize("NFC", text))


def _letter(letter: str) -> str:
    small = letter.lower()
    if small not in TABLE:
        bare = unicodedata.normalize("NFD", small)[0]
        if bare not in GREEK:
            return letter
        small = bare
    spelled = TABLE[small]
    return spelled[:1].upper() + spelled[1:] if letter.isupper() else spelled
