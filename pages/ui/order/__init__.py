"""A list whose rows are put in order by dragging or by keys; one row is chosen."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from pages.ui.component import component


def order_list(
    key: str,
    rows: Mapping[str, tuple[str, str]],
    chosen: str,
    *,
    label: str,
    on_order: Callable[[Sequence[str]], None],
    on_choice: Callable[[str], None],
) -> None:
    """Draw the rows, each a title and what stands below it, by their ids in their order.

    `on_order` hears the ids in their new order, `on_choice` the id of the row that was chosen;
    a row that was moved is chosen, too.
    """
    _list(
        key=key,
        height="content",
        data={
            "label": label,
            "rows": [[one, *texts] for one, texts in rows.items()],
            "chosen": chosen,
            "heard": _told(key).get("n", 0),
        },
        on_told_change=lambda: _tell(_told(key), rows, on_order, on_choice),
    )


def _told(key: str) -> Mapping[str, Any]:
    """What the browser told last."""
    found = st.session_state.get(key, {}).get("told")
    return found if isinstance(found, Mapping) else {}


def _tell(
    told: Mapping[str, Any],
    rows: Mapping[str, tuple[str, str]],
    on_order: Callable[[Sequence[str]], None],
    on_choice: Callable[[str], None],
) -> None:
    """Hand on what makes sense of a message: the same rows in another order, one of them."""
    ids, chosen = told.get("ids"), told.get("chosen")
    whole = isinstance(ids, list) and all(isinstance(one, str) for one in ids)
    if whole and sorted(ids) == sorted(rows):
        on_order(ids)
    if isinstance(chosen, str) and chosen in rows:
        on_choice(chosen)


_list = component(
    "order",
    '<div class="svm-order" role="listbox"></div>'
    '<span class="svm-order-said" role="status"></span>',
)
