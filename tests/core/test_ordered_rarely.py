"""What the scheduler asks for every day and is due once a week."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.models import Job
from core.tasks import forget_files, order

pytestmark = pytest.mark.django_db

KIND = "core.check"


def ended(days_ago: float, state: str = Job.State.DONE) -> None:
    moment = timezone.now() - timedelta(days=days_ago)
    Job.objects.create(kind=KIND, state=state, finished_at=moment)


def test_nothing_is_ordered_while_the_last_one_is_young() -> None:
    ended(6.9)
    order(KIND, every_days=7)
    assert not Job.objects.filter(state=Job.State.QUEUED).exists()


def test_it_is_ordered_once_the_last_one_is_old_or_failed() -> None:
    ended(7.1)
    ended(1, Job.State.FAILED)
    order(KIND, every_days=7)
    order(KIND, every_days=7)
    assert Job.objects.filter(state=Job.State.QUEUED).count() == 1


def test_files_whose_time_is_over_are_forgotten_by_the_scheduler() -> None:
    from core.files import store
    from core.models import StoredFile

    store(b"over", "text/plain", expires_at=timezone.now() - timedelta(seconds=1))
    kept = store(b"not yet", "text/plain", expires_at=timezone.now() + timedelta(days=1))
    forget_files()
    assert StoredFile.objects.get() == kept
