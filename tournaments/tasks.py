"""Long work about play, done by workers: fetch, call the service."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.jobs import JobContext, expect, job
from players.models import Account
from tournaments import correspondence_tasks  # noqa: F401  its jobs are registered with those below
from tournaments.errors import DomainError
from tournaments.mails import registration_mail
from tournaments.models import Event, Registration
from tournaments.sending import send_one
from tournaments.services.proposals import PROPOSE_JOB, proposal_make, proposal_store
from tournaments.services.registering import registrations_forget
from tournaments.services.start_list import REFRESH_JOB, lists_refresh
from tournaments.services.swiss import PAIR_JOB, pair_seconds, round_store, swiss_pairing
from tournaments.services.team_swiss import (
    TEAM_PAIR_JOB,
    TEAM_PAIR_SECONDS,
    team_round_store,
    team_swiss_pairing,
)
from tournaments.services.waiting_list import MAIL_JOB

expect(DomainError)

FORGET_JOB = "tournaments.forget_registrations"

Work = Callable[[JobContext], dict[str, Any]]


def _in_the_language_of_the_order(work: Work) -> Work:
    """Whoever ordered the work reads its progress and its refusal in the language in which he ordered it."""

    @wraps(work)
    def spoken(context: JobContext) -> dict[str, Any]:
        with translation.override(context.payload.get("language") or "en"):
            return work(context)

    return spoken


@job(PAIR_JOB, title=gettext_lazy("Pairing a round"))
@_in_the_language_of_the_order
def pair_round(context: JobContext) -> dict[str, Any]:
    """Pair the next round of a Swiss and store it, if nothing in the event changed meanwhile."""
    event = Event.objects.get(pk=context.payload["event"])
    ordered_by = context.payload["actor"]
    actor = Account.objects.get(pk=ordered_by) if ordered_by else None
    number = context.payload["round"]
    shown = _watch(context, event, number)
    shown(0)
    result = swiss_pairing(event.pk, number, waiting=shown)
    context.progress(1, 1, _("Storing the boards"))
    with context.effect():
        round_store(event, actor=actor, result=result, version=context.payload["version"])
        context.result = {
            "round": number,
            "boards": len(result.pairs),
            "url": reverse("tournaments:desk_round", args=[event.pk, number]),
        }
    return context.result


@job(TEAM_PAIR_JOB, title=gettext_lazy("Pairing a round of teams"))
@_in_the_language_of_the_order
def pair_teams(context: JobContext) -> dict[str, Any]:
    """Pair the next round of a team Swiss and store it, if nothing in the event changed meanwhile."""
    event = Event.objects.get(pk=context.payload["event"])
    ordered_by = context.payload["actor"]
    actor = Account.objects.get(pk=ordered_by) if ordered_by else None
    number = context.payload["round"]
    shown = _watch(context, event, number, TEAM_PAIR_SECONDS)
    shown(0)
    result = team_swiss_pairing(event, number, waiting=shown)
    with context.effect():
        team_round_store(event, actor=actor, result=result, version=context.payload["version"])
        context.result = {
            "round": number,
            "boards": len(result.pairs),
            "url": reverse("tournaments:desk_round", args=[event.pk, number]),
        }
    return context.result


@job(PROPOSE_JOB, title=gettext_lazy("The engine's proposal for a round"))
@_in_the_language_of_the_order
def propose_round(context: JobContext) -> dict[str, Any]:
    """Ask the engine how it would pair a round, for the page on which boards are made by hand."""
    event = Event.objects.get(pk=context.payload["event"])
    number = context.payload["round"]
    shown = _watch(context, event, number)
    shown(0)
    made = proposal_make(event.pk, number, waiting=shown)
    with context.effect():
        proposal_store(made, version=context.payload["version"])
        context.result = {
            "round": number,
            "boards": len(made.pairs),
            "url": reverse("tournaments:round_by_hand", args=[event.pk, number]),
        }
    return context.result


def _watch(
    context: JobContext, event: Event, number: int, seconds: int | None = None
) -> Callable[[float], None]:
    """Moves the bar with the seconds gone by, out of those that the engine is given; hears a cancel."""
    players = event.entries.count()
    most = pair_seconds(players) if seconds is None else seconds

    def shown(gone: float) -> None:
        message = _("Pairing round %(number)s, %(players)s players: %(gone)s s of at most %(most)s s") % {
            "number": number,
            "players": players,
            "gone": int(gone),
            "most": most,
        }
        context.progress(int(gone), most, message)

    return shown


@job(REFRESH_JOB, title=gettext_lazy("Taking over a new rating list"))
def refresh_lists(context: JobContext) -> dict[str, Any]:
    """Give every event that has not started the list now in force on its first day; ordered when one appears."""
    context.progress(0, 1, _("Events that have not started"))
    with context.effect():
        context.result = {"events": lists_refresh()}
    return context.result


@job(MAIL_JOB, title=gettext_lazy("Writing to a player"))
def mail_registration(context: JobContext) -> dict[str, Any]:
    """Tell a player what became of his registration, with his own link."""
    registration = Registration.objects.select_related("event").get(pk=context.payload["registration"])
    with translation.override(context.payload["language"]):
        what = context.payload["what"]
        sent = send_one(registration_mail(registration, what)) if registration.email else 0
    with context.effect():
        context.result = {"sent": sent}
    return context.result


@job(FORGET_JOB, title=gettext_lazy("Erasing old addresses"))
def forget_registrations(context: JobContext) -> dict[str, Any]:
    """Erase addresses that players left for an event that is long over; ordered once a day."""
    context.progress(0, 1)
    with context.effect():
        context.result = {"registrations": registrations_forget(timezone.now())}
    return context.result
