"""Bytes as letters, digits, - and _: what an address and a chat program leave as it is."""

import base64
import zlib


def to_base64(data: bytes) -> str:
    """URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    """The whole bytes of a text from `to_base64`; raises ValueError for other signs."""
    whole = text[: len(text) - (len(text) % 4 == 1)]  # one sign alone holds no byte
    return base64.b64decode(whole + "=" * (-len(whole) % 4), altchars=b"-_", validate=True)


def packed(data: bytes) -> str:
    """Bytes deflated, with a checksum (zlib), as a text."""
    return to_base64(zlib.compress(data, 9))


def unpacked(text: str, most: int) -> bytes:
    """The bytes of a text from `packed`; what follows them is left out.

    Raises ValueError if the text is damaged or not complete, or holds more than `most` bytes.
    """
    inflate = zlib.decompressobj()
    try:
        data = inflate.decompress(from_base64(text), most + 1)
    except zlib.error as error:
        raise ValueError(f"the text is damaged: {error}") from error
    if not inflate.eof or len(data) > most:
        raise ValueError(f"the text is not complete, or holds more than {most} bytes")
    return data
