"""What is inspected, and what the session makes of a click."""

from __future__ import annotations

import pytest

from pages.dual.settings import DualView
from pages.kernels.settings import KernelsView
from pages.state.inspected import Inspected
from tests.helpers.links import words_of
from tests.helpers.opened import again, open_page, session


@pytest.mark.parametrize("page", ["dual", "kernels", "playground", "race", "descent"])
def test_every_page_keeps_the_words_it_does_not_show(page):
    asked = [
        DualView("path"),
        KernelsView("gram", "kernels", "paraboloid", "given"),
        Inspected(8, 2),
    ]
    words = {name: text for value in asked for name, text in words_of(value).items()}
    app = open_page(page, words | {"i_dull": "1", "racers": "smo.interior"})
    assert [session(app).value(type(value)) for value in asked] == asked
    session(app).choose(C=10.0)
    again(app)
    assert {n: v for n, v in app.query_params.items() if n.startswith("i_")} == words
    assert app.query_params["C"] == "10"
