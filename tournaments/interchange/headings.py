"""How columns of an entry list are called in English, Croatian, Russian, Ukrainian and Spanish."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from unicodedata import normalize

FIELDS = (
    "number",
    "name",
    "surname",
    "first_name",
    "fide_id",
    "national_id",
    "rating",
    "other_rating",
    "title",
    "federation",
    "birth",
    "sex",
    "club",
    "points",
)

_NAMES: Mapping[str, str] = {
    "number": "no, nr, sno, start no, start number, number, rbr, redni broj, broj, startni broj, №, № "
    "п/п, номер, "
    "стартовый номер, стартовий номер, п/п, n, nº, número, número inicial, #",
    "name": "name, player, full name, name of the player, ime i prezime, prezime i ime, igrač, igrac, фио, "
    "фамилия имя, фамилия и имя, имя и фамилия, игрок, участник, піб, прізвище ім'я, прізвище та ім'я, "
    "ім'я та прізвище, гравець, учасник, nombre y apellidos, apellidos y nombre, jugador, jugadora",
    "surname": "surname, last name, lastname, family name, prezime, фамилия, прізвище, apellido, apellidos",
    "first_name": "first name, firstname, given name, forename, ime, имя, ім'я, nombre",
    "fide_id": "fide id, id fide, fideid, fide no, fide number, fide code, fide broj, fide, код fide, "
    "код фиде, "
    "фиде id, фиде ид, id фиде, код фіде, фіде id, id фіде, código fide, número fide",
    "national_id": "national id, national number, national no, nat id, licence, license, id, id no, "
    "nacionalni broj, "
    "nacionalni id, инш, национальный номер, національний номер, інш, id nacional, número nacional, licencia",
    "rating": "rating, rtg, elo, rejting, рейтинг, рейт, ик, коэффициент, коефіцієнт, ranking",
    "other_rating": "fide rating, fide elo, fide rtg, rejting fide, fide rejting, rating fide, рейтинг фиде, "
    "фиде рейтинг, рейтинг фіде, фіде рейтинг, elo fide, international rating, rtgi",
    "title": "title, tit, titula, naslov, звание, титул, звання, título",
    "federation": "federation, fed, country, federacija, savez, država, федерация, страна, федерація, "
    "країна, "
    "federación, país",
    "birth": "birth, born, birth date, date of birth, birthdate, birthday, year of birth, birth year, "
    "dob, year, "
    "datum rođenja, godina rođenja, godina, godište, дата рождения, год рождения, год, гр, г р, дата народження, "
    "рік народження, рік, fecha de nacimiento, año de nacimiento, nacimiento, año",
    "sex": "sex, gender, spol, пол, стать, sexo",
    "club": "club, team, club/city, klub, momčad, клуб, команда, equipo",
    "points": "points, pts, score, bodovi, бодови, очки, бали, puntos",
}


def heading_key(text: str) -> str:
    """A heading without case, dots and spacing differences.

    >>> heading_key("FIDE_ID."), heading_key("  Г.р. ")
    ('fide id', 'г р')
    """
    plain = normalize("NFC", text).casefold().replace("’", "'")
    return " ".join(re.sub(r"[\s._\-]+", " ", plain).split())


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for field in (
        "surname",
        "first_name",
        *(field for field in FIELDS if field not in ("surname", "first_name")),
    ):
        for name in _NAMES[field].split(","):
            table.setdefault(heading_key(name), field)
    return table


HEADINGS: Mapping[str, str] = MappingProxyType(_table())


def known_headings(cells: list[str]) -> list[str]:
    """The field of every cell of a first row, empty where no language knows the word or a field comes again.

    FIDE's rating is `other_rating` only where a rating stands beside it.

    >>> known_headings(["Prezime", "Ime", "Rejting"]), known_headings(["Alderon, Nora", "2150"])
    (['surname', 'first_name', 'rating'], ['', ''])
    >>> known_headings(["Ime", "Godina", "Год", "Rok"])
    ['first_name', 'birth', '', '']
    >>> known_headings(["Name", "Elo FIDE"]), known_headings(["Name", "Rtg", "Elo FIDE"])
    (['name', 'rating'], ['name', 'rating', 'other_rating'])
    """
    found: list[str] = []
    for cell in cells:
        field = HEADINGS.get(heading_key(cell), "")
        found.append("" if field in found else field)
    # Who names one rating only means the rating, of whatever list it is.
    if "other_rating" in found and "rating" not in found:
        found[found.index("other_rating")] = "rating"
    return found
