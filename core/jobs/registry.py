"""Which function does which kind of job, and which errors are said to the reader as they are."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.utils.translation import gettext

Handler = Callable[[Any], "dict[str, Any] | None"]

_handlers: dict[str, Handler] = {}
_titles: dict[str, Any] = {}
_expected: set[type[Exception]] = {PermissionDenied, ValidationError}


class UnknownKind(LookupError):
    """No handler is registered for this kind of job."""


def job(kind: str, title: Any = "") -> Callable[[Handler], Handler]:
    """Register the decorated function as the handler of a kind, such as `reports.render`.

    `title` (lazily translated) heads the job's page, such as "Making the final table".
    It takes a JobContext and returns the result (JSON-able; `url` is where the page leads on success). Handlers
    live in `<app>/tasks.py`, which every process loads at its start.
    """

    def register(handler: Handler) -> Handler:
        known = _handlers.get(kind)
        if known is not None and known.__qualname__ != handler.__qualname__:
            raise ValueError(f"two handlers for {kind}: {known.__qualname__} and {handler.__qualname__}")
        _handlers[kind] = handler
        _titles[kind] = title
        return handler

    return register


def handler_of(kind: str) -> Handler:
    """The handler of a kind; raises UnknownKind."""
    try:
        return _handlers[kind]
    except KeyError:
        raise UnknownKind(f"no handler is registered for jobs of the kind {kind!r}") from None


def title_of(kind: str) -> str:
    """What a page calls jobs of this kind."""
    return str(_titles.get(kind) or gettext("Work in progress"))


def is_registered(kind: str) -> bool:
    """Whether a job of this kind could be done."""
    return kind in _handlers


def expect(error: type[Exception]) -> None:
    """From now on a job that fails with this class of error shows the error's own words: they are for the reader."""
    _expected.add(error)


def is_expected(error: Exception) -> bool:
    """Whether the error's words are meant for the reader."""
    return isinstance(error, tuple(_expected))
