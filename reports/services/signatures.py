"""Signing a report's document: in the request, over exactly the bytes that stand."""

from django.db import transaction
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.files import read, store
from players.models import Account
from players.permissions import require
from reports.documents import fields_of, render_signature
from reports.keys import authority, seal
from reports.models import Report, Signature, SigningKey
from reports.permissions import PERMISSIONS
from reports.services.keys import valid_key
from reports.services.reports import refuse_unfit, write_ledger
from reports.sheet_kinds import kind_of
from reports.sheets.signatures import signature_fields
from reports.signing import CannotSign, OpenedKey, Words, WrongPassphrase, open_key, sign, with_fields
from reports.typesetting import UnprintableLetter
from reports.words import REASONS
from tournaments.errors import DomainError, StaleVersion


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
    _refuse_turn(locked, role, before)
    key = valid_key(actor)
    opened = _opened(key, passphrase)
    data = _signed(locked, key, opened, role=role, place=place.strip() or locked.place)
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
    )
    locked.pdf_sha256 = sha256
    is_last = role == locked.roles[-1]
    locked.state = Report.State.COUNTERSIGNED if is_last else Report.State.CERTIFIED
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


def _refuse_turn(report: Report, role: str, before: str) -> None:
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


def _signed(report: Report, key: SigningKey, opened: OpenedKey, *, role: str, place: str) -> bytes:
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
            clock=authority(),
        )
    except UnprintableLetter as error:
        raise DomainError(
            _("The letter %(letter)s (%(name)s) cannot be printed.")
            % {"letter": error.letter, "name": error.name},
            "letter_missing",
            field="place",
        ) from error
    except CannotSign as error:
        raise DomainError(
            _("The document does not take this signature."), "cannot_sign", str(error)
        ) from error
