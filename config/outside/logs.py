"""Where messages go: to the standard error of each process, which the supervisor passes on."""

import logging
import re
from typing import Any

# What follows these parts of an address is a key: whoever reads it may act for a player or a captain.
_KEYS = re.compile(r"(/(?:play|captain|register|correspondence)/)[^/\s?&'\"]*[^/\s?&'\"]{16}")


class WithoutKeys(logging.Filter):
    """Takes the keys of private links out of messages; the rest of an address stays."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record; every record passes."""
        message = record.getMessage()
        hidden = _KEYS.sub(r"\1…", message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        return True


def logging_settings(*, level: str) -> dict[str, Any]:
    """Django's LOGGING. The signing library logs whole tracebacks for a wrong passphrase; it is kept short."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
        "filters": {"without_keys": {"()": WithoutKeys}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["without_keys"]}
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"level": "INFO"},
            "django.server": {"level": "WARNING"},
            "fontTools": {"level": "ERROR"},
            "weasyprint": {"level": "ERROR"},
            "pyhanko": {"level": "CRITICAL"},
            "pyhanko_certvalidator": {"level": "CRITICAL"},
            "axes": {"level": "WARNING"},
        },
    }
