"""What is explained on hover is explained without a pointer as well: it takes the focus."""

from __future__ import annotations

import html
import re

import pytest

from pages.state.verdict import HELP
from tests.helpers.opened import blocks, open_page

FOCUSED = re.compile(r'<(?:div|tr|span) class="([\w -]+)" tabindex="(0|-1)" title="([^"]+)">')


@pytest.mark.parametrize(
    ("page", "query", "css", "of"),
    [
        ("", {"detail": "expert"}, "svm-cards", "svm-card"),
        ("nu", {}, "svm-cards", "svm-card"),
        ("", {}, "svm-verdict", "svm-badge svm-certified"),
    ],
)
def test_each_has_its_words_and_takes_the_focus(page, query, css, of):
    [block] = blocks(open_page(page, query), css)
    parts = [
        (stop, html.unescape(words)) for kind, stop, words in FOCUSED.findall(block) if kind == of
    ]
    found = [words for _, words in parts]
    assert [stop for stop, _ in parts] == ["0"] + ["-1"] * (len(parts) - 1)  # one tab stop
    assert len(found) == block.count(f'class="{of}"') > 0
    if of == "svm-card" and not page:
        assert found[: len(HELP)] == [text for name, text in HELP.items() if f">{name}<" in block]
