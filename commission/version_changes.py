"""What the version of a report under review says otherwise than the one before it. Reads only."""

from django.utils.translation import gettext as _

from commission.corrected_words import fact_words
from commission.services_corrected import facts_between
from core.files import FileDamaged, FileMissing
from reports.frozen import frozen_of, record_of_report
from reports.models import Report


def version_changes(report: Report) -> list[str] | None:
    """Each fact of the final table that differs from the version before, in words; None for a first version.

    Entries (of a birth the year alone), results, rounds without opponent, the order of the tie-breaks.
    """
    before = Report.objects.main().filter(event_id=report.event_id, number__lt=report.number).first()
    if before is None:
        return None
    try:
        words = [
            fact_words(fact) for fact in facts_between(record_of_report(before), record_of_report(report))
        ]
        orders = [" ".join(frozen_of(each)["standings"]["order"]) for each in (before, report)]
    except (FileMissing, FileDamaged, KeyError):
        return None
    if orders[0] != orders[1]:
        words.append(_("order of the tie-breaks: %(old)s → %(new)s") % {"old": orders[0], "new": orders[1]})
    return words
