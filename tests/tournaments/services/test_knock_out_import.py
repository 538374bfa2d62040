"""An imported knock-out has its bracket, or the reason why not is told before and after the import."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tournaments.models import Event, Game, KindRules, KnockOutTie
from tournaments.selectors.knock_out import bracket_of
from tournaments.services import event_finish, event_import, record_result

pytestmark = pytest.mark.django_db

START = date(2026, 3, 7)


def cup(*cells: str) -> bytes:
    lines = ["012 Small Cup", "042 2026/03/07", "052 2026/03/08", "092 Knock-out", "142 2"]
    lines += [
        f"001 {number:4}      {f'Player {number}, Test':33} {2500 - number:4} {'':38}{text}"
        for number, text in enumerate(cells, 1)
    ]
    return "\r\n".join(lines).encode()


# 1 beat 4, 2 drew with 3, and 3 plays the final against 1, which is still open.
CUP = cup("   4 w 1     3 b  ", "   3 w =", "   2 b =     1 w  ", "   1 b 0")
BROKEN = cup("   4 w 1", "   3 w =     4 b 1", "   2 b =", "   1 b 0     2 w 0")


def test_the_bracket_of_a_file_goes_on_at_the_desk(director):
    result = event_import(CUP, actor=director, start=START, system="knock_out")
    event = result.event
    assert "knock_out.read" in {finding.code for finding in result.findings}
    assert KindRules.objects.get(event=event).tie_games == 1
    ties = KnockOutTie.objects.filter(event=event).order_by("stage", "number")
    assert list(
        ties.values_list("stage", "upper__number", "lower__number", "winner__number", "decided_by")
    ) == [
        (1, 1, 4, 1, "games"),
        (1, 2, 3, 3, "decision"),
        (2, 1, 3, None, ""),
    ]
    final = Game.objects.get(round__event=event, round__number=2)
    record_result(final, actor=director, code="1-0", version=final.version)
    assert bracket_of(event).champion.number == 3
    event.refresh_from_db()
    assert event_finish(event, actor=director).state == Event.State.FINISHED


def test_rounds_that_are_no_bracket_are_stored_as_rounds_and_told(director):
    result = event_import(BROKEN, actor=director, start=START, system="knock_out")
    assert "knock_out.loser_went_on" in {finding.code for finding in result.findings}
    assert not KnockOutTie.objects.filter(event=result.event).exists()
    assert Game.objects.filter(round__event=result.event).count() == 3


@pytest.mark.parametrize(
    ("data", "told"),
    [(CUP, "The rounds are a bracket of 2 stages"), (BROKEN, "somebody plays on who lost his tie")],
)
def test_the_page_before_the_import_says_whether_there_is_a_bracket(director, data, told):
    client = Client()
    client.force_login(director)
    file = SimpleUploadedFile("cup.trf", data)
    page = client.post(reverse("tournaments:event_import"), {"file": file}).content.decode()
    assert told in page
