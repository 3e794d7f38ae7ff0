"""What the browser's tab says, which tells several tabs of the app from each other."""

from __future__ import annotations

from typing import Any

import pytest
import streamlit as st

from tests.helpers.opened import again, at, open_page


@pytest.fixture
def titles(monkeypatch) -> list[str]:
    """All titles that the tab is given, in order."""
    given: list[str] = []
    plain = st.set_page_config

    def told(page_title: str | None = None, **more: Any) -> None:
        given.extend([page_title] if page_title else [])
        plain(page_title=page_title, **more)

    monkeypatch.setattr(st, "set_page_config", told)
    return given


@pytest.mark.parametrize(
    ("page", "query", "title"),
    [
        ("", {}, "SVM Playground"),
        ("nu", {"embed": "true"}, "ν-SVM · SVM Playground"),
        ("dual", {"lesson": "dual", "step": "2"}, "Dual · SVM Playground"),
    ],
)
def test_the_tab_has_the_name_of_its_page(titles: list[str], page, query, title):
    open_page(page, query)
    assert titles == [title]


def test_another_page_gives_the_tab_another_name(titles: list[str]):
    again(at(open_page("guide"), "mathematics"))
    assert titles == ["Guide · SVM Playground", "Mathematics · SVM Playground"]
