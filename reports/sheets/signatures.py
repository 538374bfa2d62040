"""Which signature fields each paper has: who signs it, in which order.

A paper with two fields is certified by the arbiter and countersigned; one with a single field is certified and
locked by the arbiter alone.
"""

from collections.abc import Mapping
from types import MappingProxyType

from reports.sheets.model import SheetKey, SignatureField

ROLE_OF_FIELD: Mapping[str, str] = MappingProxyType(
    {"Arbiter": "arbiter", "Region": "region", "RatingOfficer": "rating_officer"}
)

FEDERATION = ("Arbiter", "RatingOfficer")
REGION = ("Arbiter", "Region")
ARBITER = ("Arbiter",)

# Form 1 to 3, the computer table that may stand for them (11.31), IT3 and IT1 are countersigned by the federation's
# rating officer (11.5); the correspondence table by the regional representative (RACC 2.2); the start list carries
# the name of the arbiter alone (RACC 2.1).
FIELDS: Mapping[SheetKey, tuple[str, ...]] = MappingProxyType(
    {
        "form_1": FEDERATION,
        "form_2": FEDERATION,
        "form_3": FEDERATION,
        "final_table": REGION,
        "computer_table": FEDERATION,
        "it3": FEDERATION,
        "it1": FEDERATION,
        "start_list": ARBITER,
    }
)

MAIN_SHEETS: tuple[SheetKey, ...] = ("form_1", "form_2", "form_3", "final_table")


def signature_fields(sheet: SheetKey, arbiter: str = "") -> tuple[SignatureField, ...]:
    """The fields of a paper in the order of signing; the arbiter's name stands in the first where it is known.

    >>> [field.role for field in signature_fields("final_table")], len(signature_fields("start_list"))
    (['arbiter', 'region'], 1)
    """
    return tuple(
        SignatureField(name, ROLE_OF_FIELD[name], arbiter if name == "Arbiter" else "")
        for name in FIELDS[sheet]
    )
