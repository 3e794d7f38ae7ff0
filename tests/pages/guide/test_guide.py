"""The Guide: what a sentence says is true where its link leads, and all it needs is there."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.datasets.two_class import DATASETS, sample
from pages.guide.figures.ideas import FIGURES
from pages.guide.model import two_classes
from pages.guide.text import beyond, history
from pages.guide.text import two_classes as ideas_of_two_classes
from pages.guide.text.glossary import TERMS
from pages.guide.text.idea import Content, content
from pages.plots.svg import svg
from pages.state.model.run import data_of
from pages.state.text.publications import SOURCES
from svmcore.objective import CONVENTIONS
from tests.helpers.links import PAGES, from_query
from tests.helpers.opened import machine, open_page, plain, reference, sent

IDEAS = {idea.key: content(idea) for idea in (*ideas_of_two_classes.IDEAS, *beyond.IDEAS)}
LONGEST = 30_000  # bytes of a picture: all of them travel when the page opens


def opened(key: str, k: int = 0) -> AppTest:
    """The app where the link number `k` of an idea leads."""
    link = IDEAS[key].links[k]
    return open_page("" if link.folder == "playground" else link.folder, link.words)


def verdict(at: AppTest) -> str:
    return plain(next(h.value for h in at.get("html") if "svm-verdict" in h.value))


def cards(at: AppTest) -> dict[str, str]:
    """Value and detail of each card."""
    text = "".join(h.value for h in at.get("html") if 'class="svm-cards"' in h.value)
    rows = re.findall(r'<dt>(.*?)</dt><dd>(.*?)</dd><dd class="svm-more">(.*?)</dd>', text)
    return {plain(name): f"{plain(value)}; {plain(detail)}" for name, value, detail in rows}


def said(idea: Content) -> str:
    """All that an idea says, its captions too."""
    return " ".join([idea.text, *(one.caption for one in idea.pictures)]).replace("**", "")


def test_no_line_has_a_wider_margin_and_the_dotted_one_a_narrower():
    shown, found = cards(opened("svm"))["Margin width"], two_classes.widest()
    width = shown.split(";")[0]
    assert f"that of the SVM {float(width):.3g}" in said(IDEAS["svm"])
    along = found.run.data.X @ found.other
    positive = found.run.data.y > 0
    gap = along[positive].min() - along[~positive].max()
    assert 0.0 < gap < 0.5 * float(width)
    assert f"only {gap:.3g} wide" in said(IDEAS["svm"])


def test_the_support_vectors_alone_have_the_same_boundary():
    alone, whole = (verdict(opened("support-vectors", k)) for k in (0, 1))
    assert "3 of 3 points are support vectors" in alone
    assert "3 of 40 points are support vectors" in whole
    assert "Only 3 of the 40 points" in said(IDEAS["support-vectors"])
    assert "Remove the 37 others" in said(IDEAS["support-vectors"])
    one, other = (machine(link.words) for link in IDEAS["support-vectors"].links)
    kept = other.alpha > 1e-6 * other.alpha.max()
    np.testing.assert_allclose(other.X[kept], one.X)
    np.testing.assert_allclose(other.alpha[kept], one.alpha, rtol=1e-6)
    assert one.b == pytest.approx(other.b, abs=1e-6)


def test_a_larger_C_has_fewer_violations_and_a_narrower_margin():
    violations, widths = [], []
    for k, picture in enumerate(IDEAS["slack"].pictures):
        found = machine(IDEAS["slack"].links[k].words)
        assert sent(opened("slack", k))["main"].trace("slack") is not None
        violations.append(int((found.slack > 1e-6).sum()))
        widths.append(float(cards(opened("slack", k))["Margin width"].split(";")[0]))
        text = f"the margin is {widths[-1]:.3g} wide, and {violations[-1]} of 60 points violate it"
        assert f"C = {found.C:g}: {text}" in picture.caption
    assert violations[0] > violations[1]
    assert widths[0] > widths[1]


def test_no_line_separates_the_points_of_the_hard_margin():
    assert "No straight line separates these points" in verdict(opened("hard-margin"))
    soft = verdict(opened("hard-margin", 1))
    wrong = int(re.search(r"(\d+) (is|are) misclassified", soft)[1])
    assert f"misclassifies {wrong} of these 60 points" in said(IDEAS["hard-margin"])


def test_one_gamma_underfits_and_one_overfits():
    train, new = [], []
    for link, picture in zip(IDEAS["kernels"].links, IDEAS["kernels"].pictures, strict=True):
        classifier, data = reference(link.words), data_of(from_query(link.words))
        X, y = sample(DATASETS["moons"](), 1000, 0.5, 2)
        assert not np.isin(X, data.X).all(axis=1).any()
        gamma = float(link.words.get("gamma", 0.5))

        def gram(Z: np.ndarray, X: np.ndarray = data.X, gamma: float = gamma) -> np.ndarray:
            return np.exp(-gamma * ((Z[:, None] - X[None]) ** 2).sum(axis=2))

        train.append(100.0 * (classifier.predict(gram(data.X)) != data.y).mean())
        new.append(100.0 * (classifier.predict(gram(X)) != y).mean())
        text = f"{train[-1]:.3g} % training error, {new[-1]:.3g} % on new points"
        assert text in picture.caption
    under, fits, over = range(3)
    assert train[under] > train[fits] > train[over]
    assert new[fits] < min(new[under], new[over])
    assert new[over] > train[over] + 10.0
    for k, name in enumerate(("underfits", "fits", "overfits")):
        assert f" {name}: " in IDEAS["kernels"].pictures[k].caption
        shown = cards(opened("kernels", k))["Training accuracy"].split(" %")[0]
        assert float(shown) == pytest.approx(100.0 - train[k], abs=0.06)


def test_primal_and_dual_have_one_optimum_and_one_boundary():
    dual, primal = (machine(IDEAS["duality"].links[k].words) for k in (0, 0))
    primal = cards(opened("duality", 1))["Objective"].split(";")[0]
    text = said(IDEAS["duality"])
    assert f"the optimal values are {primal} and {primal}" in text
    assert f"one multiplier α per point, here {len(dual.y)}" in text
    assert two_classes.duality().difference < 1e-5
    assert "Primal and dual" in str(opened("duality").button_group)


# what the page of an idea's link shows: in its verdict or a card, and what the idea says of it
SHOWN = [
    ("training", "", r"([\d.]+ % above the optimum)", "{}"),
    (
        "training",
        "",
        r"After (10) epochs \((600) updates\)",
        "after {1} updates, which are {0} passes",
    ),
    ("certificate", "", r"^(optimal to [^ ]+)", "“{}”"),
    ("certificate", "Iterations", r"([\d,]+)", "here in {} steps"),
    ("classes", "", r"(120) points .* none is misclassified", "misclassifies 0 of {} points"),
    (
        "regression",
        "",
        r"(\d+) of (\d+) points are support vectors; (\d+) lie outside the tube",
        "{2} of {1} points lie outside, and {0} are support vectors",
    ),
    (
        "nu",
        "",
        r"(\d+) of (\d+) points are outside",
        "With ν = 10 %, {0} of {1} points lie outside",
    ),
    ("nu", "", r"(\d+) are support vectors", "and {} are support vectors"),
    ("data", "Test accuracy", r"(\d+) of (\d+) rows wrong", "misclassifies {} of the {} test rows"),
    ("data", "Support vectors", r"of (\d+) training rows", "trained on {} rows"),
]


@pytest.mark.parametrize(("key", "card", "pattern", "words"), SHOWN)
def test_what_is_said_is_shown_where_the_link_leads(key, card, pattern, words):
    at = opened(key)
    shown = cards(at)[card] if card else verdict(at)
    assert words.format(*re.search(pattern, shown).groups()) in said(IDEAS[key])


def test_one_vs_rest_and_one_vs_one_train_so_many():
    assert "For 4 classes one-vs-rest trains 4" in said(IDEAS["classes"])
    assert "One-vs-one trains 6" in said(IDEAS["classes"])


def test_the_test_points_are_those_of_the_page():
    found = re.search(
        r"(\d+) of (\d+) test points .*? (\d+) of (\d+) training points",
        verdict(opened("evaluation")),
    )
    right, tested, known, trained = map(int, found.groups())
    text = said(IDEAS["evaluation"])
    assert f"misclassifies {trained - known} of its {trained} training points" in text
    assert f"but {tested - right} of {tested} test points" in text
    assert (tested - right) / tested > (trained - known) / trained


def test_the_glossary_is_in_order_and_names_pages():
    names = [term.name for term in TERMS]
    assert names == sorted(names, key=str.casefold)
    assert len(names) == len(set(names)) >= 35
    titles = {page.title for page in PAGES}
    for term in TERMS:
        assert term.page in titles
        assert term.text.endswith(".")
        assert 1 <= len(re.findall(r"\.(?:\s|$)", term.text)) <= 2
        assert term.symbol != term.name


def test_c_has_its_other_names():
    (text,) = [term.text for term in TERMS if term.name == "C"]
    assert "M; λ/2 ‖w‖² + mean loss has λ = 1/(N C)" in text
    assert CONVENTIONS["lambda"].constant_of(0.5, 40) == 1.0 / (40 * 0.5)


def test_the_history_is_in_order_and_begins_before_1963():
    years = [SOURCES[row.key].year for row in history.ROWS]
    assert years == sorted(years)
    assert {1963, 1992, 1995} < set(years)


def test_every_picture_is_there_small_and_said_in_words():
    drawn = [one for idea in IDEAS.values() for one in idea.pictures]
    assert [one.name for one in drawn] == list(FIGURES)
    for one in drawn:
        image = svg(FIGURES[one.name]())
        assert len(ElementTree.fromstring(image)) > 1
        assert "nan" not in image
        assert len(image) < LONGEST, one.name
        assert one.spoken.endswith(".")


def test_the_contents_lead_to_every_heading():
    at = open_page("guide")
    contents = re.findall(r"\[([^\[\]]*)\]\(#(.*?)\)", "".join(m.value for m in at.markdown))
    headings = [(heading.value, heading.anchor) for heading in at.subheader]
    assert contents == [*headings, *headings]  # in the sidebar, and on a phone in the page
    assert len({anchor for _, anchor in headings}) == len(headings) >= 19
