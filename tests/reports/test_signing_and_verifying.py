"""Two signatures on a document, and every attack on it that was tried: what the check must say."""

import shutil
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.fields import SigFieldSpec, append_signature_field
from pyhanko.stamp import TextStamp, TextStampStyle

from reports import authority as authorities
from reports.authority import Anchors, Authority
from reports.render import render_page
from reports.signing import CannotSign, Field, Words, WrongPassphrase, open_key, sign, with_fields
from reports.verifying import Unreadable, check, check_argument, check_from_json

PHRASE = "baize under the clock"
WORDS = Words("Inventown", "The final table is complete and true.")
FIRST, SECOND = Field("Arbiter", 0, (40, 60, 240, 120)), Field("Region", 0, (260, 60, 460, 120))


@dataclass(frozen=True)
class Signatory:
    """A person with a key."""

    name: str
    pkcs12: bytes
    certificate: x509.Certificate


@dataclass(frozen=True)
class Papers:
    """A document in its four states, with the people and the authority behind it."""

    plain: bytes
    empty: bytes
    once: bytes
    twice: bytes
    arbiter: Signatory
    region: Signatory
    anchors: Anchors
    now: datetime


def person(authority: Authority, name: str, *, now: datetime | None = None, days: int = 730) -> Signatory:
    key = authorities.new_key()
    moment = now or datetime.now(UTC)
    certificate = authorities.issue(authority, key.public_key(), common_name=name, now=moment, days=days)
    return Signatory(name, authorities.pack(authority, key, certificate, PHRASE), certificate)


def signed(data: bytes, who: Signatory, authority: Authority, field: Field, kind: Any) -> bytes:
    appearance = render_page("<p>signed</p>", "@page { size: 200pt 60pt; margin: 0 }")
    key = open_key(who.pkcs12, PHRASE)
    return sign(
        data,
        key,
        field=field.name,
        kind=kind,
        name=who.name,
        words=WORDS,
        appearance=appearance,
        clock=authority,
    )


def anchors_of(authority: Authority, revoked: dict[int, datetime] | None = None) -> Anchors:
    return authority.anchors(authorities.revocation_list(authority, revoked or {}, now=datetime.now(UTC)))


@pytest.fixture(scope="module")
def papers(own_authority: Authority) -> Papers:
    arbiter, region = person(own_authority, "Ana Belić"), person(own_authority, "Олег Гнатюк")
    plain = render_page("<h1>Final table</h1><p>1 Belić, Ana 4½", "@page { size: A4 }")
    empty = with_fields(plain, certifying=FIRST, locking=SECOND)
    once = signed(empty, arbiter, own_authority, FIRST, "certify")
    twice = signed(once, region, own_authority, SECOND, "approve")
    return Papers(plain, empty, once, twice, arbiter, region, anchors_of(own_authority), datetime.now(UTC))


def result(data: bytes, papers: Papers, **more: Any) -> Any:
    return check(data, more.get("anchors", papers.anchors), now=more.get("now", datetime.now(UTC)))


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def test_the_arbiters_signature_alone_holds_and_covers_the_file(papers: Papers) -> None:
    found = result(papers.once, papers)
    assert found.signatures_hold
    assert [(item.role, item.name, item.covers) for item in found.signatures] == [
        ("arbiter", "Ana Belić", "document")
    ]


def test_both_signatures_hold_and_the_second_covers_the_file(papers: Papers) -> None:
    found = result(papers.twice, papers)
    assert found.signatures_hold
    assert [(item.role, item.covers, item.trusted, item.time_proven) for item in found.signatures] == [
        ("arbiter", "revision", True, True),
        ("region", "document", True, True),
    ]


def test_the_second_signature_leaves_the_bytes_of_the_first(papers: Papers) -> None:
    assert papers.twice.startswith(papers.once)


def test_an_independent_program_agrees_that_both_are_valid(papers: Papers, tmp_path: Path) -> None:
    if not shutil.which("pdfsig"):
        pytest.skip("pdfsig (poppler-utils) is not installed")
    path = tmp_path / "signed.pdf"
    path.write_bytes(papers.twice)
    told = subprocess.run(["pdfsig", str(path)], capture_output=True, text=True, check=False).stdout
    assert told.count("Signature is Valid.") == 2
    assert told.count("Total document signed") == 1
    assert told.count("Not total document signed") == 1


def test_one_byte_of_the_content_changed_breaks_both(papers: Papers) -> None:
    found = result(flipped(papers.twice, papers.plain.index(b"stream\n") + 20), papers)
    assert found.document == "changed"
    assert [item.intact for item in found.signatures] == [False, False]
    assert not found.signatures_hold


def test_one_byte_of_the_second_signature_changed_leaves_the_first(papers: Papers) -> None:
    place = papers.twice.rindex(b"/ByteRange") - 40
    found = result(flipped(papers.twice, place), papers)
    assert found.document == "changed"
    assert not found.signatures_hold


@pytest.mark.parametrize("start", range(0, 1000, 100))
def test_no_byte_before_the_last_signatures_own_frame_can_change(papers: Papers, start: int) -> None:
    """Each tenth of the file; the frame itself is held by the stored hash, which the portal asks for too."""
    end = len(papers.once)
    place = start * end // 1000 + 7
    try:
        found = result(flipped(papers.twice, place), papers)
    except Unreadable:
        return
    assert not found.signatures_hold
    assert found.document != "unchanged"


def test_the_filling_behind_a_signature_cannot_carry_a_message(papers: Papers) -> None:
    """No signature covers the zeros that fill up its place."""
    place = papers.twice.rindex(b"0000000000>") + 3
    found = result(flipped(papers.twice, place), papers)
    assert found.document == "changed"


@pytest.mark.parametrize(
    "tail", [b"\n", b"\n% looked at by M. K.\n", b"\n99 0 obj\n<< /Note (orphan) >>\nendobj\n"]
)
def test_bytes_behind_the_last_signature_are_told(papers: Papers, tail: bytes) -> None:
    found = result(papers.twice + tail, papers)
    assert found.document == "appended"
    assert not found.signatures_hold


@pytest.mark.parametrize("state", ["once", "twice"])
def test_a_stamp_after_signing_is_a_change(papers: Papers, state: str) -> None:
    """PDF-03: intact, valid and trusted all stay true for such a file."""
    writer = IncrementalPdfFileWriter(BytesIO(getattr(papers, state)))
    TextStamp(writer, TextStampStyle(stamp_text="PUBLISHED")).apply(0, 100, 300)
    found = result(_written(writer), papers)
    assert found.document == "changed"
    assert {item.problem for item in found.signatures} == {"changed"}
    assert not found.signatures_hold


def test_a_note_pinned_to_the_page_is_a_change(papers: Papers) -> None:
    writer = IncrementalPdfFileWriter(BytesIO(papers.twice))
    page = writer.root["/Pages"]["/Kids"][0].get_object()
    note = generic.DictionaryObject(
        {
            generic.pdf_name("/Type"): generic.pdf_name("/Annot"),
            generic.pdf_name("/Subtype"): generic.pdf_name("/Text"),
            generic.pdf_name("/Rect"): generic.ArrayObject(map(generic.NumberObject, (10, 10, 30, 30))),
            generic.pdf_name("/Contents"): generic.pdf_string("Kos won this game"),
        }
    )
    page["/Annots"].append(writer.add_object(note))
    writer.update_container(page["/Annots"])
    assert result(_written(writer), papers).document == "changed"


@pytest.mark.parametrize("state", ["once", "twice"])
def test_a_new_field_after_signing_is_a_change(papers: Papers, state: str) -> None:
    writer = IncrementalPdfFileWriter(BytesIO(getattr(papers, state)))
    append_signature_field(writer, SigFieldSpec("Another", box=(10, 10, 60, 40)))
    assert result(_written(writer), papers).document == "changed"


def test_the_second_field_cannot_be_signed_as_a_certification(
    papers: Papers, own_authority: Authority
) -> None:
    with pytest.raises(CannotSign):
        signed(papers.once, papers.region, own_authority, SECOND, "certify")


def test_a_field_is_signed_once(papers: Papers, own_authority: Authority) -> None:
    with pytest.raises(CannotSign):
        signed(papers.once, papers.region, own_authority, FIRST, "approve")


def test_a_wrong_passphrase_opens_nothing(papers: Papers) -> None:
    with pytest.raises(WrongPassphrase):
        open_key(papers.arbiter.pkcs12, "baize under the sky")


def test_a_key_revoked_before_it_signed_is_not_trusted(papers: Papers, own_authority: Authority) -> None:
    revoked = {papers.arbiter.certificate.serial_number: papers.now - timedelta(days=1)}
    found = result(papers.twice, papers, anchors=anchors_of(own_authority, revoked))
    assert [(item.trusted, item.problem) for item in found.signatures] == [(False, "revoked"), (True, "")]
    assert not found.signatures_hold


def test_a_key_revoked_after_it_signed_leaves_the_signature(papers: Papers, own_authority: Authority) -> None:
    revoked = {papers.arbiter.certificate.serial_number: datetime.now(UTC) + timedelta(days=1)}
    assert result(papers.twice, papers, anchors=anchors_of(own_authority, revoked)).signatures_hold


def test_a_signature_outlives_its_certificate(papers: Papers, own_authority: Authority) -> None:
    """PDF-05 (b): the portal's time stamp fixes the moment at which the certificate had to be valid."""
    later = datetime.now(UTC) + timedelta(days=3 * 365)
    fresh = own_authority.anchors(authorities.revocation_list(own_authority, {}, now=later))
    assert result(papers.twice, papers, anchors=fresh, now=later).signatures_hold


def test_a_certificate_that_had_ended_is_not_trusted(papers: Papers, own_authority: Authority) -> None:
    """PDF-05 (a) seen from the reader: signed 35 days after the end."""
    old = person(own_authority, "Late Signer", now=datetime.now(UTC) - timedelta(days=65), days=30)
    data = signed(papers.empty, old, own_authority, FIRST, "certify")
    found = result(data, papers)
    assert [(item.intact, item.trusted, item.problem) for item in found.signatures] == [
        (True, False, "expired")
    ]


def test_a_foreign_authority_is_not_trusted(papers: Papers, other_authority: Authority) -> None:
    stranger = person(other_authority, "Ana Belić")
    data = signed(papers.empty, stranger, other_authority, FIRST, "certify")
    found = result(data, papers)
    assert not found.signatures_hold
    assert [item.trusted for item in found.signatures] == [False]


def test_without_a_list_of_revoked_keys_nothing_is_trusted(papers: Papers, own_authority: Authority) -> None:
    found = result(papers.twice, papers, anchors=own_authority.anchors(None))
    assert {item.trusted for item in found.signatures} == {False}


def test_an_unsigned_document_is_called_unsigned(papers: Papers) -> None:
    assert result(papers.plain, papers).document == "unsigned"
    assert result(papers.empty, papers).document == "unsigned"


@pytest.mark.parametrize("data", [b"", b"Dear federation", b"%PDF-1.7\nnothing more"])
def test_what_is_no_document_is_unreadable(papers: Papers, data: bytes) -> None:
    with pytest.raises(Unreadable):
        result(data, papers)


def test_a_document_cut_off_in_its_first_part_is_unreadable(papers: Papers) -> None:
    with pytest.raises(Unreadable):
        result(papers.plain[: len(papers.plain) // 2], papers)


def test_the_child_process_tells_the_same(papers: Papers) -> None:
    now = datetime.now(UTC)
    from core.jobs.child import run_limited

    argument = check_argument(papers.twice, papers.anchors, now)
    told = run_limited("reports.verifying:check_in_child", argument, 60)
    assert check_from_json(told) == check(papers.twice, papers.anchors, now=now)


def test_nothing_of_a_failed_check_is_logged(
    papers: Papers, caplog: pytest.LogCaptureFixture, capfd: Any
) -> None:
    result(flipped(papers.twice, 900), papers)
    output = capfd.readouterr()
    assert "Traceback" not in caplog.text + output.out + output.err


def test_signing_and_checking_work_inside_an_event_loop(papers: Papers, own_authority: Authority) -> None:
    import asyncio

    async def inside() -> bool:
        data = signed(papers.empty, papers.arbiter, own_authority, FIRST, "certify")
        return bool(result(data, papers).signatures_hold)

    assert asyncio.run(inside())


def test_two_processes_make_one_authority(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from cryptography.fernet import Fernet

    seal = Fernet(Fernet.generate_key())

    def make(_number: int) -> bytes:
        made = authorities.open_authority(tmp_path / "authority", seal, name="One", now=datetime.now(UTC))
        return made.anchors(None).root

    with ThreadPoolExecutor(8) as pool:
        roots = set(pool.map(make, range(8)))
    assert len(roots) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["authority"]


def test_a_copied_folder_without_its_secret_opens_no_key(own_authority: Authority, tmp_path: Path) -> None:
    from cryptography.fernet import Fernet, InvalidToken

    first, second = Fernet(Fernet.generate_key()), Fernet(Fernet.generate_key())
    authorities.open_authority(tmp_path / "a", first, name="One", now=datetime.now(UTC))
    with pytest.raises(InvalidToken):
        authorities.open_authority(tmp_path / "a", second, name="One", now=datetime.now(UTC))
    assert authorities.read_anchors(tmp_path / "a").root


def _written(writer: IncrementalPdfFileWriter) -> bytes:
    output = BytesIO()
    writer.write(output)
    return output.getvalue()
