"""Matches of teams: line-ups at the desk and by the captain, a match not played, a round of matches by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from core.throttle import sender, within_limit
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event, Game, Team, TeamMatch
from tournaments.record.findings import Finding
from tournaments.selectors.events import last_paired_round
from tournaments.services.captains import team_of_token
from tournaments.services.lineups import lineup_set, match_forfeit
from tournaments.services.team_pairing import team_manual_findings, team_round_pair_manual
from tournaments.services.teams import rules_for
from tournaments.views.access import actor_of, desk_event, posted_number
from tournaments.views.findings import finding_rows
from tournaments.views.player_links import MOST_FORGED, MOST_WRITES, WINDOW_SECONDS, too_often


def own_match(event: Event, number: int, match: int) -> TeamMatch:
    """A match of a round of this event; raises Http404."""
    matches = TeamMatch.objects.select_related("round", "home", "away", "round__event")
    return get_object_or_404(
        matches, round__event=event, round__number=number, number=match, away__isnull=False
    )


@login_required
@require_http_methods(["GET", "POST"])
def lineups(request: HttpRequest, pk: int, number: int, match: int) -> HttpResponse:
    """Both line-ups of a match; POST saves those that changed."""
    event = desk_event(request, pk, "lineups_edit")
    stored = own_match(event, number, match)
    refused = ""
    typed: dict[int, list[int | None]] = {}
    if request.method == "POST":
        typed = {team.pk: _posted(request.POST, team, event) for team in _teams(stored)}
        try:
            _save(request, stored, typed)
            messages.success(request, _("The line-ups are saved."))
            return redirect("tournaments:desk_round", pk=pk, number=number)
        except DomainError as error:
            refused = str(error)
    context = {
        "event": event,
        "number": number,
        "match": stored,
        "sides": [_side(stored, team, event, typed.get(team.pk)) for team in _teams(stored)],
        "refused": refused,
        "forfeits": TeamMatch.Forfeit.choices,
        "begun": _games(stored).exclude(code="*").exists(),
    }
    status = 409 if refused and "version" in request.POST and _is_stale(request, stored) else 422
    return render(request, "tournaments/match_lineups.html", context, status=status if refused else 200)


def _is_stale(request: HttpRequest, match: TeamMatch) -> bool:
    return posted_number(request.POST.get("version")) != match.version


def _teams(match: TeamMatch) -> list[Team]:
    return [match.home, match.away] if match.away is not None else [match.home]


def _games(match: TeamMatch) -> Any:
    return Game.objects.filter(round_id=match.round_id, match=match.number)


def _posted(data: Mapping[str, str], team: Team, event: Event) -> list[int | None]:
    boards = rules_for(event).boards
    return [posted_number(data.get(f"team-{team.pk}-{board}")) or None for board in range(1, boards + 1)]


def _save(request: HttpRequest, match: TeamMatch, typed: Mapping[int, list[int | None]]) -> None:
    """Save the line-ups that differ from the stored ones; the version is that which the form was shown."""
    version = posted_number(request.POST.get("version"))
    stored = {match.home_id: match.home_lineup, match.away_id: match.away_lineup}
    for team in _teams(match):
        if typed[team.pk] != list(stored[team.pk]):
            saved = lineup_set(
                match, actor=actor_of(request), team=team, lineup=typed[team.pk], version=version
            )
            version = saved.version


def _side(match: TeamMatch, team: Team, event: Event, typed: Sequence[int | None] | None) -> dict[str, Any]:
    """One team's line-up as a form shows it: the boards with their colour and the members to choose from."""
    own_home = team.pk == match.home_id
    lineup = list(typed if typed is not None else match.home_lineup if own_home else match.away_lineup)
    members = list(team.members.order_by("board_order", "number"))
    colours = match.colours or "wb" * 10
    boards = [
        {
            "board": board,
            "chosen": lineup[board - 1] if board <= len(lineup) else None,
            "white": (colours[board - 1 : board] == "w") == own_home,
        }
        for board in range(1, rules_for(event).boards + 1)
    ]
    return {"team": team, "boards": boards, "members": members, "is_home": own_home}


@login_required
@require_POST
def forfeit(request: HttpRequest, pk: int, number: int, match: int) -> HttpResponse:
    """Note that a match was not played, or take that back."""
    event = desk_event(request, pk, "lineups_edit")
    stored = own_match(event, number, match)
    try:
        match_forfeit(
            stored,
            actor=actor_of(request),
            forfeit=request.POST.get("forfeit", ""),
            reason=request.POST.get("reason", ""),
        )
        messages.success(request, _("The match is noted."))
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("tournaments:match_lineups", pk=pk, number=number, match=match)
    return redirect("tournaments:desk_round", pk=pk, number=number)


@login_required
@require_http_methods(["GET", "POST"])
def by_hand(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Choose the matches of a round; what speaks against them stands beside."""
    event = desk_event(request, pk, "round_pair")
    if not 1 <= number <= min(event.rounds_planned, last_paired_round(event.pk) + 1):
        raise Http404
    refused, found = "", tuple[Finding, ...]()
    rows, byes = _stored(event, number)
    if request.method == "POST":
        rows, byes = _posted_rows(request.POST)
        try:
            pairs = _whole(rows)
            if "check" in request.POST:
                found = team_manual_findings(event, number, pairs, byes)
                if not found:
                    messages.success(request, _("Nothing speaks against this pairing."))
            else:
                team_round_pair_manual(
                    event,
                    actor=actor_of(request),
                    round_number=number,
                    pairs=pairs,
                    byes=byes,
                    reason=request.POST.get("reason", ""),
                )
                messages.success(request, _("Round %(number)s is paired by hand.") % {"number": number})
                return redirect("tournaments:desk_round", pk=pk, number=number)
        except DomainError as error:
            refused, found = str(error), error.findings
    teams = list(event.teams.order_by("number"))
    rows += [(0, 0)] * (len(teams) // 2 - len(rows))
    seated = {team for row in rows for team in row}
    free = [{"team": team, "code": byes.get(team.number, "Z")} for team in teams if team.number not in seated]
    context = {
        "event": event,
        "number": number,
        "rows": rows,
        "teams": teams,
        "free": free,
        "refused": refused,
        "findings": finding_rows(found),
        "reason": request.POST.get("reason", ""),
        "paired": TeamMatch.objects.filter(round__event=event, round__number=number).exists(),
    }
    return render(request, "tournaments/matches_by_hand.html", context, status=422 if refused else 200)


def _stored(event: Event, number: int) -> tuple[list[tuple[int, int]], dict[int, str]]:
    matches = TeamMatch.objects.filter(round__event=event, round__number=number).order_by("number")
    rows = [
        (match.home.number, match.away.number)
        for match in matches.select_related("home", "away")
        if match.away
    ]
    byes = {match.home.number: match.bye for match in matches.select_related("home") if match.bye}
    return rows, byes


def _posted_rows(data: Any) -> tuple[list[tuple[int, int]], dict[int, str]]:
    homes, guests = data.getlist("home"), data.getlist("guests")
    rows = [(posted_number(home), posted_number(away)) for home, away in zip(homes, guests, strict=False)]
    byes = {
        posted_number(name.removeprefix("bye-")): text
        for name, text in data.items()
        if name.startswith("bye-") and text in ("U", "F", "H", "Z")
    }
    seated = {team for row in rows for team in row}
    return rows, {team: code for team, code in byes.items() if team not in seated}


def _whole(rows: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The rows with two teams; a half one is refused."""
    for place, (home, away) in enumerate(rows, start=1):
        if bool(home) != bool(away):
            raise DomainError(_("Match %(number)s has one team only.") % {"number": place}, "half_match")
    return [row for row in rows if row[0]]


@never_cache
@require_http_methods(["GET", "POST"])
def captain(request: HttpRequest, token: str) -> HttpResponse:
    """What a captain may do by his private link: the line-ups of rounds that have not begun.

    Good links are not refused for forged ones tried from the same address: a whole hall comes from one.
    """
    team = team_of_token(token)
    if team is None:
        if not within_limit(f"forged-link:{sender(request)}", most=MOST_FORGED, seconds=WINDOW_SECONDS):
            return too_often(request)
        raise Http404
    event = team.event
    refused, refused_match = "", 0
    if request.method == "POST":
        refused_match = posted_number(request.POST.get("match"))
        stored = get_object_or_404(_open_matches(team), pk=refused_match)
        # By match: where all rounds are paired a captain gives many line-ups in one evening.
        key = f"captain:{team.pk}:{team.captain_link}:{stored.pk}"
        if not within_limit(key, most=MOST_WRITES, seconds=WINDOW_SECONDS):
            return too_often(request)
        lineup = _posted(request.POST, team, event)
        try:
            lineup_set(
                stored,
                actor=None,
                team=team,
                lineup=lineup,
                version=posted_number(request.POST.get("version")),
                by_captain=True,
            )
            messages.success(
                request, _("The line-up of round %(number)s is saved.") % {"number": stored.round.number}
            )
            return redirect("tournaments:captain", token=token)
        except (DomainError, StaleVersion) as error:
            refused = str(error)
    cards = []
    for match in _open_matches(team):
        failed = refused if match.pk == refused_match else ""
        typed = _posted(request.POST, team, event) if failed else None
        rival = match.away if match.home_id == team.pk else match.home
        begun = Game.objects.filter(round_id=match.round_id).exclude(code="*").exists()
        cards.append(
            {
                "match": match,
                "rival": rival,
                "side": _side(match, team, event, typed),
                "refused": failed,
                "begun": begun,
            }
        )
    context = {"event": event, "team": team, "cards": cards, "token": token}
    return render(request, "tournaments/captain.html", context, status=422 if refused else 200)


def _open_matches(team: Team) -> Any:
    """The matches of a team in which no board has a result yet, the next ones first."""
    rows = TeamMatch.objects.filter(round__event_id=team.event_id, away__isnull=False, forfeit="")
    played = Game.objects.filter(round__event_id=team.event_id).exclude(code="*").values("round_id")
    own = rows.filter(home=team) | rows.filter(away=team)
    return own.exclude(round_id__in=played).select_related("round", "home", "away").order_by("round__number")
