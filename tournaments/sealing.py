"""Encryption of addresses in the database, under the name that events and the commission know it by."""

from core.sealing import seal, unseal

__all__ = ["seal", "unseal"]
