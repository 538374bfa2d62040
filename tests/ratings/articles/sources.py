"""The numbers of the articles as the source texts print them, read out of the texts themselves."""

import re

CROATIAN = re.compile(r"^(\d+\.\d+(?:\.?[a-d])?)\t(.*)$")
INLINE_LETTER = re.compile(r"(?<=\s)\(([a-c]|i{1,3})\)\s")
SPANISH_CHAPTER = re.compile(r"^(\d+)\. \D")
SPANISH_NUMBERS = re.compile(r"^(?:\d+\.\d[\d.]*[a-e]?(?:\[\d\])? ?)+\|?$")
SPANISH_INLINE = re.compile(r"[.:] (\d+\.\d\d) [A-Z]")
RUSSIAN = re.compile(r"^\s*(\d\.\d)\.\s", re.MULTILINE)
TABLE = re.compile(r"[Тт]абл\w*\.?\s*№\s*(\d)")
APPENDIX = re.compile(r"Приложени\w+\s*№\s*(\d)")


def articles_of_2004(text: str) -> list[str]:
    """Every numbered article, lettered part and roman part of the Croatian text; bare headings left out."""
    lines = text.splitlines()
    found: list[str] = []
    for place, line in enumerate(lines):
        match = CROATIAN.match(line)
        if not match:
            continue
        number, rest = match.groups()
        follows = lines[place + 1] if place + 1 < len(lines) else ""
        if number.endswith(".0") and rest == rest.upper() and not follows.startswith("\t"):
            continue
        found.append(number)
        letter = ""
        for part in INLINE_LETTER.findall(f"{rest} "):
            if part.startswith("i"):
                found.append(f"{number}{letter}({part})")
            else:
                letter = part
                found.append(f"{number}{part}")
    return found


def articles_of_2005(text: str) -> list[str]:
    """Every number of the Spanish text as it is printed; a chapter with words before its first number is `N.0`."""
    found: list[str] = []
    open_chapter = ""
    flat = text.replace("\n", " ")
    inline = set(SPANISH_INLINE.findall(flat))
    for raw in text.splitlines():
        line = raw.strip().strip("|").strip()
        if chapter := SPANISH_CHAPTER.match(line):
            open_chapter = chapter[1]
        elif SPANISH_NUMBERS.match(f"{line} |".replace("  ", " ")):
            open_chapter = ""
            numbers = [re.sub(r"\[\d\]", "", number) for number in line.split()]
            for number in numbers:
                found.append(number)
                found += sorted(item for item in inline if item[:-1] == number)
        elif open_chapter and len(line) > 20:
            found.append(f"{open_chapter}.0")
            open_chapter = ""
    return found


def articles_of_racc(text: str) -> list[str]:
    """Every numbered article of the Russian text, and the tables and appendices that it has or refers to."""
    tables = sorted({f"table {number}" for number in TABLE.findall(text)})
    appendices = sorted({f"appendix {number}" for number in APPENDIX.findall(text)})
    return [*RUSSIAN.findall(text), *tables, *appendices]
