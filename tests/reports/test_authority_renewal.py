"""A new issuing authority under the same root: what the old one issued stays good, and can still be revoked."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives import serialization
from django.core.management import call_command

from core.files import read
from core.jobs.child import run_limited
from reports import authority as authorities
from reports.authority_renewal import WrongRootKey, renew_issuing
from reports.keys import authority_folder, stored_anchors
from reports.render import render_page
from reports.services import key_issue, key_revoke, report_sign
from reports.services.keys import anchors_now
from reports.signing import Field, with_fields
from reports.verifying import check, check_argument, check_from_json
from tests.reports.conftest import PASSPHRASE
from tests.reports.signed_papers import Signatory, person, signed
from tournaments.cli import Refused

FIELD = Field("Arbiter", 0, (40, 60, 240, 120))
SEAL = Fernet(Fernet.generate_key())


@dataclass(frozen=True)
class Renewed:
    """A document signed before the renewal and one signed after it, each by a key of the authority of its day."""

    authority: authorities.Authority
    folder: Path
    before: bytes
    after: bytes
    early: Signatory
    late: Signatory

    def anchors(self, revoked: dict[int, datetime], days: int = 0) -> authorities.Anchors:
        now = datetime.now(UTC) + timedelta(days=days)
        return self.authority.anchors(
            authorities.revocation_list(self.authority, revoked, now=now),
            earlier=authorities.earlier_issuers(self.authority, revoked, now=now),
        )


@pytest.fixture(scope="module")
def renewed(tmp_path_factory: pytest.TempPathFactory) -> Renewed:
    folder, now = tmp_path_factory.mktemp("renewed") / "authority", datetime.now(UTC)
    first = authorities.open_authority(folder, SEAL, name="Invented Federation", now=now)
    plain = render_page("<p>Final table</p>", "@page { size: A4 }")
    empty = with_fields(plain, certifying=FIELD)
    early = person(first, "Ana Belić")
    before = signed(empty, early, first, FIELD, "lock")
    second = renew_issuing(folder, SEAL, now=now, root_key=None)
    late = person(second, "Олег Гнатюк")
    return Renewed(second, folder, before, signed(empty, late, second, FIELD, "lock"), early, late)


def test_the_new_authority_has_the_same_root_and_keeps_the_one_before(renewed: Renewed) -> None:
    [earlier] = renewed.authority.earlier
    assert earlier.root == renewed.authority.root
    assert earlier.issuing.subject != renewed.authority.issuing.subject
    again = authorities.open_authority(renewed.folder, SEAL, name="", now=datetime.now(UTC))
    assert (again.issuing, again.clock) == (renewed.authority.issuing, renewed.authority.clock)
    assert again.issuer_of(renewed.early.certificate).issuing == earlier.issuing
    assert again.issuer_of(renewed.late.certificate) is again


def test_what_either_issued_is_trusted_through_its_own_chain(renewed: Renewed) -> None:
    anchors, now = renewed.anchors({}), datetime.now(UTC)
    for data, issuer in (
        (renewed.before, "Invented Federation Signing"),
        (renewed.after, "Invented Federation Signing 2"),
    ):
        found = check(data, anchors, now=now)
        assert found.signatures_hold
        [signature] = found.signatures
        assert signature.chain[1:] == (issuer, "Invented Federation Root")
        assert signature.time_proven
    argument = check_argument(renewed.before, anchors, now)
    told = run_limited("reports.verifying:check_in_child", argument, 60)
    assert check_from_json(told) == check(renewed.before, anchors, now=now)


def test_each_issuer_gives_a_list_and_each_lists_the_keys_of_its_own(renewed: Renewed) -> None:
    long_ago = datetime.now(UTC) - timedelta(minutes=1)
    for data, other, signer in (
        (renewed.before, renewed.after, renewed.early),
        (renewed.after, renewed.before, renewed.late),
    ):
        anchors = renewed.anchors({signer.certificate.serial_number: long_ago})
        [told] = check(data, anchors, now=datetime.now(UTC)).signatures
        assert (told.trusted, told.problem) == (False, "revoked")
        assert check(other, anchors, now=datetime.now(UTC)).signatures_hold


def test_without_the_list_of_the_issuer_before_nothing_of_it_is_trusted(renewed: Renewed) -> None:
    anchors = renewed.authority.anchors(
        authorities.revocation_list(renewed.authority, {}, now=datetime.now(UTC)),
    )
    assert not check(renewed.before, anchors, now=datetime.now(UTC)).signatures_hold


def test_the_signature_outlives_the_issuer_that_was_renewed(renewed: Renewed) -> None:
    """Twenty-five years on both certificates are over; the time stamp holds the moment and the root still stands."""
    days = 25 * 365
    found = check(renewed.before, renewed.anchors({}, days), now=datetime.now(UTC) + timedelta(days=days))
    assert found.signatures_hold


def test_a_key_ends_with_what_issued_it(renewed: Renewed) -> None:
    late = renewed.authority.issuing.not_valid_after_utc - timedelta(days=100)
    late_key = authorities.issue(
        renewed.authority, authorities.new_key().public_key(), common_name="Ana Belić", now=late
    )
    assert late_key.not_valid_after_utc <= renewed.authority.issuing.not_valid_after_utc


def test_no_other_key_than_the_roots_renews(renewed: Renewed, tmp_path: Path) -> None:
    stranger = tmp_path / "stranger.pem"
    stranger.write_bytes(
        authorities.new_key().private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(PASSPHRASE.encode()),
        )
    )
    for path, phrase in (
        (stranger, PASSPHRASE),
        (stranger, "another phrase of some length"),
        (tmp_path / "nothing.pem", PASSPHRASE),
    ):
        with pytest.raises(WrongRootKey):
            renew_issuing(renewed.folder, SEAL, now=datetime.now(UTC), root_key=path, passphrase=phrase)
    with pytest.raises(authorities.AuthorityMissing):
        renew_issuing(tmp_path / "none", SEAL, now=datetime.now(UTC), root_key=None)
    again = authorities.open_authority(renewed.folder, SEAL, name="", now=datetime.now(UTC))
    assert len(again.earlier) == 1


@pytest.mark.django_db(transaction=True)
def test_the_command_renews_and_keys_of_both_sign_and_are_revoked(
    rendered: Callable[..., Any], director: Any, officer: Any, settings: Any, tmp_path: Path
) -> None:
    settings.KEYS_ROOT, settings.AUTHORITY_AT_FIRST_NEED = tmp_path / "keys", False
    phrase, root = tmp_path / "phrase", tmp_path / "stick" / "root.pem"
    phrase.write_text(PASSPHRASE + "\n")
    call_command("authority_create", str(root), passphrase_file=str(phrase))
    early = key_issue(director, actor=director, passphrase=PASSPHRASE)
    with pytest.raises(Refused, match="name its file"):
        call_command("authority_renew")
    call_command("authority_renew", str(root), passphrase_file=str(phrase))
    late = key_issue(officer, actor=officer, passphrase=PASSPHRASE)
    assert (early.issuer.endswith("Signing"), late.issuer.endswith("Signing 2")) == (True, True)
    assert not list(authority_folder().rglob("root.key"))

    report = report_sign(rendered(), actor=director, role="arbiter", passphrase=PASSPHRASE)
    report = report_sign(report, actor=officer, role="rating_officer", passphrase=PASSPHRASE)
    assert [each.level for each in report.signatures.order_by("signed_at")] == ["B-LT", "B-LT"]
    data = read(report.pdf_sha256)
    for anchors in (anchors_now(), stored_anchors()):
        assert check(data, anchors, now=datetime.now(UTC)).signatures_hold

    key_revoke(early, actor=director, reason="The laptop is gone.")
    assert int(early.serial, 16) in authorities.revoked_in(stored_anchors().earlier[0].revoked)
    assert check(data, anchors_now(), now=datetime.now(UTC)).signatures_hold
