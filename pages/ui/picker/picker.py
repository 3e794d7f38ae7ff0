"""A choice among pictures: small cards with an SVG, a name and a tooltip; one is chosen."""

import json
from collections.abc import Callable, Mapping

import streamlit as st

from pages.plots.theme import PALETTE
from pages.ui.component import component
from pages.ui.server.observed import callback
from pages.ui.static import files

_component = component(
    "picker",
    '<div class="svm-picker" role="radiogroup"></div>\n',
    isolate_styles=True,
)


def picker(
    name: str,
    cards: Mapping[str, tuple[str, str, str]],
    chosen: str,
    on_choice: Callable[[str], None],
) -> None:
    """Draw the cards; `on_choice` hears the name of the one that was picked.

    `cards` maps names to (title, help, svg). The SVG's classes c0 and c1 get the class colours.
    """
    key = f"picker_{name}"

    def picked() -> None:
        choice = st.session_state.get(key, {}).get("choice")
        if isinstance(choice, str) and choice in cards:
            on_choice(choice)

    look = {"cards": [[word, *card] for word, card in cards.items()], "palette": PALETTE}
    _component(
        key=key,
        height="content",
        data={"label": name, "chosen": chosen, "look": _kept(look)},
        on_choice_change=callback(picked),
    )


def _kept(look: dict[str, object]) -> object:
    """The address of a file of it, which a browser keeps: 24 kB; itself where none is served."""
    if not files.are_served():
        return look
    return files.address_of("cards", json.dumps(look).encode(), "json")
