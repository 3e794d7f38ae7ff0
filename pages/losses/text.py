"""What the page Losses says: the badge, the sentence, the cards, a point under every loss."""

from collections.abc import Mapping

from pages.losses.model import KINDS, LossRun, hidden
from pages.state.board.board import MAX_POINTS
from pages.state.text.number_format import number
from pages.state.text.verdict import Badge, Metric, proof_badge
from pages.state.text.verdict import sentence as said_of
from svmcore.arrays import Array

LOSS = "Loss"  # the name of the control
TITLES: Mapping[str, str] = {name: kind.title for name, kind in KINDS.items()}
NAMES = {  # inside a sentence
    "zero_one": "0-1",
    "hinge": "hinge",
    "squared_hinge": "squared hinge",
    "huber_hinge": "Huber hinge",
    "logistic": "logistic",
    "squared": "squared",
}
FORMULAS = {
    "zero_one": "loss(t) = 1 for t < 0, else 0",
    "hinge": "loss(t) = max(0, 1 − t)",
    "squared_hinge": "loss(t) = max(0, 1 − t)²",
    "huber_hinge": "loss(t) = 0 for t ≥ 1 + h, (1 + h − t)²/(4h) for |1 − t| ≤ h, 1 − t below",
    "logistic": "loss(t) = log(1 + e⁻ᵗ)",
    "squared": "loss(t) = (1 − t)² = (y − f)²",
}
MODELS = {
    "zero_one": "Its minimum is NP-hard to find if the number of dimensions is not fixed: the "
    "picture shows the SVM, whose hinge loss is nowhere below it.",
    "hinge": "The SVM.",
    "squared_hinge": "The L2-SVM: scikit-learn's LinearSVC has this loss by default.",
    "huber_hinge": "The hinge with its kink rounded off.",
    "logistic": "Logistic regression with an L2 penalty: for the linear kernel scikit-learn's "
    "LogisticRegression with the same C.",
    "squared": "The least-squares SVM, or kernel ridge regression on the labels with a bias.",
}
PENALTY = "Penalty"
PENALTIES: Mapping[str, str] = {"l2": "½‖w‖²", "l1": "‖w‖₁"}
NORMS: Mapping[str, str] = {"l2": "same ‖w‖", "l1": "same ‖w‖₁"}
PENALTY_HELP = (
    "‖w‖₁ = |w₁| + |w₂| can make weights exactly 0. Here it needs the linear kernel and the "
    "squared hinge: choosing it sets both."
)
OBJECTIVE = "{} + C Σ loss(y f(x)), b without a penalty."
SPARSE_MODEL = (
    "The l1-penalised SVM: scikit-learn's LinearSVC has it as penalty='l1', where b has a penalty "
    "too."
)
TOUCHING = (
    "Each dot is an optimum. There a level line of the loss, with the best b for each w, touches "
    "the set of all w with the same penalty: a circle for ½‖w‖², a diamond for ‖w‖₁. The corners "
    "of the diamond lie on the axes, where one weight is exactly 0."
)
WEAK = (
    " Here C is so large that an optimum is nearly the minimum of the loss, and its level line is "
    "too short to be seen: lower C."
)
TINY = 1e-300  # a loss that is soon too small for a number
DASHED = "Grey and dashed: the boundary of the SVM with the same C."
OTHER_PENALTY = "Grey and dashed: the boundary with ½‖w‖² and the same C."
SOURCES = (
    "Sources: [The Elements of Statistical Learning](https://hastie.su.domains/ElemStatLearn), "
    "sections 3.4.3 (diamond and circle), 10.6 and 12.3.2; [Bartlett, Jordan and McAuliffe, "
    "2006](https://doi.org/10.1198/016214505000000907): a convex loss is "
    "classification-calibrated if its slope at t = 0 is negative, as it is for all of these except "
    "the 0-1 loss."
)
INDEFINITE = (
    "This kernel is not positive semi-definite with these parameters, so the problem is not "
    "convex: choose the hinge, or another kernel."
)
CLICK = "Click on a point in the picture to compare its loss under all six."


def loss_badge(run: LossRun) -> Badge:
    """What is proved about the minimum of the chosen loss."""
    if run.status is None or run.certificate is None:
        return Badge("plain", "no model")
    if run.choice.loss == "zero_one":
        return Badge("plain", "not minimised")
    psd = run.drawn.model is None or run.drawn.model.kernel.psd
    return proof_badge(run.status, run.certificate, bounded=psd)


def loss_sentence(run: LossRun) -> str:
    """Which points contribute to the loss, and how many the model gets wrong."""
    if run.drawn.model is None:
        return said_of(run.svm) if run.svm.model is None else INDEFINITE
    n, wrong = len(run.data), int(run.drawn.wrong.sum())
    text = _contributors(run, int(run.counted.sum()), n)
    if run.choice.loss == "zero_one":
        text += " The boundary is the SVM's: the 0-1 loss is not convex."
    else:
        text += f" {wrong} of {n} points {'is' if wrong == 1 else 'are'} misclassified."
    text += _zeros(run)
    experiment = run.svm.experiment
    if experiment.n_classes > 2:
        text = f"Class {experiment.plus} (+1) vs. rest: {text}"
    return f"{text} The board is full." if n >= MAX_POINTS else text


def _zeros(run: LossRun) -> str:
    """Which weights are exactly 0, where the penalty makes them so."""
    if run.w is None or not run.sparse:
        return ""
    zero = [name for name, value in zip(("w₁", "w₂"), run.w, strict=True) if value == 0.0]
    if not zero:
        return " No weight is 0."
    return f" {' and '.join(zero)} {'is' if len(zero) == 1 else 'are'} exactly 0."


def _contributors(run: LossRun, count: int, n: int) -> str:
    loss = run.choice.loss
    verb = "contributes" if count == 1 else "contribute"
    if loss == "zero_one":
        return f"{count} of {n} points {verb} to the 0-1 loss: the misclassified ones."
    if loss == "logistic":
        least = float(run.losses.min())
        said = number(least, 2) if least > TINY else f"below {number(TINY)}"
        return f"All {n} points contribute to the logistic loss; the smallest loss is {said}."
    if loss == "squared":
        beyond = int(run.beyond.sum())
        share = number(100.0 * float(run.shares[run.beyond].sum()))
        have = "has" if beyond == 1 else "have"
        text = f"{count} of {n} points {verb} to the squared loss; {beyond} of them {have} "
        return f"{text}y f(x) > 1 and still cost {share} % of it."
    end = "1" if loss != "huber_hinge" else f"1 + h = {number(1.0 + run.choice.h)}"
    return f"{count} of {n} points {verb} to the {NAMES[loss]} loss: those with y f(x) < {end}."


def loss_cards(run: LossRun) -> tuple[Metric, ...]:
    """Mean loss, the largest share, accuracy, and how alike the SVM is, or the weights that are 0.

    None without a model.
    """
    if run.drawn.model is None:
        return ()
    n, worst = len(run.data), run.worst
    share, where = "0 %", "no point has a loss"
    if worst is not None:
        share = f"{number(100.0 * float(run.shares[worst]))} %"
        where = f"the point at y f(x) = {number(float(run.drawn.margins[worst]))}"
    title = TITLES[run.choice.loss]
    last = _weights(run.w) if run.w is not None and run.sparse else _alike(run)
    svm = number(100.0 * run.svm.accuracy, 4)
    return (
        Metric(
            "Mean loss",
            number(run.mean),
            f"{title} loss" + (", weighted" if run.data.weighed else ""),
            "The mean of the loss over the points, by their weights.",
        ),
        Metric(
            "Largest share",
            share,
            where,
            "The share of one point in the sum of the losses: how much an outlier counts. "
            f"If all {n} losses were equal, it would be {number(100.0 / n)} %.",
        ),
        Metric(
            "Training accuracy",
            f"{number(100.0 * run.drawn.accuracy, 4)} %",
            f"SVM: {svm} %",
            "Share of the points that f classifies correctly.",
        ),
        last,
    )


def _alike(run: LossRun) -> Metric:
    return Metric(
        "Agrees with the SVM",
        f"{run.alike} of {len(run.data)}",
        "points on the same side",
        "How many points this model and the SVM put into the same class.",
    )


def _weights(w: Array) -> Metric:
    return Metric(
        "Weights that are 0",
        f"{int((w == 0.0).sum())} of {len(w)}",
        f"w = ({', '.join(number(float(value), 4) for value in w)})",
        "Weights that are 0 to the last bit: f does not depend on these coordinates.",
    )


def point_words(run: LossRun, k: int | None) -> str:
    """A point under every loss; what to do where none is asked about."""
    if run.drawn.model is None:
        return ""
    if k is None:
        return CLICK
    t = run.drawn.margins[k : k + 1]
    values = (
        f"{title} {number(float(run.choice.build(name)(t)[0]))}" for name, title in TITLES.items()
    )
    return f"The point at y f(x) = {number(float(t[0]))}: {', '.join(values)}."


def notes(run: LossRun, *, svm: bool = True) -> str:
    """The formula, the name of the model, what is dashed, and what the chart leaves out.

    `svm` says whether the dashed boundary is drawn, where it is another one.
    """
    loss = run.choice.loss
    model = SPARSE_MODEL if run.sparse else MODELS[loss]
    objective = OBJECTIVE.format(PENALTIES[run.choice.penalty])
    parts = [f"{FORMULAS[loss]}.", model, f"Minimised: {objective}"]
    if loss == "zero_one":
        parts = parts[:2]
    if svm and run.drawn.model is not None and not run.is_svm:
        parts.append(OTHER_PENALTY if run.sparse else DASHED)
    out = hidden(run)
    if out:
        parts.append(f"{out} {'point is' if out == 1 else 'points are'} outside the chart.")
    return " ".join(parts)


def touching_words(run: LossRun) -> str:
    """What the picture of the weights shows, also where a level line is too short to be seen."""
    assert run.weights is not None
    return TOUCHING + ("" if all(map(len, run.weights.levels[:2])) else WEAK)
