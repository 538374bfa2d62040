"""Case WF-03, its last part: lists and their counts hold what is one's own, of a region that of the region alone.

That each address refuses a foreign event, and a row of one event under another, walks over the table of addresses
(`test_addresses.py`).
"""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.events import made_account, made_event

pytestmark = pytest.mark.django_db


def seen_by(account: Any, address: str) -> str:
    client = Client()
    client.force_login(account)
    return client.get(address).content.decode()


def test_wf_03_a_desk_shows_the_events_of_its_owner_alone() -> None:
    ana, boris = made_account("ana"), made_account("boris")
    for owner in (ana, boris):
        made_event(owner, 0, name=f"Open of {owner.username}", register=False)
    page = seen_by(ana, "/desk/")
    assert "Open of ana" in page
    assert "Open of boris" not in page


def test_wf_03_a_representative_is_asked_to_sign_the_papers_of_his_region_alone() -> None:
    from players.services import account_create, region_save
    from reports.models import Report

    director, papers = made_account("ana"), {}
    for number, name in enumerate(("Home", "Far"), 1):
        region = region_save(None, actor=None, code=f"0{number}", name=name)
        representative = account_create(
            actor=None,
            username=name.lower(),
            password="baize-and-ink-64",
            display_name=name,
            roles=("regional_representative",),
            regions=(region,),
        )
        event = made_event(director, 0, name=f"Postal {name}", region=region, register=False)
        Report.objects.create(
            event=event,
            number=1,
            sheet="final_table",
            state="certified",
            event_version=1,
            record_sha256="0" * 64,
            code=f"AAAA-000{number}",
            created_by=director,
        )
        papers[name] = representative
    page = seen_by(papers["Home"], "/signing/")
    assert "Postal Home" in page
    assert "Postal Far" not in page
