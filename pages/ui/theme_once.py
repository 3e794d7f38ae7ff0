"""The message with which every run of a script begins holds the theme, which does not change.

Streamlit reads it from its settings each time, by their names: a thirtieth of what a click costs.
"""

from collections.abc import Callable
from functools import wraps

from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

FILL = "_populate_theme_msg"  # fills a message with a section of the settings

Fill = Callable[..., None]


def read_theme_once() -> None:
    """Read each section of the theme once in the life of the server."""
    fill: Fill | None = getattr(app_session, FILL, None)  # another version may have another name
    if fill is not None and not hasattr(fill, "__wrapped__"):
        setattr(app_session, FILL, once(fill))


def once(fill: Fill) -> Fill:
    """The same function, which keeps what it has put into a message."""
    kept: dict[str, CustomThemeConfig] = {}

    @wraps(fill)
    def filled(message: CustomThemeConfig, section: str = "theme") -> None:
        if section not in kept:
            fill(part := CustomThemeConfig(), section)
            kept[section] = part
        if kept[section].ByteSize():  # a section that sets nothing is not to be in the message
            message.MergeFrom(kept[section])

    return filled
