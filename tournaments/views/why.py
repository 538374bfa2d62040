"""Why this pairing? Public, for a whole round and for one board."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import Event, Game
from tournaments.pairing.sentences import STEP_SENTENCES, step_values
from tournaments.pairing.swiss import EDITIONS
from tournaments.pairing.team_why import TeamFacts, TeamWhy
from tournaments.pairing.why import DUTCH, PREFERENCE_ARTICLES, PlayerFacts
from tournaments.rulebook.explained import Step
from tournaments.selectors.team_why import team_round_reasons
from tournaments.selectors.why import board_reasons, round_reasons
from tournaments.views.access import public_event


@require_safe
def round_why(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The score groups of a round, what every player was due, and the colour rule of every board."""
    event = public_event(request, pk)
    if event.system == Event.System.TEAM_SWISS:
        return _round_of_teams(request, event, number)
    if not event.is_swiss:
        raise Http404
    reasons = round_reasons(event, number)
    if reasons is None:
        raise Http404
    groups = [
        {
            "halves": group.halves,
            "boards": [
                {
                    "why": board,
                    "white_due": _due(board.white),
                    "black_due": _due(board.black),
                    "rule": f"{DUTCH} art. {board.article}",
                }
                for board in group.boards
            ],
        }
        for group in reasons.groups
    ]
    edition = next((group.boards[0].game.round.pairing_edition for group in reasons.groups), "")
    context = {
        "event": event,
        "number": number,
        "groups": groups,
        "reasons": reasons,
        "edition": EDITIONS[edition][0] if edition in EDITIONS else edition,
    }
    return render(request, "tournaments/round_why.html", context)


def _round_of_teams(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    reasons = team_round_reasons(event, number)
    if reasons is None:
        raise Http404
    groups = [
        {
            "halves": halves,
            "matches": [
                {
                    "row": row,
                    "why": why,
                    "sides": [
                        {"team": row.home, "facts": why.home, "due": _team_due(why.home, reasons.how)},
                        {"team": row.away, "facts": why.away, "due": _team_due(why.away, reasons.how)},
                    ],
                    "rule": team_rule_words(why.article),
                }
                for row, why in matches
            ],
        }
        for halves, matches in reasons.groups
    ]
    context = {
        "event": event,
        "number": number,
        "groups": groups,
        "reasons": reasons,
        "first_score": _("Match points") if reasons.how.primary == "MP" else _("Board points"),
        "second_score": _("Board points") if reasons.how.primary == "MP" else _("Match points"),
    }
    return render(request, "tournaments/round_why_teams.html", context)


def team_rule_words(article: str) -> str:
    """What a colour rule of C.04.6 art. 4.3 says, in the reader's language."""
    return {
        "4.3.1": _("neither has played a match: an odd number has the initial colour"),
        "4.3.2": _("only one is due a colour"),
        "4.3.3": _("both get what they are due"),
        "4.3.4": _("the stronger preference"),
        "4.3.5": _("White for the lower colour difference"),
        "4.3.6": _("the last time one had White and the other Black is turned round"),
        "4.3.7": _("the team that stands higher gets its colour"),
        "4.3.8": _("the team that stands higher alternates"),
        "4.3.9": _("the other team alternates"),
    }[article]


def _team_due(team: TeamFacts, how: TeamWhy) -> dict[str, str]:
    """What a team is due, as a mark (`W` simple or strong, `w` mild) and in words with the article."""
    letter = team.due.colour.upper()
    if how.preference == "A":
        article, words = "1.7.1", _("due")
    else:
        article, words = "1.7.2", _("strongly due") if team.due.strength == "strong" else _("mildly due")
    if not letter:
        return {"mark": "–", "title": _("no colour due") + f" (C.04.6 art. {article})"}
    mark = letter if team.due.strength == "strong" else letter.lower()
    return {"mark": mark, "title": f"{words} (C.04.6 art. {article})"}


@require_safe
def board_why(request: HttpRequest, pk: int, number: int, board: int) -> HttpResponse:
    """The steps of one board, each with its article."""
    event = _swiss(request, pk)
    game = get_object_or_404(
        Game.objects.select_related("white", "black", "round"),
        round__event=event,
        round__number=number,
        board=board,
    )
    names = {player.number or 0: f"{player.number} {player.name}" for player in (game.white, game.black)}
    derivation = {
        "title": _("Why this pairing?"),
        "subject": _("Round %(number)s, board %(board)s: %(white)s – %(black)s")
        % {"number": number, "board": board, "white": game.white.name, "black": game.black.name},
        "result": f"{game.white.number} – {game.black.number}",
        "steps": [_view(step, names) for step in board_reasons(event, game)],
        "source": _source(game),
        "note": _(
            "Computed from the results as they stand now. Why another board of the same score group came out "
            "so is the search over the whole group (C.04.3 art. 2 to 4)."
        ),
    }
    context = {
        "event": event,
        "game": game,
        "number": number,
        "derivation": derivation,
        "crumbs": [
            (event.name, reverse("tournaments:event", args=[pk])),
            (_("Round %(number)s") % {"number": number}, reverse("tournaments:round_why", args=[pk, number])),
        ],
    }
    return render(request, "tournaments/board_why.html", context)


def _swiss(request: HttpRequest, pk: int) -> Event:
    event = public_event(request, pk)
    if not event.is_swiss:
        raise Http404
    return event


def _source(game: Game) -> str:
    by = game.round.engine
    edition = game.round.pairing_edition
    title = EDITIONS[edition][0] if edition in EDITIONS else edition
    return " · ".join(part for part in (by, title) if part)


def _due(player: PlayerFacts) -> dict[str, Any]:
    """What a player is due, as a mark (`W!` must, `W` strongly, `w` to alternate) and in words."""
    due = player.preference
    letter = due.colour.upper()
    marks = {"absolute": f"{letter}!", "strong": letter, "mild": letter.lower(), "none": "–"}
    words = {
        "absolute": _("must have it"),
        "strong": _("strongly due"),
        "mild": _("to alternate"),
        "none": _("no colour due"),
    }
    return {
        "mark": marks[due.strength],
        "title": f"{words[due.strength]} ({DUTCH} art. {PREFERENCE_ARTICLES[due.strength]})",
    }


def _view(step: Step, names: dict[int, str]) -> dict[str, Any]:
    """A step as the derivation component shows it, in the reader's language."""
    template = _(STEP_SENTENCES[step.key])
    return {
        "article": step.article,
        "text": template.format_map(step_values(step, names)),
        "value": None,
        "parts": [_view(part, names) for part in step.parts],
    }
