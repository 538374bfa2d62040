"""The jobs that pair: bar, cancel, and what they leave behind."""

import pytest
from django.utils import translation

from core.jobs import cancel
from core.jobs.running import run
from core.models import Job
from tournaments import tasks
from tournaments.errors import DomainError
from tournaments.models import Game, PairingProposal
from tournaments.services import proposal_order, proposals, round_pair_later
from tournaments.services.swiss import pair_seconds

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_round_is_paired_by_its_job_and_the_bar_is_full(new_event, director):
    event = new_event(6, first_colour="w")
    job = round_pair_later(event, actor=director)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result["boards"], job.progress, job.total) == (Job.State.DONE, 3, 1, 1)
    assert Game.objects.filter(round__event=event).count() == 3


def test_a_proposal_is_made_by_its_job_and_is_no_fact(new_event, director):
    event = new_event(6, first_colour="w")
    job = proposal_order(event, actor=director, round_number=1)
    run(job.pk)
    assert PairingProposal.objects.get(event=event).pairs == [[1, 4], [5, 2], [3, 6]]
    event.refresh_from_db()
    assert PairingProposal.objects.get(event=event).event_version == event.version
    assert not Game.objects.filter(round__event=event).exists()


def test_a_pairing_that_is_called_off_ends_its_engine_and_stores_nothing(new_event, director, monkeypatch):
    event = new_event(6, first_colour="w")
    job = round_pair_later(event, actor=director)
    real = tasks.swiss_pairing

    def search(event_id, number, *, waiting):
        cancel(Job.objects.get(pk=job.pk))
        waiting(3.2)
        return real(event_id, number)

    monkeypatch.setattr(tasks, "swiss_pairing", search)
    run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    assert "3 s of at most 120 s" in job.message
    assert not Game.objects.filter(round__event=event).exists()


@pytest.mark.parametrize(("players", "seconds"), [(6, 120), (300, 120), (301, 122), (1000, 1520)])
def test_a_large_field_has_more_time(players, seconds):
    assert pair_seconds(players) == seconds


def test_a_job_speaks_the_language_in_which_it_was_ordered(new_event, director, monkeypatch):
    event = new_event(6, first_colour="w")
    with translation.override("hr"):
        job = round_pair_later(event, actor=director)
        proposed = proposal_order(event, actor=director, round_number=1)
    heard = []

    def search(event_id, number, **_more):
        heard.append(translation.get_language())
        raise DomainError("no", "pairing_refused")

    monkeypatch.setattr(tasks, "swiss_pairing", search)
    monkeypatch.setattr(proposals, "swiss_pairing", search)
    run(job.pk)
    run(proposed.pk)
    assert heard == ["hr", "hr"]
