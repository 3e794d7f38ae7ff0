"""What was done to each column and why, and another way for one of them."""

from dataclasses import replace
from html import escape

import streamlit as st

from pages.data.text import CHANGE_HELP, COLUMN_HEADS, COLUMNS_CAPTION, changes_offered
from pages.state.table.table_settings import TableSettings, changes_of, places_of, word_of
from pages.tables.record import Table
from pages.tables.report import Treated, treatments
from pages.ui.controls.widgets import bound, menu
from pages.ui.table.visitor_table import own
from pages.ui.visit.visit import set_fields, value

TARGET = "target"


def show() -> None:
    """The table of columns; above it the change of one."""
    here = own()
    if here.table is None or here.choice is None:
        return
    rows = treatments(here.table, here.choice)
    _change(here.table, rows)
    st.html(_html(rows))
    st.caption(COLUMNS_CAPTION)


def _change(table: Table, rows: tuple[Treated, ...]) -> None:
    key = f"t_column{own().version}"
    left, right = st.columns(2)
    with left:
        name = st.selectbox("Column", table.names, key=key)
    if name not in table.names:
        return
    settings: TableSettings = value(TableSettings)
    changes = dict(changes_of(table, settings))
    target = own().choice.label == name
    now = TARGET if target else changes.get(name, "")
    with right:
        menu(
            "Read it as",
            changes_offered(table.column(name), target),
            CHANGE_HELP,
            **bound(
                f"w_t_change{own().version}_{table.names.index(name)}",
                now,
                lambda change: _take(table, name, change),
            ),
        )


def _take(table: Table, name: str, change: str) -> None:
    """Another way for a column; where features were chosen one by one, among these too."""
    settings: TableSettings = value(TableSettings)
    changes = dict(changes_of(table, settings))
    changes.pop(name, None)
    chosen = own().choice
    if change == TARGET:
        words = {"label": name, "features": "", "first": "", "second": "", "halves": False}
        set_fields(TableSettings, changes=word_of(table, changes), **words)
        return
    if change:
        changes[name] = change
    label = "" if chosen.label == name else settings.label
    changed = replace(settings, changes=word_of(table, changes), label=label)
    if settings.features:  # chosen one by one: it is among them, or no longer
        names = [n for n in chosen.features if n != name]
        names += [] if change == "drop" else [name]
        changed = replace(changed, features=places_of(table, names))
    set_fields(
        TableSettings, changes=changed.changes, label=changed.label, features=changed.features
    )


def _html(rows: tuple[Treated, ...]) -> str:
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in COLUMN_HEADS)
    body = "".join(
        f'<tr><th scope="row">{escape(row.name[:60])}<br><span>{escape(row.kind)}</span></th>'
        f"<td><b>{escape(row.done)}</b><br>{escape(row.why)}</td>"
        f"<td>{escape(row.missing)}</td></tr>"
        for row in rows
    )
    return (
        '<div class="svm-scroll" tabindex="0" role="region" aria-label="Columns">'
        f'<table class="svm-ways svm-treated"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
