"""Every write about people and accounts: each checks the right and leaves a ledger row in its transaction."""

from players.services.accounts import account_create, account_update, office_open, roles_set
from players.services.membership import federation_note_save, membership_note_save
from players.services.numbers import national_number_next
from players.services.officers import (
    arbiter_grade_add,
    arbiter_save,
    officer_term_begin,
    officer_term_change,
)
from players.services.people import (
    PERSON_FIELDS,
    is_partial_date,
    is_possible_birth,
    person_create,
    person_update,
    persons_create,
    region_save,
    set_keys,
)
from players.services.standing import person_transfer, title_award, title_revoke, titles_held

__all__ = [
    "PERSON_FIELDS",
    "account_create",
    "account_update",
    "arbiter_grade_add",
    "arbiter_save",
    "federation_note_save",
    "is_partial_date",
    "is_possible_birth",
    "membership_note_save",
    "national_number_next",
    "office_open",
    "officer_term_begin",
    "officer_term_change",
    "person_create",
    "person_transfer",
    "person_update",
    "persons_create",
    "region_save",
    "roles_set",
    "set_keys",
    "title_award",
    "title_revoke",
    "titles_held",
]
