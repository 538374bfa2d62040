"""What a signature carries with it: the proof that its key was good, and whose clock stamped it."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import Any

import pytest
from asn1crypto import tsp
from cryptography.hazmat.primitives.serialization import Encoding
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import SigFieldSpec, append_signature_field

from reports import authority as authorities
from reports.authority import Authority, OtherRoot
from reports.render import render_page
from reports.signing import Field, NoTimeStamp, Revocation, Words, open_key, sign, with_fields
from reports.timestamps import ServiceClock, portal_clock
from reports.verifying import check, check_argument, check_in_child

PHRASE = "baize under the clock"
FIRST, SECOND = Field("Arbiter", 0, (40, 60, 240, 120)), Field("Region", 0, (260, 60, 460, 120))


@pytest.fixture(scope="module")
def plain() -> bytes:
    return render_page("<h1>Final table</h1><p>1 Belić, Ana 4½", "@page { size: A4 }")


@pytest.fixture(scope="module")
def appearance() -> bytes:
    return render_page("<p>signed</p>", "@page { size: 200pt 60pt; margin: 0 }")


@pytest.fixture(scope="module")
def key(own_authority: Authority) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(authorities, "PASSPHRASE_ROUNDS", 1000)
        private = authorities.new_key()
        certificate = authorities.issue(
            own_authority,
            private.public_key(),
            common_name="Ana Belić",
            now=datetime.now(UTC),
            role="arbiter",
        )
        return open_key(authorities.pack(own_authority, private, certificate, PHRASE), PHRASE)


@pytest.fixture(scope="module")
def anchors(own_authority: Authority) -> authorities.Anchors:
    return own_authority.anchors(authorities.revocation_list(own_authority, {}, now=datetime.now(UTC)))


@pytest.fixture(scope="module")
def proof(own_authority: Authority, anchors: authorities.Anchors) -> Revocation:
    return Revocation((anchors.root,), (anchors.issuing,), (anchors.revoked or b"",), datetime.now(UTC))


def signed(data: bytes, key: Any, appearance: bytes, field: Field, kind: Any, **more: Any) -> bytes:
    words = Words("Inventown", "The table is complete and true.")
    return sign(
        data, key, field=field.name, kind=kind, name="Ana Belić", words=words, appearance=appearance, **more
    )


def dss_of(data: bytes) -> Any:
    found = PdfFileReader(BytesIO(data)).root.get("/DSS")
    return None if found is None else found.get_object()


def test_two_signatures_with_their_proof_cover_the_file_to_its_end(
    plain: bytes, key: Any, appearance: bytes, anchors: Any, proof: Revocation, own_authority: Authority
) -> None:
    data = with_fields(plain, certifying=FIRST, locking=SECOND)
    data = signed(data, key, appearance, FIRST, "certify", clock=own_authority, revocation=proof)
    data = signed(data, key, appearance, SECOND, "approve", clock=own_authority, revocation=proof)
    found = check(data, anchors, now=datetime.now(UTC))
    assert (found.document, found.signatures_hold) == ("unchanged", True)
    assert [each.covers for each in found.signatures] == ["revision", "document"]
    assert [each.time_proven for each in found.signatures] == [True, True]
    lists = [stream.get_object().data for stream in dss_of(data)["/CRLs"]]
    assert lists == [anchors.revoked]
    inside = {stream.get_object().data for stream in dss_of(data)["/Certs"]}
    assert anchors.issuing in inside


def test_without_proof_nothing_of_it_is_inside(
    plain: bytes, key: Any, appearance: bytes, own_authority: Authority
) -> None:
    data = signed(with_fields(plain, certifying=FIRST), key, appearance, FIRST, "lock", clock=own_authority)
    assert dss_of(data) is None


def test_a_paper_with_one_signature_is_locked_by_it(
    plain: bytes, key: Any, appearance: bytes, anchors: Any, own_authority: Authority
) -> None:
    data = signed(with_fields(plain, certifying=FIRST), key, appearance, FIRST, "lock", clock=own_authority)
    found = check(data, anchors, now=datetime.now(UTC))
    assert (found.document, found.signatures_hold, len(found.signatures)) == ("unchanged", True, 1)
    writer = IncrementalPdfFileWriter(BytesIO(data))
    append_signature_field(writer, SigFieldSpec("Region", on_page=0, box=SECOND.box))
    output = BytesIO()
    writer.write(output)
    assert check(output.getvalue(), anchors, now=datetime.now(UTC)).document == "changed"


class Service(BaseHTTPRequestHandler):
    """A time stamping service as RFC 3161 describes it over HTTP."""

    clock: Any = None

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path != "/stamp" or self.headers["Content-Type"] != "application/timestamp-query":
            self.send_error(404)
            return
        answer = type(self).clock.request_tsa_response(tsp.TimeStampReq.load(asked)).dump()
        self.send_response(200)
        self.send_header("Content-Type", "application/timestamp-reply")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the test reads what comes back."""


@pytest.fixture
def service(other_authority: Authority) -> Iterator[str]:
    Service.clock = portal_clock(other_authority)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_service_stamps_the_time_and_is_believed_if_its_authority_is_trusted(
    plain: bytes, key: Any, appearance: bytes, anchors: Any, service: str, other_authority: Authority
) -> None:
    clock = ServiceClock(f"{service}/stamp")
    data = signed(with_fields(plain, certifying=FIRST), key, appearance, FIRST, "lock", clock=clock)
    stranger = check(data, anchors, now=datetime.now(UTC)).signatures[0]
    assert not stranger.time_proven
    root = other_authority.root.public_bytes(Encoding.DER)
    trusting = authorities.Anchors(
        anchors.root, anchors.issuing, anchors.clock, anchors.revoked, (OtherRoot(root),)
    )
    [found] = check(data, trusting, now=datetime.now(UTC)).signatures
    assert (found.time_proven, found.holds) == (True, True)


def test_a_service_that_gives_no_stamp_lets_nothing_be_signed(
    plain: bytes, key: Any, appearance: bytes, service: str
) -> None:
    for address in (f"{service}/elsewhere", "http://127.0.0.1:9/", "ftp://127.0.0.1/"):
        with pytest.raises(NoTimeStamp):
            signed(
                with_fields(plain, certifying=FIRST),
                key,
                appearance,
                FIRST,
                "lock",
                clock=ServiceClock(address),
            )


def test_a_key_of_another_authority_that_the_portal_revoked_is_not_accepted(
    plain: bytes, appearance: bytes, anchors: Any, own_authority: Authority, other_authority: Authority
) -> None:
    private = authorities.new_key()
    certificate = authorities.issue(
        other_authority, private.public_key(), common_name="Ruiz, Marta", now=datetime.now(UTC)
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(authorities, "PASSPHRASE_ROUNDS", 1000)
        chain = [other_authority.issuing, other_authority.root]
        foreign = open_key(authorities.pack_chain(private, certificate, chain, PHRASE), PHRASE)
    data = signed(
        with_fields(plain, certifying=FIRST), foreign, appearance, FIRST, "lock", clock=own_authority
    )
    now, root = datetime.now(UTC), other_authority.root.public_bytes(Encoding.DER)

    def told(others: Any = (), refused: Any = ()) -> Any:
        more = authorities.Anchors(
            anchors.root, anchors.issuing, anchors.clock, anchors.revoked, others, refused
        )
        return check(data, more, now=now).signatures[0]

    from reports.importing import fingerprint

    others, mark = (OtherRoot(root),), fingerprint(certificate)
    assert told().problem == "unknown_authority"
    assert told(others).holds
    assert told(others, ((mark, "2026-01-01T00:00:00+00:00"),)).problem == "revoked"
    assert told(others, ((mark, "2999-01-01T00:00:00+00:00"),)).holds
    listed = authorities.revocation_list(
        other_authority, {certificate.serial_number: datetime(2026, 1, 1, tzinfo=UTC)}, now=now
    )
    assert told((OtherRoot(root, listed),)).problem == "revoked"


def test_other_authorities_travel_into_the_process_that_checks(
    plain: bytes, anchors: Any, other_authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(
        "reports.verifying.check", lambda data, told, now: seen.append(told) or check(data, told, now=now)
    )
    monkeypatch.setattr("reports.verifying.resource.setrlimit", lambda *limits: None)
    root = other_authority.root.public_bytes(Encoding.DER)
    more = authorities.Anchors(
        anchors.root,
        anchors.issuing,
        anchors.clock,
        None,
        (OtherRoot(root), OtherRoot(root, b"list")),
        (("ab", "2026-01-01T00:00:00+00:00"),),
    )
    check_in_child(check_argument(plain, more, datetime.now(UTC)))
    assert seen == [more]
