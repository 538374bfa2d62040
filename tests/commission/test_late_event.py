"""An event registered after its start, on the pages: no single member waives it, a published decision of two does."""

from typing import Any

import pytest

pytestmark = pytest.mark.django_db


def test_a_late_event_is_refused_on_every_page_until_two_members_published_a_decision(
    client: Any, submitted: Any, director: Any, member: Any, second_member: Any, officer: Any, opening: Any
) -> None:
    """Registered on 8 March, played from the 7th: archived and public, and nobody rates it (7.1; 0.2 of 2025)."""
    from commission.findings import open_refusals
    from commission.models import Decision

    dossier = submitted(late=True)
    event, room = dossier.event, f"/commission/events/{dossier.event_id}/"
    words = "Registered on 8 Mar 2026, but play began on 7 Mar 2026"
    (late,) = open_refusals(dossier)
    client.force_login(director)
    assert words in client.get(f"/desk/{event.pk}/").content.decode(), "the desk"
    for who in (member, officer, second_member):
        client.force_login(who)
        page = client.get(room).content.decode()
        assert words in page
        assert "Waive by a decision" not in page, "no button of a single member"
        sent = {"finding": late.finding.fingerprint, "reason": "Decision 12"}
        assert client.post(f"{room}dismiss/", sent).status_code == 422
        refused = client.post(f"{room}move/accept/", {"version": dossier.version})
        assert (refused.status_code, words in refused.content.decode()) == (422, True)
        assert client.post(f"{room}move/rate/", {"version": dossier.version}).status_code != 200
    dossier.refresh_from_db()
    assert (dossier.stage, event.calculations.count()) == ("submitted", 0)

    client.force_login(member)
    typed = {
        "decided_on": "2026-03-14",
        "subject": "Late cup",
        "text": "The post was on strike.",
        "article": late.finding.article,
    }
    client.post(f"/decisions/new/?event={event.pk}", typed)
    decision = Decision.objects.get()
    confirm = f"/decisions/{decision.pk}/confirm/"
    assert client.post(confirm).status_code in (403, 409, 422), "whoever proposed does not confirm"
    assert client.post(f"{room}move/accept/", {"version": dossier.version}).status_code == 422
    client.force_login(second_member)
    assert client.post(confirm).status_code == 302
    assert client.post(f"{room}move/accept/", {"version": dossier.version}).status_code == 302
    client.logout()
    public = client.get(f"/events/{event.pk}/").content.decode()
    for text in ("2026/1", "Late cup"):
        assert text in public, text
