"""The teams of an event at the desk: list, rules, one team, numbers, a pasted list."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import DomainError
from tournaments.forms.teams import TeamForm, TeamListForm, TeamRulesForm
from tournaments.models import Event, Team
from tournaments.selectors.team_lists import TeamProposal, proposals
from tournaments.selectors.teams import homeless, rules_words, team_rows
from tournaments.services import entries_add
from tournaments.services.captains import captain_token
from tournaments.services.team_withdrawals import last_round_played, team_withdraw
from tournaments.services.teams import (
    captain_link_renew,
    matches_exist,
    rules_for,
    team_add,
    team_bye_request,
    team_members_set,
    team_remove,
    team_rules_set,
    team_update,
    teams_number,
)
from tournaments.views.access import actor_of, desk_event, may, posted_number


def own_team(event: Event, pk: int) -> Team:
    """A team of this event and no other; raises Http404."""
    return get_object_or_404(Team.objects.select_related("event"), pk=pk, event=event)


@login_required
@require_http_methods(["GET", "POST"])
def teams(request: HttpRequest, pk: int) -> HttpResponse:
    """The teams with what is missing; POST enters a new one."""
    event = desk_event(request, pk, "entries_edit")
    form = TeamForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            words = form.values
            made = team_add(
                event,
                actor=actor_of(request),
                name=words["name"],
                captain=words["captain"],
                federation=words["federation"],
            )
            messages.success(request, _("%(name)s is entered; now its players.") % {"name": made.name})
            return redirect("tournaments:desk_team", pk=pk, team=made.pk)
        except DomainError as error:
            form.add_error(error.field or None, str(error))
    rules = rules_for(event)
    rows = team_rows(event)
    context = {
        "event": event,
        "rows": rows,
        "rules": rules,
        "words": rules_words(rules),
        "homeless": homeless(event),
        "form": form,
        "paired": matches_exist(event),
        "may_edit": not event.is_locked,
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "tournaments/teams_desk.html", context, status=status)


@login_required
@require_http_methods(["GET", "POST"])
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Boards, points and limits of the matches."""
    event = desk_event(request, pk, "entries_edit")
    stored = rules_for(event)
    swiss = event.system == Event.System.TEAM_SWISS
    form = TeamRulesForm(request.POST or None, instance=stored, swiss=swiss)
    if request.method == "POST" and form.is_valid():
        try:
            team_rules_set(event, actor=actor_of(request), **form.values)
            messages.success(request, _("The rules of the matches are saved."))
            return redirect("tournaments:desk_teams", pk=pk)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        except ValidationError as error:
            form.add_error(None, error)
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/teams_rules.html", {"event": event, "form": form}, status=status)


@login_required
@require_http_methods(["GET", "POST"])
def team(request: HttpRequest, pk: int, team: int) -> HttpResponse:
    """One team: its words, its members in board order. POST saves both."""
    event = desk_event(request, pk, "entries_edit")
    stored = own_team(event, team)
    form = TeamForm(request.POST or None, instance=stored)
    typed: dict[int, str] | None = None
    status = 200
    if request.method == "POST":
        status = 422
        typed = {
            int(name.removeprefix("order-")): str(text).strip()
            for name, text in request.POST.items()
            if name.startswith("order-") and name.removeprefix("order-").isdigit()
        }
        if form.is_valid() and _save(request, stored, form, typed):
            return redirect("tournaments:desk_team", pk=pk, team=team)
    context = _team_context(request, event, stored, form, typed)
    return render(request, "tournaments/team_desk.html", context, status=status)


def _save(request: HttpRequest, stored: Team, form: TeamForm, typed: dict[int, str]) -> bool:
    wrong = [text for text in typed.values() if text and not posted_number(text)]
    if wrong:
        form.add_error(None, _("“%(text)s” is no board number.") % {"text": wrong[0][:10]})
        return False
    chosen = sorted((posted_number(text), pk) for pk, text in typed.items() if text)
    new = posted_number(request.POST.get("add"))
    members = [pk for _place, pk in chosen] + ([new] if new else [])
    try:
        with transaction.atomic():
            team_update(stored, actor=actor_of(request), **form.values)
            if members != list(stored.members.order_by("board_order", "number").values_list("pk", flat=True)):
                team_members_set(stored, actor=actor_of(request), members=members)
    except DomainError as error:
        form.add_error(error.field or None, str(error))
        return False
    messages.success(request, _("%(name)s is saved.") % {"name": stored.name})
    return True


def _team_context(
    request: HttpRequest, event: Event, stored: Team, form: TeamForm, typed: dict[int, str] | None
) -> dict[str, Any]:
    row = next(each for each in team_rows(event) if each.team.pk == stored.pk)
    members = [
        {
            "entry": entry,
            "order": str(place) if typed is None else typed.get(entry.pk, ""),
            "is_reserve": place > row.boards,
        }
        for place, entry in enumerate(row.members, start=1)
    ]
    link = ""
    if stored.captain_link:
        path = reverse("tournaments:captain", args=[captain_token(stored)])
        link = request.build_absolute_uri(path)
    return {
        "event": event,
        "team": stored,
        "row": row,
        "form": form,
        "members": members,
        "homeless": homeless(event),
        "link": link,
        "byes": list(stored.bye_requests.order_by("round_number")),
        "swiss": event.system == Event.System.TEAM_SWISS,
        "rounds": range(1, event.rounds_planned + 1),
        "played": last_round_played(stored),
        "paired": stored.home_matches.exists() or stored.away_matches.exists(),
        "may_edit": not event.is_locked and may(request, "entries_edit", event),
    }


@login_required
@require_POST
def act(request: HttpRequest, pk: int, team: int, verb: str) -> HttpResponse:
    """What is done with a team by one button: remove, withdraw, return, link, bye."""
    event = desk_event(request, pk, "entries_edit")
    stored = own_team(event, team)
    actor, reason = actor_of(request), request.POST.get("reason", "")
    try:
        if verb == "remove":
            team_remove(stored, actor=actor)
            messages.success(request, _("%(name)s is removed.") % {"name": stored.name})
            return redirect("tournaments:desk_teams", pk=pk)
        if verb == "link":
            captain_link_renew(stored, actor=actor)
            messages.success(request, _("A new private link; the one before is worth nothing now."))
        elif verb == "bye":
            number = posted_number(request.POST.get("round"))
            team_bye_request(stored, actor=actor, round_number=number, code=request.POST.get("code", ""))
            messages.success(request, _("The bye of round %(number)s is noted.") % {"number": number})
        else:
            after = posted_number(request.POST.get("after")) if verb == "withdraw" else None
            team_withdraw(stored, actor=actor, after_round=after, reason=reason)
            messages.success(request, _("%(name)s is saved.") % {"name": stored.name})
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_team", pk=pk, team=team)


@login_required
@require_http_methods(["GET", "POST"])
def number(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the team numbers as the event says; typed ones are typed here."""
    event = desk_event(request, pk, "entries_edit")
    rules = rules_for(event)
    refused = ""
    if request.method == "POST":
        typed = {each.pk: posted_number(request.POST.get(f"number-{each.pk}")) for each in event.teams.all()}
        seed = request.POST.get("seed", "").strip()
        try:
            teams_number(
                event,
                actor=actor_of(request),
                seed=posted_number(seed) if seed else None,
                numbers=typed,
            )
            messages.success(request, _("The teams and their players are numbered."))
            return redirect("tournaments:desk_teams", pk=pk)
        except DomainError as error:
            refused = str(error)
    rows = [
        {"row": row, "typed": request.POST.get(f"number-{row.team.pk}", str(row.team.number))}
        for row in team_rows(event)
    ]
    context = {"event": event, "rows": rows, "rules": rules, "refused": refused}
    return render(request, "tournaments/teams_number.html", context, status=422 if refused else 200)


@login_required
@require_http_methods(["GET", "POST"])
def paste(request: HttpRequest, pk: int) -> HttpResponse:
    """Teams from a list: what was read and whom it means; nothing is written until confirmed."""
    event = desk_event(request, pk, "entries_edit")
    form = TeamListForm(request.POST or None)
    found: list[TeamProposal] = []
    refused = ""
    if request.method == "POST" and form.is_valid():
        found = proposals(event, form.cleaned_data["content"])
        if "confirm" in request.POST and found:
            try:
                count = _enter(request, event, found)
                text = ngettext("%(count)s team entered.", "%(count)s teams entered.", count)
                messages.success(request, text % {"count": count})
                return redirect("tournaments:desk_teams", pk=pk)
            except DomainError as error:
                refused = str(error)
            except ValidationError as error:
                refused = " ".join(error.messages)
    context = {
        "event": event,
        "form": form,
        "found": found,
        "refused": refused,
        "paired": matches_exist(event),
        "blocked": any(each.trouble or any(one.trouble for one in each.players) for each in found),
    }
    status = 422 if refused or (form.is_bound and not form.is_valid()) else 200
    return render(request, "tournaments/teams_paste.html", context, status=status)


@transaction.atomic
def _enter(request: HttpRequest, event: Event, found: list[TeamProposal]) -> int:
    """Enter the teams of a list; players whom nobody knows are entered by their names."""
    actor = actor_of(request)
    for each in found:
        members = []
        for player in each.players:
            entry = player.entry
            if entry is None:
                entry = entries_add(event, actor=actor, rows=[{"name": player.words}])[0]
            members.append(entry.pk)
        team_add(event, actor=actor, name=each.name, captain=each.captain, members=members)
    return len(found)
