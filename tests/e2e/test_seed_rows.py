"""Rows of the source texts where a reader looks for them: the address, and what is seen there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browser import open_page
from tests.e2e.timeline import Timeline

pytestmark = pytest.mark.exhaustive  # what is computed on these pages has faster tests

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
    (
        "samples with replacement, and the bound of stochastic descent",
        "descent?d_objective=average&d_schedule=pegasos&d_order=replacement&d_beside=bound",
        "In expectation over the draws, J of the mean of the models",
    ),
    (
        "the bound is derived",
        "derivations?dv_derivation=sgd_bound&dv_step=7",
        "Divide by T: J is convex",
    ),
    (
        "mirror descent is stochastic descent",
        "descent?d_method=mirror&d_beside=mirror",
        "Mirror descent is stochastic descent with η = 1/(ρt).",
    ),
    (
        "the norm that is not squared",
        "descent?d_beside=norm",
        "The same points descend on J = ‖w‖ + C/N Σ loss",
    ),
    ("‖w‖² + C Σ ξ", "descent?d_objective=square_sum", "J = ‖w‖² + C Σ loss"),
    (
        "J with the sum expanded",
        "derivations?dv_derivation=pegasos&dv_step=3",
        "The penalty goes into the sum",
    ),
    (
        "unshuffled folds, and the line of the last one",
        "descent?d_folded=1&d_fold_order=given",
        "Fold 5: 72 training points (filled)",
    ),
    (
        "a random start, and L ≤ tol",
        "classes?v_view=descent&cd_start=random&cd_tol=cost",
        "is at most tol = 0.5.",
    ),
    (
        "kernel trick and hyperplane, the terms",
        "guide",
        "A flat set of dimension n − 1",
    ),
    ("history", "guide", "“the SVM of 1963”"),
    (
        "kernel trick, its name",
        "kernels?i_kernels=lift&i_lift=constant",
        "K(x, z) is this inner product without φ: the kernel trick.",
    ),
    (
        "kernel trick, its derivation",
        "derivations?dv_derivation=trick&dv_step=6",
        "This is the kernel trick",
    ),
    ("hyperplane", "mathematics?ma_picture=space", "f = 0 is a hyperplane of dimension n − 1"),
    ("RBF as the default", "kernels?i_kernels=choose", "RBF is a good first choice"),
    ("δ as a distance", "derivations?dv_derivation=classes&dv_step=6", "are this far apart"),
    (
        "few parameters, but tuning",
        "evaluation?e_view=map&lesson=strengths&step=9",
        "Strength: few parameters, C and γ",
    ),
]


@pytest.mark.parametrize(("row", "link", "seen"), ROWS, ids=[row for row, *_ in ROWS])
def test_a_row_of_the_source_texts_is_where_it_is_looked_for(
    browser: Browser, app_url: str, row: str, link: str, seen: str
):
    with open_page(browser, f"{app_url}/{link}", ready="h1") as page:
        expect(page.get_by_text(seen).first).to_be_visible()


@pytest.mark.parametrize(
    "link", ["descent", "classes?v_view=descent", "dual?i_dual=smo", "regression?rv_view=descent"]
)
def test_code_from_scratch_and_its_pseudocode_are_beside_the_animation(
    browser: Browser, app_url: str, link: str
):
    with open_page(browser, f"{app_url}/{link}") as page:
        panel = page.locator(".svm-algorithm")
        panel.locator("summary").click()
        expect(panel.locator("li").last).to_be_visible()
        timeline = Timeline(page)
        timeline.go(0)
        expect(panel.locator('li[aria-current="step"]')).to_have_text(re.compile("← 0"))
        timeline.press("toggle")
        expect(panel).not_to_have_attribute("data-ran", "1")
        page.get_by_role("button", name="Export", exact=True).click()
        expect(page.get_by_role("button", name="Python, NumPy only")).to_be_visible()
