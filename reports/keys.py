"""The portal's authority and the seal over what lies on the disk, from the settings."""

import base64
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils import timezone

from reports.authority import (
    Anchors,
    Authority,
    AuthorityMissing,
    OtherRoot,
    earlier_issuers,
    open_authority,
    read_anchors,
    revocation_list,
    revoked_in,
)


def authority_folder() -> Path:
    """Where the authority's certificates and sealed keys lie."""
    return Path(settings.KEYS_ROOT) / "authority"


def seal() -> MultiFernet:
    """The second encryption of everything secret on the disk; its key never lies beside it.

    The first secret seals, all of them open: so a secret can be replaced. By default it is SECRET_KEY with its
    fallbacks; KEYS_SECRETS in the settings takes their place.
    """
    secrets = getattr(settings, "KEYS_SECRETS", None) or [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([_fernet(str(secret)) for secret in secrets])


def authority() -> Authority:
    """The federation's authority; raises AuthorityMissing before the command `authority_create` has made it.

    With AUTHORITY_AT_FIRST_NEED, for a laptop, it is made here, its root key sealed beside it.
    """
    if not settings.AUTHORITY_AT_FIRST_NEED and not (authority_folder() / "root.pem").exists():
        raise AuthorityMissing("No authority has been made; run manage.py authority_create.")
    return open_authority(authority_folder(), seal(), name=settings.FEDERATION_NAME, now=timezone.now())


def stored_anchors() -> Anchors:
    """The public part from the folder alone, for checks without a database; raises AuthorityMissing.

    The list of revoked keys is dated anew where the authority's own key is at hand: a list that grew old would
    make every signature doubtful.
    """
    anchors = read_anchors(authority_folder())
    try:
        opened = authority()
    except (InvalidToken, OSError, AuthorityMissing):
        # The folder was copied without its secrets: the list counts as it lies there.
        return anchors
    revoked = {
        serial: since
        for each in (anchors.revoked, *(issuer.revoked for issuer in anchors.earlier))
        for serial, since in revoked_in(each).items()
    }
    return anchors_with(opened, revoked, others=anchors.others, refused=anchors.refused)


def anchors_with(
    opened: Authority,
    revoked: Mapping[int, datetime],
    *,
    others: tuple[OtherRoot, ...],
    refused: tuple[tuple[str, str], ...],
) -> Anchors:
    """The public part with lists of revoked keys as of now, one of each generation of the authority."""
    now = timezone.now()
    return opened.anchors(
        revocation_list(opened, revoked, now=now),
        others=others,
        refused=refused,
        earlier=earlier_issuers(opened, revoked, now=now),
    )


def _fernet(secret: str) -> Fernet:
    derived = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"signing keys").derive(
        secret.encode()
    )
    return Fernet(base64.urlsafe_b64encode(derived))


def anchors_of_nobody() -> Anchors:
    """Anchors that no signature leads to, for a check where no authority was made: everybody is a stranger."""
    with TemporaryDirectory() as folder:
        passing = Fernet(Fernet.generate_key())
        return open_authority(Path(folder) / "nobody", passing, name="nobody", now=timezone.now()).anchors(
            None
        )
