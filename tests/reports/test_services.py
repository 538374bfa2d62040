"""Handing in, signing, returning, on the database."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from core.files import read
from core.ledger import rows_of
from core.models import Job, LedgerRow, StoredFile
from reports.models import Report, Signature, SigningKey
from reports.selectors import standing_of
from reports.services import key_issue, key_revoke, report_hand_in, report_return, report_sign
from reports.verification import verification_of
from tests.reports.conftest import PASSPHRASE
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Game
from tournaments.services import record_result

pytestmark = pytest.mark.django_db


def test_a_handed_in_event_is_frozen_and_takes_no_result(rendered: Any, director: Any) -> None:
    report = rendered()
    game = Game.objects.filter(round__event=report.event).first()
    with pytest.raises(DomainError) as refusal:
        record_result(game, actor=director, code="0-1", version=game.version)
    assert refusal.value.code == "event_frozen"


def test_the_frozen_record_is_stored_under_its_hash(rendered: Any) -> None:
    report = rendered()
    assert hashlib.sha256(read(report.record_sha256)).hexdigest() == report.record_sha256
    assert report.sheet == "form_1"
    assert report.state == Report.State.RENDERED


def test_open_boards_are_named_and_nothing_is_frozen(finished_event: Any, director: Any) -> None:
    event = finished_event(finish=False)
    with pytest.raises(DomainError) as refusal:
        report_hand_in(event, actor=director)
    assert refusal.value.code == "open_games"
    assert "1/1, 1/2, 2/1" in str(refusal.value)
    assert not Report.objects.exists()


def test_a_form_that_lacks_a_mandatory_part_says_which(finished_event: Any, director: Any) -> None:
    event = finished_event(rate_of_play="", end=None)
    with pytest.raises(DomainError) as refusal:
        report_hand_in(event, actor=director)
    assert refusal.value.code == "parts_missing"
    assert "The last day of play is missing. (11.21)" in str(refusal.value)
    assert "The rate of play is missing. (11.22)" in str(refusal.value)


def test_a_letter_outside_the_typefaces_is_named(finished_event: Any, director: Any) -> None:
    event = finished_event(name="Open 国際")
    with pytest.raises(DomainError) as refusal:
        report_hand_in(event, actor=director)
    assert refusal.value.code == "letter_missing"
    assert "国 (U+56FD CJK UNIFIED IDEOGRAPH-56FD)" in str(refusal.value)


def test_a_stranger_hands_in_nothing(finished_event: Any, accounts: Any) -> None:
    with pytest.raises(PermissionDenied):
        report_hand_in(finished_event(), actor=accounts("boris"))


def test_a_second_report_of_a_frozen_event_is_refused(rendered: Any, director: Any) -> None:
    report = rendered()
    with pytest.raises(DomainError) as refusal:
        report_hand_in(report.event, actor=director)
    assert refusal.value.code == "report_exists"


def test_both_signatures_stand_on_the_same_document(signed_twice: Any) -> None:
    first, second = signed_twice.signatures.order_by("signed_at")
    assert (first.role, second.role) == ("arbiter", "rating_officer")
    assert first.before_sha256 == signed_twice.unsigned_sha256
    assert second.before_sha256 == first.after_sha256
    assert second.after_sha256 == signed_twice.pdf_sha256
    assert read(second.after_sha256).startswith(read(first.after_sha256))
    assert signed_twice.state == Report.State.COUNTERSIGNED


def test_the_twice_signed_document_holds(signed_twice: Any) -> None:
    found = verification_of(read(signed_twice.pdf_sha256))
    assert found.valid
    assert found.standing == "current"
    assert [(check.name, check.role, check.covers) for check in found.check.signatures] == [
        ("Ana Belić", "arbiter", "revision"),
        ("Ольга Гнатюк", "rating_officer", "document"),
    ]


def test_the_countersigner_cannot_sign_first(rendered: Any, keys: Any, officer: Any) -> None:
    report = rendered()
    with pytest.raises(DomainError) as refusal:
        report_sign(report, actor=officer, role="rating_officer", passphrase=PASSPHRASE)
    assert refusal.value.code == "not_your_turn"


def test_nobody_signs_twice(rendered: Any, director: Any) -> None:
    from django.contrib.auth.models import Group

    key_issue(director, actor=director, passphrase=PASSPHRASE)
    report = report_sign(rendered(), actor=director, role="arbiter", passphrase=PASSPHRASE)
    director.groups.add(Group.objects.get_or_create(name="rating_officer")[0])
    director.__dict__.pop("_group_names", None)
    with pytest.raises(PermissionDenied):
        report_sign(report, actor=director, role="rating_officer", passphrase=PASSPHRASE)


def test_a_wrong_passphrase_signs_nothing_and_leaves_no_trace(
    rendered: Any, keys: Any, director: Any, caplog: pytest.LogCaptureFixture, capfd: Any
) -> None:
    report, wrong = rendered(), "not the phrase at all"
    files, rows = StoredFile.objects.count(), LedgerRow.objects.count()
    with pytest.raises(DomainError) as refusal:
        report_sign(report, actor=director, role="arbiter", passphrase=wrong)
    assert refusal.value.code == "wrong_passphrase"
    assert refusal.value.field == "passphrase"
    report.refresh_from_db()
    assert (report.state, report.pdf_sha256) == (Report.State.RENDERED, report.unsigned_sha256)
    assert (StoredFile.objects.count(), LedgerRow.objects.count()) == (files, rows)
    assert not Signature.objects.exists()
    output = capfd.readouterr()
    assert wrong not in caplog.text + output.out + output.err
    assert "Traceback" not in caplog.text + output.err


def test_the_passphrase_is_stored_nowhere(signed_twice: Any) -> None:
    for key in SigningKey.objects.all():
        assert PASSPHRASE.encode() not in bytes(key.sealed_pkcs12)
    assert PASSPHRASE not in "".join(str(row.payload) for row in LedgerRow.objects.all())
    assert PASSPHRASE not in "".join(str(job.payload) for job in Job.objects.all())


def test_an_expired_certificate_is_refused_before_signing(rendered: Any, keys: Any, director: Any) -> None:
    report = rendered()
    ended = timezone.now() - timedelta(days=35)
    SigningKey.objects.filter(account=director).update(not_after=ended)
    with pytest.raises(DomainError) as refusal:
        report_sign(report, actor=director, role="arbiter", passphrase=PASSPHRASE)
    assert refusal.value.code == "certificate_expired"
    assert not Signature.objects.exists()


def test_a_revoked_certificate_is_refused_before_signing(rendered: Any, keys: Any, director: Any) -> None:
    report = rendered()
    key_revoke(director.signing_keys.get(), actor=director, reason="the laptop was lost")
    with pytest.raises(DomainError) as refusal:
        report_sign(report, actor=director, role="arbiter", passphrase=PASSPHRASE)
    assert refusal.value.code == "certificate_revoked"


def test_a_key_revoked_later_leaves_earlier_signatures_standing(signed_twice: Any, director: Any) -> None:
    key_revoke(director.signing_keys.get(), actor=director, reason="left the federation")
    assert verification_of(read(signed_twice.pdf_sha256)).valid


def test_a_key_that_was_not_safe_when_it_signed_is_not_trusted(signed_twice: Any, director: Any) -> None:
    since = timezone.now() - timedelta(days=1)
    key_revoke(director.signing_keys.get(), actor=director, reason="stolen", not_trusted_since=since)
    found = verification_of(read(signed_twice.pdf_sha256))
    assert not found.valid
    assert [check.problem for check in found.check.signatures] == ["revoked", ""]


def test_a_stale_page_signs_nothing(rendered: Any, keys: Any, officer: Any, director: Any) -> None:
    report = report_sign(rendered(), actor=director, role="arbiter", passphrase=PASSPHRASE)
    with pytest.raises(StaleVersion):
        report_sign(
            report,
            actor=officer,
            role="rating_officer",
            passphrase=PASSPHRASE,
            before=report.unsigned_sha256,
        )


def test_a_returned_report_opens_the_event_and_is_superseded_by_the_next(
    rendered: Any, director: Any
) -> None:
    old = rendered()
    old = report_return(old, actor=director, reason="round 2, board 1 was typed the wrong way round")
    event = old.event
    event.refresh_from_db()
    assert not event.is_locked
    assert standing_of(old) == "withdrawn"
    game = Game.objects.filter(round__event=event).first()
    record_result(game, actor=director, code="0-1", version=game.version, reason="slip read again")
    new = rendered(event)
    old.refresh_from_db()
    assert (new.number, new.supersedes_id) == (2, old.pk)
    assert standing_of(old) == "superseded"
    assert new.record_sha256 != old.record_sha256


def test_a_return_wants_a_reason(rendered: Any, director: Any) -> None:
    with pytest.raises(DomainError) as refusal:
        report_return(rendered(), actor=director, reason="  ")
    assert refusal.value.code == "reason_missing"


def test_every_step_stands_in_the_ledger(signed_twice: Any) -> None:
    rows = [row for row in rows_of("event", signed_twice.event_id) if row.verb.startswith("report.")]
    assert [row.verb for row in rows] == ["report.frozen", "report.signed", "report.signed"]
    assert rows[-1].payload["pdf_sha256"] == signed_twice.pdf_sha256
    assert rows[-1].payload["record_sha256"] == signed_twice.record_sha256


def test_a_document_is_set_in_type_once(rendered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from reports.services import reports as services

    report, made = rendered(), []
    real = services.render_report
    monkeypatch.setattr(services, "render_report", lambda item: made.append(item) or real(item))
    assert services.report_document(report).sha256 == report.unsigned_sha256
    assert made == []
    Report.objects.filter(pk=report.pk).update(unsigned_sha256="")
    report.refresh_from_db()
    services.report_document(report)
    assert made == [report]


def test_the_correspondence_table_is_certified_by_its_own_region(
    rendered: Any, finished_event: Callable[..., Any], keys: Any, director: Any, officer: Any, accounts: Any
) -> None:
    from players.models import Region

    region = Region.objects.create(code="01", name="Inventown")
    other = Region.objects.create(code="02", name="Harbourland")
    own = accounts("rita", "regional_representative", regions=[region])
    foreign = accounts("felix", "regional_representative", regions=[other])
    for account in (own, foreign):
        key_issue(account, actor=account, passphrase=PASSPHRASE)
    event = finished_event(
        correspondence=True, rating_kind="ik", region=region, norms="KMS 2.0 of 3", rate_of_play=""
    )
    report = report_sign(rendered(event), actor=director, role="arbiter", passphrase=PASSPHRASE)
    assert report.sheet == "final_table"
    for account, role in ((officer, "region"), (foreign, "region")):
        with pytest.raises(PermissionDenied):
            report_sign(report, actor=account, role=role, passphrase=PASSPHRASE)
    report = report_sign(report, actor=own, role="region", passphrase=PASSPHRASE)
    assert report.state == Report.State.COUNTERSIGNED
    assert verification_of(read(report.pdf_sha256)).valid


def test_a_short_passphrase_makes_no_key(director: Any) -> None:
    with pytest.raises(ValidationError) as refusal:
        key_issue(director, actor=director, passphrase="short")
    assert refusal.value.message_dict == {"passphrase": ["Choose at least 12 characters."]}
    assert not SigningKey.objects.exists()


def test_nobody_makes_a_key_for_somebody_else(director: Any, officer: Any) -> None:
    with pytest.raises(DomainError) as refusal:
        key_issue(director, actor=officer, passphrase=PASSPHRASE)
    assert refusal.value.code == "not_your_key"


def test_a_new_key_replaces_the_old_one(director: Any) -> None:
    old = key_issue(director, actor=director, passphrase=PASSPHRASE)
    new = key_issue(director, actor=director, passphrase=PASSPHRASE)
    old.refresh_from_db()
    assert old.revoked_at is not None
    assert new.revoked_at is None
