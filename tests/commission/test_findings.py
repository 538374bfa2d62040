"""What the validator finds, on the director's desk and in the dossier: the same, with what was set aside."""

from datetime import date
from typing import Any

import pytest

pytestmark = pytest.mark.django_db


def codes(event: Any, **papers: Any) -> dict[str, str]:
    from tournaments.review import event_findings

    return {finding.code: finding.severity for finding in event_findings(event, **papers)}


def test_desk_and_dossier_say_the_same(finished: Any, handed_in: Any, client: Any, director: Any) -> None:
    from commission.findings import findings_of

    event = finished(rate_of_play="15 min + 10 s")
    dossier = handed_in(event)
    found = {item.finding.code: item for item in findings_of(dossier)}
    assert found["pace.all_too_fast"].finding.severity == "objection"
    client.force_login(director)
    page = client.get(f"/desk/{event.pk}/").content.decode()
    for item in found.values():
        assert item.text.replace('"', "&quot;").replace("'", "&#x27;") in page


def test_what_the_commission_set_aside_is_shown_to_the_director_with_who_and_why(
    submitted: Any, member: Any, client: Any, director: Any
) -> None:
    from commission.findings import findings_of
    from commission.services import finding_dismiss

    dossier = submitted(rate_of_play="15 min + 10 s")
    (fast,) = [item for item in findings_of(dossier) if item.finding.code == "pace.all_too_fast"]
    finding_dismiss(dossier, actor=member, fingerprint=fast.finding.fingerprint, reason="Decision 12")
    # it stays set aside though the record changes elsewhere
    dossier.event.city = "Elsewhere"
    dossier.event.save()
    (again,) = [item for item in findings_of(dossier) if item.finding.code == "pace.all_too_fast"]
    assert again.dismissed is not None
    client.force_login(director)
    page = client.get(f"/desk/{dossier.event_id}/").content.decode()
    for text in ("Set aside:", "Decision 12 (Clara, "):
        assert text in page
    assert "Waive by a decision" not in page


def test_the_desk_of_an_event_without_a_dossier_opens_and_makes_none(
    finished: Any, client: Any, director: Any
) -> None:
    from commission.models import Dossier

    event = finished()
    client.force_login(director)
    assert client.get(f"/desk/{event.pk}/").status_code == 200
    assert not Dossier.objects.exists()


def test_register_and_list_are_asked(finished: Any, persons: list[Any], officer: Any) -> None:
    from players.services import federation_note_save, membership_note_save
    from tournaments.models import Entry

    event = finished()
    assert not {"membership.suspended", "federation.suspended", "rating.differs"} & set(codes(event))
    since = date(2026, 1, 1)
    membership_note_save(
        None, actor=None, person=persons[1], kind="suspended", since=since, decision="Decision 1"
    )
    federation_note_save(
        None, actor=None, federation="INV", kind="suspended", since=since, decision="Decision 2"
    )
    Entry.objects.filter(event=event, number=1).update(rating=1700)
    found = codes(event)
    for code in ("membership.suspended", "federation.suspended"):
        assert found[code] == "objection"
    assert found["rating.differs"] == "warning"


def test_titles_awarded_after_the_start_are_no_difference(finished: Any, persons: list[Any]) -> None:
    from players.services import title_award

    event = finished()
    title_award(persons[0], actor=None, title="FM", awarded_on=date(2026, 3, 10), decision="Congress")
    assert "title.differs" not in codes(event)
    title_award(persons[1], actor=None, title="FM", awarded_on=date(2026, 1, 1), decision="Congress")
    assert codes(event)["title.differs"] == "note"


def test_the_first_arrival_of_the_papers_counts(submitted: Any, member: Any, director: Any) -> None:
    from commission.findings import findings_of, papers_of
    from commission.services import dossier_move

    dossier = submitted()
    assert papers_of(dossier).received == date(2026, 3, 12)
    assert (papers_of(dossier).signed, papers_of(dossier).certified) == (True, True)
    assert not [item for item in findings_of(dossier) if item.finding.code.startswith("papers")]
    dossier_move(dossier, "return", actor=member, reason="The slip shows 1-0")
    dossier.arrived_on = date(2026, 7, 1)
    assert papers_of(dossier).received == date(2026, 3, 15)  # the day of the first hand-in


def test_papers_that_never_came_are_a_refusal_in_the_end(finished: Any, monkeypatch: Any) -> None:
    """Play ended on 9 March: the lists of April, May and June follow, the last one closes on 29 May."""
    from datetime import UTC, datetime

    from django.utils import timezone

    from tournaments.review import Papers

    event = finished()
    for day, code in ((29, "papers.after_closing"), (30, "papers.too_late")):
        monkeypatch.setattr(timezone, "now", lambda day=day: datetime(2026, 5, day, 12, tzinfo=UTC))
        found = codes(event, papers=Papers())
        assert code in found, day
    assert found["papers.too_late"] == "refusal"
    assert not [code for code in codes(event) if code.startswith("papers")]


def test_an_event_that_no_text_binds_says_so(finished: Any) -> None:
    event = finished()
    event.rating_kind, event.rating_edition = "", ""
    event.save()
    assert codes(event)["edition_none"] == "note"
