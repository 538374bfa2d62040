"""QR codes as inline SVG; the one place that knows the library which draws them."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(address: str) -> SafeString:
    """The code of an address as an `<svg class="qr">` that takes the size of its surroundings."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(border=0, omitsize=True, svgclass="qr")
    return mark_safe(drawn)  # noqa: S308 - squares drawn by segno; the address is not among the text
