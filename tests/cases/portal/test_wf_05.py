"""Case WF-05: of a child's birth the year alone is public, and no e-mail, telephone, address or national number.

Everything that an anonymous reader reaches from the event and the profile is read, files inside files too.
"""

import io
import re
import subprocess
import zipfile
from collections.abc import Iterator
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.reports.reading import enclosed

pytestmark = pytest.mark.django_db

BIRTH, NUMBER, MAIL = "2014-05-17", "00120456", "nina.belova@example.org"
SECRETS = (
    *("2014-05-17", "2014/05/17", "2014.05.17", "17.05.2014", "17/05/2014", "20140517"),
    *("17 May 2014", "May 17, 2014", "2014-05", "05-17"),
    *(NUMBER, MAIL, "555 0142", "Long Road 7", "IBCA"),
)
CONTACT = {"email": MAIL, "telephone": "+385 91 555 0142", "postcode": "10000", "address": "Long Road 7"}
LINK = re.compile(rb'(?:href|src|data-source|hx-get|action)="(/[^"#]*)')
# The texts of the rules name organisations and days of their own.
OURS = re.compile(r"/(events|players|reports|ratings(?!/(editions|articles))|verify)(/|\?)")
MOST = 120


@pytest.fixture
def children(people: Any, director: Any) -> list[Any]:
    """Four players, of whom the first is born on a day that nobody may learn, the second in the same year before it."""
    from players.models import Account, Person
    from players.services.contacts import contact_save

    made = people(4, births=[BIRTH, "2014-01-02", "1980", "1979-03-04"])
    child = Person.objects.get(pk=made[0].pk)
    Person.objects.filter(pk=child.pk).update(national_id=NUMBER, organisation="IBCA")
    Account.objects.filter(pk=director.pk).update(person=child)
    contact_save(child, actor=Account.objects.get(pk=director.pk), values=CONTACT)
    Account.objects.filter(pk=director.pk).update(person=None)
    return [Person.objects.get(pk=person.pk) for person in made]


@pytest.fixture
def event(children: Any, directed: Any, opening: Any) -> Any:
    """Played and finished, with players from the register."""
    opening({person: 1500 + 10 * place for place, person in enumerate(children)})
    rounds = [
        [(1, 4, "1-0"), (2, 3, "1/2-1/2")],
        [(4, 3, "0-1"), (1, 2, "1-0")],
        [(2, 4, "1-0"), (3, 1, "0-1")],
    ]
    made = directed(children, rounds, system="round_robin", start=date(2026, 3, 7))
    entry = made.entries.get(number=1)
    assert (entry.birth, entry.national_id) == (BIRTH, NUMBER)
    return made


@pytest.fixture
def report(event: Any, director: Any, officer: Any, sign: Any) -> Any:
    """The report of the event, set as a PDF and signed: all that can be public is."""
    from core.files import read, store
    from reports.models import Report, Signature
    from reports.services import report_document, report_hand_in, report_rendered

    made = report_hand_in(event, actor=director, place="Inventown")
    made = sign(report_rendered(made, document=report_document(made)), director, officer)
    signed = store(read(made.unsigned_sha256) + b"\n% signed\n", "application/pdf").sha256
    Report.objects.filter(pk=made.pk).update(pdf_sha256=signed)
    Signature.objects.filter(report=made).update(after_sha256=signed)
    return made


def reached(client: Client, *starts: str) -> dict[str, bytes]:
    """The content of every page and file that links lead to from these, breadth first."""
    waiting, found = list(starts), {}
    while waiting and len(found) < MOST:
        address = waiting.pop(0)
        if address in found:
            continue
        answer = client.get(address)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        found[address] = body if answer.status_code == 200 else b""
        links = [unescape(link.decode()) for link in LINK.findall(body)]
        if answer.status_code in (301, 302):
            links.append(answer["Location"])
        if "html" in answer.get("Content-Type", ""):
            here = address.partition("?")[0]
            links += [here + unescape(link.decode()) for link in re.findall(rb'href="(\?[^"#]*)', body)]
        waiting += [link for link in dict.fromkeys(links) if OURS.match(link)]
    return found


def inside(body: bytes, folder: Path) -> Iterator[str]:
    """The texts of a file: itself, the parts of a spreadsheet, what a PDF prints, says of itself and encloses."""
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as parts:
            for name in parts.namelist():
                yield parts.read(name).decode("utf-8", "replace")
    elif body.startswith(b"%PDF"):
        paper = folder / "paper.pdf"
        paper.write_bytes(body)
        for words in (
            ["pdftotext", str(paper), "-"],
            ["pdfinfo", "-meta", str(paper)],
            ["pdfinfo", str(paper)],
        ):
            yield subprocess.run(words, capture_output=True, text=True, check=True).stdout
        for part in enclosed(body).values():
            yield part.decode("utf-8", "replace")
    else:
        yield body.decode("utf-8", "replace")


def test_nothing_that_anybody_reaches_tells_more_than_the_year(
    event: Any, report: Any, children: Any, client: Client, tmp_path: Path
) -> None:
    child = children[0]
    starts = (
        f"/events/{event.pk}/",
        *(f"/events/{event.pk}/{part}/" for part in ("players", "standings", "crosstable", "history")),
        *(f"/events/{event.pk}/download/{name}/" for name in ("trf16", "trf26", "csv", "json", "xlsx")),
        *(
            f"/reports/{report.pk}/{part}"
            for part in ("", "document.pdf", "download/data/", "download/trf26/")
        ),
        f"/players/{child.pk}/",
        "/players/",
        "/players/?format=csv",
        "/players/?format=json",
        f"/players/search/?q={child.surname}",
        f"/players/search/?q={child.surname}&format=json",
        f"/search/?q={child.surname}",
        "/ratings/",
    )
    found = reached(client, *starts)
    told = {address: text for address, body in found.items() for text in [" ".join(inside(body, tmp_path))]}
    assert [(address, word) for address, text in told.items() for word in SECRETS if word in text] == []
    # The pages were there, and they speak of this player.
    named = {address for address, text in told.items() if child.surname in text}
    assert set(starts[:-1]) - named <= {f"/events/{event.pk}/history/", f"/reports/{report.pk}/"}
    assert len(named) > 30
    assert "2014" in told[f"/players/{child.pk}/"]


def test_no_search_finds_the_day_the_mail_or_the_number(event: Any, children: Any, client: Client) -> None:
    for word in ("2014-05-17", "05-17", NUMBER, NUMBER[:4], MAIL, "nina.belova", "5550142", "IBCA"):
        for address in ("/players/search/?format=json&q=", "/players/?format=json&q=", "/search/?q="):
            page = client.get(address + word).content.decode()
            assert children[0].surname not in page, address + word


def test_no_order_tells_who_is_born_earlier_in_a_year(event: Any, children: Any, client: Client) -> None:
    """The first two are born in one year, the second earlier: no way to sort puts them by their day."""
    names = [person.surname for person in children[:2]]
    for address in ("/players/", f"/events/{event.pk}/players/"):
        for sort in ("born", "birth", "age", "year", "birth_year"):
            orders = []
            for sign in ("", "-"):
                text = client.get(address, {"sort": sign + sort, "format": "csv"}).content.decode()
                places = [text.find(name) for name in names]
                assert min(places) >= 0, address
                orders.append(places[0] < places[1])
            assert orders == [True, True], (address, sort)


def test_the_file_for_the_federation_has_the_whole_date_for_those_who_may(
    event: Any, director: Any, member: Any, account: Any, client: Client
) -> None:
    address = f"/events/{event.pk}/download/trf26/"
    for reader, sees in ((None, False), (account("nobody"), False), (director, True), (member, True)):
        client.logout()
        if reader is not None:
            client.force_login(reader)
        answer = client.get(address, {"full": "1"})
        assert (answer.status_code == 200) is sees
        assert ("2014/05/17" in answer.content.decode()) is sees
        public = client.get(address).content.decode()
        assert "2014/00/00" in public and "2014/05/17" not in public
