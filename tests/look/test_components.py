"""The components with data, the gallery that shows them, and the pages of errors."""

import re
from pathlib import Path

import pytest
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import path

from core.templatetags.ui import folded_cells
from core.views_styleguide import styleguide

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
MINE = [
    *TEMPLATES.glob("*.html"),
    *(TEMPLATES / "components").glob("*.html"),
    *(TEMPLATES / "registration").glob("*.html"),
]


class Addresses:
    """The gallery alone, so that these tests need no other part of the portal."""

    urlpatterns = [
        path("styleguide/", styleguide),
        path("login/", lambda request: HttpResponse(), name="login"),
    ]


COLUMNS = [
    {"key": "rank", "label": "Rk", "numeric": True},
    {"key": "name", "label": "Name", "sortable": True, "sort_url": "?sort=-name", "sorted": "asc"},
    {"key": "fed", "label": "Fed", "fold": True},
    {"key": "rating", "label": "Rtg", "numeric": True, "fold": True},
]


def row(*texts: str) -> dict[str, object]:
    return {"cells": [{"text": text} for text in texts]}


def table(rows: list[dict[str, object]], **more: object) -> dict[str, object]:
    return {"columns": COLUMNS, "rows": rows, "caption": "Register", **more}


def render_list(**values: object) -> str:
    return render_to_string(
        "components/list.html", values, request=RequestFactory().get("/players/", {"q": "ko"})
    )


def test_a_phone_finds_the_folded_values_under_the_first_column_of_words() -> None:
    cells = folded_cells(table([]), row("1", "Kos, Ivo", "CRO", "2388"))
    assert [part["text"] for part in cells[1]["folded"]] == ["CRO", "2388"]
    assert [part["label"] for part in cells[1]["folded"]] == ["Fed", "Rtg"]
    assert "folded" not in cells[0]
    assert [bool(cell["fold"]) for cell in cells] == [False, False, True, True]


def test_empty_values_leave_no_label_behind_when_folded() -> None:
    cells = folded_cells(table([]), row("1", "Kos, Ivo", "", "–"))
    assert cells[1]["folded"] == []


def test_a_row_with_too_few_cells_is_a_fault_and_not_a_shifted_table() -> None:
    with pytest.raises(ValueError, match="zip"):
        folded_cells(table([]), row("1", "Kos, Ivo"))


def test_a_list_escapes_text_marks_the_sorted_column_and_keeps_the_query_while_paging() -> None:
    rows = [row(str(n), f"<Kos {n}>", "CRO", "2388") for n in range(25)]
    page = Paginator(rows, 10).get_page(2)
    written = render_list(table=table(list(page.object_list), page=page, downloads=[("CSV", "?format=csv")]))
    assert "&lt;Kos 12&gt;" in written
    assert "<Kos" not in written
    assert re.search(r'<th[^>]*aria-sort="ascending"[^>]*><a[^>]*href="\?sort=-name"', written)
    assert 'href="?q=ko&amp;page=3"' in written
    assert "11–20 of 25" in written
    assert 'href="?format=csv"' in written


def test_an_empty_list_says_what_belongs_there_and_a_filtered_one_keeps_its_filter() -> None:
    empty = {
        "title": "No players yet",
        "text": "Add the first.",
        "action_label": "Add",
        "action_url": "/players/new/",
    }
    bare = render_list(table=table([], empty=empty))
    assert "No players yet" in bare
    assert 'href="/players/new/"' in bare
    assert "<input" not in bare
    filtered = render_list(table=table([], empty=empty, query="zz"))
    assert 'value="zz"' in filtered


def test_a_finding_names_severity_article_remedy_and_whom_it_concerns() -> None:
    finding = {
        "severity": "refusal",
        "severity_label": "Refusal",
        "article": "C.04.1",
        "text": "Board 3 has two Whites.",
        "remedy": "Re-enter board 3.",
        "concerns": [("Round 5", "/r/5/"), ("board 3", "")],
        "dismiss_url": "/dismiss/",
    }
    written = render_to_string("components/finding.html", {"finding": finding})
    for words in (
        "Refusal",
        "C.04.1",
        "Board 3 has two Whites.",
        "Re-enter board 3.",
        'href="/r/5/"',
        "/dismiss/",
    ):
        assert words in written
    set_aside = render_to_string(
        "components/finding.html", {"finding": finding | {"dismissed_reason": "Known."}}
    )
    assert "Known." in set_aside
    assert "/dismiss/" not in set_aside


@pytest.mark.parametrize(
    ("state", "polls"), [("queued", True), ("running", True), ("done", False), ("failed", False)]
)
def test_progress_asks_again_only_while_there_is_something_to_come(state: str, polls: bool) -> None:
    written = render_to_string(
        "components/progress.html",
        {
            "title": "Final table",
            "done": 3,
            "total": 9,
            "message": "Round 3",
            "state": state,
            "poll_url": "/jobs/1/",
            "cancel_url": "/c/",
        },
    )
    assert ('hx-get="/jobs/1/"' in written) is polls
    assert ('action="/c/"' in written) is polls
    # What is over does not say that it is at 3 of 9.
    assert ("3 of 9" in written and "Round 3" in written) is (state != "done")
    if state == "running":
        assert '<progress max="9" value="3"' in written


def test_steps_inside_a_step_are_part_of_the_ledger() -> None:
    inner = {"article": "8.1.2", "text": "Round 1", "value": "0.33"}
    outer = {"article": "8.3.1", "text": "Expected score", "value": 0, "parts": [inner, inner]}
    written = render_to_string(
        "components/derivation.html", {"derivation": {"title": "We", "result": "0.66", "steps": [outer]}}
    )
    assert written.count("0.33") == 2
    assert "2 steps inside" in written
    assert '<span class="value">0</span>' in written


def test_the_gallery_shows_every_component_in_development_only(client: object, settings: object) -> None:
    settings.ROOT_URLCONF = Addresses  # type: ignore[attr-defined]
    settings.DEBUG = True  # type: ignore[attr-defined]
    page = client.get("/styleguide/")  # type: ignore[attr-defined]
    assert page.status_code == 200
    used = {template.name for template in page.templates if template.name}
    parts = {f"components/{path.name}" for path in (TEMPLATES / "components").glob("[!_]*.html")}
    elsewhere = {"components/gallery_derivation.html", "components/field.html", "components/form_errors.html"}
    assert parts - used - elsewhere == set()
    settings.DEBUG = False  # type: ignore[attr-defined]
    assert client.get("/styleguide/").status_code == 404  # type: ignore[attr-defined]
    with pytest.raises(Http404):
        styleguide(RequestFactory().get("/styleguide/"))


@pytest.mark.parametrize("code", [400, 403, 404, 409, 413, 429])
def test_each_error_page_says_what_was_kept_and_leads_on(code: int) -> None:
    written = render_to_string(f"{code}.html", {}, request=RequestFactory().get("/x/"))
    assert str(code) in written
    assert 'class="kept"' in written
    assert 'href="/"' in written


def test_the_page_of_a_fault_needs_neither_request_nor_static_files() -> None:
    written = render_to_string("500.html")
    assert "Nothing was lost" in written
    assert "{% static" not in (TEMPLATES / "500.html").read_text(encoding="utf-8")


def test_a_refused_form_says_that_it_was_too_old() -> None:
    written = render_to_string("403.html", {"csrf_failure": True}, request=RequestFactory().get("/x/"))
    assert "too old" in written


def test_a_conflict_says_which_values_stand_against_each_other() -> None:
    words = "Two values for board 7: 1-0 (you), ½-½ (M. Kos, 14:31)."
    assert words in render_to_string(
        "409.html", {"exception": ValueError(words)}, request=RequestFactory().get("/x/")
    )


@pytest.mark.parametrize("template", MINE, ids=lambda path: path.name)
def test_no_template_holds_script_or_style_that_the_content_policy_forbids(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)|javascript:", text)


def test_the_page_waits_for_no_script_but_the_one_that_sets_the_theme() -> None:
    base = (TEMPLATES / "base.html").read_text(encoding="utf-8")
    blocking = [tag for tag in re.findall(r"<script[^>]*>", base) if "defer" not in tag]
    assert len(blocking) == 1
    assert "theme.js" in blocking[0]
