"""Between a report's stored files and its sheet: what is frozen at handing in, and what is printed from it."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any

from django.conf import settings

from core.canonical import canonical_bytes as canonical_json
from core.files import read
from reports.models import Report
from reports.render import Enclosure, Place, Rendered, render_page, render_table
from reports.sheets.final_table import final_table
from reports.sheets.model import FinalTable, Particulars, PlayOff, PlayOffGame
from reports.signing import Field
from reports.typesetting import Papers, html_of, signature_html, signature_style, style_of
from tiebreaks.engine.ranking import Standings, StandingsRow
from tiebreaks.play_off_ratings import without_rounds_after
from tournaments.models import Event
from tournaments.record.canonical import canonical_bytes, from_canonical
from tournaments.record.model import Record

# No letter or digit that can be taken for another, none that makes words.
CODE_LETTERS = "23456789BCDFGHJKMNPQRTVWXZ"
CODE_LENGTH = 8


def new_code() -> str:
    """A document number that nobody can guess from another: eight letters in two groups."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def normal_code(typed: str) -> str:
    """A document number as it is stored, however it was typed.

    >>> normal_code(" k7qm3xrd "), normal_code("K7QM-3XRD")
    ('K7QM-3XRD', 'K7QM-3XRD')
    """
    letters = "".join(letter for letter in typed.upper() if letter.isalnum())
    return f"{letters[:4]}-{letters[4:]}" if len(letters) == CODE_LENGTH else letters


def frozen_bytes(
    record_sha256: str, standings: Standings, particulars: Particulars, play_offs: Sequence[PlayOff] = ()
) -> bytes:
    """What a report freezes beside the record, as canonical JSON: the standing with its rules, the particulars.

    With play-offs also the places and games of each; the standing is then that after them.
    """
    frozen = {
        "schema": 1,
        "record_sha256": record_sha256,
        "particulars": asdict(particulars),
        "standings": _standings_json(standings),
    }
    if play_offs:
        frozen["play_offs"] = [asdict(play_off) for play_off in play_offs]
    return canonical_json(frozen)


def particulars_of(event: Event, *, arbiter: str, unusual: str, place: str) -> Particulars:
    """What the form prints of an event and the record does not hold."""
    return Particulars(
        arbiter=event.chief_arbiter_name or arbiter,
        group_code=event.group_code,
        registration_number=event.registration_number,
        region=event.region.name if event.region else "",
        norms=event.norms,
        rating_edition=event.rating_edition,
        rating_list=str(event.rating_list) if event.rating_list else "",
        unusual=unusual,
        place=place,
    )


def record_of_report(report: Report) -> Record:
    """The record as it was frozen."""
    return from_canonical(read(report.record_sha256))


def sheet_of_report(report: Report) -> FinalTable:
    """The form of a report, from its frozen files alone."""
    frozen = json.loads(read(report.standings_sha256))
    record, play_offs = record_of_report(report), _play_offs(frozen)
    if play_offs:
        record = without_rounds_after(record, play_offs[0].last_round)
    return final_table(
        record, _standings(frozen["standings"]), Particulars(**frozen["particulars"]), play_offs
    )


def public_record(record: Record) -> Record:
    """The record as anybody may have it: of a birth date the year, no national number unless it is published.

    The federation publishes the numbers of correspondence players itself (RACC 1.6).
    """
    keeps_number = record.event.correspondence
    entries = tuple(
        replace(entry, birth=entry.birth[:4], national_id=entry.national_id if keeps_number else "")
        for entry in record.entries
    )
    return replace(record, entries=entries, source=None)


def render_report(report: Report) -> Rendered:
    """The unsigned document of a report; the same report gives the same bytes. Raises UnprintableLetter.

    Inside lie the public part of the record and the standing, so the numbers can be checked without the portal.
    """
    sheet, papers = sheet_of_report(report), papers_of(report)
    enclosures = (
        Enclosure(
            "record.json", "tournament record", canonical_bytes(public_record(record_of_report(report)))
        ),
        Enclosure("standings.json", "standing and its rules", read(report.standings_sha256)),
    )
    return render_table(
        lambda break_before: html_of(sheet, papers, break_before=break_before),
        style_of(sheet, papers),
        lines=len(sheet.lines),
        fields=[field.name for field in sheet.signatures],
        enclosures=enclosures,
        moment=report.created_at,
    )


def papers_of(report: Report) -> Papers:
    """What the document says about itself."""
    return Papers(
        code=report.code,
        address=settings.PUBLIC_ADDRESS,
        record_sha256=report.record_sha256,
        moment=report.created_at,
        language=report.language,
        federation=settings.FEDERATION_NAME,
    )


def render_signature(
    field: Field, *, role: str, name: str, moment: str, place: str, serial: str, language: str
) -> bytes:
    """What becomes visible in a signed field, as a PDF of the field's size. Raises UnprintableLetter."""
    html = signature_html(role=role, name=name, moment=moment, place=place, serial=serial, language=language)
    left, bottom, right, top = field.box
    return render_page(html, signature_style(right - left, top - bottom))


def places_json(places: dict[str, Place]) -> dict[str, Any]:
    """The places of the signature fields as a report keeps them."""
    return {name: {"page": place.page, "box": list(place.box)} for name, place in places.items()}


def fields_of(report: Report) -> dict[str, Field]:
    """The signature fields of a rendered report by name."""
    return {
        name: Field(name, kept["page"], (kept["box"][0], kept["box"][1], kept["box"][2], kept["box"][3]))
        for name, kept in report.fields.items()
    }


def _standings_json(standings: Standings) -> dict[str, Any]:
    return {
        "edition": standings.edition,
        "unplayed": standings.unplayed,
        "order": list(standings.order),
        "labels": list(standings.labels),
        "rounds": standings.rounds,
        "rows": [
            {
                "place": row.place,
                "number": row.number,
                "values": {
                    label: None if value is None else str(Fraction(value))
                    for label, value in row.values.items()
                },
            }
            for row in standings.rows
        ],
    }


def _play_offs(frozen: dict[str, Any]) -> tuple[PlayOff, ...]:
    """The play-offs of a frozen report; the older ones have one at most, under `play_off`."""
    found = frozen.get("play_offs") or ([frozen["play_off"]] if "play_off" in frozen else [])
    return tuple(
        PlayOff(
            article=item["article"],
            places=tuple((place, tuple(numbers)) for place, numbers in item["places"]),
            games=tuple(PlayOffGame(**game) for game in item["games"]),
            last_round=item["last_round"],
        )
        for item in found
    )


def _standings(frozen: dict[str, Any]) -> Standings:
    rows = tuple(
        StandingsRow(
            place=row["place"],
            number=row["number"],
            values={
                label: None if value is None else Fraction(value) for label, value in row["values"].items()
            },
            reasons={},
            path=(),
        )
        for row in frozen["rows"]
    )
    return Standings(
        edition=frozen["edition"],
        unplayed=frozen["unplayed"],
        order=tuple(frozen["order"]),
        labels=tuple(frozen["labels"]),
        rows=rows,
        findings=(),
        rounds=frozen["rounds"],
    )
