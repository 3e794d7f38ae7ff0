"""What the widgets of the page show, beside the visit whose view they are."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pages.ui.visit.visit import remembered, visit

NO_MISTAKE = ("", "", "")


@dataclass
class WidgetState:
    """The values that the widgets of this page show.

    drawn_from : the experiment of each board that they were last drawn from, by its prefix.
    behind : whether a control was moved since then, beside the canvas.
    since : when the visitor came to the page, on the clock `time.monotonic`.
    known : the value that each was given or has changed to last, by its key.
    late : the old value of a changed widget, and until when a late message with it is ignored.
    controls : what is told the value of a numeric control, by the control's key.
    mistakes : by the prefix of its board, a formula that cannot be read: the old one, what was
        typed, and the error.
    """

    drawn_from: dict[str, Any] = field(default_factory=dict)
    behind: bool = False
    since: float = 0.0
    known: dict[str, Any] = field(default_factory=dict)
    late: dict[str, tuple[Any, float]] = field(default_factory=dict)
    controls: dict[str, Callable[[object], None]] = field(default_factory=dict)
    mistakes: dict[str, tuple[str, str, str]] = field(default_factory=dict)

    def page_opened(self, now: float) -> None:
        """Forget what the widgets of the page before showed."""
        self.known.clear()
        self.late.clear()
        self.since = now


def widget_state() -> WidgetState:
    """The state of this visitor's widgets."""
    return remembered(WidgetState)


def arrive(page: str) -> None:
    """Another page was opened, by its folder: its widgets show nothing yet."""
    current = visit()  # asked once: no interruption comes between the page and its widgets
    if current.address.arrive(page):
        current.remembered(WidgetState).page_opened(time.monotonic())
