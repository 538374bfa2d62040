"""A player recorded twice, in two scripts: a merge that waits for the second member."""

from collections.abc import Mapping

from commission.services_merge import merge_propose
from players.models import Account, Person, PersonMerge
from players.services import persons_create

TWICE = {"sex": "m", "birth": "1990-05-17", "federation": "INV"}
NAMES = (("Гнатюченко", "Олег"), ("Hnatiuchenko", "Oleh"))
REASON = "The questionnaire of March names both numbers; the passport was seen on 12 March."


def recorded_twice(accounts: Mapping[str, Account]) -> PersonMerge:
    """The two records and the proposal, made if they are missing."""
    standing = PersonMerge.objects.first()
    if standing is not None:
        return standing
    known = [Person.objects.filter(surname=surname, given_name=given).first() for surname, given in NAMES]
    people = [
        person or persons_create(actor=None, people=[{"surname": name[0], "given_name": name[1], **TWICE}])[0]
        for person, name in zip(known, NAMES, strict=True)
    ]
    return merge_propose(people[0], people[1], actor=accounts["commission"], reason=REASON)
