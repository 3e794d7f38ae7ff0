"""The titles of screens, and that each page's views have their own."""

import pytest

import app
from pages.state.registry import BOARDS, ENTRIES, PAGES
from pages.state.text.screen_title import screen_title

SCREENS = [
    ("playground", {}, "Playground · Moons · RBF, C = 1"),
    (
        "playground",
        {"dataset": "circles", "kernel": "poly", "degree": "2", "C": "50"},
        "Playground · Circles · Poly, C = 50, Degree = 2",
    ),
    (
        "dual",
        {"i_dual": "smo", "kernel": "linear", "margin": "hard", "removed": "3"},
        "Dual · Solvers · Moons, changed · Linear, hard margin",
    ),
    (
        "regression",
        {"r_curve": "line", "r_epsilon": "0.6", "C": "7"},
        "Regression · Fit · Line · RBF, C = 1, ε = 0.6",
    ),
    (
        "classes",
        {"v_view": "beside", "c_scheme": "ovo", "m_C": "2"},
        "Classes · Side by side · One-vs-one · Blobs · RBF, C = 2",
    ),
    (
        "evaluation",
        {"e_source": "table", "t_real": "mine", "t_reach": "2", "t_C": "5", "C": "9"},
        "Evaluation · Test · My own table · 2 columns · RBF, C = 5, γ/γ₀ = 2",
    ),
    (
        "evaluation",
        {"e_source": "classes", "e_view": "folds", "m_C": "2", "C": "9"},
        "Evaluation · Folds · One-vs-rest · Blobs · RBF, C = 2",
    ),
    ("evaluation", {"margin": "hard"}, "Evaluation · Test · Moons · RBF, C = 1"),
    ("guide", {"C": "7"}, "Guide"),
]


@pytest.mark.parametrize(("folder", "words", "title"), SCREENS)
def test_a_title_says_page_view_sample_and_model(folder, words, title):
    assert screen_title(folder, words) == title


@pytest.mark.parametrize("page", app.PAGES, ids=lambda page: page.folder)
def test_every_view_of_a_page_has_a_name(page):
    assert PAGES[page.folder] is page
    assert page.shows is None or page.shows in BOARDS
    assert page.shows is None or not page.boards or page.shows in page.boards
    for one in page.screens:
        entry = ENTRIES[one.kind]
        for name, title in one.titles.items():
            assert getattr(entry.change(entry.start, **{one.field: name}), one.field) == name
            assert title in screen_title(page.folder, {entry.prefix + one.field: name})
