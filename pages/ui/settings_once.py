"""The message with which every run of a script begins holds settings, which do not change.

Streamlit reads them each time, by their names: a twentieth of what a click costs.
"""

from collections.abc import Callable
from functools import wraps

from google.protobuf.message import Message
from streamlit.runtime import app_session

FILLS = ("_populate_theme_msg", "_populate_config_msg")  # fill a message; the theme's by sections

Fill = Callable[..., None]


def read_settings_once() -> None:
    """Read the settings, and each section of the theme, once in the life of the server."""
    for name in FILLS:
        fill: Fill | None = getattr(app_session, name, None)  # another version may have another
        if fill is not None and not hasattr(fill, "__wrapped__"):
            setattr(app_session, name, once(fill))


def once(fill: Fill) -> Fill:
    """The same function, which keeps what it has put into a message."""
    kept: dict[tuple[str, ...], Message] = {}

    @wraps(fill)
    def filled(message: Message, *section: str) -> None:
        if section not in kept:
            fill(part := type(message)(), *section)
            kept[section] = part
        if kept[section].ByteSize():  # a section that sets nothing is not to be in the message
            message.MergeFrom(kept[section])

    return filled
