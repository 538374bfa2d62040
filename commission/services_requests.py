"""Requests for a correction: made, confirmed, asked back, answered, decided. Each step stands in the timeline.

What a request says may be private; the ledger, which everybody may read, has its number and the reasons alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.http import base36_to_int, int_to_base36
from django.utils.translation import gettext as _

from commission.models import Appeal, CorrectionRequest, RequestFile, RequestStep
from commission.permissions import PERMISSIONS
from core.attachments import Attachment
from core.jobs import submit
from core.ledger import append
from players.models import Account, Person
from players.permissions import require
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event, Game
from tournaments.sealing import seal

MAIL_JOB = "commission.request_mail"
State, Subject, Verb = CorrectionRequest.State, CorrectionRequest.Subject, RequestStep.Verb


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wrong, where, and what is right."""

    subject: str
    claimed: str
    stated: str = ""
    text: str = ""
    event: Event | None = None
    round_number: int | None = None
    board: int | None = None
    person: Person | None = None


@transaction.atomic
def request_make(
    wish: Wish,
    *,
    account: Account | None,
    name: str = "",
    email: str = "",
    language: str = "",
    papers: Iterable[Attachment] = (),
) -> CorrectionRequest:
    """Ask for a correction. Without an account it waits until its e-mail address is confirmed.

    Raises DomainError, with the field to mend, for a wish without what is right, a result without its board, a fact
    of a person without the person, or nobody who could be answered.
    """
    _check(wish)
    who = account.shown_name if account is not None else name.strip()
    if not who:
        raise DomainError(_("Say who you are."), "name_missing", field="name")
    if account is None and not email.strip():
        raise DomainError(
            _("Without a log-in your e-mail address is needed."), "email_missing", field="email"
        )
    made = CorrectionRequest.objects.create(
        subject=wish.subject,
        state=State.UNCONFIRMED if account is None else State.OPEN,
        event=wish.event,
        round_number=wish.round_number,
        board=wish.board,
        person=wish.person,
        stated=wish.stated.strip(),
        claimed=wish.claimed.strip(),
        text=wish.text.strip(),
        account=account,
        name=who,
        sealed="" if account is not None else seal({"email": email.strip()}),
        language=language,
        made_at=timezone.now(),
        due_on=None if account is None else due_day(),
    )
    for paper in papers:
        _keep(made, paper)
    step_write(made, Verb.MADE, account=account)
    if account is None:
        _tell(made, "confirm")
    else:
        _write_made(made)
    return made


@transaction.atomic
def request_confirm(found: CorrectionRequest) -> CorrectionRequest:
    """The address was reached: the commission has the request from now on. A second time changes nothing.

    Raises DomainError when the address was erased meanwhile.
    """
    locked = _locked(found)
    if locked.state != State.UNCONFIRMED:
        return locked
    if locked.address_erased_at is not None:
        raise DomainError(
            _("The link is too old: your address was erased, so nobody could answer you. Ask again."),
            "address_erased",
        )
    locked.state, locked.due_on = State.OPEN, due_day()
    _save(locked)
    step_write(locked, Verb.CONFIRMED, account=None)
    _write_made(locked)
    return locked


@transaction.atomic
def request_ask(
    found: CorrectionRequest, *, actor: Account, text: str, version: int | None = None
) -> CorrectionRequest:
    """Ask back whoever made the request. Raises PermissionDenied, StaleVersion, DomainError without a question."""
    locked = request_for_decision(found, actor, version, (State.OPEN,))
    _needs(text, _("Write what you want to know."))
    locked.state = State.ASKED
    _save(locked)
    step_write(locked, Verb.ASKED, account=actor, text=text)
    ledger_write(locked, "request.asked", actor=actor)
    _tell(locked, "asked")
    return locked


@transaction.atomic
def request_answer(
    found: CorrectionRequest, *, account: Account | None, text: str, papers: Iterable[Attachment] = ()
) -> CorrectionRequest:
    """Answer, or add to a request that is not decided yet; the caller made sure that it is his own.

    Raises DomainError without words, or after the decision.
    """
    locked = _locked(found)
    if locked.state not in CorrectionRequest.UNDECIDED:
        raise StaleVersion(_("The request is decided or withdrawn; nothing was added."))
    _needs(text, _("Write your answer."))
    if locked.state == State.ASKED:
        locked.state, locked.due_on = State.OPEN, due_day()
    _save(locked)
    for paper in papers:
        _keep(locked, paper)
    step_write(locked, Verb.ANSWERED, account=account, text=text)
    ledger_write(locked, "request.answered", actor=None)
    return locked


@transaction.atomic
def request_withdraw(found: CorrectionRequest, *, account: Account | None) -> CorrectionRequest:
    """Take back a request of one's own that is not decided yet. Raises DomainError after the decision."""
    locked = _locked(found)
    if locked.state not in (State.UNCONFIRMED, *CorrectionRequest.UNDECIDED):
        raise StaleVersion(_("The request is decided or withdrawn already."))
    was_made = locked.state != State.UNCONFIRMED
    locked.state, locked.closed_at = State.WITHDRAWN, timezone.now()
    _save(locked)
    step_write(locked, Verb.WITHDRAWN, account=account)
    if was_made:
        ledger_write(locked, "request.withdrawn", actor=None)
    return locked


@transaction.atomic
def request_reject(
    found: CorrectionRequest, *, actor: Account, reason: str, version: int | None = None
) -> CorrectionRequest:
    """Reject a request with a reason that everybody may read. Raises as `request_ask`."""
    locked = request_for_decision(found, actor, version, CorrectionRequest.UNDECIDED)
    _needs(reason, _("Give a reason; it is public with the decision."))
    locked.state, locked.closed_at = State.REJECTED, timezone.now()
    _save(locked)
    step_write(locked, Verb.REJECTED, account=actor, text=reason)
    ledger_write(locked, "request.rejected", actor=actor, reason=reason)
    _tell(locked, "rejected")
    return locked


@transaction.atomic
def request_accept(
    found: CorrectionRequest, *, actor: Account, reason: str, version: int | None = None
) -> CorrectionRequest:
    """Decide that a request is right; `services_carried` carries it out. Raises as `request_reject`."""
    locked = request_for_decision(found, actor, version, CorrectionRequest.UNDECIDED)
    _needs(reason, _("Give a reason; it is public with the decision."))
    locked.state = State.ACCEPTED
    _save(locked)
    step_write(locked, Verb.ACCEPTED, account=actor, text=reason)
    ledger_write(locked, "request.accepted", actor=actor, reason=reason)
    _tell(locked, "accepted")
    return locked


def request_done(
    found: CorrectionRequest, *, actor: Account, text: str, calculation_id: int | None = None
) -> CorrectionRequest:
    """Close an accepted request that was carried out, in the caller's transaction.

    `calculation_id` is the calculation that came of it. Raises StaleVersion for one that is not accepted.
    """
    locked = _locked(found)
    if locked.state != State.ACCEPTED:
        raise StaleVersion(_("The request is not accepted, or was carried out already."))
    locked.state, locked.closed_at, locked.calculation_id = State.DONE, timezone.now(), calculation_id
    _save(locked)
    step_write(locked, Verb.DONE, account=actor, text=text)
    ledger_write(locked, "request.done", actor=actor, reason=text)
    _tell(locked, "done")
    return locked


def request_follow(found: CorrectionRequest, state: str) -> CorrectionRequest:
    """Put a decided request into the state that an appeal demands, in the caller's transaction."""
    locked = _locked(found)
    locked.state = state
    if state in (State.OPEN, State.ACCEPTED):
        locked.closed_at, locked.due_on = None, due_day()
    elif state == State.REJECTED:
        locked.closed_at = timezone.now()
    _save(locked)
    _tell(locked, "appeal")
    return locked


@transaction.atomic
def request_addresses_forget(now: datetime) -> int:
    """Erase the e-mail addresses of requests that ended long enough ago, or were never confirmed; gives how many.

    The term is not shorter than that of an appeal, runs on while one waits for the committee, and begins anew with its
    outcome.
    """
    over = now - timedelta(days=max(settings.REQUEST_ADDRESS_DAYS, settings.APPEAL_DAYS + 1))
    ended = Q(closed_at__lt=over) | Q(state=State.UNCONFIRMED, made_at__lt=over)
    waiting = Appeal.objects.filter(
        Q(outcome=Appeal.Outcome.OPEN) | Q(decided_at__gte=over), step__isnull=False
    )
    old = CorrectionRequest.objects.filter(ended).exclude(sealed="")
    old = old.exclude(pk__in=waiting.values("step__request"))
    return old.update(sealed="", address_erased_at=now)


def link_token(found: CorrectionRequest) -> str:
    """The signed text of the private link; whoever holds it is taken for the one who asked."""
    return _signer().sign(int_to_base36(found.pk))


def request_by_token(token: str) -> CorrectionRequest | None:
    """The request of a private link, or nothing for a link that this portal did not make."""
    try:
        pk = base36_to_int(_signer().unsign(token[:200]))
    except (BadSignature, ValueError):
        return None
    return CorrectionRequest.objects.filter(pk=pk).first()


def due_day() -> date:
    """The day by which an answer is owed to what arrives today."""
    return timezone.localdate() + timedelta(days=settings.REQUEST_DAYS)


def step_write(
    found: CorrectionRequest, verb: str, *, account: Account | None, text: str = ""
) -> RequestStep:
    """Add a step to the timeline of a request."""
    return RequestStep.objects.create(
        request=found,
        verb=verb,
        text=text.strip(),
        account=account,
        by_name=account.shown_name if account is not None else found.name,
        at=timezone.now(),
    )


def ledger_write(found: CorrectionRequest, verb: str, *, actor: Account | None, reason: str = "") -> None:
    """A row on the chain of the event or person concerned, else of the federation's requests.

    The chain is public: it names no asker and quotes no question or answer, which stand in the request's own steps.
    """
    scope, object_id = "federation", "requests"
    if found.event_id is not None:
        scope, object_id = "event", str(found.event_id)
    elif found.person_id is not None:
        scope, object_id = "person", str(found.person_id)
    append(
        scope=scope,
        object_id=object_id,
        actor_id=actor.pk if actor is not None else None,
        actor_name=actor.shown_name if actor is not None else "–",
        verb=verb,
        reason=reason.strip(),
        payload={"request": found.pk, "subject": found.subject},
    )


def _write_made(found: CorrectionRequest) -> None:
    ledger_write(found, "request.made", actor=None)
    _tell(found, "made")


def _check(wish: Wish) -> None:
    if wish.subject not in Subject.values:
        raise DomainError(_("Say what is wrong."), "subject", field="subject")
    if not wish.claimed.strip():
        raise DomainError(_("Say what is right."), "claimed_missing", field="claimed")
    if wish.subject in CorrectionRequest.OF_A_PERSON and wish.person is None:
        raise DomainError(
            _("Name the player by his FIDE ID, or begin on his page."), "person_missing", field="player"
        )
    if wish.subject == Subject.RESULT:
        _check_board(wish)


def _check_board(wish: Wish) -> None:
    if wish.event is None:
        raise DomainError(
            _("Name the event by its registration number, or begin on its page."),
            "event_missing",
            field="event_number",
        )
    if wish.round_number is None or wish.board is None:
        raise DomainError(_("Give the round and the board."), "board_missing", field="board")
    games = Game.objects.filter(round__event=wish.event, round__number=wish.round_number, board=wish.board)
    if not games.exists():
        raise DomainError(
            _("There is no board %(board)s in round %(round)s of this event.")
            % {"board": wish.board, "round": wish.round_number},
            "no_board",
            field="board",
        )


def _needs(text: str, message: str) -> None:
    if not text.strip():
        raise DomainError(message, code="reason_missing", field="reason")


def _locked(found: CorrectionRequest) -> CorrectionRequest:
    return CorrectionRequest.objects.select_for_update(of=("self",)).get(pk=found.pk)


def request_for_decision(
    found: CorrectionRequest, actor: Account, version: int | None, states: tuple[str, ...]
) -> CorrectionRequest:
    """The request locked for a decision, after the right, its version and its state were checked.

    Raises PermissionDenied, StaleVersion.
    """
    locked = _locked(found)
    require(PERMISSIONS, "request_decide", actor, locked)
    if (version is not None and version != locked.version) or locked.state not in states:
        raise StaleVersion(
            _("The request has moved on: it is now “%(state)s”. Nothing was changed.")
            % {"state": locked.get_state_display()}
        )
    return locked


def _save(found: CorrectionRequest) -> None:
    found.version += 1
    found.save()


def _keep(found: CorrectionRequest, paper: Attachment) -> None:
    kept = paper.keep()
    RequestFile.objects.create(
        request=found,
        name=paper.name,
        media_type=paper.media_type,
        size=len(paper.data),
        sha256=kept.sha256,
        added_at=timezone.now(),
    )


def _tell(found: CorrectionRequest, what: str) -> None:
    """Order the mail that says what happened; it goes out after the transaction."""
    submit(MAIL_JOB, {"request": found.pk, "what": what})


def _signer() -> Signer:
    return Signer(sep=".", salt="commission.correction-request")
