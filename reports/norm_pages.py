"""What the pages of title norms show: candidates, one norm round by round, what the papers are prefilled with."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.derivations import step_view
from ratings.engine.title_norms.model import Forecast, Outlook, TitleNorm
from ratings.engine.title_norms.norm import titles_sought
from ratings.norm_sentences import CONDITION_WORDS, REASON_WORDS, objection
from reports.frozen import frozen_of
from reports.models import Report
from reports.sheets.it1 import points_text
from tournaments.models import Event
from tournaments.record.model import Entry, Record
from tournaments.rulebook.shelf import edition
from tournaments.snapshot import split_deputies


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line of the list: `needed` are half points of the rounds to come, None for a norm that is there."""

    pk: int
    number: int
    name: str
    held: str
    federation: str
    rating: int | None
    title: str
    place_of_title: int
    reached: bool
    points: Fraction
    games: int
    average: int
    performance: int
    margin: Fraction | None
    needed: int | None
    left: int
    exact: bool
    objections: int
    url: str

    @property
    def state(self) -> int:
        """0 for a norm that is there, 1 for one that is possible: the order of the list."""
        return 0 if self.reached else 1

    @property
    def state_words(self) -> str:
        """Reached, or what the rounds to come must bring."""
        if self.reached:
            return _("reached, margin %(margin)s") % {"margin": points_text(self.margin or Fraction(0))}
        words = {"points": points_text(Fraction(self.needed or 0, 2)), "rounds": self.left}
        if self.exact:
            return _("%(points)s of %(rounds)s needed") % words
        return _("at least %(points)s of %(rounds)s needed") % words


TITLE_ORDER = ("GM", "IM", "WGM", "WIM")


def candidates(event: Event, norms: tuple[TitleNorm, ...], entries: Mapping[int, Any]) -> list[Candidate]:
    """One line for each norm that is there or possible; `entries` are the event's by start number."""
    return [_candidate(event, norm, entries[norm.number], place) for place, norm in enumerate(norms, start=1)]


def _candidate(event: Event, norm: TitleNorm, entry: Any, place: int) -> Candidate:
    forecast = norm.forecast
    return Candidate(
        pk=place,
        number=norm.number,
        name=entry.name,
        held=entry.title,
        federation=entry.federation,
        rating=entry.rating,
        title=norm.title,
        place_of_title=TITLE_ORDER.index(norm.title),
        reached=norm.reached,
        points=norm.points,
        games=norm.games,
        average=norm.average,
        performance=norm.performance,
        margin=norm.margin,
        needed=forecast.needed if forecast else None,
        left=forecast.rounds if forecast else 0,
        exact=bool(forecast and forecast.known),
        objections=sum(found.severity == "objection" for found in norm.findings),
        url=reverse("reports:norm", args=[event.pk, norm.number, norm.title]),
    )


def norm_context(event: Event, record: Record, norm: TitleNorm) -> dict[str, Any]:
    """One norm: rounds, conditions, outlook, objections, derivation, and the other titles of the player."""
    names = {entry.number: entry.name for entry in record.entries}
    applicant = next(entry for entry in record.entries if entry.number == norm.number)
    labels = {
        "note": _("note"),
        "warning": _("warning"),
        "objection": _("objection"),
        "refusal": _("refusal"),
    }
    return {
        "event": event,
        "norm": norm,
        "applicant": applicant,
        "titles": _other_titles(event, applicant, norm.title),
        "rounds": [
            (row, names.get(row.opponent or 0, ""), REASON_WORDS.get(row.reason, "")) for row in norm.rows
        ],
        "conditions": [(CONDITION_WORDS[item.key], item) for item in norm.conditions],
        "objections": [
            {
                "severity": found.severity,
                "severity_label": labels[found.severity],
                "article": found.article,
                "edition": norm.edition,
                "text": objection(found),
            }
            for found in norm.findings
        ],
        "outlook": _outlook(norm.forecast, names) if norm.forecast else None,
        "points": points_text(norm.points),
        "required": "" if norm.required is None else points_text(norm.required),
        "margin": _margin(norm),
        "derivation": _derivation(event, norm, names),
    }


def _other_titles(event: Event, applicant: Entry, chosen: str) -> list[dict[str, Any]]:
    titles = titles_sought(applicant)
    return [
        {
            "label": title,
            "url": reverse("reports:norm", args=[event.pk, applicant.number, title]),
            "active": title == chosen,
        }
        for title in (titles if chosen in titles else (*titles, chosen))
    ]


def _margin(norm: TitleNorm) -> str:
    if norm.margin is None:
        return ""
    sign = "−" if norm.margin < 0 else "+" if norm.margin > 0 else ""
    return f"{sign}{points_text(abs(norm.margin))}"


def _outlook(forecast: Forecast, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "rounds": forecast.rounds,
        "known": forecast.known,
        "opponents": [names[number] for number in forecast.opponents],
        "lacking": [CONDITION_WORDS[key] for key in forecast.lacking],
        "needed": None if forecast.needed is None else points_text(Fraction(forecast.needed, 2)),
        "lines": [
            (points_text(Fraction(item.halves, 2)), item, _verdict(item)) for item in forecast.outlooks
        ],
    }


def _verdict(item: Outlook) -> str:
    if item.norm is None and item.average:
        return _("a norm if the opponents not known yet average %(average)s or more") % {
            "average": item.average
        }
    if item.norm is None:
        return _("a norm or not, depending on opponents or on the games in which the points are made")
    return _("norm") if item.norm else _("no norm")


def _derivation(event: Event, norm: TitleNorm, names: Mapping[int, str]) -> dict[str, Any]:
    rules = edition(norm.edition)
    return {
        "title": _("Norm of %(title)s") % {"title": norm.title},
        "subject": names[norm.number],
        "result": norm.performance if norm.games else "–",
        "unit": _("performance"),
        "steps": [step_view(step, names) for step in norm.steps],
        "edition": rules.key,
        "source": rules.source_title,
        "permalink": reverse("reports:norm", args=[event.pk, norm.number, norm.title]),
    }


def norm_words(count: int) -> str:
    """How many norms are there."""
    return ngettext("%(count)s norm reached", "%(count)s norms reached", count) % {"count": count}


# --- what the papers are prefilled with ------------------------------------------------------------------


def it1_initial(event: Event) -> dict[str, Any]:
    """What the last certificate of the event said, whoever's it was; else what the event says."""
    found = {"confirming": event.federation, "place": event.city}
    last = _last(event, "it1")
    if last is not None:
        said = frozen_of(last)["norm"]["particulars"]
        found |= {name: said[name] for name in ("arbiter_id", "confirming", "official", "place")}
    return found


def it3_initial(event: Event, record: Record) -> dict[str, Any]:
    """What the last version of the report said; else what the event says of itself."""
    last = _last(event, "it3")
    if last is not None:
        said = dict(frozen_of(last)["report"]["particulars"])
        return said | {"deputies": "; ".join(said["deputies"])}
    program = record.event.pairing_program
    return {
        "organiser": event.organiser,
        "organiser_contact": event.contact,
        "rounds_a_day": _rounds_a_day(record),
        "pairing": "computer" if program else "",
        "paired_by": program,
        "deputies": "; ".join(split_deputies(event.deputies)),
        "place": event.city,
    }


def _last(event: Event, sheet: str) -> Report | None:
    return Report.objects.filter(event=event, sheet=sheet).order_by("-created_at", "-pk").first()


def _rounds_a_day(record: Record) -> str:
    """One number where every day had as many rounds, `1 to 2` where not; empty where the days are not known."""
    by_day: dict[object, int] = {}
    for each in record.rounds:
        if each.day is not None:
            by_day[each.day] = by_day.get(each.day, 0) + 1
    if not by_day:
        return ""
    least, most = min(by_day.values()), max(by_day.values())
    return str(most) if least == most else f"{least}–{most}"
