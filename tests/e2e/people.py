"""Accounts, the worker, and signing by hand: what the walks through the whole portal share."""

from typing import Any

from playwright.sync_api import Page

from core.jobs.running import run
from core.models import Job
from players.services import account_create

PASSWORD = "baize-and-ink-64"
PASSPHRASE = "an arbiter's phrase"
SLOW = 30_000


def account(username: str, *roles: str) -> Any:
    """An account with federation-wide roles."""
    return account_create(
        actor=None, username=username, password=PASSWORD, display_name=username.title(), roles=roles
    )


def work() -> None:
    """What the worker does: every job that waits, once."""
    for job in Job.objects.filter(state=Job.State.QUEUED):
        run(job.pk)


def sign_on_page(page: Page, report: Any) -> None:
    """Sign a report on its page with the passphrase."""
    page.goto(f"/reports/{report.pk}/")
    page.locator("[name=passphrase]").fill(PASSPHRASE)
    page.get_by_role("button", name="Sign", exact=True).click()
    page.wait_for_load_state()
