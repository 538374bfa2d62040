"""Whose portal this is, and under which address the public reaches it."""

from typing import Any

from config.environment import Environment


def federation_settings(environment: Environment) -> dict[str, Any]:
    """The federation's name and three-letter code, and the address that printed codes point to."""
    address = environment.address(
        "PUBLIC_ADDRESS", schemes=("http", "https"), default="http://localhost:8000"
    )
    port = f":{address.port}" if address.port else ""
    return {
        "FEDERATION_NAME": environment.text("FEDERATION_NAME", default="Inventown Chess Federation"),
        "FEDERATION_CODE": environment.text("FEDERATION_CODE", default="INV"),
        "PUBLIC_ADDRESS": f"{address.scheme}://{address.host}{port}",
    }
