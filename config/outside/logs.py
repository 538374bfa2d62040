"""Where messages go: to the standard error of each process, which the supervisor passes on."""

from typing import Any


def logging_settings(*, level: str) -> dict[str, Any]:
    """Django's LOGGING. The signing library logs whole tracebacks for a wrong passphrase; it is kept short."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
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
