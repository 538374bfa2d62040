"""Outgoing mail: printed on the console unless EMAIL_URL names a server."""

from typing import Any

from config.environment import Environment

SECONDS_TO_ANSWER = 10


def mail_settings(environment: Environment) -> dict[str, Any]:
    """Django's EMAIL_ settings; `smtp://` may upgrade (`?starttls=1`), `smtps://` is encrypted from the start."""
    sender = environment.text("MAIL_FROM", default="Crosstable <portal@localhost>")
    common = {"DEFAULT_FROM_EMAIL": sender, "SERVER_EMAIL": sender, "EMAIL_TIMEOUT": SECONDS_TO_ANSWER}
    if not environment.text("EMAIL_URL", default=""):
        return common | {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    address = environment.address("EMAIL_URL", schemes=("smtp", "smtps"))
    encrypted = address.scheme == "smtps"
    return common | {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": address.host or "localhost",
        "EMAIL_PORT": address.port or (465 if encrypted else 25),
        "EMAIL_HOST_USER": address.user,
        "EMAIL_HOST_PASSWORD": address.password,
        "EMAIL_USE_SSL": encrypted,
        "EMAIL_USE_TLS": not encrypted and address.options.get("starttls") == "1",
    }
