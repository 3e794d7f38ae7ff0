"""A choice among pictures: small cards with an SVG, a name and a tooltip; one is chosen."""

from collections.abc import Callable, Mapping

import streamlit as st

from pages.plots.theme import PALETTE
from pages.ui.component import component
from pages.ui.server.observed import callback

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

    _component(
        key=key,
        height="content",
        data={
            "label": name,
            "cards": [[word, *card] for word, card in cards.items()],
            "chosen": chosen,
            "palette": PALETTE,
        },
        on_choice_change=callback(picked),
    )
