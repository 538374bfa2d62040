"""The schedule filled in at once: the same times on every day."""

import re
from datetime import time

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.errors import DomainError
from tournaments.services import schedule_fill
from tournaments.views.access import actor_of, desk_event

_TIME = re.compile(r"(\d{1,2})[:.](\d{2})", re.ASCII)


@login_required
@require_POST
def fill(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the rounds without a day the times that were typed."""
    event = desk_event(request, pk, "event_edit")
    try:
        times = times_typed(request.POST.get("times", ""))
        first = times_typed(request.POST.get("first", ""))
        done = schedule_fill(event, actor=actor_of(request), times=times, first=first[0] if first else None)
        text = ngettext("%(count)s round has a day now.", "%(count)s rounds have a day now.", len(done))
        messages.success(request, text % {"count": len(done)})
    except ValueError:
        messages.error(request, _("Write the times like 10:00, 15:30."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_rounds", pk=pk)


def times_typed(text: str) -> list[time]:
    """The times of a line such as `10:00, 15.30`; raises ValueError for anything else.

    >>> ([str(at) for at in times_typed("10:00; 15.30")], times_typed(""))
    (['10:00:00', '15:30:00'], [])
    """
    found = []
    for word in re.split(r"[\s,;]+", text.strip()):
        if not word:
            continue
        match = _TIME.fullmatch(word)
        if match is None:
            raise ValueError(word)
        found.append(time(int(match[1]), int(match[2])))
    return found
