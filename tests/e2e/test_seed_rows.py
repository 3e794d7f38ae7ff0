"""Rows of the source texts where a reader looks for them: the address, and what is seen there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browser import open_page

ROWS = [
    (
        "the widest margin is the most stable",
        "challenges?cl_moved=1&cl_shown=1&cl_r=0.4",
        "the SVM's line separates the classes in 200 of 200 draws",
    ),
    (
        "another regulariser",
        "losses?dataset=blobs&kernel=linear&noise=0.6&C=0.02&lo_loss=squared_hinge&lo_penalty=l1",
        "w₂ is exactly 0.",
    ),
]


@pytest.mark.parametrize(("row", "link", "seen"), ROWS, ids=[row for row, *_ in ROWS])
def test_a_row_of_the_source_texts_is_where_it_is_looked_for(
    browser: Browser, app_url: str, row: str, link: str, seen: str
):
    with open_page(browser, f"{app_url}/{link}") as page:
        expect(page.get_by_text(seen).first).to_be_visible()
