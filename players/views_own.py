"""Everything that the portal keeps of a player, for himself, as a file."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from players.own_data import everything_of
from players.permissions import PERMISSIONS, require
from players.selectors import persons


@login_required
@never_cache
@require_safe
def own_data(request: HttpRequest, pk: int) -> JsonResponse:
    """The player's entry, ratings, events, questionnaires, requests, log-ins and ledger rows as JSON; for him alone."""
    person = get_object_or_404(persons(), pk=pk)
    require(PERMISSIONS, "own_data", request.user, person)
    account: Any = request.user
    answer = JsonResponse(
        everything_of(person, account), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    answer["Content-Disposition"] = f'attachment; filename="player-{person.pk}.json"'
    return answer
