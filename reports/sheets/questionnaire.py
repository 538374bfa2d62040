"""The questionnaire of a new player (RACC, Appendix 2): eighteen fields in the order of the form."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from reports.sheets.model import Sentence

ARTICLE = "2.1"
FIELDS = (
    "surname",
    "given_name",
    "patronymic",
    "birth",
    "region",
    "postcode",
    "home_address",
    "home_phone",
    "mobile_1",
    "mobile_2",
    "email_1",
    "email_2",
    "board_category",
    "board_rating",
    "iccf_id",
    "iccf_title",
    "iccf_rating",
    "further",
)
# The appendix marks nothing as mandatory; without these nobody can be admitted or written to.
MANDATORY = frozenset({"surname", "given_name", "birth", "region", "email_1"})


@dataclass(frozen=True, slots=True)
class QuestionnaireField:
    """A field: its number from 1 to 18, its key, what was filled in, whether it has to be."""

    number: int
    key: str
    value: str
    mandatory: bool


@dataclass(frozen=True, slots=True)
class QuestionnaireSheet:
    """The paper: the event it goes with, the fields, who filled it in when, who has seen the papers when."""

    event: str
    group_code: str
    fields: tuple[QuestionnaireField, ...]
    filled: date | None
    by_player: bool = False
    papers_seen: date | None = None
    papers_seen_by: str = ""

    @property
    def missing(self) -> tuple[Sentence, ...]:
        """The mandatory fields that are empty, by number."""
        empty = [field.number for field in self.fields if field.mandatory and not field.value]
        if not empty:
            return ()
        return (Sentence("questionnaire.fields", ARTICLE, {"fields": ", ".join(map(str, empty))}),)


def questionnaire(
    event: str,
    group_code: str,
    values: Mapping[str, str],
    *,
    filled: date | None = None,
    by_player: bool = False,
    papers_seen: date | None = None,
    papers_seen_by: str = "",
) -> QuestionnaireSheet:
    """The sheet from values by key; a field that has none stays empty, to be filled in by hand."""
    fields = tuple(
        QuestionnaireField(number, key, str(values.get(key) or "").strip(), key in MANDATORY)
        for number, key in enumerate(FIELDS, start=1)
    )
    return QuestionnaireSheet(event, group_code, fields, filled, by_player, papers_seen, papers_seen_by)
