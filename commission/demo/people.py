"""Invented people of the demo federation, drawn from a seed: names in Latin, Cyrillic and Greek letters."""

import random
from dataclasses import dataclass

# fmt: off
HRVATSKI = (
    (
        [
            "Belić", "Kosarac", "Mravinac", "Šimlešić", "Čubranja", "Đurđević", "Žabić", "Ljubinac",
            "Njegovan", "Drvar", "Krstulj", "Perkovac", "Vranješ", "Tomasović",
        ],
        ["Ivo", "Mato", "Luka", "Stipe", "Ante", "Dražen", "Željko"],
        ["Ana", "Mara", "Lucija", "Đurđa", "Iva", "Nives"],
    ),
    "CRO",
)
ESPANOL = (
    (
        [
            "Ruizola", "Peñarte", "Mañero", "Ibarzol", "Quirogal", "Sandovar", "Muñizal", "Castrejo",
            "Valdemor", "Orteguí", "Llamosa", "Zubizal",
        ],
        ["Diego", "Andrés", "Íñigo", "Tomás", "Julián", "Ramón"],
        ["Marta", "Inés", "Begoña", "Lucía", "Pilar", "Noelia"],
    ),
    "ESP",
)
NORDIC = (
    (
        [
            "Lindqvarn", "Ångberg", "Kvaløre", "Strømdal", "Öhrvik", "Hällman", "Bjørkhaug", "Sæteren",
            "Oduyal", "Brightwell", "Ashcombe", "Harrowen",
        ],
        ["Pär", "Tomas", "Jørn", "Åke", "Leif", "Owen"],
        ["Ingrid", "Sølve", "Märta", "Åsa", "Freya", "Edith"],
    ),
    "INV",
)
UKRAINSKA = (
    (
        [
            "Гнатишин", "Щукенко", "Їжакевич", "Ґаленко", "Єрмолюк", "Яремчин", "Хвилько", "Цимбаленко",
            "Жуковин", "Лук'янець", "Бондарець", "Ткачишин",
        ],
        ["Олег", "Ігор", "Тарас", "Юрій", "Євген", "Андрій"],
        ["Оксана", "Ірина", "Соломія", "Юлія", "Їлена", "Ганна"],
    ),
    "UKR",
)
RUSSKIY = (
    (
        [
            "Щербинов", "Жаровин", "Ёлкинский", "Чумаковин", "Юрьевец", "Цветаевин", "Хлебоедов",
            "Эйлеров", "Мышкарёв", "Ярцевин", "Подъячев", "Фёдоровин",
        ],
        ["Пётр", "Семён", "Артём", "Игорь", "Юрий", "Леонид"],
        ["Алёна", "Ольга", "Софья", "Юлия", "Вера", "Нина"],
    ),
    "INV",
)
ELLINIKA = (
    (
        ["Παπαλέξης", "Γεωργατζής", "Μακρυγένης", "Ξενοκλής", "Θεοδωρέλλης", "Ψαρουλάκης"],
        ["Νίκος", "Γιάννης", "Ηλίας", "Στέλιος"],
        ["Ελένη", "Μαρία", "Σοφία"],
    ),
    "GRE",
)
# fmt: on

SOURCES = (HRVATSKI, ESPANOL, NORDIC, UKRAINSKA, RUSSKIY, ELLINIKA)
WEIGHTS = (26, 14, 22, 16, 18, 4)
CLUBS = ("SK Inventown", "Rook & Rose", "Лад'я", "Torre Blanca", "Zagorje", "Белый слон", "Harbour CC", "")


@dataclass(frozen=True, slots=True)
class Invented:
    """One invented person with an opening rating (None is unrated) and games before."""

    surname: str
    given_name: str
    sex: str
    birth: str
    federation: str
    club: str
    title: str
    rating: int | None
    games: int
    fide_id: str
    region: int


def invent(count: int, seed: int) -> list[Invented]:
    """So many invented people; the same seed gives the same people, no name twice."""
    chance = random.Random(f"people-{seed}")
    taken: set[tuple[str, str]] = set()
    people: list[Invented] = []
    while len(people) < count:
        (surnames, men, women), federation = chance.choices(SOURCES, WEIGHTS)[0]
        sex = "w" if chance.random() < 0.27 else "m"
        name = (
            _surname(chance.choice(surnames), sex, federation),
            chance.choice(women if sex == "w" else men),
        )
        if name in taken and len(taken) < 500:
            name = (f"{name[0]}-{chance.choice(surnames)}", name[1])
        if name in taken:
            continue
        taken.add(name)
        people.append(_person(chance, name, sex, federation, len(people)))
    return people


def _surname(surname: str, sex: str, federation: str) -> str:
    is_cyrillic = "\u0400" <= surname[0] <= "\u04ff"
    if sex == "w" and is_cyrillic and surname.endswith(("ов", "ин", "ев", "ёв")):
        return surname + "а"
    return surname


def _person(chance: random.Random, name: tuple[str, str], sex: str, federation: str, index: int) -> Invented:
    year = chance.choice([*range(1948, 2000), *range(1985, 2016)])
    rating = None if chance.random() < 0.13 else min(2610, max(1405, round(chance.gauss(1890, 240))))
    games = 0 if rating is None else chance.choice((12, 24, 45, 90, 160, 300))
    birth = (
        f"{year}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}"
        if chance.random() < 0.93
        else str(year)
    )
    return Invented(
        surname=name[0],
        given_name=name[1],
        sex=sex,
        birth=birth,
        federation=federation,
        club=chance.choice(CLUBS),
        title=_title(rating, sex, index),
        rating=rating,
        games=games,
        fide_id=str(999_000_100 + index * 7) if rating is not None else "",
        region=index % 4,
    )


def _title(rating: int | None, sex: str, index: int) -> str:
    if rating is None:
        # A few earned theirs before they fell off the lists.
        return "" if index % 9 else "WCM" if sex == "w" else "CM"
    ladder = ((2500, "GM"), (2400, "IM"), (2300, "FM"), (2200, "CM"))
    if sex == "w":
        ladder = ((2400, "IM"), (2300, "WGM"), (2200, "WIM"), (2100, "WFM"))
    return next((title for limit, title in ladder if rating >= limit), "")
