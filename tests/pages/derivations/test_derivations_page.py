"""The page Derivations through Streamlit's test harness."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.derivations.settings import DerivationView
from pages.derivations.text.catalogue import DERIVATIONS
from pages.state.model.run import data_of
from pages.ui.page.page_shell import DERIVATION
from tests.helpers.opened import again, board_of, controls, open_page, plain, verdict, visit_of


def step_of(app: AppTest) -> str:
    """Where the page is in its derivation."""
    found = [h.value for h in app.get("html") if "data-announce><b>" in h.value]
    return plain(found[0]) if found else ""


def formulas(app: AppTest) -> list[str]:
    return [m.value for m in app.get("latex")] or [m.value for m in app.latex]


def press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click()
    return again(app)


def test_the_steps_go_on_and_back_and_stand_in_the_link():
    app = open_page("derivations", {"dv_derivation": "soft"})
    assert step_of(app).startswith("Step 1 of 10.")
    assert "Linear kernel, C = 1" in verdict(app)
    press(press(app, "derivation_next"), "derivation_next")
    assert step_of(app).startswith("Step 3 of 10.")
    assert dict(app.query_params) == {"dv_derivation": "soft", "dv_step": "3"}
    assert DERIVATIONS["soft"].steps[2].formula in " ".join(formulas(app))
    press(app, "derivation_back")
    assert step_of(app).startswith("Step 2 of 10.")
    press(app, "derivation_whole")
    assert (step_of(app), len(formulas(app))) == ("", 10)
    assert app.button(key="derivation_next").disabled


def test_without_a_hard_margin_the_page_says_so_and_offers_points():
    app = open_page("derivations", {"dv_derivation": "hard", "kernel": "linear"})
    assert any("No straight line separates" in h.value for h in app.get("html"))
    press(app, "derivation_separable")
    assert not any('role="alert"' in h.value for h in app.get("html"))
    assert board_of(app).experiment.dataset == "linear"
    assert len(data_of(board_of(app).experiment)) == 90
    assert board_of(app).history.past, "Undo brings the points back"


@pytest.mark.parametrize(
    ("page", "query", "key"),
    [
        ("", {}, "slack"),
        ("", {"kernel": "linear"}, "width"),
        ("", {"kernel": "linear", "dataset": "linear", "margin": "hard"}, "objective"),
        ("dual", {"C": "3"}, "soft"),
        ("kernels", {"i_kernels": "gram"}, "kernel"),
        ("classes", {}, "classes"),
        ("mathematics", {"ma_picture": "lagrange"}, "lagrange"),
    ],
)  # fmt: skip
def test_a_page_leads_to_its_derivation_with_its_points(page: str, query: dict, key: str):
    app = open_page(page, query)
    (link,) = [one for one in app.get("page_link") if one.proto.label == DERIVATION]
    words = dict(pair.split("=") for pair in link.proto.query_string.split("&"))
    assert words["dv_derivation"] == key
    assert key in DERIVATIONS
    opened = open_page("derivations", words)
    assert board_of(opened).experiment == board_of(app).experiment
    assert visit_of(opened).value(DerivationView).derivation == key


def test_the_inspected_point_and_delta_of_other_pages_count():
    words = {"dv_derivation": "distance", "dv_step": "3", "i_point": "17"}
    said = " ".join(h.value for h in open_page("derivations", words).get("html"))
    assert "The point is number 18, inspected" in said
    words = {"dv_derivation": "two_classes", "dv_step": "5", "c_delta": "2.5", "m_C": "2"}
    app = open_page("derivations", words)
    assert any(r"\frac{2\cdot 2}{2.5} = 1.6" in formula for formula in formulas(app))
    assert "C′ = 2, δ = 2.5, classes 0 and 1" in verdict(app)


def test_a_link_to_a_derivation_forgets_the_step_of_another():
    app = open_page("", {"dv_derivation": "soft", "dv_step": "7", "dv_whole": "1"})
    (link,) = [one for one in app.get("page_link") if one.proto.label == DERIVATION]
    assert link.proto.query_string == "dv_derivation=slack"


def test_another_derivation_may_have_another_board():
    app = open_page("derivations", {"dv_derivation": "soft", "n_samples": "40"})
    for key, said in (("classes", "12 of 120"), ("lagrange", "circle"), ("soft", "of 40 points")):
        app.selectbox(key="w_derivation").set_value(key)
        again(app)
        assert said in verdict(app)
        assert ("w_classes" in controls(app)) == (key == "classes")
        assert ("w_n_samples" in controls(app)) == (key != "lagrange")
    assert dict(app.query_params) == {"dv_derivation": "soft", "n_samples": "40"}
