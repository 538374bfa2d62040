"""Encryption of addresses in the database: a copy of the database without the portal's secret tells none of them."""

import base64
import json
from collections.abc import Mapping

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def seal(facts: Mapping[str, str]) -> str:
    """The facts encrypted; empty where none of them says anything."""
    said = {name: value for name, value in facts.items() if value}
    return _box().encrypt(json.dumps(said, ensure_ascii=False).encode()).decode() if said else ""


def unseal(sealed: str) -> dict[str, str]:
    """What was sealed; nothing where the secret is no longer known: the page then shows that it is missing."""
    if not sealed:
        return {}
    try:
        return dict(json.loads(_box().decrypt(sealed.encode())))
    except InvalidToken:
        return {}


def _box() -> MultiFernet:
    """SECRET_KEY seals; it and its fallbacks open."""
    return MultiFernet([_fernet(str(key)) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _fernet(secret: str) -> Fernet:
    derived = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"addresses of players")
    return Fernet(base64.urlsafe_b64encode(derived.derive(secret.encode())))
