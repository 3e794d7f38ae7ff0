"""The QR code of a link."""

import segno

MOST_BYTES = 2_953  # of the largest code with the least error correction


def qr_data_uri(text: str) -> str:
    """A QR code as an SVG for the source of an image, black on white with its quiet zone.

    "" for a text of more than `MOST_BYTES` bytes, which no code holds.
    """
    if len(text.encode()) > MOST_BYTES:
        return ""
    return str(segno.make(text, micro=False).svg_data_uri(light="#fff", omitsize=True))
