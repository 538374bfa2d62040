"""The ledger of an event in sentences: who, when, what, why."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.core.paginator import Page, Paginator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.ledger import rows_of
from core.models import LedgerRow
from tournaments.models import Entry, Event, KindRules, KnockOutTie, SwissSetup, Team, TeamRules
from tournaments.record.codes import shown
from tournaments.words import DOSSIER_STATES

# verb -> sentence, filled with the facts of the row; another app's verbs show as they are.
SENTENCES: Mapping[str, Any] = {
    "event.created": _("Event drafted: {name}"),
    "event.imported": _("Imported from a {format} file with {players} players and {games} games"),
    "event.changed": _("Event changed: {changes}"),
    "event.order_changed": _("Order of the tie-breaks changed: {changes}"),
    "lot.drawn": _("Lots drawn for place {place} (seed {seed})"),
    "play_off.planned": _("Play-off announced or changed"),
    "play_off.plan_dropped": _("The announced play-off was taken back"),
    "play_off.started": _("Play-off begun from place {first_place} (seed {seed})"),
    "play_off.cancelled": _("Play-off taken back (seed {seed})"),
    "play_off.result": _("Play-off: {white} – {black} {result} (before: {before})"),
    "play_off.stage_hour": _("Play-off from place {first_place}: the next stage begins at {hour}"),
    "play_off.dispute": _("Play-off, dispute: {matter}: {decision}"),
    "event.registered": _(
        "Event registered as {number}; rated by {rating_edition}, tie-breaks by {tie_break_edition}, "
        "list {list}"
    ),
    "event.registration_day": _("Registered on paper on {day} (before: {before})"),
    "event.regulations": _("Regulations filed on {day}: {what}"),
    "event.source": _("Source cited: {title} ({where}), seen by {seen_by} on {day}"),
    "event.finished": _("Play finished"),
    "event.reopened": _("Play taken up again"),
    "official.set": _("{account} is now {role}"),
    "official.removed": _("{account} is no longer {role}"),
    "entry.added": _("Entered: {names}"),
    "entry.changed": _("Entry of {name} changed: {changes}"),
    "entry.removed": _("Entry removed: {name}"),
    "entry.withdrawn": _("{name} withdrew after round {after}"),
    "entry.returned": _("{name} plays again"),
    "entry.identified": _("{name} is {register} of the register"),
    "entries.identified": _("{count} players identified by their numbers"),
    "entries.numbered": _("Start numbers given ({numbering}{seed_words})"),
    "entries.sequence": _("Ratings of the start list are looked for in: {sequence} (before: {before})"),
    "event.list_refreshed": _(
        "List in force taken over before the start: {list} (before: {before}); changed: {count}"
    ),
    "players.admitted": _("{count} new players admitted to the register"),
    "bye.asked": _("{name} asked for a bye in round {round} ({code})"),
    "bye.taken_back": _("{name} took back the bye in round {round}"),
    "entries.renumbered": _("Late entries put in their places: start numbers given anew"),
    "pairing.rules": _("Rules of pairing changed: {changes}"),
    "acceleration.fixed": _("Acceleration {method}: {first_group} players in the first group, to {last}"),
    "points.given": _("{points} given to {holders} beside the results ({counted})"),
    "points.taken_back": _("Taken back: {points} given to {holders} ({counted})"),
    "pair.forbidden": _("{one} and {other} are kept apart"),
    "pair.allowed": _("{one} and {other} may meet again"),
    "table.fixed": _("Fixed table changed"),
    "moves.stored": _("Moves of {games} games stored, {replaced} of them instead of others"),
    "moves.removed": _("Moves of round {round}, board {board} removed"),
    "teams.rules": _("Rules of the matches: {changes}"),
    "teams.numbered": _("Teams numbered ({numbering}{seed_words})"),
    "team.added": _("Team entered: {team} ({names})"),
    "team.changed": _("Team {team} changed: {changes}"),
    "team.members": _("Members of {team}: {names}"),
    "team.removed": _("Team removed: {team}"),
    "team.captain_link": _("New private link for the captain of {team}"),
    "lineup.set": _("Round {round}, line-up of {team}: {names}"),
    "match.forfeited": _("Round {round}, match {match}: {home} – {away} not played ({result})"),
    "match.restored": _("Round {round}, match {match}: {home} – {away} is to be played"),
    "round.matches_by_hand": _("Round {round}: matches by hand: {names}"),
    "first_colour.drawn": _("First colour drawn by lot: {colour} (seed {seed})"),
    "rounds.paired": _("All {rounds} rounds paired by {engine}"),
    "round.paired": _("Round {round} paired by {engine}, rules {edition}"),
    "round.paired_by_hand": _("Round {round} paired by hand: boards {boards}"),
    "kind.rules": _("Rules of this kind of event: {changes}"),
    "qualifiers.entered": _("Qualified from the preliminaries: {names}"),
    "results.carried": _("Results carried from the preliminaries (round/board): {places}"),
    "match.rest_dropped": _("The match is decided; games not played any more: {games}"),
    "bracket.drawn": _("Bracket of {players} players drawn; games of a tie: {games}"),
    "bracket.stage": _("Stage {stage} of the bracket drawn: {ties} ties{seed_words}"),
    "tie.decided": _("Bracket, stage {stage}: {upper} – {lower}, {winner} goes on ({how})"),
    "tie.open": _("Bracket, stage {stage}: {upper} – {lower} is open again"),
    "tie.play_off": _("Bracket, stage {stage}, tie {tie}: play-off, games: {games}, {rate}{seed_words}"),
    "tie.play_off_removed": _("Bracket, stage {stage}, tie {tie}: {games} play-off games taken back"),
    "tie.play_off_result": _(
        "Bracket, stage {stage}, play-off {rate}: {white} – {black} {new} (before: {old})"
    ),
    "registration.settings": _("Self-registration changed (places: {limit}, until {closes_at})"),
    "registration.received": _("A player has registered"),
    "registration.changed": _("A player has changed his registration"),
    "registration.withdrawn": _("A player has taken back his registration"),
    "registration.approved": _("Registration accepted: {name}"),
    "registration.declined": _("A registration was declined"),
    "registrations.moved_up": _("The waiting list moved up"),
    "category.saved": _("Category {code} set"),
    "category.deleted": _("Category {code} deleted"),
    "rounds.schedule": _("Days and times typed of rounds {rounds}"),
    "round.day": _("Round {round} is on {day}"),
    "pairing.deleted": _("Pairing deleted: rounds {rounds}"),
    # What the apps above write into an event's chain; the words are data, nothing is imported.
    "report.frozen": _("Report {report} handed in: the record is frozen"),
    "report.signed": _("Report {report} signed"),
    "report.signed_on_paper": _("Report {report}: {name} signed by hand on {signed_on}"),
    "fide.sent": _("Sent to FIDE on {day} (sending {sending}, code {code})"),
    "fide.received": _("Received by FIDE on {day} (sending {sending}, code {code})"),
    "fide.returned": _("Returned by FIDE on {day} (sending {sending})"),
    "papers.received": _("Papers of {arbiter} received on {day}"),
    "papers.withdrawn": _("Papers received on {day} were entered wrongly and do not count"),
    "report.returned": _("Report {report} returned; the results can be changed again"),
    "deadline.reminded": _("Reminded of a term ({what}, due on {day}): {count} accounts"),
    "decision.published": _("Decision {number} of the commission: {subject}"),
    "finding.dismissed": _("Finding set aside: {text}"),
    "register.decided": _("No. {number} {name}: difference to the register decided"),
    "message.sent": _("Message between the commission and the director"),
    "dossier.assigned": _("Dossier assigned to {member}"),
    "interest.declared": _("{member} declared an interest and decides nothing here"),
    "interest.ended": _("{member} took back the declaration of an interest"),
    "rating.outdated": _("What the rating rests on has changed since; it is to be rated again"),
    "rating.up_to_date": _("What the rating rests on is again what it was"),
    "dossier.rated_again": _("Event rated again by the commission"),
    "event.rated": _("Event rated by {edition}"),
    "event.unrated": _("Rating of the event withdrawn"),
    "event.corrected": _("Published ratings corrected; rows of published lists that change: {rows}"),
    "event.annulled": _("Event annulled; rows of published lists that change: {rows}"),
    "rating.result": _(
        "Round {round}, board {board}: {white} – {black} is rated as {new}; the table shows {old}"
    ),
    "request.made": _("Somebody asked for a correction (request {request})"),
    "request.asked": _("The commission asked back about request {request} for a correction"),
    "request.answered": _("Request {request} for a correction was added to by whoever made it"),
    "request.withdrawn": _("Request {request} for a correction was withdrawn by whoever made it"),
    "request.accepted": _("Request {request} for a correction accepted"),
    "request.rejected": _("Request {request} for a correction rejected"),
    "request.done": _("Request {request} for a correction carried out"),
    "appeal.made": _("Appeal against a decision of the commission"),
    "appeal.upheld": _("Appeal decided: the decision stands"),
    "appeal.changed": _("Appeal decided: the decision is changed"),
    "appeal.returned": _("Appeal decided: returned for a new decision"),
    "hall.two_persons_on": _("From now on a second person confirms every result"),
    "hall.two_persons_off": _("One person is enough for a result"),
    "hall.players_report_on": _("Players report results by private link"),
    "hall.players_report_off": _("Players no longer report results"),
    "hall.links_renewed": _("All private links of players ended; new ones are given out"),
    "round.opened": _("Round {round} opened for corrections after round {paired_through} was paired"),
    "round.closed": _("Round {round} locked again"),
    "result.confirmed": _(
        "Round {round}, board {board}: {white} – {black} {new} confirmed by a second person"
    ),
    "results.let_through": _("Results let through that no second person confirmed (round/board): {places}"),
    "result.doubted": _("Round {round}, board {board}: second look says {new}; {old} stands"),
    "result.reported": _("Round {round}, board {board}: {white} – {black}, a player reported {new}"),
    "correspondence.setup": _("Set-up of the play by correspondence changed"),
    "correspondence.players": _("Particulars of the start list changed: {names}"),
    "correspondence.player_himself": _("A player changed his own particulars: {names}"),
    "correspondence.questionnaire": _("Questionnaire of a new player filled in: {names}"),
    "correspondence.papers_seen": _("Papers seen on {day}: {names}"),
    "correspondence.links_renewed": _("All private links of players ended; new ones are given out"),
    "correspondence.links_sent": _("Private links sent to {count} players"),
    "correspondence.reminded": _("Reminded of open games: {count} players, {days} days before the end"),
    "correspondence.left": _("{name} left the event"),
    "correspondence.substituted": _("{team}: {substitute} replaces {main} in {games} open games"),
    "correspondence.substitution_undone": _("{substitute} no longer replaces {main}"),
    "game.day": _("Round {round}, board {board}: the game ended on {day} (before: {before})"),
    "result.recorded": _("Round {round}, board {board}: {white} – {black} {new} (before: {old})"),
}
# Of interest in the whole history alone: nobody is entered or withdrawn by them.
OF_NOBODY = ("registration.received", "registration.changed")
DOSSIER_MOVED = _("Dossier: {from} → {to}")


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A row of the ledger as a page shows it."""

    at: datetime
    by: str
    verb: str
    text: str
    reason: str
    hash: str


def ledger_page(
    event: Event, page: str | None, *, verb: str = "", per_page: int = 50, without: Collection[str] = ()
) -> tuple[list[LedgerLine], Page[Any]]:
    """One page of the event's ledger, newest first; `without` leaves out verbs that would drown the others."""
    rows = rows_of("event", event.pk).exclude(verb__in=without).order_by("-seq")
    if verb:
        rows = rows.filter(verb=verb)
    found = Paginator(rows, per_page).get_page(page)
    return [line_of(row) for row in found.object_list], found


def order_changes(event_id: int) -> list[tuple[datetime, str, str, str]]:
    """Changes of what orders the standings after the event had begun: time, before, after, reason.

    Before and after name what differs: the codes, the edition, the edition for unplayed rounds.
    """
    rows = rows_of("event", event_id).filter(verb="event.order_changed").order_by("seq")
    return [
        (row.at, _order_words(row.payload["changed"], 0), _order_words(row.payload["changed"], 1), row.reason)
        for row in rows
        if row.payload.get("begun")
    ]


def _order_words(changed: Mapping[str, Sequence[str]], which: int) -> str:
    """The codes and editions of one side of a change, as far as they changed; keys and codes, so in no language."""
    names = (("tie_break_order", ""), ("tie_break_edition", ""), ("unplayed_edition", "16: "))
    said = [f"{label}{changed[name][which] or '–'}" for name, label in names if name in changed]
    return "; ".join(said)


def line_of(row: LedgerRow) -> LedgerLine:
    """A ledger row as a sentence in the reader's language."""
    template = SENTENCES.get(row.verb) or (DOSSIER_MOVED if row.verb.startswith("dossier.") else None)
    facts = _shown(row.payload)
    if template is DOSSIER_MOVED:
        facts |= {key: DOSSIER_STATES.get(str(facts.get(key)), facts.get(key)) for key in ("from", "to")}
    text = str(template).format_map(_Facts(facts)) if template else _plain(row)
    return LedgerLine(row.at, row.actor_name, row.verb, text, row.reason, row.hash)


class _Facts(dict[str, Any]):
    """Facts of a row; what an old row does not say is a dash."""

    def __missing__(self, key: str) -> str:
        return "–"


def _plain(row: LedgerRow) -> str:
    facts = ", ".join(f"{key} {value}" for key, value in row.payload.items() if isinstance(value, (str, int)))
    return f"{row.verb.replace('.', ' ').replace('_', ' ')}{': ' if facts else ''}{facts}"


def _shown(payload: Mapping[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {key: value for key, value in payload.items() if value != ""}
    for key in ("old", "new"):
        if key in payload:
            facts[key] = shown(str(payload[key])) if payload[key] != "*" else gettext("none")
    if "names" in payload:
        facts["names"] = "; ".join(payload["names"])
    if "changed" in payload:
        facts["changes"] = "; ".join(_change(name, *values) for name, values in payload["changed"].items())
    if payload.get("how"):
        facts["how"] = dict(KnockOutTie.DecidedBy.choices).get(payload["how"], payload["how"])
    for key in ("entries",):
        if isinstance(payload.get(key), list):
            facts["count"] = len(payload[key])
    if isinstance(payload.get("rounds"), list):
        facts["rounds"] = ", ".join(map(str, payload["rounds"]))
    if isinstance(payload.get("boards"), list):
        facts["boards"] = (
            ", ".join(f"{board} ({white}–{black})" for board, white, black in payload["boards"]) or "–"
        )
    if "counted" in payload:
        facts |= _given(payload)
    facts["seed_words"] = (
        gettext(", seed %(seed)s") % {"seed": payload["seed"]} if payload.get("seed") else ""
    )
    return facts


def _given(payload: Mapping[str, Any]) -> dict[str, str]:
    """Points beside the results in words: how many, and where they count."""
    parts = [str(payload.get("points") or "")]
    if payload.get("match_points"):
        parts.append(gettext("%(points)s match points") % {"points": payload["match_points"]})
    counted = {
        "apart": gettext("in the standing alone"),
        "from": gettext("from round %(number)s on") % {"number": payload.get("from_round")},
    }
    return {
        "points": ", ".join(part for part in parts if part),
        "counted": counted.get(str(payload["counted"]), gettext("beforehand")),
    }


def _change(name: str, old: Any, new: Any) -> str:
    return f"{_label(name)} {old if old != '' else '–'} → {new if new != '' else '–'}"


def _label(name: str) -> str:
    """The field's own words; a field that no longer exists keeps its plain name."""
    for model in (Event, Entry, Team, TeamRules, SwissSetup, KindRules):
        try:
            return str(model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
        except FieldDoesNotExist:
            continue
    return name.replace("_", " ")
