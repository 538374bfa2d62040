"""Amounts of money: whole cents, written with two decimals."""

import re
from decimal import Decimal

from django.utils.formats import number_format

AMOUNT = re.compile(r"\d{1,8}(?:[.,]\d{1,2})?")


def amount_text(cents: int) -> str:
    """An amount in the language of the document; whole ones without decimals.

    >>> amount_text(50000), amount_text(33350), amount_text(5)
    ('500', '333.50', '0.05')
    """
    whole, rest = divmod(cents, 100)
    return number_format(whole) if rest == 0 else number_format(Decimal(cents) / 100, 2)


def cents_of(text: str) -> int | None:
    """The cents of a typed amount, point or comma before the decimals; None for anything else.

    >>> cents_of("500"), cents_of("12,5"), cents_of("0.05"), cents_of("1.234"), cents_of("-3")
    (50000, 1250, 5, None, None)
    """
    if not AMOUNT.fullmatch(text):
        return None
    whole, _point, decimals = text.replace(",", ".").partition(".")
    return int(whole) * 100 + int(decimals.ljust(2, "0") or "0")
