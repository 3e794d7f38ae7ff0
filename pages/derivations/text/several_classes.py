"""The loss of several classes with its gradient, and two classes as a binary SVM."""

import numpy as np

from pages.derivations.model.question import Lit
from pages.derivations.model.several_classes import PairCase, ScoresCase, pair_case, scores_case
from pages.derivations.text.latex import bracketed, rows, tex, vector
from pages.derivations.text.step import CLASSES, Citation, DerivationStep, DerivationText

WESTON = Citation(
    "Weston, Watkins, Support vector machines for multi-class pattern recognition (1999)",
    "https://www.esann.org/sites/default/files/proceedings/legacy/es1999-461.pdf",
)
SHOWN = 4  # classes that are written, beside that of the point
FLAT = 1e-9  # length of a difference of weights below which two scores differ by a constant
LONG = 3.0  # times the range of the points: half the length of a drawn line


def _rivals(case: ScoresCase) -> list[int]:
    """The places of the other classes, those inside δ first, at most `SHOWN`."""
    i, own = case.i, int(case.places[case.i])
    order = np.argsort(-case.short[i], kind="stable").tolist()
    return sorted([j for j in order if j != own][:SHOWN])


def _name(case: ScoresCase, j: int) -> int:
    return int(case.many.classes[j])


def _point(case: ScoresCase) -> Lit:
    return Lit((case.i,))


def _scores(case: ScoresCase) -> str:
    i, own = case.i, int(case.places[case.i])
    shown = sorted([own, *_rivals(case)])
    return rows(*(rf"f_{{{_name(case, j)}}} &= {tex(case.scores[i, j])}" for j in shown))


def _scores_here(case: ScoresCase) -> str:
    i = case.i
    return (
        f"Point {i + 1} of class {_name(case, int(case.places[i]))}, which has the most "
        "classes within δ."
    )


def _loss(case: ScoresCase) -> str:
    i = case.i
    own = float(case.scores[i, case.places[i]])
    lines = [
        rf"j = {_name(case, j)}:\ & {tex(case.scores[i, j])} - {bracketed(own)} + {tex(case.delta)}"
        rf" = {tex(case.short[i, j])}"
        for j in _rivals(case)
    ]
    return rows(*lines, rf"L_i =\ & {tex(case.losses[i], 4)}")


def _brackets(case: ScoresCase) -> str:
    i = case.i
    values = ((_name(case, j), int(case.inside[i, j])) for j in _rivals(case))
    return rows(*(rf"j = {name}:\ & [\,\cdot\,] = {one}" for name, one in values))


def _gradient(case: ScoresCase) -> str:
    i, own = case.i, int(case.places[case.i])
    x, count = case.Z[i], int(case.inside[i].sum())
    lines = [
        rf"w_{{{_name(case, j)}}}:\ & {int(case.inside[i, j])}\cdot {vector(x)}"
        for j in _rivals(case)
    ]
    return rows(*lines, rf"w_{{{_name(case, own)}}}:\ & {bracketed(-count)}\cdot {vector(x)}")


def _whole(case: ScoresCase) -> str:
    mean, square = float(case.losses.mean()), float((case.W**2).sum())
    return rows(
        rf"\lambda &= {tex(case.reg)}",
        rf"L &= {tex(mean, 4)} + {tex(case.reg)}\cdot {tex(square)} = {tex(case.total, 4)}",
    )


def _distances(case: ScoresCase) -> str:
    lines = [
        rf"j = {_name(case, j)}:\ & {tex(case.delta)}\,/\,{tex(case.steepness(j))} = "
        rf"{tex(case.delta / case.steepness(j))}"
        for j in _rivals(case)
        if case.steepness(j) > FLAT
    ]
    return rows(*lines) if lines else ""


def _nearest(case: ScoresCase) -> int:
    """Of the other classes the one that is nearest to winning at the point."""
    short = case.short[case.i].copy()
    short[case.places[case.i]] = -np.inf
    return int(short.argmax())


def _distances_here(case: ScoresCase) -> str:
    own, j = _name(case, int(case.places[case.i])), _name(case, _nearest(case))
    return f"The picture has the two lines of the classes {own} and {j}."


def _distance_lit(case: ScoresCase) -> Lit:
    j = _nearest(case)
    if case.steepness(j) <= FLAT:
        return _point(case)
    ends = case.levels(j)
    along = np.array([-1.0, 1.0]) * (ends[1] - ends[0])[::-1]
    reach = LONG * float(np.ptp(case.run.data.X, axis=0).max()) / float(np.hypot(*along))
    lines = tuple(np.array([end - reach * along, end + reach * along]) for end in ends)
    return Lit((case.i,), (), (ends,), lines)


SCORES = DerivationText(
    "Loss of several classes and its gradient",
    WESTON,
    (
        DerivationStep(
            r"f_j(x) = \langle w_j, x\rangle + b_j",
            "A score for each class; the largest one is predicted.",
            _scores,
            _scores_here,
            _point,
        ),
        DerivationStep(
            r"L_i = \textstyle\sum_{j \ne y_i} \max(0,\ f_j - f_{y_i} + \delta)",
            "Each other class should have a score that is lower by δ; what is missing is the loss.",
            _loss,
            lit=_point,
            erratum="A tutorial prints the constraint as the score of the other class minus that "
            "of the correct one ≥ δ; here it is the correct one minus the other, because the "
            "largest score decides.",
        ),
        DerivationStep(
            r"L_i = \textstyle\sum_{j \ne y_i} [\,f_j - f_{y_i} + \delta > 0\,]\,(f_j - "
            r"f_{y_i} + \delta)",
            "Write max(0, z) as [z > 0] z: the bracket is 1 if the condition holds, else 0.",
            _brackets,
            lit=_point,
        ),
        DerivationStep(
            rows(
                r"\frac{\partial L_i}{\partial w_j} &= [\,f_j - f_{y_i} + \delta > 0\,]\; x_i "
                r"\quad (j \ne y_i)",
                r"\frac{\partial L_i}{\partial w_{y_i}} &= -\textstyle\sum_{j \ne y_i} "
                r"[\,\cdot\,]\; x_i",
            ),
            "Away from the kinks the brackets are constant: x for each class within δ, and minus "
            "their number times x for the correct class.",
            _gradient,
            lambda case: "x has a last coordinate 1, for the bias.",
            _point,
        ),
        DerivationStep(
            r"L = \frac1N\textstyle\sum_i L_i + \lambda\|W\|^2,\quad \lambda = \frac{1}{2CN}",
            "The mean over all points, and the penalty of the weights, whose gradient is 2λW.",
            _whole,
            erratum="A tutorial adds reg · sum(W), the same number for every weight; here it is "
            "2λW, because the derivative of λ‖W‖² by a weight is 2λ times this weight.",
        ),
        DerivationStep(
            r"\text{distance} = \frac{\delta}{\|w_j - w_{y_i}\|}",
            "The difference of two scores changes by the length of the difference of their weights "
            "per unit of length. So the line where the scores are equal and the line where they "
            "differ by δ are this far apart.",
            _distances,
            _distances_here,
            _distance_lit,
            "The same tutorial prints δ as the Euclidean distance of the hyperplanes; here δ is "
            "divided by the length of the difference of the weights, because δ is a difference of "
            "scores.",
        ),
    ),
    scores_case,
    board=CLASSES,
    sliders=("delta",),
)


def _joint(case: PairCase) -> str:
    return rf"J = {tex(case.joint, 6)}"


def _opposite(case: PairCase) -> str:
    a, b = case.classes
    return rows(
        rf"w_{{{a}}} &= {vector(case.W[0])}",
        rf"w_{{{b}}} &= {vector(case.W[1])}",
    )


PAIR = DerivationText(
    "Two classes: the binary SVM with C = 2C′/δ",
    WESTON,
    (
        DerivationStep(
            r"J = \tfrac12\|w_0\|^2 + \tfrac12\|w_1\|^2 + C'\textstyle\sum_i \max(0,\ f_j - "
            r"f_{y_i} + \delta)",
            "Two classes 0 and 1, each with a score; C′ is the price of this loss.",
            _joint,
        ),
        DerivationStep(
            rows(
                r"\|w_0\|^2 + \|w_1\|^2 &= \tfrac12\|w_1 - w_0\|^2 + \tfrac12\|w_1 + w_0\|^2",
                r"&\Rightarrow\ w_0 = -w_1",
            ),
            "The loss depends on w₁ − w₀ alone, so at the optimum the sum w₁ + w₀ is 0.",
            _opposite,
        ),
        DerivationStep(
            r"w = \frac{w_1 - w_0}{\delta},\quad b = \frac{b_1 - b_0}{\delta},\quad f_1 - f_0 "
            r"= \delta\,f",
            "Name the difference, and divide by δ.",
            lambda case: rf"w = {vector(case.u, 4)},\quad b = {tex(case.bias, 4)}",
        ),
        DerivationStep(
            r"J = \frac{\delta^2}{4}\|w\|^2 + C'\delta\textstyle\sum_i \max(0,\ 1 - y_i f(x_i))",
            "Put it in, with y = +1 for class 1 and y = −1 for class 0.",
            _joint,
        ),
        DerivationStep(
            r"\frac{2}{\delta^2} J = \tfrac12\|w\|^2 + \frac{2C'}{\delta}\textstyle\sum_i "
            r"\max(0,\ 1 - y_i f(x_i))",
            "Divide by δ²/2, which leaves the minimiser: the binary SVM with C = 2C′/δ.",
            lambda case: rows(
                rf"C &= \frac{{2\cdot {tex(case.C)}}}{{{tex(case.delta)}}} = {tex(case.price)}",
                rf"\tfrac12\|w\|^2 + \dots &= {tex(case.binary, 6)}",
            ),
        ),
        DerivationStep(
            r"w_{\text{binary}} = \frac{w_1 - w_0}{\delta}",
            "Both trained on these points: the same w.",
            lambda case: rows(
                rf"\frac{{w_1 - w_0}}{{\delta}} &= {vector(case.u, 4)}",
                rf"w_{{\text{{binary}}}} &= {vector(case.w, 4)}",
            ),
        ),
    ),
    pair_case,
    board=CLASSES,
    sliders=("delta",),
)
