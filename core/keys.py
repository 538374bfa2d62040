"""Sort and search keys: stored columns that let both databases sort and find names as readers expect.

Neither database sorts Croatian, Ukrainian and Spanish right by itself, and SQLite finds no capital Cyrillic letter.
So names are folded here, once, when they are written.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import product
from typing import Final

#  letters that no decomposition brings to plain ones
PLAIN: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ħ": "h", "ŋ": "n",
     "ŧ": "t", "ĸ": "k", "ſ": "s", "ə": "e", "ς": "σ"}
)  # fmt: skip

#  spellings of the same letter in a passport, a newspaper or an old file
SPELLED_OUT: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "đ": "dj"}
SHORTENED: Final = (("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a"), ("dj", "d"))

_COMMON = {
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i",
    "і": "i", "ј": "j", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s",
    "т": "t", "у": "u", "ў": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch",
    "ъ": "", "ы": "y", "ь": "", "э": "e", "ђ": "d", "љ": "lj", "њ": "nj", "ћ": "c", "џ": "dz", "ѓ": "g",
    "ќ": "k", "ѕ": "dz",
}  # fmt: skip
PASSPORT: Final = _COMMON | {"ё": "e", "є": "ie", "ї": "i", "й": "i", "ю": "iu", "я": "ia", "ъ": "ie"}
NEWSPAPER: Final = _COMMON | {"ё": "yo", "є": "ye", "ї": "yi", "й": "y", "ю": "yu", "я": "ya"}
UKRAINIAN: Final = _COMMON | {
    "г": "h", "и": "y", "ё": "io", "є": "ie", "ї": "i", "й": "i", "ю": "iu", "я": "ia",
}  # fmt: skip
CROATIAN: Final = _COMMON | {
    "ё": "jo", "є": "je", "ї": "ji", "й": "j", "ю": "ju", "я": "ja", "ж": "z", "х": "h", "ц": "c", "ч": "c",
    "ш": "s", "щ": "sc",
}  # fmt: skip
GREEK: Final = {
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i", "κ": "k",
    "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "τ": "t", "υ": "y",
    "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o",
}  # fmt: skip
GREEK_PAIRS: Final = {"ου": "ou", "ευ": "ev", "αυ": "av"}
#  the letters of a scheme, and those that it spells otherwise at the beginning of a word
SCHEMES: Final[tuple[tuple[dict[str, str], dict[str, str]], ...]] = (
    (PASSPORT | GREEK, {}),
    (NEWSPAPER | GREEK, {"е": "ye"}),
    (UKRAINIAN | GREEK, {"є": "ye", "ї": "yi", "й": "y", "ю": "yu", "я": "ya"}),
    (CROATIAN | GREEK, {}),
)

_APOSTROPHES = re.compile("['’ʼ‘`´ʹʻ]")
_NOT_WORD = re.compile(r"[\W_]+")

LATIN_ALPHABET: Final = tuple("abcdefghijklmnopqrstuvwxyz")
#  Croatian with its three digraphs; q w x y stand where other Latin alphabets have them
CROATIAN_ALPHABET: Final = (
    "a", "b", "c", "č", "ć", "d", "dž", "đ", "e", "f", "g", "h", "i", "j", "k", "l", "lj", "m", "n", "nj", "o",
    "p", "q", "r", "s", "š", "t", "u", "v", "w", "x", "y", "z", "ž",
)  # fmt: skip
SPANISH_ALPHABET: Final = tuple("abcdefghijklmnñopqrstuvwxyz")
#  Russian and Ukrainian agree wherever both have a letter, so one row serves both; ё sorts as е
CYRILLIC_ALPHABET: Final = tuple("абвгґѓдђеєжзѕиіїйјкќлљмнњопрстћуўфхцчџшщъыьэюя")
GREEK_ALPHABET: Final = tuple("αβγδεζηθικλμνξοπρστυφχψω")
DIGITS: Final = tuple("0123456789")

ORDERS: Final = {
    "en": (LATIN_ALPHABET, GREEK_ALPHABET, CYRILLIC_ALPHABET),
    "hr": (CROATIAN_ALPHABET, GREEK_ALPHABET, CYRILLIC_ALPHABET),
    "es": (SPANISH_ALPHABET, GREEK_ALPHABET, CYRILLIC_ALPHABET),
    "ru": (CYRILLIC_ALPHABET, LATIN_ALPHABET, GREEK_ALPHABET),
    "uk": (CYRILLIC_ALPHABET, LATIN_ALPHABET, GREEK_ALPHABET),
}
FIRST_WEIGHT: Final = 0x100
WORD_END: Final = "!"
KEY_END: Final = " "


def fold(text: str) -> str:
    """The text in small letters without marks: what a reader types who does not care for accents.

    >>> fold("ŁĘŻ Šarić Ёлкин Søren Weiß")
    'lez saric елкин soren weiss'
    """
    small = unicodedata.normalize("NFKC", text).casefold().translate(PLAIN)
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", small) if not unicodedata.combining(letter)
    ).translate(PLAIN)


def search_terms(query: str) -> list[str]:
    """The folded words of a query; a row matches when its search key contains every one of them.

    >>> search_terms("  MÜLLER,  Ana-Marija ")
    ['muller', 'ana', 'marija']
    """
    return fold(_NOT_WORD.sub(" ", _APOSTROPHES.sub("", _whole(query)))).split()


def search_key(text: str) -> str:
    """Every spelling by which the words of a name shall be found, folded, with blanks between.

    Holds the native letters, the usual Latin spellings of Cyrillic and Greek, and both ways of writing an umlaut.

    >>> search_key("Müller")
    'muller mueller'
    >>> search_key("Иванов")
    'иванов ivanov yvanov'
    """
    words = _NOT_WORD.sub(" ", _APOSTROPHES.sub("", _whole(text))).split()
    return " ".join(dict.fromkeys(spelling for word in words for spelling in _spellings(word)))


def sort_key(text: str, language: str) -> str:
    """A key whose order by code point is the order of the language's alphabet.

    Letters of the language's own script come first, other scripts after. Marks that make no letter of their own
    decide only between names that are otherwise equal. Languages: en, hr, ru, uk, es; raises KeyError for others.

    >>> sorted(["Džeko", "Dragić", "Đurić", "Čop", "Crnko"], key=lambda name: sort_key(name, "hr"))
    ['Crnko', 'Čop', 'Dragić', 'Džeko', 'Đurić']
    """
    weights = _weights(language)
    small = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())
    words = _NOT_WORD.sub(" ", _APOSTROPHES.sub("", small)).split()
    primary = WORD_END.join("".join(_weighed(word, weights)) for word in words)
    return f"{primary}{KEY_END}{' '.join(words)}"


def _whole(text: str) -> str:
    """Composed letters, so that a mark typed apart does not count as the end of a word."""
    return unicodedata.normalize("NFC", text)


def _spellings(word: str) -> list[str]:
    """All spellings of one word, the plainly folded one first."""
    small = _whole(word).casefold()
    found = [fold(small)]
    if any(letter in SPELLED_OUT for letter in small):
        found.append(fold("".join(SPELLED_OUT.get(letter, letter) for letter in small)))
    if any(letter in PASSPORT or fold(letter) in GREEK for letter in small):
        spelled = _greek_pairs_spelled(small)
        found += [_transliterated(spelled, *scheme) for scheme in SCHEMES]
        found += [re.sub(r"(ii|iy|yi|yy|ij)$", "y", spelling) for spelling in found[1:]]
        found += [spelling[:-1] + "i" for spelling in found[1:] if spelling.endswith("y")]
    else:
        found += _shortened(found[0])
    return list(dict.fromkeys(spelling for spelling in found if spelling))


def _transliterated(word: str, scheme: dict[str, str], at_the_beginning: dict[str, str]) -> str:
    first = at_the_beginning.get(word[:1], "")
    rest = word[1:] if first else word
    return fold(first + "".join(scheme.get(letter, scheme.get(fold(letter), letter)) for letter in rest))


def _greek_pairs_spelled(word: str) -> str:
    """Greek vowels that two letters write together, in Latin already; other words as they are."""
    if not any(fold(letter) in GREEK for letter in word):
        return word
    plain = fold(word)
    for pair, latin in GREEK_PAIRS.items():
        plain = plain.replace(pair, latin)
    return plain


def _shortened(word: str) -> list[str]:
    """The word with each written-out umlaut shortened or kept: Mueller is Müller, Manuel stays findable.

    Only the first three places count, so that a long word cannot grow without end.
    """
    places = [match.start() for match in re.finditer("ae|oe|ue|aa|dj", word)][:3]
    replacements = dict(SHORTENED)
    found = []
    for choice in product((True, False), repeat=len(places)):
        chosen = [place for place, taken in zip(places, choice, strict=True) if taken]
        shortened = word
        for place in reversed(chosen):
            shortened = shortened[:place] + replacements[word[place : place + 2]] + shortened[place + 2 :]
        found.append(shortened)
    return found if places else []


@lru_cache(maxsize=8)
def _weights(language: str) -> dict[str, str]:
    """One sorting character for each letter or digraph: digits, own alphabet, other scripts."""
    letters = DIGITS + tuple(letter for alphabet in ORDERS[language] for letter in alphabet)
    return {letter: chr(FIRST_WEIGHT + place) for place, letter in enumerate(letters)}


def _weighed(word: str, weights: dict[str, str]) -> list[str]:
    """The word's sorting characters: digraph, else the letter itself, else its plain letters, else after all."""
    found = []
    place = 0
    while place < len(word):
        if (pair := word[place : place + 2]) in weights and len(pair) == 2:
            found.append(weights[pair])
            place += 2
            continue
        letter = word[place]
        if letter in weights:
            found.append(weights[letter])
        else:
            after_all = chr(FIRST_WEIGHT + len(weights))
            found += [weights.get(plain, after_all) for plain in fold(letter)]
        place += 1
    return found
