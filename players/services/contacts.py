"""A player's own e-mail, telephone and postal address. The ledger hears what changed, never to what."""

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from core.ledger import append
from core.sealing import seal, unseal
from players.models import Account, Person, PersonContact
from players.permissions import PERMISSIONS, require

SEALED = ("telephone", "postcode", "address")
FIELDS = ("email", *SEALED)
LONGEST = 300


def contact_of(person: Person) -> dict[str, str]:
    """E-mail, telephone, postcode and address of a player; empty words for what he did not give."""
    found = PersonContact.objects.filter(person=person).first()
    said = unseal(found.sealed) if found is not None else {}
    return {"email": person.email, **{name: said.get(name, "") for name in SEALED}}


@transaction.atomic
def contact_save(person: Person, *, actor: Account, values: Mapping[str, str]) -> list[str]:
    """Keep a player's own contact data; the names of what changed.

    Raises PermissionDenied for anybody but the player, ValidationError by field.
    """
    require(PERMISSIONS, "contact_edit", actor, person)
    stored = Person.objects.select_for_update(of=("self",)).get(pk=person.pk)
    before = contact_of(stored)
    wanted = {name: values.get(name, before[name]).strip() for name in FIELDS}
    _check(wanted)
    changed = [name for name in FIELDS if wanted[name] != before[name]]
    if not changed:
        return []
    if "email" in changed:
        stored.email = wanted["email"]
        stored.save(update_fields=["email"])
    sealed = seal({name: wanted[name] for name in SEALED})
    PersonContact.objects.update_or_create(person=stored, defaults={"sealed": sealed})
    append(
        scope="person",
        object_id=str(stored.pk),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb="person.contact",
        reason="",
        payload={"changed": changed},
    )
    return changed


def _check(wanted: Mapping[str, str]) -> None:
    errors = {
        name: _("Please keep it under %(count)s letters.") % {"count": LONGEST}
        for name in FIELDS
        if len(wanted[name]) > LONGEST
    }
    if wanted["email"] and "email" not in errors:
        try:
            validate_email(wanted["email"])
        except ValidationError as error:
            errors["email"] = error.messages[0]
    digits = sum(letter.isdigit() for letter in wanted["telephone"])
    if wanted["telephone"] and not 5 <= digits <= 20:
        errors["telephone"] = _("That is no telephone number.")
    if errors:
        raise ValidationError(errors)
