"""What derivations say: plain text without LaTeX, edge states, and statements that are true."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.derivations.model.question import Question
from pages.derivations.settings import MOST
from pages.derivations.text.catalogue import DERIVATIONS
from pages.derivations.text.controls import below, shown_step
from pages.derivations.text.latex import bracketed, plain_text, points_text, signed, tex, vector
from pages.derivations.text.step import (
    step_latex,
    step_text,
    whole_latex,
    whole_text,
    written,
)
from pages.descent.text import HELP
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from tests.pages.derivations.reading import answer


def board(*points: tuple[float, float, int], **words: object) -> Experiment:
    """These points alone: (x, y, class)."""
    experiment = change(Experiment(), dataset="own", **words)
    drawn = experiment.board()
    for x, y, label in points:
        drawn = drawn.apply(Edit("add", points=((x, y),), label=label))
    return experiment.with_board(drawn)


STATES = {
    "moons": Experiment(),
    "empty": board(),
    "one class": board((0.0, 0.0, 1), (1.0, 0.5, 1)),
    "one place": board((0.0, 0.0, 0), (0.0, 0.0, 1)),
    "crossed": board((1.0, 1.0, 0), (-1.0, -1.0, 0), (1.0, -1.0, 1), (-1.0, 1.0, 1)),
    "indefinite": change(Experiment(), kernel="sigmoid"),
    "far": board((1e6, 0.0, 0), (-1e6, 0.0, 1), (0.0, 1e5, 1)),
    "large C": change(Experiment(), C=1e4, dataset="circles", kernel="poly"),
    "several": change(Experiment(), dataset="blobs", classes=10, n_samples=60),
}
NOTHING = ("empty", "one class")
INSEPARABLE = ("moons", "one place", "crossed", "indefinite", "large C")


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("key", DERIVATIONS)
def test_each_derivation_has_its_numbers_or_says_why_not(key: str, name: str):
    found = written(DERIVATIONS[key], Question(experiment=STATES[name]))
    missing = found.subject.obstacle
    if key == "lagrange":
        assert not missing
    elif name in NOTHING:
        assert "to place points" in missing or "add a point of" in missing
    elif key in ("objective", "hard") and name in INSEPARABLE:
        assert missing.startswith("No straight line separates these points")
    elif key in ("distance", "parallel", "width") and name in ("one place", "crossed"):
        assert missing.startswith("w = 0 for these points")
    elif not (name == "far" or (name == "several" and key in ("objective", "hard"))):
        assert not missing
    assert any(step.numbers for step in found.steps) != bool(missing)
    if missing:
        assert not any(step.numbers or step.here or step.lit.points for step in found.steps)
    for text in (whole_text(DERIVATIONS[key], found), *map(step_text, found.steps)):
        assert not re.search(r"\\|[&$]|undefined|nan|\bNone\b(?! of)", text)
        assert re.sub(r"\{(-?[01]|i : [^{}]*)\}", "", text).count("{") == 0
    for step in found.steps:
        for latex in (step.formula, step.numbers):
            assert latex.count("{") == latex.count("}")
            assert latex.count(r"\begin") == latex.count(r"\end")
        n = 0 if found.subject.shown is None else len(found.subject.shown.data)
        assert all(0 <= i < n for i in step.lit.points)
    assert len(found.steps) <= MOST


def test_latex_can_be_set_and_text_can_be_read():
    assert [tex(v) for v in (0.12345, -2.0, 4e-13, 28896.0, np.inf)] == [
        "0.123",
        "-2",
        r"4 \times 10^{-13}",
        "28{,}896",
        r"\infty",
    ]
    assert (signed(2.0), signed(-2.0), bracketed(-2.0)) == ("+ 2", "- 2", "(-2)")
    assert vector([1.0, -2.0]) == r"(1,\ -2)"
    assert plain_text(r"\frac{|b|}{\|w\|} \ge \tfrac12\alpha_i^2") == "(|b|)/‖w‖ ≥ ½αᵢ²"
    assert plain_text(tex(4e-13)) == "4 × 10⁻¹³"
    assert plain_text(r"\begin{aligned}a &= b\\&= c\end{aligned}") == "a = b\n= c"
    assert points_text([]) == "no point"
    assert points_text([0]) == "point 1"
    assert points_text(range(3)) == "points 1, 2 and 3"
    assert points_text(range(9)) == "points 1, 2, 3, 4, 5, 6 and 3 more"


def test_a_copied_fraction_ends_where_it_ends():
    assert plain_text(r"\frac{1}{2CN} + \frac1N\textstyle\sum_i L_i") == "1/(2CN) + 1/N Σᵢ Lᵢ"
    for derivation in DERIVATIONS.values():
        for step in derivation.steps:  # "1/2C" is C/2, "λ/2‖w‖²" may be λ/(2‖w‖²)
            assert not re.search(r"/[\dA-Zα-ω]+[²]?[A-Zα-ωΣ‖√]", plain_text(step.formula))


def test_what_is_copied_holds_the_step_and_its_numbers():
    found = answer("soft", {})
    step = found.steps[4]
    assert rf"\[{step.formula}\]" in step_latex(step)
    assert rf"\[{step.numbers}\]" in step_latex(step)
    assert r"this derivative is 0: because $\mu _i$ $\ge$ 0" in step_latex(step)
    whole = whole_latex(DERIVATIONS["soft"], found)
    assert all(one.formula in whole for one in found.steps)
    assert whole.startswith(r"\section*{Dual of the soft margin}")
    text = whole_text(DERIVATIONS["soft"], found)
    assert "5. (∂L)/(∂ξᵢ) = 0  ⇒  αᵢ = C - μᵢ ≤ C" in text
    assert "Linear kernel, C = 1" in text
    assert not re.search(r"[^\x00-\x7f]", re.sub("[′]", "", whole)), "LaTeX without Unicode"


def test_b_is_said_to_be_unique_where_it_is():
    free, none = answer("bias", {}), answer("bias", {"dataset": "blobs", "n_samples": "10"} | {
        "seed": "2", "C": "0.05", "kernel": "linear"})  # fmt: skip
    assert "is unique" in free.steps[3].here
    said = none.steps[3].here
    low, high = (float(v.replace("−", "-")) for v in re.findall(r"−?\d\.\d+", said)[:2])
    assert said.startswith("b is not unique: any b from")
    case = none.subject.case
    kinks = case.y - case.K_beta
    np.testing.assert_allclose(kinks[list(none.steps[3].lit.points)], (low, high), rtol=1e-3)
    assert "set by points {} and {}".format(*(i + 1 for i in none.steps[3].lit.points)) in said
    for b, good in ((low, True), (0.5 * (low + high), True), (high, True), (high + 0.01, False)):
        loss = np.maximum(0.0, 1.0 - case.y * (case.K_beta + b)).sum()
        assert (loss < case.slack.sum() + 1e-4) == good


def test_the_counts_of_the_three_ranges_add_up():
    for query in ({}, {"C": "0.01"}):
        found = answer("slack", query)
        said = [found.steps[k].here.removeprefix("None").split(" of ")[0] for k in (2, 3, 4)]
        counts = [int(text or 0) for text in said]
        case = found.subject.case
        assert sum(counts) == case.n
        assert counts[2] == int((case.t < 0.0).sum())
        assert set(found.steps[4].lit.points) == set(np.flatnonzero(case.t < 0.0).tolist())


def test_the_model_of_a_derivation_counts_every_point_once_and_says_so():
    drawn = Experiment().board()
    heavy = Experiment().with_board(drawn.apply(Edit("weigh", ids=(0, 1), factor=4.0)))
    for experiment in (heavy, change(Experiment(), class_weight="balanced", balance=0.2)):
        found = written(DERIVATIONS["soft"], Question(experiment=experiment))
        assert "every point counts once" in found.subject.note
        assert (found.subject.shown.data.weight == 1.0).all()
        assert "weight" not in below(DERIVATIONS["soft"], found)[1]
    for kernel, note in (("poly", "Poly kernel, C = 1"), ("sigmoid", "Linear kernel, C = 1")):
        assert answer("bias", {"kernel": kernel}).subject.note == note


def test_a_step_beyond_the_ends_is_the_nearest():
    found = answer("hard", {})
    assert [shown_step(k, found) for k in (0, 1, 8, 30)] == [1, 1, 8, 8]


def test_an_inspected_point_is_the_one_that_is_put_in():
    for key, step in (("distance", 2), ("slack", 1), ("bound", 0), ("pegasos", 0), ("kernel", 3)):
        found = answer(key, {}, point=17)
        assert "point 18" in step_text(found.steps[step]) or "number 18" in found.steps[step].here
        assert found.steps[step].lit.points == (17,)


def test_two_lines_are_where_the_sliders_say():
    found = answer("parallel", {"kernel": "linear"}, c1=-2.0, c2=0.5)
    case, lit = found.subject.case, found.steps[3].lit
    for line, c in zip(lit.lines, (-2.0, 0.5), strict=True):
        np.testing.assert_allclose(line @ case.w + case.b, c, atol=1e-9)
    (across,) = lit.segments
    assert np.hypot(*(across[1] - across[0])) == pytest.approx(2.5 / case.norm)
    assert f"{2.5 / case.norm:.4g}" in found.steps[3].numbers


def test_the_last_two_inspected_points_are_put_into_the_kernel():
    found = answer("trick", {}, point=17, other=4)
    assert found.steps[0].lit.points == (4, 17)
    assert found.steps[0].here.startswith("With points 5, ")


ERRATA = {
    ("slack", 0): "ξᵢ > 0; here it is ξᵢ ≥ 0",
    ("slack", 2): "exactly on the margin; here it lies on the margin or beyond it",
    ("slack", 3): "for every point that is classified correctly; here it is above 0",
    ("bias", 3): "a unique solution; here w is unique and b may not be",
    ("objective", 0): "f(x) ≥ 1 and f(x) ≤ −1 without",
    ("objective", 1): "min 2/‖w‖; here it is max",
    ("classes", 1): "≥ δ; here it is the correct one minus the other",
    ("classes", 4): "reg · sum(W), the same number for every weight; here it is 2λW",
    ("classes", 5): "δ as the Euclidean distance of the hyperplanes; here δ is divided",
}


def test_an_error_of_a_tutorial_is_named_once_where_it_is_met():
    found = {
        (key, k): step.erratum
        for key, derivation in DERIVATIONS.items()
        for k, step in enumerate(derivation.steps)
        if step.erratum
    }
    assert set(found) == set(ERRATA)
    for place, text in ERRATA.items():
        assert text in found[place]
        assert "; here " in found[place]
        assert ", because " in found[place]
    assert "recall_score as its precision; here it is this share, because" in HELP["Precision"]
    step = answer("slack", {}).steps[0]
    assert step.erratum in step_text(step)
    assert r"A tutorial prints $\xi _i$ > 0; here it is $\xi _i$ $\ge$ 0, because" in step_latex(
        step
    )


def test_what_an_erratum_says_holds_on_a_board():
    case = answer("soft", {}).subject.case
    beyond = (case.slack == 0.0) & (case.t > 1.1)
    assert beyond.any()  # no slack, and not on the margin
    assert ((case.t > 0.01) & (case.slack > 0.01)).any()  # classified correctly, with slack
    coef = case.alpha * case.y
    free = case.free
    assert np.linalg.norm(coef[free] @ case.X[free] - case.w) > 0.1 * case.norm
    np.testing.assert_allclose(coef @ case.X, case.w, atol=1e-9)
    many = answer("classes", {"dataset": "blobs", "classes": "4", "n_samples": "60"}).subject.case
    W, h = many.W.copy(), 1e-6
    W[1, 0] += h
    slope = many.reg * ((W**2).sum() - (many.W**2).sum()) / h
    assert slope == pytest.approx(2.0 * many.reg * many.W[1, 0], rel=1e-3)
    assert abs(slope - many.reg * many.W.sum()) > 0.1 * abs(slope)
