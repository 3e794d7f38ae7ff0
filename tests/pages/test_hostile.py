"""Names, labels, words and lessons that would be a link, a picture, a formula or a script.

Whatever Streamlit shows is looked at, field by field: what is Markdown there has their signs after
a backslash, what is HTML has them as entities, and what is shown as it is may have them as such.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from google.protobuf.message import Message

from pages.evaluation.settings import VIEWS, EvaluationSettings
from pages.state.screen.own_lesson import OwnLesson, own_lesson, read_lesson
from pages.state.table.table_settings import VIEWS as DATA_VIEWS
from pages.state.table.table_settings import TableSettings
from pages.tables.reading import read_table
from pages.ui.table.visitor_table import VisitorTable
from tests.helpers.opened import again, board_of, open_page, sent, until_done, visit_of

NAMES = (
    "![zq](//e.ee/zq)",
    "<img src=zq onerror=zq>",
    "[zq](javascript:zq)",
    "$\\href{zq}{zq}$",
    "</style><script>zq",
    "`zq` :red[zq]",
    "https://zq.ee www.zq.ee zq@zq.ee",
    "%{zq}<i>",
)
CLASSES = ("[zq](//e.ee)", "<zq onload=zq>", "$\\zq{x}$", "%{zq}<i> zq@zq.ee www.zq.ee")
# where Streamlit shows a text as it is; all other fields are taken for Markdown
PLAIN = {
    "Selectbox": ("options", "raw_value", "set_value", "placeholder"),
    "MultiSelect": ("options", "raw_values", "default", "set_value"),
    "TextInput": ("value", "default", "set_value", "placeholder"),
    "TextArea": ("value", "default", "set_value", "placeholder"),
    "Code": ("code_text",),
    "LinkButton": ("url",),
    "DownloadButton": ("url", "deferred_file_id"),
    "PageLink": ("page", "query_string"),
    "Dataframe": ("columns",),
}
KEYS = ("id", "element_id", "form_id", "user_key", "key")
# HTML and data of our own components: their scripts set texts as texts
MARKUP = re.compile(r"<(img|script|zq|/style><script)\b", re.I)
MARKED = re.compile(r"(?<!\\)(\]\(|\$\\|<img|<zq|<script|</style>|`zq|:red\[|://zq|www\.zq|zq@zq)")


def texts(proto: Message, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Every text of a message: the kind of message it is in, its field, and itself."""
    kind = proto.DESCRIPTOR.name
    for field, value in proto.ListFields():
        repeated = value if _is_list(value) else [value]
        for one in repeated:
            if isinstance(one, Message):
                yield from texts(one)
            elif isinstance(one, str) and field.name not in KEYS:
                yield kind, field.name, one


def _is_list(value: Any) -> bool:
    return not isinstance(value, str | bytes | Message) and hasattr(value, "__iter__")


def injected(app) -> list[tuple[str, str, str]]:
    """The texts in which a visitor's own words would not be words."""
    found = []
    for node in nodes(app._tree):
        if isinstance(node.proto, Message):
            for kind, name, text in texts(node.proto):
                if "zq" not in text or name in PLAIN.get(kind, ()) or "BidiComponent" in kind:
                    continue
                rule = MARKUP if kind == "Html" else MARKED
                if rule.search(text):
                    found.append((kind, name, text[:300]))
    return found


def nodes(block: Any) -> Iterator[Any]:
    for node in getattr(block, "children", {}).values():
        if getattr(node, "proto", None) is not None:
            yield node
        yield from nodes(node)


def seen(app) -> bool:
    """Whether a hostile word is on the page at all."""
    return "zq" in str([node.proto for node in nodes(app._tree)])


def figure_texts(found: object, key: str = "") -> Iterator[tuple[str, str]]:
    """All texts in a figure, each with the key that it stands under."""
    if isinstance(found, str):
        yield key, found
    elif isinstance(found, dict):
        for name, each in found.items():
            yield from figure_texts(each, name)
    elif isinstance(found, list):
        for each in found:
            yield from figure_texts(each, key)


def drawn(app) -> list[str]:
    """The texts of figures that Plotly would take for markup, a template or a colour."""
    return [
        text
        for canvas in sent(app).values()
        for key, text in figure_texts(canvas.figure)
        if key != "uirevision"  # it is compared, and never shown
        and (
            re.search(r"<a|<i>|<img|<zq|%\{zq", text)
            or (key in ("ticktext", "text", "customdata") and text.startswith("$"))
        )
    ]


def table():
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([*NAMES, "<b>class zq"])
    for k in range(36):
        writer.writerow([*((k * 7 + j * 5) % 11 for j in range(len(NAMES))), CLASSES[k % 4]])
    return read_table(file.getvalue().encode(), "zq@zq.ee www.zq.ee <img src=zq>.csv")


@pytest.mark.parametrize(
    ("page", "kind", "views"),
    [
        ("data", TableSettings, tuple(DATA_VIEWS)),
        ("evaluation", EvaluationSettings, tuple(VIEWS)),
    ],
)
def test_headers_and_classes_of_a_table_are_words(page, kind, views):
    app = open_page(page)
    kept = board_of(app)
    kept.visit.store(TableSettings(real="mine"))
    kept.visit.store(replace(kept.visit.value(EvaluationSettings), source="table"))
    visit_of(app).memory[VisitorTable] = VisitorTable(mine=table())
    for view in views:
        kept.visit.store(replace(kept.visit.value(kind), view=view))
        again(app)
        until_done(app)
        assert seen(app), view
        assert not injected(app), view
        assert not drawn(app), view


def lesson() -> OwnLesson:
    rows = [
        {
            "title": name,
            "sentence": f"{name} {NAMES[0]}",
            "question": name,
            "answer": name,
            "page": "dual",
            "words": {"t_label": name, "i_dual": name},
        }
        for name in NAMES
    ]
    return own_lesson(*read_lesson(json.dumps({"version": 1, "title": NAMES[0], "steps": rows})))


@pytest.mark.parametrize("page", ["lessons", ""])
def test_texts_of_a_lesson_are_words(page):
    words = {"own": lesson().own, "lesson": "own", "step": "2", "answer": "1"}
    app = open_page(page, words)
    assert seen(app)
    assert not injected(app)


@pytest.mark.parametrize("page", ["", "challenges"])
def test_words_of_a_link_are_words(page):
    hostile = {"t_label": NAMES[0], "t_first": NAMES[2], "recipe": NAMES[3], "kernel": "built"}
    hostile |= {"sx_plus": NAMES[1], "cl_word": NAMES[2], "lesson": NAMES[1], "mode": NAMES[0]}
    assert not injected(open_page(page, hostile))


def test_what_a_lesson_file_is_refused_for_is_said_in_words():
    step = {"title": "", "sentence": "", "page": "![zq](//e.ee)", "words": {}}
    app = open_page("lessons")
    app.file_uploader[0].set_value(
        ("l.json", json.dumps({"version": 1, "title": "", "steps": [step]}).encode(), "text/json")
    )
    again(app)
    assert seen(app)
    assert not injected(app)


def test_the_rule_can_fail():
    for name in (*NAMES[:-1], *CLASSES[:-1]):
        assert MARKED.search(f"Column {name} is the class.")
        assert MARKUP.search(name) is not None or "<" not in name
