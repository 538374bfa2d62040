"""Numbers, dates and icons as the pages write them."""

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from django.http import QueryDict
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import translation
from lucide import IconDoesNotExist

from core.templatetags import ui

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def render(source: str, **values: object) -> str:
    return Template("{% load ui %}" + source).render(Context(values))


@pytest.mark.parametrize(
    ("halves", "text"),
    [(0, "0"), (1, "½"), (2, "1"), (9, "4½"), (21, "10½"), (-3, "−1½"), (-4, "−2"), (None, "–")],
)
def test_scores_are_written_in_points_and_halves(halves: int | None, text: str) -> None:
    assert ui.points(halves) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(1, 8), 2, "0.13"),
        (Decimal("0.125"), 2, "0.13"),
        ("-0.125", 2, "−0.13"),
        ("-0.004", 2, "0.00"),
        (Fraction(40, 3), 4, "13.3333"),
        (7, 0, "7"),
        (Decimal("2.5"), 0, "3"),
        (None, 2, "–"),
        ("", 2, "–"),
    ],
)
def test_numbers_are_rounded_half_up_away_from_zero(value: object, digits: int, text: str) -> None:
    assert ui.number(value, digits) == text  # type: ignore[arg-type]


def test_the_decimal_mark_follows_the_language() -> None:
    with translation.override("hr"):
        assert ui.number("6.15", 2) == "6,15"
        assert ui.signed("-3.2", 2) == "−3,20"


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        ("6.15", 2, "+6.15"),
        (-3, 0, "−3"),
        (0, 0, "0"),
        ("0.004", 2, "0.00"),
        ("-0.004", 2, "0.00"),
        (None, 2, "–"),
    ],
)
def test_a_gain_has_a_plus_and_nothing_has_no_sign(value: object, digits: int, text: str) -> None:
    assert ui.signed(value, digits) == text  # type: ignore[arg-type]


def test_a_form_comes_back_to_its_page_and_from_a_refused_form_to_where_it_stood() -> None:
    source = "{% return_address %}"
    made = RequestFactory(headers={"referer": "http://testserver/desk/?tab=1"})
    assert render(source, request=made.get("/events/?q=1")) == "/events/?q=1"
    assert render(source, request=made.post("/desk/save/")) == "http://testserver/desk/?tab=1"
    for address in ("https://elsewhere.example/desk/", "http://[testserver/", "javascript:alert(1)", ""):
        foreign = RequestFactory(headers={"referer": address})
        assert render(source, request=foreign.post("/desk/save/")) == "/desk/save/"
    assert render(source) == ""


def test_a_float_never_reaches_a_page() -> None:
    with pytest.raises(TypeError, match="exact"):
        ui.number(0.1, 2)  # type: ignore[arg-type]


def test_dates_are_written_as_the_language_writes_them() -> None:
    assert ui.day(date(2026, 11, 30)) == "30 Nov 2026"
    assert ui.day(None) == "–"
    with translation.override("hr"):
        assert ui.day(date(2026, 11, 30)) == "30. studenoga 2026."


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        (date(2026, 3, 7), date(2026, 3, 9), "7–9 Mar 2026"),
        (date(2026, 2, 28), date(2026, 3, 3), "28 Feb – 3 Mar 2026"),
        (date(2026, 12, 28), date(2027, 1, 3), "28 Dec 2026 – 3 Jan 2027"),
        (date(2026, 3, 7), date(2026, 3, 7), "7 Mar 2026"),
        (date(2026, 3, 7), None, "7 Mar 2026"),
        (None, None, "–"),
    ],
)
def test_days_of_an_event_say_no_month_twice(start: date | None, end: date | None, text: str) -> None:
    assert ui.days(start, end) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1987", "1987"),
        ("1987-05", "May 1987"),
        ("1987-05-03", "3 May 1987"),
        (date(1987, 5, 3), "3 May 1987"),
        ("", "–"),
        (None, "–"),
        ("1987-13", "1987-13"),
        ("spring", "spring"),
    ],
)
def test_a_birth_date_is_shown_as_far_as_it_is_known(value: object, text: str) -> None:
    assert ui.partial_date(value) == text  # type: ignore[arg-type]


def test_a_moment_is_shown_in_the_portals_zone(settings: object) -> None:
    settings.TIME_ZONE = "Europe/Prague"  # type: ignore[attr-defined]
    assert ui.moment(datetime(2026, 11, 30, 13, 32, tzinfo=UTC)) == "30 Nov 2026, 14:32"


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("1", "win"),
        (2, "win"),
        ("½", "draw"),
        (1, "draw"),
        ("0", "loss"),
        (0, "loss"),
        ("+", "unplayed"),
        ("-", "unplayed"),
        ("=", "unplayed"),
        ("U", "unplayed"),
        ("*", "open"),
        (None, "open"),
        ("1u", "win"),
    ],
)
def test_cells_are_tinted_by_code_or_by_halves(code: str | int | None, name: str) -> None:
    assert ui.result_class(code) == f"cell-{name}"


def test_the_query_string_keeps_the_rest_and_drops_what_is_none() -> None:
    request = RequestFactory().get("/players/", {"q": "Kos & co", "sort": "name", "page": "2"})
    written = render('<a href="{% query page=3 sort=None %}">', request=request)
    address = re.search(r'href="\?([^"]*)"', written)
    assert address is not None
    assert "&amp;" in address[1]
    assert QueryDict(address[1].replace("&amp;", "&")).dict() == {"q": "Kos & co", "page": "3"}


def test_an_icon_is_hidden_from_screen_readers_unless_it_has_a_label() -> None:
    assert 'aria-hidden="true"' in ui.icon("crown")
    labelled = ui.icon("check", label='saved "now"')
    assert "aria-hidden" not in labelled
    assert 'aria-label="saved &quot;now&quot;"' in labelled
    with pytest.raises(IconDoesNotExist):
        ui.icon("no-such-icon")


def test_every_icon_that_a_template_names_exists() -> None:
    named = {
        (name, path.name)
        for path in TEMPLATES.rglob("*.html")
        for name in re.findall(r'{%\s*icon\s+"([^"]+)"', path.read_text(encoding="utf-8"))
    }
    assert len(named) > 40
    for name, _where in sorted(named):
        ui.icon(name)
    for _tone, name in ui.STATE_LOOKS.values():
        ui.icon(name)


def test_a_state_has_a_word_an_icon_and_a_tone_and_escapes_the_word() -> None:
    chip = render('{% state "returned" word %}', word="returned <b>")
    assert 'data-tone="warning"' in chip
    assert "returned &lt;b&gt;" in chip
    assert "<svg" in chip
    assert 'data-tone="neutral"' in render('{% state "unheard-of" "?" %}')


def test_the_page_head_holds_crumbs_facts_tabs_and_the_actions_between_its_tags() -> None:
    head = render(
        "{% page_head title=title crumbs=crumbs facts=facts tabs=tabs"
        " state='playing' state_label='round 5' %}"
        "<a class='btn'>{{ action }}</a>{% endpage_head %}",
        title="Open <i>",
        crumbs=[("Events", "/events/")],
        facts=["9 rounds", {"text": "Inventown", "icon": "map-pin", "url": "/x/"}],
        tabs=[
            {"label": "Standings", "url": "/s/", "active": True},
            {"label": "Players", "url": "/p/", "count": 0},
        ],
        action="<Pair>",
    )
    assert "<h1>Open &lt;i&gt;</h1>" in head
    assert "&lt;Pair&gt;" in head
    assert '<a href="/events/">Events</a>' in head
    assert "9 rounds" in head
    assert '<a href="/s/" aria-current="page">' in head
    assert re.search(r'badge-count">0<', head)
