"""Signing a report's document: in the request, over exactly the bytes that stand."""

from datetime import datetime

from cryptography import x509
from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.files import read, store
from players.models import Account
from players.permissions import require
from reports.authority import DER, Authority, pem, revocation_list
from reports.documents import fields_of, render_signature
from reports.keys import seal
from reports.models import Report, Signature, SigningKey
from reports.permissions import PERMISSIONS
from reports.services.keys import own_authority, revocations, valid_key
from reports.services.reports import refuse_unfit, write_ledger
from reports.services.roots import other_roots
from reports.sheet_kinds import kind_of
from reports.sheets.signatures import signature_fields
from reports.signing import (
    CannotSign,
    NoTimeStamp,
    OpenedKey,
    Revocation,
    Words,
    WrongPassphrase,
    open_key,
    sign,
    with_fields,
)
from reports.timestamps import ServiceClock
from reports.typesetting import UnprintableLetter
from reports.words import REASONS
from tournaments.errors import DomainError, StaleVersion

# Refusals that the next document of the same signer would meet too.
STOPS = frozenset(
    {"wrong_passphrase", "certificate_expired", "certificate_revoked", "authority_withdrawn", "no_key"}
)


@transaction.atomic
def report_sign(
    report: Report, *, actor: Account, role: str, passphrase: str, place: str = "", before: str = ""
) -> Report:
    """Sign the report's document in a role; the first certifies, the last locks it.

    The report's row is locked, so the second signature goes over exactly the bytes of the first. `before` is
    the hash of the document that the signer saw. Raises PermissionDenied, StaleVersion, and DomainError: wrong
    passphrase, no valid key, not this role's turn, a mandatory part missing. The passphrase is neither stored
    nor logged, and a refusal changes nothing.
    """
    locked = Report.objects.select_for_update(of=("self",)).select_related("event").get(pk=report.pk)
    require(PERMISSIONS, f"sign_{role}", actor, locked)
    refuse_turn(locked, role, before)
    _refuse_after_paper(locked)
    key = valid_key(actor, role)
    opened = _opened(key, passphrase)
    own = own_authority()
    proof = _proof_of(key, own)
    data = _signed(
        locked, key, opened, role=role, place=place.strip() or locked.place, proof=proof, clock=_clock(own)
    )
    sha256 = store(data, "application/pdf").sha256
    Signature.objects.create(
        report=locked,
        role=role,
        account=actor,
        key=key,
        name=key.common_name,
        signed_at=timezone.now(),
        before_sha256=locked.pdf_sha256,
        after_sha256=sha256,
        level="B-LT" if proof is not None else "B-T",
    )
    locked.pdf_sha256 = sha256
    locked.state = next_state(locked, role)
    locked.save(update_fields=["pdf_sha256", "state"])
    write_ledger(
        locked,
        actor=actor,
        verb="report.signed",
        payload={"role": role, "pdf_sha256": sha256, "serial": key.serial},
    )
    return locked


def expected_role(report: Report) -> str:
    """The role whose signature comes next; empty when none does."""
    if report.state == Report.State.RENDERED:
        return report.roles[0]
    return report.roles[1] if report.state == Report.State.CERTIFIED else ""


def next_state(report: Report, role: str) -> Report.State:
    """The state of a report after the signature of a role."""
    return Report.State.COUNTERSIGNED if role == report.roles[-1] else Report.State.CERTIFIED


def _refuse_after_paper(report: Report) -> None:
    """Who follows a signature on paper signs on that paper: the file does not carry it, so it cannot be locked."""
    if report.paper_signatures.exists():
        raise DomainError(
            _("The arbiter signed on paper, so the countersignature stands on the same paper."),
            "signed_on_paper",
            _("Sign the paper; its scan is recorded on this page."),
        )


def refuse_turn(report: Report, role: str, before: str) -> None:
    """Raise StaleVersion for another document than was seen, DomainError when it is not the role's turn."""
    if before and before != report.pdf_sha256:
        raise StaleVersion(
            _("The document has changed since you opened it."), hint=_("Look at it again, then sign.")
        )
    expected = expected_role(report)
    if not expected:
        raise DomainError(
            _("Nobody can sign now: the document is %(state)s.") % {"state": report.get_state_display()},
            "not_to_be_signed",
        )
    if role != expected:
        raise DomainError(
            _("It is the turn of the %(role)s.") % {"role": Signature.Role(expected).label}, "not_your_turn"
        )
    kind = kind_of(report.sheet)
    refuse_unfit(kind.sheet_of(report), kind.texts)


def _opened(key: SigningKey, passphrase: str) -> OpenedKey:
    try:
        return open_key(seal().decrypt(bytes(key.sealed_pkcs12)), passphrase)
    except WrongPassphrase:
        raise DomainError(
            _("The passphrase does not open your key; nothing was signed."),
            "wrong_passphrase",
            _("Type it again. If it is lost, revoke the key and have a new one made."),
            field="passphrase",
        ) from None


def _proof_of(key: SigningKey, own: Authority) -> Revocation | None:
    """What a check needs of the key years later; None where its authority gave no list that is still good."""
    now = timezone.now()
    if key.root is None:
        certificate = x509.load_pem_x509_certificate(key.certificate_pem.encode())
        listed = revocation_list(own.issuer_of(certificate), revocations(), now=now)
    else:
        listed = bytes(key.root.revocation_list)
        if not listed or not _is_good(listed, key, now):
            return None
    between = x509.load_pem_x509_certificates(f"{key.chain_pem}{pem(own.issuing)}".encode())
    others = tuple(other.root for other in other_roots())
    return Revocation(
        roots=(own.root.public_bytes(DER), *others),
        between=tuple(certificate.public_bytes(DER) for certificate in between),
        lists=(listed,),
        moment=now,
    )


def _clock(own: Authority) -> Authority | ServiceClock:
    """Whose clock stamps: a service by the settings, else the portal's own."""
    return ServiceClock(settings.TIMESTAMP_URL) if settings.TIMESTAMP_URL else own


def _is_good(listed: bytes, key: SigningKey, now: datetime) -> bool:
    """Whether another authority's list still counts; raises DomainError if it revokes the key."""
    found = x509.load_der_x509_crl(listed)
    certificate = x509.load_pem_x509_certificate(key.certificate_pem.encode())
    of_the_issuer = found.issuer == certificate.issuer
    if (
        of_the_issuer
        and found.get_revoked_certificate_by_serial_number(certificate.serial_number) is not None
    ):
        raise DomainError(
            _("Its authority has revoked your key; nothing was signed."),
            "certificate_revoked",
            _("Ask it for a new one, or make a key of the portal."),
        )
    return of_the_issuer and found.next_update_utc is not None and now < found.next_update_utc


def _signed(
    report: Report,
    key: SigningKey,
    opened: OpenedKey,
    *,
    role: str,
    place: str,
    proof: Revocation | None,
    clock: Authority | ServiceClock,
) -> bytes:
    named = {item.role: item.name for item in signature_fields(report.sheet)}  # type: ignore[arg-type]
    data, certifies, fields = read(report.pdf_sha256), role == report.roles[0], fields_of(report)
    own, alone = fields[named[role]], len(named) == 1
    if certifies:
        locking = None if alone else fields[named[report.roles[1]]]
        data = with_fields(data, certifying=fields[named[role]], locking=locking)
    try:
        with translation.override(report.language):
            appearance = render_signature(
                own,
                role=role,
                name=key.common_name,
                moment=date_format(timezone.localtime(), "j E Y, H:i T"),
                place=place,
                serial=key.serial[:16],
                language=report.language,
                address=f"{settings.PUBLIC_ADDRESS}/verify/{report.code}",
            )
            words = Words(place, str(REASONS[role]))
        return sign(
            data,
            opened,
            field=own.name,
            kind="lock" if alone else "certify" if certifies else "approve",
            name=key.common_name,
            words=words,
            appearance=appearance,
            clock=clock,
            revocation=proof,
        )
    except UnprintableLetter as error:
        raise DomainError(
            _("The letter %(letter)s (%(name)s) cannot be printed.")
            % {"letter": error.letter, "name": error.name},
            "letter_missing",
            field="place",
        ) from error
    except NoTimeStamp as error:
        raise DomainError(
            _("The time stamping service does not answer; nothing was signed."),
            "no_time_stamp",
            _("Try again in a moment."),
        ) from error
    except CannotSign as error:
        raise DomainError(
            _("The document does not take this signature."), "cannot_sign", str(error)
        ) from error
