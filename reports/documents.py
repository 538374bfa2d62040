"""Between a report and its document: what is set in type, where it is signed, by which number it is found."""

import secrets
from typing import Any

from django.conf import settings

from reports.models import Report
from reports.render import Place, Rendered, render_page, render_table
from reports.sheet_kinds import kind_of
from reports.signing import Field
from reports.typesetting import Papers, short_hash, signature_html, signature_style

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


def sheet_of_report(report: Report) -> Any:
    """The paper of a report as a value, from its frozen files alone."""
    return kind_of(report.sheet).sheet_of(report)


def render_report(report: Report) -> Rendered:
    """The unsigned document of a report; the same report gives the same bytes. Raises UnprintableLetter."""
    kind, papers = kind_of(report.sheet), papers_of(report)
    sheet = kind.sheet_of(report)
    return render_table(
        lambda break_before: kind.html(sheet, papers, break_before=break_before),
        kind.style(sheet, papers),
        lines=kind.lines(sheet),
        fields=[field.name for field in sheet.signatures],
        enclosures=kind.enclosures(report),
        moment=report.created_at,
    )


def papers_of(report: Report) -> Papers:
    """What the document says about itself."""
    before = report.supersedes
    return Papers(
        code=report.code,
        address=settings.PUBLIC_ADDRESS,
        record_sha256=report.record_sha256,
        moment=report.created_at,
        language=report.language,
        federation=settings.FEDERATION_NAME,
        replaces=f"{before.code} ({short_hash(before.record_sha256)})" if before else "",
    )


def render_signature(
    field: Field,
    *,
    role: str,
    name: str,
    moment: str,
    place: str,
    serial: str,
    language: str,
    address: str = "",
) -> bytes:
    """What becomes visible in a signed field, as a PDF of the field's size. Raises UnprintableLetter.

    `address` is where the document is verified; it stands there as a code.
    """
    html = signature_html(
        role=role, name=name, moment=moment, place=place, serial=serial, language=language, address=address
    )
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
