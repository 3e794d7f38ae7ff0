"""The page Kernels without a browser: its spaces, clicks, links and formulas."""

from __future__ import annotations

import pytest

from pages.kernels.settings import SPACES
from pages.state.board.experiment import Experiment, change
from tests.helpers.grids import grid
from tests.helpers.links import to_query
from tests.helpers.opened import (
    TRAINED,
    UNTRAINED,
    again,
    board_of,
    open_page,
    plain,
    sent,
    verdict,
)

BUILT = "2 * rbf(gamma=3) + linear"


BOARDS = [TRAINED["usual"], TRAINED["sigmoid"], *(query for query, _ in UNTRAINED.values())]


@pytest.mark.parametrize(("space", "query"), grid(SPACES, BOARDS))
def test_every_space_opens(space, query):
    app = open_page("kernels", query | {"i_kernels": "lift", "i_lift": space})
    assert set(sent(app)) == {"main", "lift"}
    assert app.selectbox(key="w_lift").value == space


def test_views_spaces_and_orders_are_words_of_the_link():
    app = open_page("kernels")
    app.button_group(key="w_view").set_value("lift").run()
    app.selectbox(key="w_lift").set_value("cusp").run()
    assert dict(app.query_params) == {"i_kernels": "lift", "i_lift": "cusp"}
    app.button_group(key="w_view").set_value("gram").run()
    app.button_group(key="w_gram_order").set_value("given").run()
    assert not app.exception
    assert dict(app.query_params) == {"i_kernels": "gram", "i_lift": "cusp", "i_order": "given"}
    app.switch_page("pages/dual/page.py")
    again(app)
    app.switch_page("pages/kernels/page.py")
    again(app)
    assert app.button_group(key="w_view").value == "gram"
    assert app.button_group(key="w_gram_order").value == "given"


def wrong(app) -> list[str]:
    found = (h.value for h in app.get("html") if '<p class="svm-wrong"' in h.value)
    return [plain(text) for text in found]


def test_a_formula_that_is_none_leaves_the_kernel_and_says_why_once():
    app = open_page("kernels", {"kernel": "built"})
    app.text_input(key="w_recipe").set_value(BUILT).run()
    wanted = change(Experiment(), kernel="built", recipe=BUILT)
    assert board_of(app).experiment == wanted
    assert not wrong(app)
    good, words = verdict(app), dict(app.query_params)
    assert words.items() >= to_query(wanted).items()
    for text, place in (("2 * sin", "'sin' at place 5"), ("rbf +", "end"), ("rbf - linear", "'-'")):
        app.text_input(key="w_recipe").set_value(text)
        again(app)
        [why] = wrong(app)
        assert place in why
        assert board_of(app).experiment == wanted
        assert app.text_input(key="w_recipe").value == text, "nothing typed is lost"
        assert (verdict(app), dict(app.query_params)) == (good, words)
    app.text_input(key="w_recipe").set_value("linear^2").run()
    assert not wrong(app)
    assert board_of(app).experiment.recipe == "linear^2"


def test_a_mistake_is_over_when_another_formula_comes_by_a_link():
    app = open_page("kernels", {"kernel": "built"})
    app.text_input(key="w_recipe").set_value("2 *")
    again(app)
    assert len(wrong(app)) == 1
    app.query_params.clear()
    app.query_params["kernel"], app.query_params["recipe"] = "built", BUILT
    again(app)
    assert not wrong(app)
    assert app.text_input(key="w_recipe").value == BUILT
