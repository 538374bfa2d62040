"""A clerk who plays too and says which profile is his: a claim that waits for the commission."""

from collections.abc import Mapping

from players.models import Account, Person, ProfileClaim
from players.services import persons_create
from players.services.claims import claim_make

SURNAME, GIVEN_NAME, BIRTH = "Vasylenko", "Ira", "1994-03-08"
NOTE = "I help at the Harbour Open; its director knows me."


def claimed_profile(accounts: Mapping[str, Account]) -> ProfileClaim:
    """The claim, and the player of the register, made if they are missing."""
    standing = ProfileClaim.objects.first()
    if standing is not None:
        return standing
    person = Person.objects.filter(surname=SURNAME, given_name=GIVEN_NAME).first()
    if person is None:
        facts = {
            "surname": SURNAME,
            "given_name": GIVEN_NAME,
            "birth": BIRTH,
            "sex": "w",
            "federation": "INV",
        }
        (person,) = persons_create(actor=None, people=[facts])
    return claim_make(person, account=accounts["clerk"], number="04117", birth=BIRTH, note=NOTE)
