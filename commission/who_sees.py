"""Who sees which datum of a person: one table, which the page prints and the tests hold to the rights.

A row with a right names those who have it on what is the reader's own. A row without one is public, or is shown by the
page that it names.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

EVERYBODY, YOURSELF, PARTICIPANTS, DIRECTORS, CLERKS = (
    "everybody",
    "yourself",
    "participants",
    "directors",
    "clerks",
)
BRINGER, COMMISSION, APPEALS, OFFICE, LOGGED_IN = "bringer", "commission", "appeals", "office", "logged_in"

READERS: Mapping[str, Any] = {
    EVERYBODY: _("everybody"),
    LOGGED_IN: _("whoever is logged in"),
    YOURSELF: _("you"),
    PARTICIPANTS: _("the players of that event"),
    DIRECTORS: _("director and deputies of that event"),
    CLERKS: _("helpers at that event's desk"),
    BRINGER: _("whoever filled it in, and the director of the event it came with"),
    COMMISSION: _("the commission"),
    APPEALS: _("the appeals committee"),
    OFFICE: _("administrators"),
}


@dataclass(frozen=True, slots=True)
class Datum:
    """Something that is kept of a person, where it stands, who sees it and by which right (`app.name`)."""

    what: Any
    where: Any
    readers: tuple[str, ...]
    right: str = ""
    kept: Any = ""

    @property
    def words(self) -> list[str]:
        """The readers in words."""
        return [str(READERS[reader]) for reader in self.readers]


@dataclass(frozen=True, slots=True)
class Group:
    """Data of one kind under a heading."""

    title: Any
    data: tuple[Datum, ...]


WHO_SEES: tuple[Group, ...] = (
    Group(
        _("In the register"),
        (
            Datum(
                _("Name, title, federation, club, year of birth, FIDE ID"),
                _("profile, start lists, tables, files"),
                (EVERYBODY,),
            ),
            Datum(_("Ratings, results, titles, transfers"), _("profile, lists, events"), (EVERYBODY,)),
            Datum(
                _("National number and region of who plays by correspondence"),
                _("list of coefficients, start lists and tables by correspondence (RACC 1.6)"),
                (EVERYBODY,),
            ),
            Datum(
                _("Month and day of birth, national number, e-mail"),
                _("profile"),
                (YOURSELF, COMMISSION),
                "players.person_view_private",
            ),
            Datum(
                _("Telephone and address that you gave"),
                _("profile"),
                (YOURSELF, COMMISSION),
                "players.contact_view",
                _("encrypted, until you erase them"),
            ),
            Datum(
                _("That a whole national number is yours"),
                _("search for players: whoever types all of it finds you"),
                (LOGGED_IN,),
                "players.person_find_by_national_number",
            ),
            Datum(
                _("Membership in an organisation of disabled players"),
                _("form of the register"),
                (COMMISSION,),
                "players.person_edit",
            ),
            Datum(_("All of this in one file"), _("profile"), (YOURSELF,), "players.own_data"),
        ),
    ),
    Group(
        _("In an event"),
        (
            Datum(
                _("Full date of birth and national number"),
                _("entries of the event, files for the federation"),
                (DIRECTORS, COMMISSION),
                "tournaments.event_view_private",
            ),
            Datum(
                _("Address and e-mail for play by correspondence"),
                _("start list with addresses"),
                (PARTICIPANTS, DIRECTORS, COMMISSION),
                "tournaments.contacts_view",
                _("encrypted, until three months after the end"),
            ),
            Datum(
                _("Questionnaire of a newcomer"),
                _("questionnaire"),
                (BRINGER, COMMISSION),
                "commission.newcomer_view",
                _("telephones and address encrypted, until it is decided"),
            ),
            Datum(
                _("Full dates of birth on a rating list"),
                _("file of the list for the federation"),
                (COMMISSION,),
                "ratings.list_births",
            ),
        ),
    ),
    Group(
        _("What you write to us"),
        (
            Datum(
                _("Requests for a correction, with their papers"),
                _("request"),
                (YOURSELF, COMMISSION, APPEALS),
                "commission.request_view",
            ),
            Datum(
                _("What proves that a profile is yours"),
                _("claim of a profile"),
                (YOURSELF, COMMISSION),
                "players.claim_view",
                _("encrypted, until it is decided"),
            ),
        ),
    ),
    Group(
        _("Of your account"),
        (
            Datum(
                _("User name, e-mail, roles, invitation, sessions, closed log-ins"),
                _("office; your own on the page of your account"),
                (OFFICE,),
                "players.office",
                _("sessions until they end; the network address shortened"),
            ),
            Datum(
                _("That somebody changed something, when and why"),
                _("ledger; of a birth the year, of what is not public that it changed"),
                (EVERYBODY,),
                "",
                _("for good"),
            ),
        ),
    ),
)
