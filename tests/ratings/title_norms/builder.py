"""Records of one applicant, number 1, out of a line of opponents: "2500 GM GER 1; - - CRO ="."""

from datetime import date, timedelta
from typing import Any

from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, Round

CODES = {"1": "1-0", "=": "1/2-1/2", "0": "0-1", "+": "+/-", "*": "*", "a": "1-0a", "w": "1-0u", "f": "-/+"}
FIRST_DAY = date(2026, 3, 2)


def record_of(opponents: str, *, own: str = "IM CRO", **event: Any) -> Record:
    """An event of CRO in which player 1 meets these opponents, one a round, all with White."""
    title, federation, *sex = own.split()
    applicant = Entry(
        1,
        "Applicant",
        title="" if title == "-" else title,
        federation=federation,
        rating=2300,
        fide_id="100",
        sex="".join(sex),
    )
    entries, games, byes = [applicant], [], []
    parts = [part.split() for part in opponents.split(";")]
    for number, (rating, title, federation, result) in enumerate(parts, start=1):
        if result in "UFHZ":
            byes.append(Bye(number, 1, result))
            games.append(Game(number, 1, 2, 3, "1/2-1/2"))  # the round is played by others
            continue
        entries.append(
            Entry(
                number + 1,
                f"Opponent {number}",
                title="" if title == "-" else title,
                federation="" if federation == "-" else federation,
                rating=None if rating == "-" else int(rating),
                fide_id=str(100 + number),
            )
        )
        games.append(Game(number, 1, 1, number + 1, CODES[result]))
    rounds = event.pop("rounds", len(parts))
    facts = {
        "name": "Open of Inventown",
        "federation": "CRO",
        "start": FIRST_DAY,
        "end": FIRST_DAY + timedelta(days=len(parts) - 1),
        "system": "swiss",
        "rounds": rounds,
        "rate_of_play": "90'+30\"",
        "chief_arbiter": "Kos, Mira",
    } | event
    days = tuple(Round(number, FIRST_DAY + timedelta(days=number - 1)) for number in range(1, rounds + 1))
    return Record(EventFacts(**facts), tuple(entries), tuple(games), tuple(byes), days)
