"""Keys for a role, keys of other authorities, the authority with its root outside, and who is trusted."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from core.files import read
from core.ledger import rows_of
from reports import authority as authorities
from reports.authority import Authority
from reports.importing import UnfitKey, brought_key
from reports.keys import authority_folder, stored_anchors
from reports.models import SigningKey, TrustedRoot
from reports.services import (
    key_import,
    key_issue,
    key_revoke,
    report_sign,
    root_trust,
    root_withdraw,
    valid_key,
)
from reports.verification import verification_of
from tests.reports.conftest import PASSPHRASE
from tournaments.errors import DomainError

NOW = datetime.now(UTC)
OF_THE_FILE = "1234"


def brought(issuer: Authority, name: str = "Marta Ruiz", *, key: Any = None, **more: Any) -> bytes:
    """A PKCS#12 file of another authority as its owner got it, under a short passphrase."""
    key = key or authorities.new_key()
    certificate = authorities.issue(issuer, key.public_key(), common_name=name, **({"now": NOW} | more))
    return authorities.pack_chain(key, certificate, [issuer.issuing], OF_THE_FILE)


def with_usage(issuer: Authority, **wanted: bool) -> bytes:
    """The same with a key usage of its own, or none."""
    key = authorities.new_key()
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Marta Ruiz")]))
        .issuer_name(issuer.issuing.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - timedelta(days=1))
        .not_valid_after(NOW + timedelta(days=30))
    )
    if wanted:
        off = dict.fromkeys(
            [
                "digital_signature",
                "content_commitment",
                "key_encipherment",
                "data_encipherment",
                "key_agreement",
                "key_cert_sign",
                "crl_sign",
                "encipher_only",
                "decipher_only",
            ],
            False,
        )
        builder = builder.add_extension(x509.KeyUsage(**(off | wanted)), critical=True)
    certificate = builder.sign(issuer.issuing_key, hashes.SHA256())
    return authorities.pack_chain(key, certificate, [issuer.issuing], OF_THE_FILE)


def fault_of(data: bytes, roots: list[x509.Certificate], passphrase: str = OF_THE_FILE) -> str:
    with pytest.raises(UnfitKey) as refusal:
        brought_key(data, passphrase, roots, now=datetime.now(UTC))
    return refusal.value.fault


def test_a_key_is_taken_only_with_its_chain_its_usage_and_in_its_time(
    own_authority: Authority, other_authority: Authority
) -> None:
    roots = [other_authority.root]
    good = brought_key(brought(other_authority), OF_THE_FILE, roots, now=datetime.now(UTC))
    assert (good.name, good.root, good.chain) == (
        "Marta Ruiz",
        other_authority.root,
        (other_authority.issuing,),
    )
    assert fault_of(brought(other_authority), roots, "4321") == "not_opened"
    assert fault_of(b"no file of keys", roots) == "not_opened"
    assert fault_of(brought(own_authority), roots) == "no_chain"
    assert fault_of(brought(other_authority, now=NOW - timedelta(days=800)), roots) == "expired"
    assert fault_of(brought(other_authority, now=NOW + timedelta(days=3)), roots) == "not_yet"
    assert fault_of(with_usage(other_authority, digital_signature=True), roots) == "usage"
    assert fault_of(with_usage(other_authority), roots) == "usage"
    weak = rsa.generate_private_key(public_exponent=65537, key_size=1024)
    assert fault_of(brought(other_authority, key=weak), roots) == "wrong_kind"
    assert (
        fault_of(brought(other_authority, key=ec.generate_private_key(ec.SECP256K1())), roots) == "wrong_kind"
    )


def test_somebody_elses_signer_is_no_authority(other_authority: Authority) -> None:
    """A certificate for signing documents issues no other: else everybody could name himself."""
    key, below = authorities.new_key(), authorities.new_key()
    middle = authorities.issue(other_authority, key.public_key(), common_name="Marta Ruiz", now=NOW)
    usage = dict.fromkeys(
        [
            "key_encipherment",
            "data_encipherment",
            "key_agreement",
            "key_cert_sign",
            "crl_sign",
            "encipher_only",
            "decipher_only",
        ],
        False,
    )
    forged = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Ana Belić")]))
        .issuer_name(middle.subject)
        .public_key(below.public_key())
        .serial_number(5)
        .not_valid_before(NOW - timedelta(days=1))
        .not_valid_after(NOW + timedelta(days=30))
        .add_extension(x509.KeyUsage(digital_signature=True, content_commitment=True, **usage), critical=True)
        .sign(key, hashes.SHA256())
    )
    data = authorities.pack_chain(below, forged, [middle, other_authority.issuing], OF_THE_FILE)
    assert fault_of(data, [other_authority.root]) == "no_chain"


@pytest.fixture
def admin(accounts: Callable[..., Any]) -> Any:
    return accounts("edda", "federation_admin", name="Edda Office")


def trust(admin: Any, issuer: Authority, *, listed: bool = False) -> TrustedRoot:
    revoked = authorities.revocation_list(issuer, {}, now=NOW) if listed else b""
    return root_trust(
        actor=admin,
        certificate=authorities.pem(issuer.root).encode(),
        revocation_list=revoked,
        note="its bank",
    )


def bring(account: Any, data: bytes, **more: Any) -> SigningKey:
    values = {"file_passphrase": OF_THE_FILE, "passphrase": PASSPHRASE} | more
    return key_import(account, actor=account, data=data, **values)


def test_a_key_of_a_trusted_authority_signs_and_is_accepted(
    rendered: Any, director: Any, admin: Any, other_authority: Authority
) -> None:
    data = brought(other_authority)
    with pytest.raises(DomainError) as refusal:
        bring(director, data)
    assert refusal.value.code == "key_no_chain"
    root = trust(admin, other_authority, listed=True)
    key = bring(director, data, role="arbiter")
    assert (key.source, key.root, key.issuer) == ("imported", root, "Some Other Federation Signing")
    report = report_sign(rendered(), actor=director, role="arbiter", passphrase=PASSPHRASE)
    signature = report.signatures.get()
    assert (signature.name, signature.level) == ("Marta Ruiz", "B-LT")
    [told] = verification_of(read(report.pdf_sha256)).check.signatures
    assert told.holds
    key_revoke(key, actor=director, reason="lost", not_trusted_since=NOW - timedelta(days=1))
    [told] = verification_of(read(report.pdf_sha256)).check.signatures
    assert told.problem == "revoked"


def test_without_a_list_of_revoked_keys_the_signature_carries_no_proof(
    rendered: Any, director: Any, admin: Any, other_authority: Authority
) -> None:
    root = trust(admin, other_authority)
    bring(director, brought(other_authority))
    report = report_sign(rendered(), actor=director, role="arbiter", passphrase=PASSPHRASE)
    assert report.signatures.get().level == "B-T"
    assert verification_of(read(report.pdf_sha256)).check.signatures[0].holds
    root_withdraw(root, actor=admin, reason="its root was copied")
    assert verification_of(read(report.pdf_sha256)).check.signatures[0].problem == "unknown_authority"
    with pytest.raises(DomainError) as refusal:
        valid_key(director, "arbiter")
    assert refusal.value.code == "authority_withdrawn"


def test_the_kept_key_opens_with_the_new_passphrase_alone(
    rendered: Any, director: Any, admin: Any, other_authority: Authority
) -> None:
    trust(admin, other_authority)
    with pytest.raises(ValidationError):
        bring(director, brought(other_authority), passphrase="short")
    bring(director, brought(other_authority))
    with pytest.raises(DomainError) as refusal:
        report_sign(rendered(), actor=director, role="arbiter", passphrase=OF_THE_FILE)
    assert refusal.value.code == "wrong_passphrase"


def test_who_is_trusted_is_said_by_the_administrator_alone(
    director: Any, admin: Any, own_authority: Authority, other_authority: Authority
) -> None:
    with pytest.raises(PermissionDenied):
        trust(director, other_authority)
    leaf = authorities.issue(other_authority, authorities.new_key().public_key(), common_name="x", now=NOW)
    for data in (authorities.pem(leaf), authorities.pem(other_authority.issuing)):
        with pytest.raises(DomainError) as refusal:
            root_trust(actor=admin, certificate=data.encode())
        assert refusal.value.code == "key_not_an_authority"
    root = trust(admin, other_authority)
    with pytest.raises(DomainError) as missing:
        root_withdraw(root, actor=admin, reason=" ")
    assert missing.value.code == "reason_missing"
    assert [row.verb for row in rows_of("federation", "keys")] == ["authority.trusted"]


def test_the_same_certificate_again_brings_a_newer_list(admin: Any, other_authority: Authority) -> None:
    root = trust(admin, other_authority)
    assert not root.revocation_list
    again = trust(admin, other_authority, listed=True)
    assert (again.pk, bool(again.revocation_list)) == (root.pk, True)


def test_a_key_for_a_role_signs_in_it_alone_and_says_it(director: Any) -> None:
    arbiter = key_issue(director, actor=director, passphrase=PASSPHRASE, role="arbiter")
    certificate = x509.load_pem_x509_certificate(arbiter.certificate_pem.encode())
    assert certificate.subject.get_attributes_for_oid(NameOID.TITLE)[0].value == "arbiter"
    assert valid_key(director, "arbiter") == arbiter
    with pytest.raises(DomainError) as refusal:
        valid_key(director, "rating_officer")
    assert refusal.value.code == "no_key"
    officer = key_issue(director, actor=director, passphrase=PASSPHRASE, role="rating_officer")
    arbiter.refresh_from_db()
    assert arbiter.revoked_at is None
    assert valid_key(director, "rating_officer") == officer


def test_the_authority_is_made_by_a_command_with_its_root_outside(
    tmp_path: Path, settings: Any, director: Any, capsys: Any
) -> None:
    settings.KEYS_ROOT, settings.AUTHORITY_AT_FIRST_NEED = tmp_path / "keys", False
    with pytest.raises(DomainError) as refusal:
        key_issue(director, actor=director, passphrase=PASSPHRASE)
    assert refusal.value.code == "no_authority"
    phrase = tmp_path / "phrase"
    phrase.write_text(PASSPHRASE + "\n")
    with pytest.raises(Exception, match="would lie among the portal's own keys"):
        call_command("authority_create", str(tmp_path / "keys" / "root.pem"), passphrase_file=str(phrase))
    outside = tmp_path / "stick" / "root.pem"
    call_command("authority_create", str(outside), passphrase_file=str(phrase))
    assert "Take it away from this machine" in capsys.readouterr().out
    assert sorted(path.name for path in authority_folder().iterdir()) == [
        "clock.key",
        "clock.pem",
        "issuing.key",
        "issuing.pem",
        "root.pem",
    ]
    root_key = serialization.load_pem_private_key(outside.read_bytes(), PASSPHRASE.encode())
    root = x509.load_pem_x509_certificate((authority_folder() / "root.pem").read_bytes())
    assert root_key.public_key() == root.public_key()
    assert oct(outside.stat().st_mode)[-3:] == "600"
    assert key_issue(director, actor=director, passphrase=PASSPHRASE).issuer.endswith("Signing")
    with pytest.raises(Exception, match="An authority lies in"):
        call_command("authority_create", str(tmp_path / "second.pem"), passphrase_file=str(phrase))


@pytest.mark.django_db(transaction=True)
def test_the_command_that_trusts_writes_it_for_checks_without_a_database(
    tmp_path: Path, settings: Any, other_authority: Authority, accounts: Any
) -> None:
    settings.KEYS_ROOT = tmp_path / "keys"
    director = accounts("ana")
    key_issue(director, actor=director, passphrase=PASSPHRASE)
    file = tmp_path / "root.pem"
    file.write_text(authorities.pem(other_authority.root))
    call_command("trust_root", str(file), note="a bank")
    [told] = stored_anchors().others
    assert told.root == other_authority.root.public_bytes(Encoding.DER)


def test_keys_on_the_disk_are_sealed_twice(director: Any) -> None:
    """The portal's secret opens the outer seal; what is inside still wants the owner's passphrase."""
    from reports.keys import seal

    key = key_issue(director, actor=director, passphrase=PASSPHRASE)
    inner = seal().decrypt(bytes(key.sealed_pkcs12))
    with pytest.raises(UnfitKey) as refusal:
        brought_key(inner, "another phrase", [], now=NOW)
    assert refusal.value.fault == "not_opened"
    with pytest.raises(Exception):  # noqa: B017 (whatever the seal raises)
        Fernet(Fernet.generate_key()).decrypt(bytes(key.sealed_pkcs12))


def test_the_page_takes_a_key_and_says_what_is_wrong_with_another(
    director: Any, admin: Any, client: Client, other_authority: Authority, tmp_path: Path
) -> None:
    client.force_login(director)
    address = reverse("reports:key_import")
    file = tmp_path / "key.p12"
    file.write_bytes(brought(other_authority))

    def post() -> Any:
        with file.open("rb") as stream:
            typed = {
                "file": stream,
                "file_passphrase": OF_THE_FILE,
                "passphrase": PASSPHRASE,
                "again": PASSPHRASE,
            }
            return client.post(address, typed)

    answer = post()
    assert answer.status_code == 422
    assert "The authority of this key is not trusted here: Some Other Federation Root." in answer.text
    assert PASSPHRASE not in answer.text
    trust(admin, other_authority)
    assert post().status_code == 302
    assert "Some Other Federation Signing" in client.get(reverse("reports:keys")).text


def test_the_office_sees_all_keys_and_revokes_one_for_its_owner(
    director: Any, officer: Any, admin: Any, client: Client, django_assert_num_queries: Any
) -> None:
    key = key_issue(director, actor=director, passphrase=PASSPHRASE)
    client.force_login(officer)
    assert client.get(reverse("reports:office_keys")).status_code == 403
    assert client.get(reverse("reports:authorities")).status_code == 403
    client.force_login(admin)
    address = reverse("reports:office_key", args=[key.pk])
    assert address in client.get(reverse("reports:office_keys"), {"q": "belić", "state": "valid"}).text
    answer = client.post(address, {"reason": "the laptop was stolen", "since": "2026-01-05T10:00"})
    assert answer.status_code == 302
    key.refresh_from_db()
    assert key.revoked_at is not None
    assert key.revoked_at.year == 2026
    assert "the laptop was stolen" in client.get(address).text


def test_the_list_of_keys_asks_the_same_questions_for_one_and_for_three(
    accounts: Any, admin: Any, client: Client, django_assert_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.force_login(admin)
    counts = []
    for number in (1, 2, 3):
        account = accounts(f"signer{number}")
        key_issue(account, actor=account, passphrase=PASSPHRASE)
        client.get(reverse("reports:office_keys"))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.get(reverse("reports:office_keys"))
        counts.append(len(asked))
    assert counts[0] == counts[2]
