"""The comparison of the present model with a frozen one: its buttons and its table."""

from html import escape

import streamlit as st

from pages.playground.model import Comparison
from pages.playground.session import drop, freeze, swap
from pages.playground.text import (
    DROP,
    DROP_HELP,
    FREEZE,
    FREEZE_HELP,
    SWAP,
    SWAP_HELP,
    Row,
    rows,
    said,
)
from pages.ui.detail import is_expert
from pages.ui.display import explained
from pages.ui.parts import is_shown
from pages.ui.session import Session

FREEZE_KEY, SWAP_KEY = "K", "X"


def buttons(session: Session, *, comparing: bool) -> None:
    """Freeze the present model as A; while there is an A, swap the two, or drop it."""
    of = {"args": (session,), "type": "secondary"}
    with st.container(key="compare", horizontal=True, gap="small"):
        st.button(
            FREEZE, key="freeze", help=FREEZE_HELP, shortcut=FREEZE_KEY, on_click=freeze, **of
        )
        if comparing:
            st.button(SWAP, key="swap", help=SWAP_HELP, shortcut=SWAP_KEY, on_click=swap, **of)
            st.button(DROP, key="drop", help=DROP_HELP, on_click=drop, **of)


def comparison(found: Comparison) -> None:
    """The numbers of A and B side by side, unless cards are hidden; what differs, in words."""
    words = "".join(f"<p>{escape(text)}</p>" for text in said(found))
    table = _table(found) if is_shown("cards") else ""
    st.html(f'{table}<div class="svm-compared" role="status">{words}</div>')


def _table(found: Comparison) -> str:
    return (
        '<table class="svm-numbers svm-compare"><thead><tr><th></th>'
        '<th>A<i class="svm-dotted"></i></th><th>B<i class="svm-solid"></i></th></tr></thead>'
        f"<tbody>{''.join(map(_row, rows(found, expert=is_expert())))}</tbody></table>"
    )


def _row(row: Row) -> str:
    differs = ' class="svm-differs"' if row.a != row.b else ""
    return (
        f"<tr{differs}{explained(row.help)}><th>{escape(row.name)}</th>"
        f"<td>{escape(row.a)}</td><td>{escape(row.b)}</td></tr>"
    )
