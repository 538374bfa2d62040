"""Signed documents: who makes the authority, and whose clock stamps them."""

from typing import Any

from config.environment import Environment


def signing_settings(environment: Environment, *, at_first_need: bool) -> dict[str, Any]:
    """AUTHORITY_AT_FIRST_NEED lets a laptop make its authority by itself; a public server is given one by a command.

    TIMESTAMP_URL is the address of an RFC 3161 service; without it the portal's own clock stamps.
    """
    address = environment.text("TIMESTAMP_URL", default="")
    if address:
        environment.address("TIMESTAMP_URL", schemes=("https", "http"))
    return {
        "AUTHORITY_AT_FIRST_NEED": environment.flag("AUTHORITY_AT_FIRST_NEED", default=at_first_need),
        "TIMESTAMP_URL": address,
    }
