"""Players recorded twice, in two scripts: a merge that waits for the second member, and one that is made."""

from collections.abc import Mapping

from django.db import transaction

from commission.services_merge import merge_confirm, merge_propose
from players.models import Account, Person, PersonMerge
from players.services import persons_create

Names = tuple[tuple[str, str], tuple[str, str]]
WAITING: Names = (("Гнатюченко", "Олег"), ("Hnatiuchenko", "Oleh"))
MADE: Names = (("Ångmark", "Sølve"), ("Angmark", "Solve"))
BIRTHS = {WAITING: "1990-05-17", MADE: "1988-11-02"}
REASON = "The questionnaire of March names both numbers; the passport was seen on 12 March."


def recorded_twice(accounts: Mapping[str, Account]) -> PersonMerge:
    """The two records and the proposal, made if they are missing."""
    standing = _standing(WAITING)
    return standing or merge_propose(*_records(WAITING), actor=accounts["commission"], reason=REASON)


@transaction.atomic
def merged_pair(accounts: Mapping[str, Account]) -> PersonMerge:
    """Two records of another player that are one already, confirmed by the second member."""
    standing = _standing(MADE)
    if standing is not None:
        return standing
    proposed = merge_propose(*_records(MADE), actor=accounts["ratings"], reason=REASON)
    return merge_confirm(proposed, actor=accounts["commission"])


def _standing(names: Names) -> PersonMerge | None:
    return PersonMerge.objects.filter(survivor__surname=names[0][0]).first()


def _records(names: Names) -> list[Person]:
    known = [Person.objects.filter(surname=surname, given_name=given).first() for surname, given in names]
    facts = {"sex": "m", "birth": BIRTHS[names], "federation": "INV"}
    return [
        person or persons_create(actor=None, people=[{"surname": name[0], "given_name": name[1], **facts}])[0]
        for person, name in zip(known, names, strict=True)
    ]
