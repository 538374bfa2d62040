"""Everything that the register keeps of a player, for himself, as a file."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.ledger import rows_of
from players.edits import as_sent
from players.models import ListedRating, Person
from players.permissions import PERMISSIONS, require
from players.selectors import persons
from players.services import PERSON_FIELDS


@login_required
@never_cache
@require_safe
def own_data(request: HttpRequest, pk: int) -> JsonResponse:
    """The player's entry, titles, transfers, notes, ratings on lists and ledger rows as JSON; for him alone."""
    person = get_object_or_404(persons(), pk=pk)
    require(PERMISSIONS, "own_data", request.user, person)
    answer = JsonResponse(_facts(person), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="player-{person.pk}.json"'
    return answer


def _facts(person: Person) -> dict[str, Any]:
    entry = {name: as_sent(getattr(person, name)) for name in sorted(PERSON_FIELDS)}
    ratings = ListedRating.objects.filter(person=person).order_by("rating_list__effective_from", "pk")
    lists = ("rating_list__kind", "rating_list__effective_from", "name", "title", "federation", "rating")
    titles = ("system", "title", "awarded_on", "revoked", "decision")
    transfers = ("on", "from_federation", "to_federation", "from_region__name", "to_region__name", "decision")
    return {
        "register": entry | {"region": str(person.region or "")},
        "titles": list(person.title_awards.values(*titles)),
        "transfers": list(person.transfers.values(*transfers)),
        "membership": list(person.membership_notes.values("kind", "since", "until", "decision")),
        "ratings": list(ratings.values(*lists)),
        "ledger": list(rows_of("person", person.pk).values("at", "actor_name", "verb", "reason", "payload")),
    }
