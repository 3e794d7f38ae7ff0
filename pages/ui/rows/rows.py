"""A table of points that is linked to the pictures: a row lights its point, a click picks it."""

import json
from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from pages.state.board.board import MAX_POINTS
from pages.ui.component import component
from pages.ui.server.observed import callback


def rows(
    key: str,
    columns: Mapping[str, str],
    cells: Sequence[Sequence[str]],
    *,
    ids: Sequence[int],
    chosen: int | None,
    on_pick: Callable[[int], None],
    height: int = 220,
) -> None:
    """Draw one row a point; `columns` are the heads with their explanations.

    `ids` are the rows' points as the browser knows them, `chosen` is the one that is marked.
    `on_pick` hears, before the script runs, of the row that was clicked or pressed Enter on.
    """
    if len(cells) != len(ids):
        raise ValueError(f"there must be one row a point, got {len(cells)} for {len(ids)}")
    _rows(
        key=key,
        height=height,
        data={
            "columns": [[name, help] for name, help in columns.items()],
            "cells": json.dumps([list(row) for row in cells]),
            "ids": [int(i) for i in ids],
            "chosen": chosen,
        },
        on_pick_change=callback(lambda: _send_pick(key, ids, on_pick)),
    )


def _send_pick(key: str, ids: Sequence[int], on_pick: Callable[[int], None]) -> None:
    request = st.session_state.get(key, {}).get("pick")
    chosen = request.get("id") if isinstance(request, Mapping) else None
    if isinstance(chosen, int) and not isinstance(chosen, bool) and chosen in ids[:MAX_POINTS]:
        on_pick(chosen)


_rows = component("rows", '<div class="svm-rows"></div>')
