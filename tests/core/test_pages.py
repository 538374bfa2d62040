"""A page sent in parts: its head goes before its rest is made, and a fault in the rest is told and logged."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import timezone, translation

from core.pages import Part, page_in_parts


@pytest.fixture
def request_(settings, tmp_path: Path, rf: RequestFactory) -> HttpRequest:
    """A request, with three templates at hand: a page with a hole, one without, a part."""
    (tmp_path / "page.html").write_text("<h1>{{ name }}</h1><!--rest--><footer></footer>")
    (tmp_path / "whole.html").write_text("<h1>{{ name }}</h1>")
    (tmp_path / "part.html").write_text(
        "{% load i18n tz %}{{ text }} {% translate 'Round' %} {{ at|date:'H:i' }};"
    )
    settings.TEMPLATES = [settings.TEMPLATES[0] | {"DIRS": [tmp_path, *settings.TEMPLATES[0]["DIRS"]]}]
    return rf.get("/")


def test_the_head_is_sent_before_the_rest_is_made(request_) -> None:
    made = []

    def rest() -> Iterator[Part]:
        for text in ("one", "two"):
            made.append(text)
            yield "part.html", {"text": text}

    page = page_in_parts(request_, "page.html", {"name": "<Hall>"}, rest)
    assert made == []
    parts = iter(page)
    assert (next(parts), made) == (b"<h1>&lt;Hall&gt;</h1>", [])
    assert next(parts).startswith(b"one ")
    assert made == ["one"]
    assert next(parts).startswith(b"two ")
    assert list(parts) == [b"<footer></footer>"]


def test_what_is_typed_cannot_look_like_the_place_of_the_rest(request_) -> None:
    page = page_in_parts(request_, "page.html", {"name": "<!--rest-->"}, lambda: iter(()))
    assert page.content == b"<h1>&lt;!--rest--&gt;</h1><footer></footer>"


def test_the_whole_can_be_read_twice_and_has_its_status(request_) -> None:
    page = page_in_parts(request_, "page.html", {"name": "Hall"}, lambda: iter(()), status=422)
    assert page.content == page.content == b"<h1>Hall</h1><footer></footer>"
    assert (page.status_code, page["X-Accel-Buffering"]) == (422, "no")


def test_the_rest_speaks_the_language_and_tells_the_time_of_the_request(request_) -> None:
    at = timezone.datetime(2026, 3, 7, 12, 0, tzinfo=timezone.get_fixed_timezone(0))
    with translation.override("uk"), timezone.override(timezone.get_fixed_timezone(120)):
        page = page_in_parts(
            request_, "page.html", {"name": "Hall"}, lambda: iter([("part.html", {"text": "", "at": at})])
        )
        with translation.override("uk"):
            word = translation.gettext("Round")
    assert word != "Round"
    # Whoever reads the answer may have another language in his thread by then.
    with translation.override("en"):
        assert f"{word} 14:00" in page.content.decode()
        assert translation.get_language() == "en"


def test_a_fault_in_the_rest_is_told_logged_and_breaks_the_answer_off(request_, caplog) -> None:
    def rest() -> Iterator[Part]:
        yield "part.html", {"text": "one"}
        raise RuntimeError("the disk is full")

    page, sent = page_in_parts(request_, "page.html", {"name": "Hall"}, rest), []
    with caplog.at_level(logging.ERROR, "django.request"), pytest.raises(RuntimeError):
        for part in page:
            sent.append(part.decode())
    assert "The rest of this page is missing" in sent[-1]
    assert "the disk is full" not in "".join(sent)
    assert "<footer>" not in "".join(sent)
    assert "The rest of / could not be made" in caplog.text


def test_a_template_without_a_place_for_the_rest_is_a_fault(request_) -> None:
    page = page_in_parts(request_, "whole.html", {"name": "Hall"}, lambda: iter(()))
    with pytest.raises(ValueError, match="no place"):
        assert page.content


def test_a_fault_is_told_in_the_language_of_the_request(request_) -> None:
    def rest() -> Iterator[Part]:
        raise RuntimeError("the disk is full")
        yield

    with translation.override("uk"):
        page = page_in_parts(request_, "page.html", {"name": "Hall"}, rest)
        words = translation.gettext("The rest of this page is missing: a fault in the portal.")
    assert not words.isascii()
    sent: list[str] = []
    with translation.override("en"), pytest.raises(RuntimeError):
        for part in page:
            sent.append(part.decode())
    assert words in sent[-1]
