"""IT1, the certificate of a title norm: one applicant, one title, a row for every round (Title Regulations 1.8)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from ratings.engine.title_norms.field import field_of
from ratings.engine.title_norms.model import TitleNorm
from reports.sheets.model import Sentence, SignatureField
from reports.sheets.signatures import signature_fields
from tournaments.record.model import Entry, Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Input
from tournaments.rulebook.rounding import plain

COUNTED_TITLES = ("GM", "IM", "WGM", "WIM", "FM", "WFM")


class NormNotReached(ValueError):
    """No certificate is made of a norm that was not reached; `norm` says what it fails on."""

    def __init__(self, norm: TitleNorm) -> None:
        super().__init__(f"no. {norm.number}: {norm.title} not reached")
        self.norm = norm


@dataclass(frozen=True, slots=True)
class It1Particulars:
    """What the certificate prints and no record holds; `official` signs for the federation that confirms."""

    arbiter: str = ""
    arbiter_id: str = ""
    confirming: str = ""
    official: str = ""
    remarks: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class It1Round:
    """A round: the opponent, his rating and that at which he counts (1.4.6c), the score as printed.

    `reason` is the key of why the game does not count, empty for one that does; `rating` None for an unrated player.
    """

    round: int
    name: str
    fide_id: str
    federation: str
    rating: int | None
    adjusted: int | None
    title: str
    score: str
    reason: str = ""

    @property
    def counted(self) -> bool:
        """The game is part of the norm."""
        return not self.reason


@dataclass(frozen=True, slots=True)
class BigSwiss:
    """The block of 1.4.3d: rated players not of the host federation, their federations, their titles."""

    players: int
    federations: int
    titled: int


@dataclass(frozen=True, slots=True)
class It1:
    """The certificate. Numbers of opponents are of the games that count; points are printed ones (`6½`).

    `federations` are those of the opponents, `foreign` the opponents who are not of the applicant's federation,
    `host` those of the federation that holds the event. `exemption` is the article that waives the rule on
    federations, `big_swiss` its numbers where it is 1.4.3d. `games_for_title` are the games for which it stands.
    """

    title: str
    name: str
    given_name: str
    number: int
    fide_id: str
    federation: str
    event: str
    city: str
    host_federation: str
    start: date | None
    end: date | None
    rate_of_play: str
    system: str
    games: int
    games_for_title: int
    federations: int
    foreign: int
    rated: int
    unrated: int
    host: int
    titled: int
    titles: tuple[tuple[str, int], ...]
    exemption: str
    big_swiss: BigSwiss | None
    rounds: tuple[It1Round, ...]
    average: int
    per_cent: int
    performance: int
    required: str
    achieved: str
    margin: str
    edition: str
    particulars: It1Particulars
    missing: tuple[Sentence, ...]

    @property
    def signatures(self) -> tuple[SignatureField, ...]:
        """The arbiter, then the official of the confirming federation."""
        return signature_fields("it1", self.particulars.arbiter)


def it1(record: Record, edition: Edition, norm: TitleNorm, particulars: It1Particulars) -> It1:
    """The certificate of a norm that was reached in this record; raises NormNotReached otherwise.

    `missing` names what the commission would reject it for and what the form asks and nobody entered.
    """
    if not norm.reached:
        raise NormNotReached(norm)
    event, entries = record.event, {entry.number: entry for entry in record.entries}
    applicant = entries[norm.number]
    met = [entries[row.opponent] for row in norm.rows if row.counted and row.opponent is not None]
    surname, given = names_of(applicant)
    stateless = set(edition["stateless"].items)
    own = {applicant.federation, ""} | stateless
    titles = Counter(entry.title for entry in met)
    required = norm.required if norm.required is not None else norm.points
    return It1(
        title=norm.title,
        name=surname,
        given_name=given,
        number=norm.number,
        fide_id=applicant.fide_id,
        federation=applicant.federation,
        event=event.name,
        city=event.city,
        host_federation=event.federation,
        start=event.start,
        end=event.end,
        rate_of_play=event.rate_of_play,
        system=event.system,
        games=norm.games,
        games_for_title=norm.games_for_title,
        federations=len({entry.federation for entry in met} - stateless - {""}),
        foreign=sum(entry.federation not in own for entry in met),
        rated=sum(entry.rating is not None for entry in met),
        unrated=sum(entry.rating is None for entry in met),
        host=sum(bool(entry.federation) and entry.federation == event.federation for entry in met),
        titled=sum(titles[title] for title in COUNTED_TITLES),
        titles=tuple((title, titles[title]) for title in COUNTED_TITLES),
        exemption=norm.exemption,
        big_swiss=_big_swiss(record, edition, norm),
        rounds=tuple(_rounds(norm, entries)),
        average=norm.average,
        per_cent=norm.per_cent,
        performance=norm.performance,
        required=points_text(required),
        achieved=points_text(norm.points),
        margin=points_text(norm.points - required),
        edition=norm.edition,
        particulars=particulars,
        missing=tuple(_missing(norm, particulars)),
    )


def names_of(entry: Entry) -> tuple[str, str]:
    """Surname and given names of `Surname, Given`; everything is the surname where there is no comma.

    >>> names_of(Entry(1, "Belić, Ana Marija")), names_of(Entry(2, "Kos"))
    (('Belić', 'Ana Marija'), ('Kos', ''))
    """
    surname, _comma, given = entry.name.partition(",")
    return surname.strip(), given.strip()


def points_text(points: Fraction) -> str:
    """Points as they are printed.

    >>> points_text(Fraction(13, 2)), points_text(Fraction(1, 2)), points_text(Fraction(0))
    ('6½', '½', '0')
    """
    whole = points.numerator // points.denominator
    half = "½" if points.denominator == 2 else ""
    return f"{whole}{half}" if whole or not half else half


def _rounds(norm: TitleNorm, entries: dict[int, Entry]) -> Iterator[It1Round]:
    for row in norm.rows:
        opponent = entries.get(row.opponent) if row.opponent is not None else None
        yield It1Round(
            round=row.round,
            name=opponent.name if opponent else "",
            fide_id=opponent.fide_id if opponent else "",
            federation=row.federation,
            rating=row.rating,
            adjusted=row.adjusted,
            title=row.title,
            score="" if row.halves is None else points_text(Fraction(row.halves, 2)),
            reason=row.reason,
        )


def _big_swiss(record: Record, edition: Edition, norm: TitleNorm) -> BigSwiss | None:
    if norm.exemption != edition["big_swiss_players"].article:
        return None
    return BigSwiss(*field_of(record, edition).foreigners)


def _missing(norm: TitleNorm, particulars: It1Particulars) -> Iterator[Sentence]:
    for found in norm.findings:
        if found.severity in ("objection", "refusal"):
            inputs = {name: _printed(value) for name, value in found.inputs.items()}
            inputs["players"] = ", ".join(map(str, found.players))
            yield Sentence(found.code, found.article, inputs)
    if not particulars.arbiter:
        yield Sentence("it1_arbiter", "1.8")
    if not particulars.arbiter_id:
        yield Sentence("it1_arbiter_id", "1.8")
    if not particulars.confirming:
        yield Sentence("it1_confirming", "1.8")


def _printed(value: Input) -> int | str:
    if isinstance(value, int):
        return value
    return plain(value) if isinstance(value, Fraction) else str(value)
