"""What a visitor has typed on the page Strings that is no list of words, with the reason."""

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Any

import streamlit as st

from pages.strings.settings import StringSettings
from pages.ui.controls.widgets import bound
from pages.ui.visit.visit import remembered, set_fields, store, value


@dataclass
class StringsMemory:
    """Of each field: the value it stands beside, what was typed, and why that makes no sense."""

    mistakes: dict[str, tuple[str, str, str]] = field(default_factory=dict)


def typed(name: str) -> tuple[dict[str, Any], Callable[[], None]]:
    """What a text widget needs that shows a field of the settings, and a function that complains.

    What cannot be read stays in the widget, and the settings stay as they are.
    """
    mistakes = remembered(StringsMemory).mistakes
    now = value(StringSettings).as_text(name)
    of, text, why = mistakes.get(name, ("", "", ""))
    if of != now:  # other words have come, by an example or a link
        text, why = "", ""

    def changed(new: str) -> None:
        try:
            store(value(StringSettings).typed(name, new))
            mistakes.pop(name, None)
        except ValueError as error:
            mistakes[name] = (now, new, str(error))

    def complain() -> None:
        if why:
            words = escape(why[:1].upper() + why[1:])
            st.html(f'<p class="svm-wrong" role="alert">{words}.</p>')

    return bound(f"w_s_{name}", text or now, changed, "value"), complain


def choose_example(minus: tuple[str, ...], plus: tuple[str, ...]) -> None:
    """Take the words of an example; what was typed and could not be read goes."""
    remembered(StringsMemory).mistakes.clear()
    set_fields(StringSettings, minus=minus, plus=plus, word="")
