"""Two signatures on a document, and every attack on it that was tried: what the check must say."""

import hashlib
import shutil
import subprocess
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pyhanko.pdf_utils import generic, writer
from pyhanko.pdf_utils.reader import PdfFileReader

from reports import authority as authorities
from reports.authority import Anchors, Authority
from reports.render import Enclosure, render_table
from reports.signing import CannotSign, Field, WrongPassphrase, open_key, with_fields
from reports.verifying import Unreadable, check, check_argument, check_from_json
from tests.reports.signed_papers import (
    TAMPERING,
    Attack,
    Signatory,
    anchors_of,
    annotation,
    byte_of_a_page,
    byte_of_the_filling,
    flipped,
    overlay,
    person,
    signed,
    written,
    written_anew,
)

PAGES = (
    "<h1>Final table</h1><p>1 Belić, Ana 4½</p><p style='break-before: page'>2 Гнатюк, Олег 4</p>"
    "<div id='signatures'></div>"
)
INSIDE = {"record.json": b'{"result":"1-0"}', "standings.json": b'{"places":[1,2]}'}
FIRST, SECOND = Field("Arbiter", 0, (40, 60, 240, 120)), Field("Region", 0, (260, 60, 460, 120))


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


@pytest.fixture(scope="module")
def papers(own_authority: Authority) -> Papers:
    arbiter, region = person(own_authority, "Ana Belić"), person(own_authority, "Олег Гнатюк")
    plain = render_table(
        lambda _break: PAGES,
        "@page { size: A4 }",
        lines=0,
        fields=(),
        enclosures=[Enclosure(name, name, data) for name, data in INSIDE.items()],
        moment=datetime(2026, 3, 15, 18, tzinfo=UTC),
    ).pdf
    empty = with_fields(plain, certifying=FIRST, locking=SECOND)
    once = signed(empty, arbiter, own_authority, FIRST, "certify")
    twice = signed(once, region, own_authority, SECOND, "approve")
    return Papers(plain, empty, once, twice, arbiter, region, anchors_of(own_authority), datetime.now(UTC))


def result(data: bytes, papers: Papers, **more: Any) -> Any:
    return check(data, more.get("anchors", papers.anchors), now=more.get("now", datetime.now(UTC)))


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


@pytest.mark.parametrize(
    ("attack", "document", "change"), TAMPERING, ids=lambda item: getattr(item, "__name__", "")
)
@pytest.mark.parametrize("state", ["once", "twice"])
def test_each_attack_is_noticed_and_named(
    papers: Papers, state: str, attack: Attack, document: str, change: str
) -> None:
    """PDF-03 and the table of attacks: intact, valid and trusted all stay true for half of them."""
    found = result(attack(getattr(papers, state)), papers)
    assert (found.document, found.signatures_hold) == (document, False)
    assert change in found.changes
    if change not in ("bytes", "signature_removed"):
        assert found.changes == (change,)
        assert found.signatures


def test_a_byte_of_the_page_breaks_both_signatures_one_of_the_second_frame_only_that(papers: Papers) -> None:
    found = result(byte_of_a_page(papers.twice), papers)
    assert [item.intact for item in found.signatures] == [False, False]
    found = result(byte_of_the_filling(papers.twice), papers)
    assert [item.intact for item in found.signatures] == [True, False]


def test_a_genuine_document_names_no_change_and_the_files_inside(papers: Papers) -> None:
    found = result(papers.twice, papers)
    assert found.changes == ()
    assert found.enclosures == {name: hashlib.sha256(data).hexdigest() for name, data in INSIDE.items()}


def test_a_file_written_anew_without_signatures_is_unsigned(papers: Papers) -> None:
    """What it holds inside still leads to the document that it was taken from."""
    found = result(written_anew(papers.twice), papers)
    assert (found.document, found.signatures) == ("unsigned", ())
    assert set(found.enclosures) == set(INSIDE)


def test_two_changes_are_both_named(papers: Papers) -> None:
    assert result(annotation(overlay(papers.twice)), papers).changes == ("overlay", "annotation")


def test_who_is_trusted_is_told_with_the_chain_up_to_the_root(
    papers: Papers, other_authority: Authority
) -> None:
    chain = ("Ana Belić", "Invented Federation Signing", "Invented Federation Root")
    assert result(papers.once, papers).signatures[0].chain == chain
    stranger = signed(papers.empty, person(other_authority, "Ana Belić"), other_authority, FIRST, "certify")
    found = result(stranger, papers).signatures[0]
    assert (found.trusted, found.problem) == (False, "unknown_authority")
    assert found.chain == ("Ana Belić", "Some Other Federation Signing")


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


MALFORMED = {
    "nothing": (b"", "empty"),
    "letter": (b"Dear federation", "not_pdf"),
    "picture": (b"\x89PNG\r\n\x1a\n" + bytes(200), "not_pdf"),
    "zip": (b"PK\x03\x04" + bytes(200), "archive"),
    "old office document": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "archive"),
    "head alone": (b"%PDF-1.7\nnothing more", "cut_off"),
    "end alone": (b"%PDF-1.7\nstartxref\n0\n%%EOF\n", "damaged"),
    "table beyond the end": (b"%PDF-1.7\nstartxref\n999999999\n%%EOF\n", "damaged"),
    "negative table": (b"%PDF-1.7\nstartxref\n-5\n%%EOF\n", "damaged"),
    "a thousand million objects": (
        b"%PDF-1.7\nxref\n0 1000000000\n0000000000 65535 f \ntrailer\n<< /Size 1000000000 /Root 1 0 R >>\n"
        b"startxref\n9\n%%EOF\n",
        "damaged",
    ),
    "table that leads to itself": (
        b"%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R /Prev 9 >>\n"
        b"startxref\n9\n%%EOF\n",
        "damaged",
    ),
    "ten thousand brackets": (
        b"%PDF-1.7\n1 0 obj\n" + b"[" * 10000 + b"]" * 10000 + b"\nendobj\nxref\n0 2\n0000000000 65535 f \n"
        b"0000000009 00000 n \ntrailer\n<< /Size 2 /Root 1 0 R >>\nstartxref\n20026\n%%EOF\n",
        "damaged",
    ),
    "zeros": (b"%PDF-1.7\n" + bytes(100_000), "cut_off"),
}


@pytest.mark.parametrize(("data", "why"), MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_document_is_unreadable_and_says_why(papers: Papers, data: bytes, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        result(data, papers)
    assert refused.value.why == why
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("share", [10, 50, 97])
def test_a_document_cut_off_before_its_end_is_unreadable(papers: Papers, share: int) -> None:
    with pytest.raises(Unreadable) as refused:
        result(papers.plain[: len(papers.plain) * share // 100], papers)
    assert refused.value.why in ("cut_off", "damaged")


def test_an_encrypted_document_is_refused_as_such(papers: Papers) -> None:
    locked = writer.copy_into_new_writer(PdfFileReader(BytesIO(papers.plain)))
    locked.encrypt(owner_pass="secret", user_pass="secret")
    with pytest.raises(Unreadable) as refused:
        result(written(locked), papers)
    assert refused.value.why == "encrypted"


def zeros_packed(megabytes: int) -> bytes:
    """So many megabytes of zeros as zlib packs them, put together from one packed megabyte."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    one = packer.compress(bytes(1024 * 1024)) + packer.flush(zlib.Z_FULL_FLUSH)
    check_sum = (megabytes * 1024 * 1024 % 65521) << 16 | 1
    return b"\x78\x9c" + one * megabytes + b"\x03\x00" + check_sum.to_bytes(4, "big")


def test_a_file_inside_that_unpacks_to_gigabytes_is_not_unpacked(papers: Papers) -> None:
    from core.jobs.child import run_limited

    bomb = writer.copy_into_new_writer(PdfFileReader(BytesIO(papers.plain)))
    stream = generic.StreamObject(encoded_data=zeros_packed(3000))
    stream[generic.pdf_name("/Filter")] = generic.pdf_name("/FlateDecode")
    inside = bomb.root["/Names"]["/EmbeddedFiles"]["/Names"][1]
    inside["/EF"][generic.pdf_name("/F")] = bomb.add_object(stream)
    told = run_limited(
        "reports.verifying:check_in_child", check_argument(written(bomb), papers.anchors, papers.now), 60
    )
    assert told == {"unreadable": "too_much"} or told["found"]["enclosures"] == {}


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
    from concurrent.futures import ThreadPoolExecutor

    async def inside() -> bool:
        data = signed(papers.empty, papers.arbiter, own_authority, FIRST, "certify")
        return bool(result(data, papers).signatures_hold)

    # In a thread of its own: a browser that an earlier test left open runs a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(lambda: asyncio.run(inside())).result()


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
