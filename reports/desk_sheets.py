"""A document of the hall, put together for an event and what was chosen."""

from collections.abc import Callable, Mapping

from django.utils import translation
from django.utils.translation import gettext as _

from core.ledger import rows_of
from core.templatetags.ui import days, moment
from reports.desk_cards import cover, place_cards, round_words, slips
from reports.desk_kinds import KINDS, Options
from reports.desk_lists import (
    alphabetical,
    by_board,
    by_name,
    refuse_empty,
    schedule,
    start_list,
    team_sheets,
)
from reports.desk_tables import cross_table, player_cards, prize_list, standings, wall_chart
from reports.prizes import fund_of, rules_words
from reports.sheets.desk import Card, Sheet, Table
from tournaments.errors import DomainError
from tournaments.models import Event, Round

WITHOUT_PLAYERS = ("schedule", "cover")
TABLES: Mapping[str, Callable[[Event, Options], tuple[Table, ...]]] = {
    "start_list": start_list,
    "alphabetical": alphabetical,
    "schedule": schedule,
    "team_sheets": team_sheets,
    "boards": by_board,
    "names": by_name,
    "standings": standings,
    "crosstable": cross_table,
    "wall_chart": wall_chart,
    "player_cards": player_cards,
    "prize_list": prize_list,
}
CARDS: Mapping[str, Callable[[Event, Options], tuple[Card, ...]]] = {
    "slips": slips,
    "place_cards": place_cards,
}


def sheet_of(event: Event, options: Options) -> Sheet:
    """The document in its language. Raises DomainError where the event has nothing to print of this kind."""
    kind = KINDS[options.kind]
    if kind.needs_round and not options.round_number:
        raise DomainError(
            _("Choose the round."), "round_missing", _("This document is of one round."), field="round_number"
        )
    with translation.override(options.language):
        if kind.key not in WITHOUT_PLAYERS:
            refuse_empty(event)
        return Sheet(
            kind=kind.key,
            form=_form(options),
            event=event.name,
            facts=_facts(event, options),
            tables=TABLES[kind.key](event, options) if kind.key in TABLES else (),
            cards=CARDS[kind.key](event, options) if kind.key in CARDS else (),
            notes=rules_words(fund_of(event)) if kind.key == "prize_list" else (),
            cover=cover(event) if kind.key == "cover" else (),
        )


def _form(options: Options) -> str:
    kind = KINDS[options.kind]
    if kind.key == "cover":
        return _("Bulletin")
    if not options.round_number or not kind.by_round:
        return str(kind.label)
    if kind.key == "standings":
        return _("Standings after round %(number)s") % {"number": options.round_number}
    return f"{kind.label} · {round_words(options.round_number)}"


def _facts(event: Event, options: Options) -> tuple[str, ...]:
    place = ", ".join(part for part in (event.city, event.federation) if part)
    found = [place, str(days(event.start, event.end)) if event.start else "", event.rate_of_play]
    if options.round_number and KINDS[options.kind].by_round:
        held = Round.objects.filter(event=event, number=options.round_number).first()
        if held and held.day and held.time:
            found.append(f"{round_words(held.number)}: {held.time:%H:%M}")
    return tuple(part for part in found if part)


def as_of(event: Event) -> str:
    """When the facts of the event last changed, with the version that they have since; in the language set."""
    newest = rows_of("event", event.pk).order_by("-seq").first()
    told = _("Version %(version)s") % {"version": event.version}
    return f"{moment(newest.at)} · {told}" if newest else told
