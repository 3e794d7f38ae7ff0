"""Bytes as letters, digits, - and _: what an address and a chat program leave as it is."""

import base64


def to_base64(data: bytes) -> str:
    """URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    """The bytes of a text from `to_base64`; raises ValueError for any other text."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def from_start(text: str) -> bytes:
    """The same of a text whose end may be lost: the bytes that are whole."""
    return from_base64(text[: len(text) - (len(text) % 4 == 1)])
