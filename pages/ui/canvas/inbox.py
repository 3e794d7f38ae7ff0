"""What a session knows of the page at its other end: the events that were taken, what was sent."""

import secrets
from collections import defaultdict
from dataclasses import dataclass, field

from pages.ui.visit.visit import remembered


@dataclass
class Inbox:
    """The state of one canvas in one session. Mutable on purpose: see `_apply` of the canvas."""

    sid: str = field(default_factory=lambda: secrets.token_hex(8))
    ack: int = 0
    needs_plotly: bool = False
    shown: int = 0  # a digest of the figure that was sent last, and how many there were
    turn: int = 0


@dataclass
class Browser:
    """The page at the other end of a session.

    has_link : whether its address holds what is done there.
    """

    inboxes: defaultdict[str, Inbox] = field(default_factory=lambda: defaultdict(Inbox))
    has_link: bool = False


def browser() -> Browser:
    """The page at the other end of this session."""
    return remembered(Browser)


def revision() -> str:
    """Which events were taken, the last one of each canvas: "main.17~handles.4"."""
    taken = {key: inbox.ack for key, inbox in browser().inboxes.items() if inbox.ack}
    return "~".join(f"{key}.{ack}" for key, ack in taken.items())
