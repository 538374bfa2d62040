"""Whose portal this is, and under which address the public reaches it."""

import re
from datetime import date
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment


def federation_settings(environment: Environment) -> dict[str, Any]:
    """The federation's name and three-letter code, the approval of the program, the address of printed codes."""
    address = environment.address(
        "PUBLIC_ADDRESS", schemes=("http", "https"), default="http://localhost:8000"
    )
    port = f":{address.port}" if address.port else ""
    name = environment.text("FEDERATION_NAME", default="Inventown Chess Federation")
    return {
        "FEDERATION_NAME": name,
        # What authenticator apps show beside the account.
        "OTP_TOTP_ISSUER": name,
        "FEDERATION_CODE": environment.text("FEDERATION_CODE", default="INV"),
        # The kinds of lists whose next period the portal opens by itself; the others wait for the rating officer.
        "LISTS_OPENED": _lists_opened(environment),
        "NATIONAL_NUMBER_PATTERN": _number_pattern(environment),
        **_approval(environment),
        "PUBLIC_ADDRESS": f"{address.scheme}://{address.host}{port}",
    }


def _approval(environment: Environment) -> dict[str, str]:
    """When (YYYY-MM-DD) and by whom the rating administrator's side approved the program (11.31); empty if nobody did.

    Both are printed on computer tables. One without the other is refused when the portal starts.
    """
    on = environment.text("PROGRAM_APPROVED_ON", default="")
    by = environment.text("PROGRAM_APPROVED_BY", default="")
    if bool(on) != bool(by):
        raise ImproperlyConfigured("PROGRAM_APPROVED_ON and PROGRAM_APPROVED_BY belong together.")
    if on:
        try:
            date.fromisoformat(on)
        except ValueError as error:
            raise ImproperlyConfigured(f"PROGRAM_APPROVED_ON is no day: {on!r}; write 2026-02-01.") from error
    return {"PROGRAM_APPROVED_ON": on, "PROGRAM_APPROVED_BY": by}


def _lists_opened(environment: Environment) -> tuple[str, ...]:
    kinds = tuple(environment.words("LISTS_OPENED", default=("ik",)))
    if kinds == ("none",):
        return ()
    unknown = sorted(set(kinds) - {"standard", "rapid", "blitz", "ik"})
    if unknown:
        raise ImproperlyConfigured(
            f"LISTS_OPENED names no kind of lists: {', '.join(unknown)}; write standard, rapid, blitz, ik or none."
        )
    return kinds


def _number_pattern(environment: Environment) -> str:
    """How national numbers are made: R for the region's code, N for the serial number, the rest as it stands.

    `RRNNN` makes 02017 of the seventeenth player of region 02.
    """
    pattern = environment.text("NATIONAL_NUMBER_PATTERN", default="RRNNN")
    runs = re.fullmatch(r"[^RN]*(R+[^RN]*N{2,}|N{2,}[^RN]*R+)[^RN]*", pattern)
    if runs is None or len(pattern) > 16 or not pattern.isprintable():
        raise ImproperlyConfigured(
            f"NATIONAL_NUMBER_PATTERN is no pattern: {pattern!r}; write RRNNN: one run of R, one of two N or more."
        )
    return pattern
