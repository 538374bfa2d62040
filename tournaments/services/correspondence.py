"""Writes about the start list of an event by correspondence (RACC 2.1): set-up, players, addresses, questionnaires.

The ledger is public: it hears that something of a player changed, never an address.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any

from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import (
    CorrespondenceContact,
    CorrespondencePlayer,
    CorrespondenceSetup,
    Entry,
    Event,
    Questionnaire,
)
from tournaments.record.model import Norm
from tournaments.record.norms import parse_norms
from tournaments.sealing import seal, unseal
from tournaments.services.common import event_locked_for, refuse_frozen, write_ledger
from tournaments.services.events import event_update

# Final papers are due three months after the end (RACC 2.2); until then the arbiter may have to write to a player.
DAYS_KEPT = 92
SETUP_SECRETS = ("arbiter_address", "arbiter_email", "appeals_address", "appeals_email")
QUESTIONNAIRE_OPEN = (
    "surname",
    "given_name",
    "patronymic",
    "birth",
    "region",
    "board_category",
    "board_rating",
    "iccf_id",
    "iccf_title",
    "iccf_rating",
)
QUESTIONNAIRE_SECRETS = (
    "postcode",
    "home_address",
    "home_phone",
    "mobile_1",
    "mobile_2",
    "email_1",
    "email_2",
    "further",
)
# What the certificate and the passport page say: papers that were seen prove these words and no others.
PROVED_BY_PAPERS = ("surname", "given_name", "patronymic", "birth", "board_category")
# The categories of a norm as they are written into the event, the strongest first.
NORM_WORDS = {"ms": "MS", "kms": "KMS", "first": "1st category"}
MOST_REMINDERS = 6


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """What the form of the start list says of one player; None leaves a value as it is.

    `seen` is the `line_state` that the form was made from; a player may have changed his address since.
    """

    entry: int
    category: str | None = None
    region: str | None = None
    address: str | None = None
    email: str | None = None
    seen: str | None = None


def setup_of(event: Event) -> CorrespondenceSetup:
    """The set-up of an event; one with the usual values, not stored, where there is none."""
    found = CorrespondenceSetup.objects.filter(event=event).first()
    return found or CorrespondenceSetup(event=event)


def last_kept_day(event: Event) -> date | None:
    """The last day on which addresses are kept; None where the event has neither end nor start."""
    if event.end:
        return event.end + timedelta(days=DAYS_KEPT)
    return event.start + timedelta(days=365 + DAYS_KEPT) if event.start else None


def refuse_over_the_board(event: Event) -> None:
    """Raise DomainError unless the event is played by correspondence."""
    if not event.correspondence:
        raise DomainError(
            _("This event is not played by correspondence."), "not_by_correspondence", field="event"
        )


@transaction.atomic
def correspondence_setup_set(
    event: Event,
    *,
    actor: Account | None,
    norms: Sequence[Norm] | None = None,
    secrets: Mapping[str, str] | None = None,
    organiser: str | None = None,
    **fields: Any,
) -> CorrespondenceSetup:
    """Set what stands below the table: rules, arbiter, appeals, reminders; norms and organiser go to the event.

    `secrets` are postal and e-mail addresses by SETUP_SECRETS. Raises PermissionDenied, DomainError and
    ValidationError by field.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="event_edit")
    refuse_frozen(stored)
    refuse_over_the_board(stored)
    setup, _made = CorrespondenceSetup.objects.get_or_create(event=stored)
    for name, value in fields.items():
        if name not in ("rule_set", "arbiter_category", "reminders", "reminder_days"):
            raise ValidationError(_("There is no field %(name)s.") % {"name": name})
        setattr(setup, name, value.strip() if isinstance(value, str) else value)
    if secrets is not None:
        _refuse_bad_emails(secrets, ("arbiter_email", "appeals_email"))
        setup.sealed = seal({name: secrets.get(name, "").strip() for name in SETUP_SECRETS})
    reminder_terms(setup.reminder_days)
    setup.full_clean(exclude=["event"])
    setup.save()
    head: dict[str, Any] = {}
    if norms is not None:
        head["norms"] = norms_text(norms)
    if organiser is not None:
        head["organiser"] = organiser.strip()
    if head:
        event_update(stored, actor=actor, **head)
    write_ledger(stored, actor=actor, verb="correspondence.setup")
    return setup


def norms_text(norms: Iterable[Norm]) -> str:
    """Norms as the event and its start list write them, the strongest first. Raises ValidationError.

    >>> norms_text([Norm("first", 10, 16), Norm("kms", 16, 16)])
    'KMS 8.0 of 16; 1st category 5.0 of 16'
    """
    order = list(NORM_WORDS)
    wanted = sorted(norms, key=lambda norm: order.index(norm.category))
    for norm in wanted:
        if norm.games is not None and norm.halves > 2 * norm.games:
            raise ValidationError(
                {
                    norm.category: _("%(points)s points cannot be made in %(games)s games.")
                    % {"points": _points(norm.halves), "games": norm.games}
                }
            )
    for stronger, weaker in pairwise(wanted):
        if weaker.halves >= stronger.halves:
            raise ValidationError(
                {weaker.category: _("The weaker norm needs fewer points than the stronger.")}
            )
    return "; ".join(
        f"{NORM_WORDS[norm.category]} {_points(norm.halves)}" + (f" of {norm.games}" if norm.games else "")
        for norm in wanted
    )


def _points(halves: int) -> str:
    return f"{halves // 2}.{5 * (halves % 2)}"


def known_norms(event: Event) -> dict[str, Norm]:
    """The norms of the event by category, as far as the form has a field for them."""
    return {norm.category: norm for norm in parse_norms(event.norms) if norm.category in NORM_WORDS}


def reminder_terms(text: str) -> tuple[int, ...]:
    """The days before the end on which players are reminded, the longest first. Raises ValidationError.

    >>> reminder_terms("7, 60,30")
    (60, 30, 7)
    """
    parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
    if any(not (part.isascii() and part.isdigit() and 0 < int(part) <= 366) for part in parts):
        raise ValidationError({"reminder_days": _("Write days with commas, such as 60, 30, 7.")})
    if len(parts) > MOST_REMINDERS:
        raise ValidationError({"reminder_days": _("At most %(most)s reminders.") % {"most": MOST_REMINDERS}})
    return tuple(sorted({int(part) for part in parts}, reverse=True))


def _refuse_bad_emails(values: Mapping[str, str], names: Iterable[str]) -> None:
    errors = {}
    for name in names:
        address = values.get(name, "").strip()
        if address:
            try:
                validate_email(address)
            except ValidationError as error:
                errors[name] = error.messages
    if errors:
        raise ValidationError(errors)


@transaction.atomic
def start_list_save(event: Event, *, actor: Account | None, lines: Sequence[PlayerLine]) -> list[str]:
    """Save what the form of the start list says of the players; gives the names of those who changed.

    Raises PermissionDenied, DomainError (a player of another event), ValidationError by `email-<entry>`, also where
    somebody changed the player after the form was made: nothing is overwritten unseen.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="contacts_edit")
    refuse_over_the_board(stored)
    entries = {entry.pk: entry for entry in stored.entries.select_related("by_correspondence", "contact")}
    changed: list[str] = []
    errors: dict[str, Any] = {}
    for line in lines:
        entry = entries.get(line.entry)
        if entry is None:
            raise DomainError(_("This player is not entered here."), "unknown_entry")
        if _is_overtaken(entry, line):
            errors[f"email-{entry.pk}"] = [_changed_meanwhile(entry)]
            continue
        try:
            if _line_write(entry, line):
                changed.append(entry.name)
        except ValidationError as error:
            errors |= {f"{name}-{entry.pk}": messages for name, messages in error.message_dict.items()}
    if errors:
        raise ValidationError(errors)
    if changed:
        write_ledger(stored, actor=actor, verb="correspondence.players", payload={"names": changed})
    return changed


def _standing(entry: Entry) -> dict[str, str]:
    """What is stored of a player beside his entry."""
    player, contact = getattr(entry, "by_correspondence", None), getattr(entry, "contact", None)
    secrets = unseal(contact.sealed) if contact else {}
    return {
        "category": player.category if player else "",
        "region": player.region if player else "",
        "address": secrets.get("address", ""),
        "email": secrets.get("email", ""),
    }


def line_state(entry: Entry) -> str:
    """A digest of what is stored of a player, for a form to notice that it is overtaken."""
    return salted_hmac("tournaments.start_list", "\n".join(_standing(entry).values())).hexdigest()[:20]


def _is_overtaken(entry: Entry, line: PlayerLine) -> bool:
    if line.seen is None or line.seen == line_state(entry):
        return False
    return any(
        getattr(line, name) is not None and getattr(line, name).strip() != value
        for name, value in _standing(entry).items()
    )


def _changed_meanwhile(entry: Entry) -> str:
    standing = "; ".join(value for value in _standing(entry).values() if value)
    return _(
        "%(name)s was changed meanwhile and reads now: %(standing)s. Save again to put what stands here."
    ) % {"name": entry.name, "standing": standing or "–"}


def _line_write(entry: Entry, line: PlayerLine) -> bool:
    """Whether anything of the player changed."""
    facts = {
        name: value.strip()
        for name, value in (("category", line.category), ("region", line.region))
        if value is not None
    }
    player = getattr(entry, "by_correspondence", None) or CorrespondencePlayer(entry=entry)
    changed = {name for name, value in facts.items() if getattr(player, name) != value}
    if changed:
        for name in changed:
            setattr(player, name, facts[name])
        player.full_clean(exclude=["entry"])
        player.save()
    return _contact_write(entry, address=line.address, email=line.email) or bool(changed)


def _contact_write(entry: Entry, *, address: str | None, email: str | None) -> bool:
    contact = getattr(entry, "contact", None)
    before = unseal(contact.sealed) if contact else {}
    given = {"address": address, "email": email}
    after = {
        name: " ".join(value.split()) if value is not None else before.get(name, "")
        for name, value in given.items()
    }
    if after == {name: before.get(name, "") for name in given}:
        return False
    _refuse_bad_emails(after, ("email",))
    if len(after["address"]) > 400:
        raise ValidationError({"address": _("At most %(most)s letters.") % {"most": 400}})
    sealed = seal(after)
    if sealed:
        CorrespondenceContact.objects.update_or_create(entry=entry, defaults={"sealed": sealed})
    elif contact:
        contact.delete()
    return True


@transaction.atomic
def contact_set_by_player(
    entry: Entry, *, address: str, email: str, no_reminders: bool
) -> CorrespondencePlayer:
    """A player's own words through his private link. Raises ValidationError by field, DomainError."""
    event = event_locked_for(entry.event_id, actor=None, permission="contacts_edit")
    refuse_over_the_board(event)
    stored = Entry.objects.select_related("contact").get(pk=entry.pk)
    player, _made = CorrespondencePlayer.objects.get_or_create(entry=stored)
    changed = _contact_write(stored, address=address, email=email)
    if player.no_reminders != no_reminders:
        player.no_reminders, changed = no_reminders, True
        player.save()
    if changed:
        payload = {"names": [stored.name]}
        write_ledger(event, actor=None, verb="correspondence.player_himself", payload=payload)
    return player


@transaction.atomic
def questionnaire_save(
    entry: Entry, *, actor: Account | None, by_player: bool = False, **fields: Any
) -> Questionnaire:
    """Store the questionnaire of a player without a number, filled in by an official or by himself (`by_player`).

    Changing what the papers prove undoes that they were seen. Raises PermissionDenied, DomainError (he has a number),
    ValidationError by field.
    """
    event = event_locked_for(entry.event_id, actor=actor, permission="contacts_edit")
    refuse_over_the_board(event)
    if entry.national_id:
        raise DomainError(
            _("%(name)s has a number already; only new players fill in the questionnaire.")
            % {"name": entry.name},
            "has_number",
        )
    secrets = {name: str(fields.pop(name, "") or "").strip() for name in QUESTIONNAIRE_SECRETS}
    _refuse_bad_emails(secrets, ("email_1", "email_2"))
    if not secrets["email_1"]:
        raise ValidationError({"email_1": _("Without an e-mail address nobody can play.")})
    found = Questionnaire.objects.filter(entry=entry).first() or Questionnaire(entry=entry)
    for name, value in fields.items():
        if name not in QUESTIONNAIRE_OPEN:
            raise ValidationError(_("There is no field %(name)s.") % {"name": name})
        new = value.strip() if isinstance(value, str) else value
        if name in PROVED_BY_PAPERS and getattr(found, name) != new:
            found.papers_seen_on = found.papers_seen_by = None
        setattr(found, name, new)
    found.by_player, found.filled_at, found.sealed = by_player, timezone.now(), seal(secrets)
    found.full_clean(exclude=["entry"])
    found.save()
    player, _made = CorrespondencePlayer.objects.get_or_create(entry=entry)
    if not player.region:
        player.region = found.region
        player.save()
    stored = Entry.objects.select_related("contact").get(pk=entry.pk)
    known = unseal(stored.contact.sealed) if hasattr(stored, "contact") else {}
    _contact_write(
        stored,
        address=known.get("address") or " ".join((secrets["postcode"], secrets["home_address"])),
        email=known.get("email") or secrets["email_1"],
    )
    write_ledger(event, actor=actor, verb="correspondence.questionnaire", payload={"names": [entry.name]})
    return found


@transaction.atomic
def papers_seen(questionnaire: Questionnaire, *, actor: Account, on: date) -> Questionnaire:
    """Note that an official has seen the certificate and the passport page; no copy is kept.

    Raises PermissionDenied and DomainError (a day that has not come).
    """
    event = event_locked_for(questionnaire.entry.event_id, actor=actor, permission="contacts_edit")
    if on > timezone.localdate():
        raise DomainError(_("This day has not come yet."), "day_ahead", field="on")
    questionnaire.papers_seen_on, questionnaire.papers_seen_by = on, actor
    questionnaire.save(update_fields=["papers_seen_on", "papers_seen_by"])
    payload = {"names": [questionnaire.entry.name], "day": on.isoformat()}
    write_ledger(event, actor=actor, verb="correspondence.papers_seen", payload=payload)
    return questionnaire


# --- the private link ----------------------------------------------------------------------------------------------

_SALT = "tournaments.correspondence"


def private_token(entry: Entry, series: int) -> str:
    """What a player's private link ends with."""
    return Signer(salt=_SALT, sep=".").sign(f"{entry.pk}-{series}")


def entry_of_token(event: Event, token: str) -> Entry | None:
    """The player whose link this is; None for a forged link, one that ended, or one made before all were renewed."""
    try:
        key, series = (int(part) for part in Signer(salt=_SALT, sep=".").unsign(token[:200]).split("-"))
    except (BadSignature, ValueError):
        return None
    last = last_kept_day(event)
    if not event.correspondence or series != setup_of(event).link_series:
        return None
    if last is not None and timezone.localdate() > last:
        return None
    rows = event.entries.select_related("by_correspondence", "contact", "questionnaire", "person")
    return rows.filter(pk=key).first()


@transaction.atomic
def private_links_renew(event: Event, *, actor: Account | None) -> CorrespondenceSetup:
    """End every private link given out before. Raises PermissionDenied and DomainError."""
    stored = event_locked_for(event.pk, actor=actor, permission="contacts_edit")
    refuse_over_the_board(stored)
    setup, _made = CorrespondenceSetup.objects.get_or_create(event=stored)
    CorrespondenceSetup.objects.filter(pk=setup.pk).update(link_series=F("link_series") + 1)
    setup.refresh_from_db()
    write_ledger(stored, actor=actor, verb="correspondence.links_renewed")
    return setup


def contacts_forget(now: datetime) -> int:
    """Erase the addresses of events that ended more than 92 days ago; gives how many players' were erased.

    An event without a last day counts as ended a year after its first.
    """
    over = timezone.localdate(now) - timedelta(days=DAYS_KEPT)
    year = timedelta(days=365)
    ended = Event.objects.filter(end__lt=over) | Event.objects.filter(end__isnull=True, start__lt=over - year)
    keys = list(ended.filter(correspondence=True).values_list("pk", flat=True))
    CorrespondenceSetup.objects.filter(event__in=keys).exclude(sealed="").update(sealed="")
    Questionnaire.objects.filter(entry__event__in=keys).exclude(sealed="").update(sealed="")
    erased, _rows = CorrespondenceContact.objects.filter(entry__event__in=keys).delete()
    return erased
