"""What lies inside a document, read back with another library than the one that made it."""

from io import BytesIO

from pyhanko.pdf_utils.reader import PdfFileReader


def enclosed(pdf: bytes) -> dict[str, bytes]:
    """The embedded files by name."""
    names = PdfFileReader(BytesIO(pdf)).root["/Names"]["/EmbeddedFiles"]["/Names"]
    return {str(names[at]): names[at + 1].get_object()["/EF"]["/F"].data for at in range(0, len(names), 2)}
