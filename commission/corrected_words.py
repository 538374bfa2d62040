"""Corrected facts in words, for pages, downloads and the feed."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from commission.models import CorrectedFact, Correction
from ratings.models import ListCorrection
from tournaments.record.codes import shown

Fact = CorrectedFact.Fact
NOTHING = "–"
SHOWN = 6


def fact_words(fact: CorrectedFact) -> str:
    """One fact, such as `round 1, board 2, Kos, I – Ruiz, M: 1-0 → ½-½`."""
    if fact.fact == Fact.ANNULLED:
        return _("the event is taken out of the ratings")
    old, new = (_value(fact, text) for text in (fact.old, fact.new))
    if fact.fact in (Fact.ENTERED, Fact.REMOVED, Fact.NUMBER):
        return f"{fact.who}: {fact.get_fact_display()}"
    if fact.fact == Fact.BIRTH and old == new:
        return _("%(who)s: day of birth, within %(year)s") % {"who": fact.who, "year": new}
    step = f"{old} → {new}"
    if fact.fact == Fact.RESULT:
        where = {"round": fact.round_number, "board": fact.board, "who": fact.who, "step": step}
        return _("round %(round)s, board %(board)s, %(who)s: %(step)s") % where
    if fact.fact == Fact.BYE:
        where = {"round": fact.round_number, "who": fact.who, "step": step}
        return _("round %(round)s, %(who)s without opponent: %(step)s") % where
    return _("%(who)s, %(what)s: %(step)s") % {
        "who": fact.who,
        "what": fact.get_fact_display(),
        "step": step,
    }


def effect_words(row: ListCorrection) -> str:
    """What a correction does to a row of a list: `Kos, I, standard 2026-07-01: 1601 → 1591`."""
    before, after = (NOTHING if value is None else str(value) for value in (row.before, row.after))
    return f"{row.person.name}, {row.corrected_list}: {before} → {after}"


def facts_words(correction: Correction, *, most: int | None = None) -> str:
    """All facts of a correction, or the first `most` of them and how many more there are."""
    return listed([fact_words(fact) for fact in correction.facts.all()], most)


def effects_words(correction: Correction, *, most: int | None = None) -> str:
    """What it does to the rows of published lists; a dash for nothing."""
    rows = correction.calculation.list_corrections.all() if correction.calculation else []
    return listed([effect_words(row) for row in rows], most)


def listed(words: Iterable[str], most: int | None) -> str:
    """Some words with semicolons; a dash for none."""
    chosen = list(words)
    more = len(chosen) - most if most is not None else 0
    if more > 0:
        chosen = [*chosen[:most], _("and %(count)s more") % {"count": more}]
    return "; ".join(chosen) or NOTHING


def _value(fact: CorrectedFact, text: str) -> str:
    if not text:
        return NOTHING
    return shown(text) if fact.fact in (Fact.RESULT, Fact.BYE) else text
