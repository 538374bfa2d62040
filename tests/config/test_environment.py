"""The reader of the environment: typed, and loud when something is wrong."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment


def test_text_that_must_be_set_names_the_variable() -> None:
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set"):
        Environment({}).text("SECRET_KEY")


@pytest.mark.parametrize("value", ["", "   "])
def test_empty_variable_counts_as_absent(value: str) -> None:
    assert Environment({"MAIL_FROM": value}).text("MAIL_FROM", default="portal") == "portal"


@pytest.mark.parametrize(
    ("word", "meant"), [("1", True), ("yes", True), ("TRUE", True), ("on", True), ("0", False), ("No", False)]
)
def test_flag_understands_the_usual_words(word: str, meant: bool) -> None:
    assert Environment({"DEBUG": word}).flag("DEBUG", default=not meant) is meant


def test_flag_refuses_other_words() -> None:
    with pytest.raises(ImproperlyConfigured, match="DEBUG is 'maybe'; write 1 or 0"):
        Environment({"DEBUG": "maybe"}).flag("DEBUG", default=False)


def test_number_that_is_none_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="PORT is '80a'; write a whole number"):
        Environment({"PORT": "80a"}).integer("PORT", default=80)


def test_number_below_the_least_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="the least is 1"):
        Environment({"WEB_WORKERS": "0"}).integer("WEB_WORKERS", default=2, at_least=1)


def test_words_are_split_at_commas() -> None:
    assert Environment({"HOSTS": " a.example, ,b.example"}).words("HOSTS") == ["a.example", "b.example"]


def test_list_that_must_not_be_empty_is_refused_when_it_is() -> None:
    with pytest.raises(ImproperlyConfigured, match="HOSTS is not set"):
        Environment({"HOSTS": " , "}).words("HOSTS")


def test_address_is_taken_apart_with_its_escapes() -> None:
    address = Environment({"U": "postgres://ana:p%40ss%2F@db.example:5433/chess?sslmode=require"}).address(
        "U", schemes=("postgres",)
    )
    assert (address.user, address.password, address.host, address.port, address.path, address.options) == (
        "ana", "p@ss/", "db.example", 5433, "/chess", {"sslmode": "require"},
    )  # fmt: skip


def test_address_of_another_kind_is_refused_without_printing_its_password() -> None:
    with pytest.raises(ImproperlyConfigured, match="begins with 'mysql'") as refusal:
        Environment({"DATABASE_URL": "mysql://root:secret@host/db"}).address(
            "DATABASE_URL", schemes=("postgres",)
        )
    assert "secret" not in str(refusal.value)


def test_address_with_an_impossible_port_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="not an address"):
        Environment({"U": "redis://host:port/0"}).address("U", schemes=("redis",))
