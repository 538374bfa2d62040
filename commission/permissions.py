"""Who may do what in the procedure.

Four eyes: who directs, signed or plays an event, or declared an interest in it, cannot decide on it.
"""

from typing import Any

from django.db.models import Q

from commission.models import (
    Appeal,
    CorrectionRequest,
    DeclaredInterest,
    Dossier,
    DossierMove,
    Newcomer,
    RequestStep,
)
from players.models import PersonMerge
from players.permissions import (
    PermissionTable,
    all_of,
    any_of,
    is_appeals_committee,
    is_commission,
    is_commission_member,
    is_federation_admin,
    is_rating_officer,
    logged_in,
    none_of,
)
from reports.models import PaperSignature, ReceivedPapers, Signature
from tournaments.models import Entry, EventOfficial


def is_official(account: Any, dossier: Any) -> bool:
    """The predicate: the account has a role in the dossier's event."""
    if not logged_in(account, dossier) or not isinstance(dossier, Dossier):
        return False
    return EventOfficial.objects.filter(event_id=dossier.event_id, account=account).exists()


def has_role_in_event(account: Any, dossier: Any) -> bool:
    """The predicate: the account has a role in the dossier's event, or in a stage that is rated with it."""
    if not logged_in(account, dossier) or not isinstance(dossier, Dossier):
        return False
    return EventOfficial.objects.filter(of_event_or_stage(dossier.event_id), account=account).exists()


def of_event_or_stage(event_id: int | None, way: str = "event") -> Q:
    """Rows of an event and of its stages, which are rated with it (6.2); none for no event."""
    return Q(**{f"{way}_id__in": [event_id]}) | Q(**{f"{way}__stage_of_id__in": [event_id]})


def is_chief_arbiter(account: Any, dossier: Any) -> bool:
    """The predicate: the account directs the dossier's event."""
    if not logged_in(account, dossier) or not isinstance(dossier, Dossier):
        return False
    return EventOfficial.objects.filter(
        event_id=dossier.event_id, account=account, role=EventOfficial.Role.CHIEF_ARBITER
    ).exists()


def is_arbiter_signatory(account: Any, dossier: Any) -> bool:
    """The predicate: the account signed the event's report as its arbiter."""
    if not logged_in(account, dossier) or not isinstance(dossier, Dossier):
        return False
    return Signature.objects.filter(
        of_event_or_stage(dossier.event_id, "report__event"), account=account, role=Signature.Role.ARBITER
    ).exists()


def is_countersigner(account: Any, dossier: Any) -> bool:
    """The predicate: the account countersigned the event's newest report."""
    if not logged_in(account, dossier) or not isinstance(dossier, Dossier):
        return False
    return (
        Signature.objects.filter(report__event_id=dossier.event_id, account=account)
        .exclude(role=Signature.Role.ARBITER)
        .exists()
    )


def entered_papers(account: Any, dossier: Any) -> bool:
    """The predicate: the account entered papers of the dossier's event for an arbiter without an account."""
    if not logged_in(account, dossier) or not isinstance(dossier, Dossier):
        return False
    return ReceivedPapers.objects.filter(event_id=dossier.event_id, entered_by=account).exists()


def recorded_signature(account: Any, dossier: Any) -> bool:
    """The predicate: the account recorded a signature on paper on a report of the event."""
    if not logged_in(account, dossier) or not isinstance(dossier, Dossier):
        return False
    return PaperSignature.objects.filter(report__event_id=dossier.event_id, seen_by=account).exists()


def plays_in_event(account: Any, dossier: Any) -> bool:
    """The predicate: the account's player is entered in the dossier's event."""
    if not logged_in(account, dossier) or not isinstance(dossier, Dossier) or account.person_id is None:
        return False
    return Entry.objects.filter(of_event_or_stage(dossier.event_id), person_id=account.person_id).exists()


def has_declared_interest(account: Any, dossier: Any) -> bool:
    """The predicate: the account has declared an interest in the event and not taken it back."""
    if not logged_in(account, dossier) or not isinstance(dossier, Dossier) or dossier.pk is None:
        return False
    return DeclaredInterest.objects.filter(dossier=dossier, account=account, ended_at__isnull=True).exists()


def directs_something(account: Any, obj: Any) -> bool:
    """The predicate: the account is chief arbiter or deputy of some event."""
    roles = (EventOfficial.Role.CHIEF_ARBITER, EventOfficial.Role.DEPUTY)
    return logged_in(account, obj) and EventOfficial.objects.filter(account=account, role__in=roles).exists()


def brought_newcomer(account: Any, newcomer: Any) -> bool:
    """The predicate: the account filled in the questionnaire, or has a role in the event it came with."""
    if not logged_in(account, newcomer) or not isinstance(newcomer, Newcomer):
        return False
    if account.pk == newcomer.filled_by_id:
        return True
    return newcomer.entry is not None and is_official(account, Dossier(event_id=newcomer.entry.event_id))


def began_newcomer(account: Any, newcomer: Any) -> bool:
    """The predicate: the account gave out the questionnaire's link or handed it in."""
    return isinstance(newcomer, Newcomer) and account.pk is not None and account.pk == newcomer.created_by_id


def proposed_merge(account: Any, merge: Any) -> bool:
    """The predicate: the account proposed the merge of two records."""
    return logged_in(account, merge) and isinstance(merge, PersonMerge) and merge.proposed_by_id == account.pk


def is_merged_person(account: Any, merge: Any) -> bool:
    """The predicate: one of the two records is the account's own."""
    if not logged_in(account, merge) or not isinstance(merge, PersonMerge):
        return False
    return account.person_id in (merge.survivor_id, merge.merged_id)


with_four_eyes = none_of(
    has_role_in_event, is_arbiter_signatory, plays_in_event, has_declared_interest, entered_papers
)


def is_asker(account: Any, found: Any) -> bool:
    """The predicate: the account made the request."""
    return (
        logged_in(account, found)
        and isinstance(found, CorrectionRequest)
        and found.account_id is not None
        and found.account_id == account.pk
    )


def is_party(account: Any, found: Any) -> bool:
    """The predicate: a request is the account's own, of its own person, or of an event in which it has a part."""
    if not logged_in(account, found) or not isinstance(found, CorrectionRequest):
        return False
    of_person = account.person_id is not None and account.person_id == found.person_id
    return is_asker(account, found) or of_person or has_part_in(account, found.event_id)


def has_part_in(account: Any, event_id: int | None) -> bool:
    """Whether the account directs, signed or plays in the event or a stage of it; not for no event."""
    if event_id is None:
        return False
    return (
        EventOfficial.objects.filter(of_event_or_stage(event_id), account=account).exists()
        or Signature.objects.filter(
            of_event_or_stage(event_id, "report__event"), account=account, role=Signature.Role.ARBITER
        ).exists()
        or (
            account.person_id is not None
            and Entry.objects.filter(of_event_or_stage(event_id), person_id=account.person_id).exists()
        )
    )


def has_interest_in(account: Any, found: Any) -> bool:
    """The predicate: the account has declared an interest in the event that a request is about."""
    if not isinstance(found, CorrectionRequest) or found.event_id is None:
        return False
    return has_declared_interest(account, Dossier.objects.filter(event_id=found.event_id).first())


def is_concerned_by(account: Any, decision: Any) -> bool:
    """The predicate: the account may appeal against a decision, a step of a request or a move of a dossier.

    Those concerned are whoever asked, the person, and the officials and players of the event.
    """
    if not logged_in(account, decision):
        return False
    if isinstance(decision, DossierMove):
        return has_part_in(account, decision.dossier.event_id)
    return isinstance(decision, RequestStep) and is_party(account, decision.request)


def is_of_first_instance(account: Any, appeal: Any) -> bool:
    """The predicate: the account decided, or moved the event's dossier as one of the commission, or is a party."""
    if not logged_in(account, appeal) or not isinstance(appeal, Appeal):
        return False
    if appeal.account_id == account.pk:
        return True
    if appeal.step is not None:
        found = appeal.step.request
        if found.steps.filter(account=account).exists() or is_party(account, found):
            return True
        event_id = found.event_id
    else:
        assert appeal.move is not None
        event_id = appeal.move.dossier.event_id
    if event_id is not None and has_declared_interest(
        account, Dossier.objects.filter(event_id=event_id).first()
    ):
        return True
    if event_id is None:
        return False
    moved = DossierMove.objects.filter(dossier__event_id=event_id, account=account)
    return has_part_in(account, event_id) or moved.exists()


PERMISSIONS: PermissionTable = {
    "queue": is_commission,
    "dossier_view": any_of(is_commission, is_official),
    # With the last signature the report is handed in, also by who recorded it of paper.
    "submit": any_of(is_chief_arbiter, is_countersigner, entered_papers, recorded_signature),
    "review": all_of(any_of(is_commission_member, is_rating_officer), with_four_eyes),
    "accept": all_of(any_of(is_commission_member, is_rating_officer), with_four_eyes),
    "rate": all_of(any_of(is_commission_member, is_rating_officer), with_four_eyes),
    # To order a run over several events; of each event the right to rate it is asked again.
    "run": any_of(is_commission_member, is_rating_officer),
    "publish": any_of(is_rating_officer, is_federation_admin),
    "correct": all_of(any_of(is_commission_member, is_rating_officer), with_four_eyes),
    "admit_players": any_of(is_commission),
    # A decision of the commission; one on an event is for those alone who have no part in it.
    "decide": all_of(any_of(is_commission_member, is_rating_officer), with_four_eyes),
    # An event that nobody reported; its sources stand on its page (0.2).
    "open_event": is_commission,
    # What goes on to FIDE, and FIDE's lists.
    "fide": is_commission,
    "decisions_draft": any_of(is_commission_member, is_rating_officer),
    "newcomer_begin": any_of(is_commission, directs_something),
    "newcomer_view": any_of(is_commission, began_newcomer, brought_newcomer),
    "newcomer_fill": any_of(is_commission, began_newcomer, brought_newcomer),
    # Who brought a newcomer does not admit him.
    "newcomer_decide": all_of(is_commission, none_of(brought_newcomer)),
    "newcomers_all": is_commission,
    "merge": is_commission,
    "merge_confirm": all_of(is_commission, none_of(proposed_merge, is_merged_person)),
    "dismiss_finding": all_of(is_commission, with_four_eyes),
    "difference_decide": all_of(is_commission, with_four_eyes),
    "directs": is_chief_arbiter,
    "messages": any_of(is_commission, is_chief_arbiter),
    "assign": is_commission,
    "take_over": any_of(is_commission_member, is_rating_officer),
    "request_view": any_of(is_commission, is_appeals_committee, is_asker),
    "request_decide": all_of(
        any_of(is_commission_member, is_rating_officer), none_of(is_party, has_interest_in)
    ),
    "appeal": is_concerned_by,
    "appeals": any_of(is_appeals_committee, is_commission),
    "appeal_decide": all_of(is_appeals_committee, none_of(is_of_first_instance)),
}
