"""The order of the tie-breaks: looked at, tried, changed with a reason."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from tests.tiebreaks.web.conftest import SIX
from tests.tiebreaks.web.reading import table
from tournaments.errors import DomainError, StaleVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(accounts: Callable[[str], Any]) -> Any:
    return accounts("director")


@pytest.fixture
def begun(make_event: Callable[..., Any], director: Any) -> Any:
    from tournaments.models import EventOfficial

    event = make_event(SIX, order="PTS,BH,SB")
    EventOfficial.objects.create(event=event, account=director, role="chief_arbiter")
    return event


def change(event: Any, actor: Any, order: str = "PTS,SB,BH", reason: str = "The board forgot it.") -> Any:
    from tournaments.services import order_change

    event.refresh_from_db()
    return order_change(
        event,
        actor=actor,
        order=order,
        edition_key="c07-2026",
        unplayed_key="c07-2026",
        reason=reason,
        version=event.version,
    )


def test_after_the_start_the_event_form_refuses_and_names_the_page(begun: Any, director: Any) -> None:
    from tournaments.services import event_update

    with pytest.raises(DomainError, match="has begun"):
        event_update(begun, actor=director, tie_break_order="PTS,SB")
    assert event_update(begun, actor=director, city="Rijeka").city == "Rijeka"


def test_a_change_needs_a_reason_and_leaves_its_row(begun: Any, director: Any) -> None:
    from core.ledger import rows_of

    with pytest.raises(DomainError, match="why"):
        change(begun, director, reason=" ")
    change(begun, director)
    row = rows_of("event", begun.pk).get(verb="event.order_changed")
    assert row.reason == "The board forgot it."
    assert row.payload["begun"] == 1
    assert row.payload["changed"] == {"tie_break_order": ["PTS,BH,SB", "PTS,SB,BH"]}


def test_the_change_is_an_objection_and_a_line_in_the_trf(begun: Any, director: Any) -> None:
    from tournaments.exporting import trf_of
    from tournaments.review import event_findings

    change(begun, director)
    begun.refresh_from_db()
    found = [item for item in event_findings(begun) if item.code == "order_changed"]
    assert [(item.severity, item.article) for item in found] == [("objection", "31.1")]
    assert "PTS,BH,SB" in found[0].text
    assert "The board forgot it." in found[0].text
    lines = trf_of(begun, "trf26", public=False).text.splitlines()
    told = [line for line in lines if line.startswith("###")]
    assert len(told) == 1
    assert "PTS,BH,SB to PTS,SB,BH: The board forgot it." in told[0]
    assert "202 SB,BH" in lines
    assert "212 PTS,SB,BH" in lines


def test_another_text_after_the_start_is_told_as_much_as_another_order(begun: Any, director: Any) -> None:
    from tournaments.exporting import trf_of
    from tournaments.review import event_findings
    from tournaments.services import order_change

    order_change(
        begun,
        actor=director,
        order="PTS,BH,SB",
        edition_key="c07-2026",
        unplayed_key="c07-2009",
        reason="As announced on paper.",
        version=begun.version,
    )
    begun.refresh_from_db()
    found = [item for item in event_findings(begun) if item.code == "order_changed"]
    assert "16: c07-2026 to 16: c07-2009 (As announced on paper.)" in found[0].text
    told = [line for line in trf_of(begun, "trf26", public=False).text.splitlines() if line.startswith("###")]
    assert len(told) == 1
    assert told[0].endswith("16: c07-2026 to 16: c07-2009: As announced on paper.")


def test_points_that_an_order_places_later_keep_their_place_in_the_file(begun: Any, director: Any) -> None:
    """Line 202 has the tie-breaks, line 212 the whole order: wins go before points here."""
    from tournaments.exporting import trf_of
    from tournaments.interchange.trf import read_trf, write_trf

    change(begun, director, order="WIN,PTS,BH")
    begun.refresh_from_db()
    text = trf_of(begun, "trf26", public=False).text
    assert "202 WIN,BH" in text.splitlines()
    assert "212 WIN,PTS,BH" in text.splitlines()
    record = read_trf(text.encode()).record
    assert record.event.tie_breaks == ("WIN", "PTS", "BH")
    again = write_trf(record, "trf26").splitlines()
    assert "202 WIN,BH" in again
    assert "212 WIN,PTS,BH" in again


def test_before_the_start_the_order_changes_without_a_decision(begun: Any, director: Any) -> None:
    from tournaments.models import Game
    from tournaments.review import event_findings

    Game.objects.filter(round__event=begun).update(code="*")
    change(begun, director, reason="")
    begun.refresh_from_db()
    assert begun.tie_break_order == "PTS,SB,BH"
    assert not [item for item in event_findings(begun) if item.code == "order_changed"]


def test_strangers_and_stale_pages_change_nothing(begun: Any, director: Any, accounts: Any) -> None:
    from tournaments.services import order_change

    with pytest.raises(PermissionDenied):
        change(begun, accounts("stranger"))
    with pytest.raises(StaleVersion):
        order_change(
            begun,
            actor=director,
            order="PTS,SB",
            edition_key="c07-2026",
            unplayed_key="",
            reason="x",
            version=999,
        )


def test_the_page_previews_without_changing_and_then_changes(begun: Any, director: Any, client: Any) -> None:
    client.force_login(director)
    page = reverse("tiebreaks:order", args=[begun.pk])
    wanted = {"order": "PTS,TPN", "edition": "c07-2026", "unplayed": "", "version": begun.version}
    shown = client.post(page, wanted | {"preview": "1"}).content.decode()
    # By points 6 has 2½, 2 and 1 have 2½ and 1½: only ties can move.
    assert "Nothing is changed yet" in shown
    begun.refresh_from_db()
    assert begun.tie_break_order == "PTS,BH,SB"
    wanted |= {"previewed": "PTS,TPN|c07-2026|"}
    refused = client.post(page, wanted | {"change": "1", "reason": ""})
    assert refused.status_code == 422
    done = client.post(page, wanted | {"change": "1", "reason": "As announced on paper."})
    assert done.status_code == 302
    begun.refresh_from_db()
    assert begun.tie_break_order == "PTS,TPN"
    assert "As announced on paper." in client.get(page).content.decode()


def test_a_mixed_order_is_warned_of_and_the_override_is_recorded(
    begun: Any, director: Any, client: Any
) -> None:
    from core.ledger import rows_of

    client.force_login(director)
    page = reverse("tiebreaks:order", args=[begun.pk])
    wanted = {"order": "PTS,PS,BH", "edition": "ua-2011", "unplayed": "c07-2009", "version": begun.version}
    assert "31.2" in client.post(page, wanted | {"preview": "1"}).content.decode()
    said = {"previewed": "PTS,PS,BH|ua-2011|c07-2009", "change": "1"}
    client.post(page, wanted | said | {"reason": "The regulations of the event say so."})
    row = rows_of("event", begun.pk).get(verb="event.order_changed")
    assert row.payload["overridden"] == ["order.groups_mixed"]


def test_an_unknown_code_is_refused_with_the_page_as_it_was(begun: Any, director: Any, client: Any) -> None:
    client.force_login(director)
    page = reverse("tiebreaks:order", args=[begun.pk])
    wanted = {"order": "PTS,XYZ", "edition": "c07-2026", "unplayed": "", "version": begun.version}
    answer = client.post(page, wanted | {"preview": "1"})
    assert answer.status_code == 422
    assert "XYZ" in answer.content.decode()


def test_the_second_step_is_for_the_order_that_the_first_has_shown(
    begun: Any, director: Any, client: Any
) -> None:
    client.force_login(director)
    page = reverse("tiebreaks:order", args=[begun.pk])
    wanted = {"order": "PTS,SB", "edition": "c07-2026", "unplayed": "", "version": begun.version}
    shown = client.post(page, wanted | {"preview": "1"}).content.decode()
    previewed = re.search(r'name="previewed" value="([^"]*)"', shown)
    assert previewed is not None
    other = {"order": "PTS,WIN", "previewed": previewed[1], "change": "1", "reason": "Typed beforehand."}
    for said in (other, other | {"previewed": ""}):
        answer = client.post(page, wanted | said)
        assert answer.status_code == 422
        assert "another order than was shown" in answer.content.decode()
        assert "Typed beforehand." in answer.content.decode()
    begun.refresh_from_db()
    assert begun.tie_break_order == "PTS,BH,SB"


def test_a_page_that_somebody_overtook_keeps_the_reason_and_goes_through_the_next_time(
    begun: Any, director: Any, client: Any
) -> None:
    client.force_login(director)
    page = reverse("tiebreaks:order", args=[begun.pk])
    wanted = {"order": "PTS,SB", "edition": "c07-2026", "unplayed": "", "version": begun.version}
    wanted |= {"previewed": "PTS,SB|c07-2026|", "change": "1", "reason": "As announced."}
    change(begun, director, order="PTS,WIN")
    answer = client.post(page, wanted)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Somebody changed this event" in text
    assert "As announced." in text
    assert "<strong>WIN</strong>" in text  # what stands now
    begun.refresh_from_db()
    assert f'name="version" value="{begun.version}"' in text
    assert client.post(page, wanted | {"version": begun.version}).status_code == 302
    begun.refresh_from_db()
    assert begun.tie_break_order == "PTS,SB"


def test_the_preview_shows_the_values_of_the_other_order(begun: Any, director: Any, client: Any) -> None:
    client.force_login(director)
    wanted = {"order": "PTS,WIN", "edition": "c07-2026", "unplayed": "", "version": begun.version}
    rows = table(client.post(reverse("tiebreaks:order", args=[begun.pk]), wanted | {"preview": "1"}))
    # 6 drew 3, beat 4 and 1; 2 beat 5 and 3 and drew 1.
    assert [(row["Rk then"], row["Name"], row["Pts"], row["WIN"]) for row in rows[:2]] == [
        ("1", "Player002, Test", "2½", "2"),
        ("1", "Player006, Test", "2½", "2"),
    ]


def test_an_event_without_a_first_day_keeps_what_was_typed(begun: Any, director: Any, client: Any) -> None:
    begun.start, begun.tie_break_edition, begun.unplayed_edition = None, "", ""
    begun.save()
    client.force_login(director)
    page = reverse("tiebreaks:order", args=[begun.pk])
    for order in ("", "PTS,NONE", "PTS,SB"):
        answer = client.post(page, {"order": order, "edition": "c07-2026", "version": "1", "preview": "1"})
        assert answer.status_code in (200, 422)
        assert "it is not known" in answer.content.decode()
        assert f'value="{order}"' in answer.content.decode()


def test_a_frozen_event_lets_try_and_says_that_nothing_changes(
    begun: Any, director: Any, client: Any
) -> None:
    begun.locked_by_report = 7
    begun.save()
    client.force_login(director)
    page = reverse("tiebreaks:order", args=[begun.pk])
    wanted = {"order": "PTS,SB", "edition": "c07-2026", "unplayed": "", "version": begun.version}
    text = client.post(page, wanted | {"preview": "1"}).content.decode()
    assert "The report has frozen this event" in text
    assert "What it would do" in text
    assert 'name="change"' not in text
    forged = wanted | {"previewed": "PTS,SB|c07-2026|", "change": "1", "reason": "x"}
    assert client.post(page, forged).status_code == 422
    begun.refresh_from_db()
    assert begun.tie_break_order == "PTS,BH,SB"
