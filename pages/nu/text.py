"""What a model with nu has to say: its badge, its cards, and the soft margin that it is."""

from typing import Any

import numpy as np

from pages.nu.model import NODES, NuRun, OutlinePair, outline_pair
from pages.state.board.experiment import Experiment
from pages.state.text.number_format import number
from pages.state.text.publications import cite
from pages.state.text.verdict import Badge, Metric, metrics, proof_badge
from svmcore.kernels import RBF, FeatureKernel
from svmcore.params import parameters
from svmcore.problems.certificate import Status

TITLES = {"nu_svc": "ν-SVC", "one_class": "One class", "sphere": "Sphere"}
OUTSIDE = {"nu_svc": "Margin errors", "one_class": "Outside", "sphere": "Outside"}
HELP = {
    "ν": "Upper bound on the share of points outside, lower bound on that of support vectors.",
    "Margin errors": "Share of the points with y f(x) < 1, each marked by a cross: ν bounds it "
    "from above.",
    "Outside": "Share of the points with f(x) < 0, each marked by a cross: ν bounds it from above.",
    "Support vectors": "Share of the points with α > 0: ν bounds it from below.",
    "C": "The soft margin with this C = 1/ρ gives the same model.",
    "Largest ν": "The α of each class sum to half of ν n, and each α is at most 1: so ν is at "
    "most twice the share of the smaller class.",
}
RHO = {
    "nu_svc": "The margin of f before f is divided by ρ, which puts the margins at f = ±1.",
    "one_class": "The outline is where Σ α K(x, ·) = ρ, and f is what is above that.",
}
SPHERE_HELP = {
    "Radius": "Of the sphere in feature space: its outline is where ‖φ(x) − c‖ = R, with "
    "the centre c = Σ α φ(x), and f(x) = R² − ‖φ(x) − c‖².",
    "C": "The sphere minimises R² + C Σ ξ with ξ = max(0, ‖φ(x) − c‖² − R²); its dual has "
    "0 ≤ α ≤ C and Σ α = 1.",
}
SPHERE_SOURCE = (
    "Classes are ignored. min R² + C Σ ξ with ξ = max(0, ‖φ(x) − c‖² − R²): support vector data "
    f"description, {cite('tax-duin')}."
)
NO_SOFT_MARGIN = {
    "one_class": "A one-class SVM has no soft margin, so no C.",
    "sphere": "A sphere has no soft margin: its C is another one.",
}
NO_BOUND = {
    "one_class": "ν of a one-class SVM may be any share up to 1.",
    "sphere": "ν of a sphere may be any share up to 1.",
}
MANY, SLOW = 300, 8  # points from which a sweep has fewer models, and how many
LIMITS = next(p for p in parameters(Experiment) if p.name == "C")
NO_CLASSES = "Classes are ignored."
WEIGHTS = "Here each point counts once, whatever its weight."
HAND_OVER, DONE = "Use this C in the Playground", "The Playground has this C"
HAND_OVER_HELP = "The soft margin with C = 1/ρ, on the same points with the same kernel."
SLOW_SWEEP = "takes some seconds"
DRAW, DRAW_HELP = "Draw the chart", "Trains {models} models."


def nu_badge(run: NuRun) -> Badge:
    """What the certificate proves, in three words."""
    if run.model is None or run.certificate is None or run.status is None:
        return Badge("plain", "no model")
    return proof_badge(run.status, run.certificate, bounded=False)


def whole_sentence(run: NuRun) -> str:
    """The result, and what does not count: classes, weights."""
    if run.model is None:
        return run.sentence
    classes = [NO_CLASSES] if run.choice.mode == "one_class" else []
    weights = [WEIGHTS] if run.data.weighed else []
    pair = outline_pair(run)
    beside = [] if pair is None else [pair_sentence(pair)]
    return " ".join([run.sentence, *beside, *classes, *weights])


def pair_sentence(pair: OutlinePair) -> str:
    """What the one-class SVM with the same nu has to do with the sphere."""
    if pair.same:
        return "K(x, x) is constant: the one-class SVM is the same."
    if pair.one_class.model is None:
        return "The one-class SVM has no outline here."
    points = "point is" if pair.differ == 1 else "points are"
    return f"Dotted: the one-class SVM; {pair.differ} {points} outside only one of the two."


def nu_figures(run: NuRun) -> tuple[Metric, ...]:
    """The cards beside the picture: without a model the share alone, for one class no C."""
    n, mode, nu = len(run.data), run.choice.mode, run.choice.nu
    one, name = run.choice.one, OUTSIDE[mode]
    few = round(0.5 * run.largest * n)
    values = {"ν": (_percent(nu), f"{number(nu * n)} of {n} points" if n else "no points")}
    if run.largest:
        all_of = "all points" if one else f"2 · {few} of {n} points"
        values["Largest ν"] = (_percent(run.largest), all_of)
    if run.model is not None:
        out, held = int(run.outside.sum()), int(run.support.sum())
        values[name] = (_percent(run.outside_share), f"{out} of {n} points")
        values["Support vectors"] = (_percent(run.support_share), f"{held} of {n} points")
        if run.sphere_C is not None:
            values["Radius"] = (number(run.rho**0.5, 4), f"R² = {number(run.rho, 4)}")
            values["C"] = (number(run.sphere_C, 4), "1/(ν n)")
        else:
            level = "level of the outline" if one else "f is divided by it"
            values["ρ"] = (number(run.rho, 4), level)
        if run.C is not None:
            values["C"] = (number(run.C, 4), "1/ρ")
    own = SPHERE_HELP if mode == "sphere" else {"ρ": RHO[mode]}
    own = own | ({"Largest ν": NO_BOUND[mode]} if one else {})
    level = "Radius" if mode == "sphere" else "ρ"
    names = ("ν", name, "Support vectors", level, "C", "Largest ν")
    return metrics(values, {each: (HELP | own)[each] for each in names})


def _percent(share: float) -> str:
    return f"{number(100.0 * share, 4)} %"


def soft_margin(run: NuRun) -> dict[str, Any]:
    """The changes that make an experiment this machine; empty where `no_soft_margin` says why."""
    if no_soft_margin(run):
        return {}
    return {"C": run.C, "margin": "soft", "class_weight": "equal"}


def no_soft_margin(run: NuRun) -> str:
    """Why no soft margin of the Playground is this machine, as a sentence; empty if one is."""
    if run.C is None:
        return NO_SOFT_MARGIN.get(run.choice.mode, "There is no model.")
    if float(np.ptp(run.data.own_weight)) > 0.0 or run.data.own_weight[0] != 1.0:
        return "Some points have a weight of their own, which ν ignores."
    if run.status is Status.STATIONARY:
        return "This kernel is not positive semi-definite: another solution may have this C."
    if not LIMITS.low <= run.C <= LIMITS.high:
        return f"C = {number(run.C)} is out of the range {LIMITS.low:g} to {LIMITS.high:g}."
    return ""


def sweep_nodes(experiment: Experiment, n: int) -> tuple[int, bool]:
    """How many models a sweep over nu of n points trains, and whether it takes seconds."""
    if n <= MANY:
        return NODES, False
    # with these a model takes some milliseconds at any size
    return SLOW, not isinstance(experiment.build_kernel(), FeatureKernel | RBF)
