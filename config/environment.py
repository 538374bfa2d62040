"""The one typed reader of the environment: every setting that a machine may change comes through here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Address:
    """A service's address taken apart: `postgres://user:password@host:5432/name?key=value`."""

    scheme: str
    user: str
    password: str
    host: str
    port: int | None
    path: str
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Environment:
    """Reads variables by type. An empty variable counts as absent; a wrong one raises ImproperlyConfigured.

    >>> Environment({"PORT": "8000"}).integer("PORT", default=80)
    8000
    """

    values: Mapping[str, str]

    def text(self, name: str, *, default: str | None = None) -> str:
        """The variable as text; without a default it must be set."""
        value = self.values.get(name, "").strip()
        if value:
            return value
        if default is None:
            raise ImproperlyConfigured(
                f"The environment variable {name} is not set. Set it as .env.example shows, then start again."
            )
        return default

    def flag(self, name: str, *, default: bool) -> bool:
        """The variable as yes or no; any other word is refused."""
        value = self.values.get(name, "").strip().lower()
        if not value:
            return default
        if value in TRUE_WORDS:
            return True
        if value in FALSE_WORDS:
            return False
        raise ImproperlyConfigured(f"{name} is {value!r}; write 1 or 0.")

    def integer(self, name: str, *, default: int, at_least: int = 0) -> int:
        """The variable as a whole number not below `at_least`."""
        value = self.values.get(name, "").strip()
        if not value:
            return default
        try:
            number = int(value)
        except ValueError:
            raise ImproperlyConfigured(f"{name} is {value!r}; write a whole number.") from None
        if number < at_least:
            raise ImproperlyConfigured(f"{name} is {number}; the least is {at_least}.")
        return number

    def words(self, name: str, *, default: tuple[str, ...] | None = None) -> list[str]:
        """The variable as a list, split at commas; without a default at least one word must be there."""
        found = [word.strip() for word in self.values.get(name, "").split(",") if word.strip()]
        if found:
            return found
        if default is None:
            raise ImproperlyConfigured(
                f"{name} is not set; write one or more values, with commas between them."
            )
        return list(default)

    def address(self, name: str, *, schemes: tuple[str, ...], default: str | None = None) -> Address:
        """The variable as an address of one of the schemes. Passwords never appear in the message."""
        value = self.text(name, default=default)
        try:
            parts = urlsplit(value)
            port = parts.port
        except ValueError:
            raise ImproperlyConfigured(f"{name} is not an address that can be read.") from None
        if parts.scheme not in schemes:
            known = ", ".join(f"{scheme}://" for scheme in schemes)
            raise ImproperlyConfigured(
                f"{name} begins with {parts.scheme or 'nothing'!r}; it must begin with {known}."
            )
        return _address(parts, port)


def _address(parts: SplitResult, port: int | None) -> Address:
    return Address(
        scheme=parts.scheme,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        host=unquote(parts.hostname or ""),
        port=port,
        path=unquote(parts.path),
        options=dict(parse_qsl(parts.query)),
    )
