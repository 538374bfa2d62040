"""Results that players report by private link: both sides agree, or the arbiter decides."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.links import PlayerLink
from tournaments.models import Event, Game, PlayerReport
from tournaments.services.common import event_locked_for, refuse_frozen, write_ledger
from tournaments.services.hall import hall_rules, marks_changed, refuse_locked_round
from tournaments.services.results import record_result

REPORTED_CODES = ("1-0", "1/2-1/2", "0-1")
MOST_CHANGES = 5


@dataclass(frozen=True, slots=True)
class Reported:
    """A report with what it led to: `agreed` if both sides say the same, `entered` if it is the result now."""

    report: PlayerReport
    agreed: bool
    entered: bool


def refuse_ended_link(event: Event, link: PlayerLink) -> None:
    """Raise DomainError unless the link is of this event and series and its time is not over."""
    if link.event != event.pk or link.has_ended or link.series != hall_rules(event).link_series:
        raise DomainError(
            _("This link is no longer valid."), "link_ended", _("Ask the arbiter for a new one.")
        )


@transaction.atomic
def result_report(game: Game, *, link: PlayerLink, code: str) -> Reported:
    """Keep what the link's player says of his board, from White's view; both alike on an open board enter it.

    A board that has a result already is not changed; a report against it is shown to the arbiters. Raises
    DomainError: reports are off, the link has ended or is not of this board, unknown result, changed too often,
    round locked, record frozen.
    """
    event = event_locked_for(game.round.event_id, actor=None, permission="result_enter")
    refuse_frozen(event)
    refuse_ended_link(event, link)
    stored = Game.objects.select_related("round", "white", "black").get(pk=game.pk)
    side = _side(stored, link)
    _refuse_report(event, stored, code)
    before = PlayerReport.objects.filter(game=stored, side=side).first()
    if before is not None and before.code == code:
        return _outcome(event, stored, before)
    if before is not None and before.times >= MOST_CHANGES:
        raise DomainError(
            _("You have changed your report %(count)s times.") % {"count": MOST_CHANGES},
            "changed_too_often",
            _("Tell the arbiter what the result is."),
        )
    report, _made = PlayerReport.objects.update_or_create(
        game=stored,
        side=side,
        defaults={"code": code, "times": before.times + 1 if before else 1, "at": timezone.now()},
    )
    write_ledger(
        event,
        actor=None,
        verb="result.reported",
        payload={
            "game": stored.pk,
            "round": stored.round.number,
            "board": stored.board,
            "white": stored.white.name,
            "black": stored.black.name,
            "side": side,
            "new": code,
        },
    )
    marks_changed(event)
    return _outcome(event, stored, report)


def _side(game: Game, link: PlayerLink) -> str:
    wrong_round = link.round_number not in (0, game.round.number)
    if wrong_round or link.entry not in (game.white_id, game.black_id):
        raise DomainError(_("This link is of another board."), "other_board")
    return "w" if link.entry == game.white_id else "b"


def _refuse_report(event: Event, game: Game, code: str) -> None:
    if not hall_rules(event).players_report:
        raise DomainError(
            _("Players do not report results of this event."),
            "reports_off",
            _("Bring the slip to the arbiter."),
        )
    if event.state not in (Event.State.REGISTERED, Event.State.PLAYING):
        raise DomainError(_("The event is finished."), "finished", _("Tell the arbiter."))
    if code not in REPORTED_CODES:
        raise DomainError(_("This is not a result that players report."), "unknown_result", field="code")
    refuse_locked_round(event, game.round)


def _outcome(event: Event, game: Game, report: PlayerReport) -> Reported:
    other = PlayerReport.objects.filter(game=game).exclude(side=report.side).first()
    agreed = other is not None and other.code == report.code
    if agreed and game.code == "*":
        reason = _("Both players reported it by private link.")
        record_result(game, actor=None, code=report.code, version=game.version, reason=reason)
        return Reported(report, agreed=True, entered=True)
    return Reported(report, agreed=agreed, entered=game.code == report.code)
