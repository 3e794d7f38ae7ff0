"""What a film has to say: a badge, a sentence, the same model in other ways of writing it."""

from typing import NamedTuple

import numpy as np

from pages.descent.model.beside import Bound, MirrorPair, NormDescent
from pages.descent.model.bias import BiasOptimum, bias_optima
from pages.descent.model.film import Film
from pages.descent.model.folds import FOLDS, FoldScores
from pages.descent.model.norm import plain_norm
from pages.descent.model.start import StartWeights
from pages.state.descent.descent_methods import METHODS
from pages.state.text.conventions import WRITTEN
from pages.state.text.number_format import FAR_ABOVE, beyond, number
from pages.state.text.verdict import Badge, Metric, metrics
from svmcore.objective import CONVENTIONS
from svmcore.sgd.schedule import SCHEDULES

REACHED = 1e-3  # relative distance from the optimum that is as good as there
ROSE = 10.0  # times the cost at the start: the run is diverging
SPACES = {"plane": "Weights w", "kernel": "Kernel"}
ORDERS = {"shuffled": "Shuffled", "data": "In data order", "replacement": "With replacement"}
OUTPUTS = {"last": "Last model", "mean": "Mean of all models"}
UNUSED = "The perceptron does not use it."
CONSTANTS = {
    "C": "Penalty on the loss: large C, fewer margin violations.",
    "λ": "Penalty on ‖w‖: large λ, wider margin.",
}
# the constant of each way to write the cost, by the C of ½‖w‖² + C Σ loss and the N training points
RELATIONS = {"average": "N C", "square": "2 N C", "lambda": "1/(N C)"}
START = "Start weights"
FORGOTTEN = "With η = 1/(ρt) the first update multiplies w by 1 − ηρ = 0."
FOLDED = "Five folds of this descent"
FOLDED_HELP = (
    "The same descent five times, each time without a fifth of the points; these then test its "
    "last model."
)
FOLD_LESSON = "Why two AUCs? Lesson Published, step 2"
FOLD_ORDERS = {"stratified": "Shuffled, stratified", "given": "In the given order"}
FOLD_SHOWN = "Fold in the picture"
MARGINS_UPWARDS = (
    "A tutorial draws the margins 1/‖w‖ straight up and down from the boundary; here 1/‖w‖ is "
    "measured along w, because the way straight up is longer, unless the boundary is horizontal."
)
BESIDE = "Compare with"
CONVEX_NORM = (
    "A tutorial squares the norm to make J convex; here J is convex without it, because every norm "
    "is convex."
)
BESIDES = {
    "": "Nothing",
    "mirror": "Mirror and stochastic",
    "bound": "Convergence bound",
    "norm": "‖w‖ not squared",
}
SUITED = "Choose these settings"
HINDRANCES = {
    "perceptron": "The perceptron has no penalty on w: choose another method.",
    "diverged": "The run diverged, so there is nothing to compare.",
    "kernel": "This descent is for the weights w, not for kernels.",
    "cost": "The bound needs the weights w, the hinge loss, and a cost that penalises the bias.",
    "rate": "The bound needs the learning rate η = 1/(ρt).",
    "order": "The bound needs points that are drawn with replacement: then the expected "
    "subgradient is one of J, whatever came before.",
    "start": "The bound needs the start w = 0, b = 0.",
}
NO_OPTIMUM = "The optimum is not known here, or it has w = 0."
HELP = {
    "Accuracy": "The share of the test points that are predicted correctly.",
    "Precision": "Of the test points predicted +1, the share that are +1. Where there are none it "
    "counts as 0. A tutorial prints the value of recall_score as its precision; here it is this "
    "share, because recall is the share of the points of class +1.",
    "Recall": "Of the test points of class +1, the share that are predicted +1.",
    "AUC": "The area under the ROC curve of f. From predicted labels the curve has one corner "
    "only, and its area is another number.",
}
NO_LANDSCAPE = "A kernel model has too many parameters for a landscape."


class Equivalent(NamedTuple):
    """One way of writing the cost, and its constant for the same minimiser."""

    formula: str
    constant: str
    seen: str
    chosen: bool


def film_badge(film: Film) -> Badge:
    """How near to the exact optimum the run ended, in three words."""
    if film.walk.diverged >= 0:
        return Badge("failed", "diverged")
    if film.brief:
        return Badge("plain", "preview")
    above = float(film.above[-1])
    if runs_away(film):
        return Badge("failed", "diverging")
    if film.descent.method == "perceptron":
        wrong = int(film.wrong[-1, film.split.train].sum())
        return Badge("plain", "no training errors" if not wrong else "training errors remain")
    if not above >= 0.0:  # NaN: no optimum to compare with
        return Badge("plain", "ended")
    ends = "run ends at" if above > FAR_ABOVE else "run ends"  # the film may be at another moment
    return Badge("certified" if above <= REACHED else "plain", f"{ends} {beyond(above)}")


def film_sentence(film: Film) -> str:
    """The run in one or two plain sentences."""
    if film.walk.diverged >= 0 or runs_away(film):
        return trouble(film)
    epochs, (train, test) = film.plan.epochs, film.split
    passes = "1 epoch" if epochs == 1 else f"{epochs} epochs"
    learnt = f"{int(film.wrong[-1, train].sum())} of {len(train)} training points"
    text = f"{_begun(film)}After {passes} ({film.plan.total} updates) {learnt}"
    if epochs < film.descent.epochs:
        text = f"The run ends early, at the limit of this page. {text}"
    if len(test):
        text += f" and {int(film.wrong[-1, test].sum())} of {len(test)} test points"
    text += " are misclassified."
    if film.mistakes is not None:
        plural = "" if film.mistakes == 1 else "s"
        text += f" It made {film.mistakes} mistake{plural} during training"
        text += f"; Novikoff's bound is {int(film.limit)}." if film.limit is not None else "."
    return text


def _begun(film: Film) -> str:
    """Where a run began that did not begin with w = 0, b = 0, and the cost there."""
    if film.start == StartWeights():
        return ""
    w1, w2, b = (number(value) for value in (film.start.w1, film.start.w2, film.start.b))
    cost = number(float(film.terms.total[0]), 4)
    return f"At the start w = ({w1}, {w2}), b = {b}, and J = {cost}. "


def trouble(film: Film) -> str:
    """Where a run diverged or moves away, and why; empty for a run that does not."""
    rate = float(film.walk.rate[min(1, len(film.update) - 1)])
    factor = 1.0 - rate * film.objective.rho
    schedule = METHODS[film.descent.method].rate or film.descent.schedule
    if film.walk.diverged >= 0:
        where = film.walk.diverged
        epoch = 1 + (where - 1) // film.plan.per_epoch
        text = f"The numbers overflowed at update {where}, in epoch {epoch}."
    elif runs_away(film):
        times = number(float(film.terms.total[-1] / film.terms.total[0]), 2)
        text = f"The cost at the end is {times} times that at the start."
    else:
        return ""
    if schedule == "pegasos":
        return f"{text} Its first steps are as long as C is large: a smaller C (a larger λ) helps."
    if film.objective.rho > 0.0 and abs(factor) > 1.0:
        edge = number(2.0 / film.objective.rho, 3)
        step = "Each" if schedule == "constant" else "The first"
        times = f"multiplies w by 1 − ηρ = {number(factor, 3)}"
        return f"{text} {step} step {times}: η must stay below {edge}."
    return f"{text} The steps are too long: a smaller learning rate helps."


def runs_away(film: Film) -> bool:
    """Whether the cost ended far above where it began."""
    cost = film.terms.total
    return film.descent.method != "perceptron" and bool(cost[-1] > ROSE * max(cost[0], 1e-300))


def equivalents(film: Film) -> tuple[Equivalent, ...]:
    """All ways of writing the cost, each with its own constant for this machine.

    Where points have weights omega, each formula has them as factors of the loss.
    """
    C, n = film.experiment.C, len(film.split.train)
    loss = "Σ loss" if film.parametrization.weight is None else "Σ ω loss"
    own = {name: way.constant_of(C, n) for name, way in CONVENTIONS.items()}
    return tuple(
        Equivalent(
            WRITTEN[name].formula.replace("Σ loss", loss),
            " = ".join(filter(None, (way.constant, RELATIONS.get(name), number(own[name], 4)))),
            WRITTEN[name].seen,
            name == film.descent.objective,
        )
        for name, way in CONVENTIONS.items()
    )


def constant_text(objective: str, C: float, n: int) -> str:
    """A way to write the cost, and how its constant follows from the C of ½‖w‖² + C Σ loss."""
    way, formula = CONVENTIONS[objective], WRITTEN[objective].formula
    if objective not in RELATIONS:
        return formula
    name = way.constant if way.constant == "λ" else "This C"
    value = number(way.constant_of(C, n), 4)
    return (
        f"{formula}. {name} = {RELATIONS[objective]} = {value}, for N = {n} training points "
        f"and C = {number(C, 4)} of ½‖w‖² + C Σ loss"
    )


def fold_cards(found: FoldScores) -> tuple[Metric, ...]:
    """Means over the folds with their standard errors."""

    def said(metric: str) -> str:
        mean, error = found.mean(metric)
        if not np.isfinite(mean):
            return "–"
        return f"{number(100.0 * mean, 4)} ± {number(100.0 * error, 2)} %"

    updates = f"{FOLDS} × {found.updates} updates"
    details = {
        "Accuracy": updates,
        "Precision": "of class +1",
        "Recall": "of class +1",
        "AUC": f"from labels {said('AUC of labels')}",
    }
    values = {
        name: (said(name if name == "AUC" else name.lower()), detail)
        for name, detail in details.items()
    }
    return metrics(values, HELP)


def bias_text(film: Film) -> str:
    """What the constants of `equivalents` leave open: the bias, with both optima in numbers."""
    n = len(film.split.train)
    text = (
        f"N = {n} training points. With these constants the costs are equal up to a factor, except "
        "that two of them penalise the bias b"
    )
    found = None if film.brief else bias_optima(film)
    if found is None:
        return f"{text}: their optimum can be a different one."

    def said(best: BiasOptimum) -> str:
        return f"b = {number(round(best.b, 9))} and {best.wrong} of {n} points are wrong"

    free, penalised = map(said, found)
    return f"{text}. At the optimum with a free bias {free}; with a penalised bias {penalised}."


def norm_text(film: Film) -> str:
    """The cost whose norm is not squared, with its constant; empty where that is not known."""
    found = None if film.brief else plain_norm(film)
    if found is None:
        return ""
    loss = "Σ loss" if film.parametrization.weight is None else "Σ ω loss"
    return (
        f"Some texts do not square the norm: J = ‖w‖ + C/N {loss}. It has the same optimum as "
        f"½‖w‖² + C′ {loss}, a free bias and C′ = {number(film.experiment.C, 4)}, if C = N C′/‖w‖ "
        f"= {number(found.C, 4)}, with ‖w‖ = {number(found.length, 4)} at the optimum. This "
        "constant depends on the solution, and ‖w‖ has no gradient at w = 0. "
        f"“{BESIDE}” below descends on it. {CONVEX_NORM}"
    )


def mirror_text(film: Film, pair: MirrorPair) -> str:
    """Why both are one method, and by how much their models differ."""
    return (
        "Mirror descent is stochastic descent with η = 1/(ρt). After t − 1 updates θ = ρ(t − 1)w; "
        "so w − η(ρw − push) = (θ + push)/(ρt), the model that mirror descent makes of the new θ. "
        f"At the {len(film.update) - 1} updates of the animation no number of the two models "
        f"differs by more than {number(pair.apart, 2)} (rounding errors); the largest number is "
        f"{number(pair.size)}."
    )


def bound_text(film: Film, found: Bound) -> str:
    """The bound in symbols and in numbers, and what was measured."""
    drawn = "In expectation over the draws, " * (film.descent.order == "replacement")
    return (
        f"{drawn}J of the mean of the models 0, …, t − 1 is at most "
        f"G²(1 + ln t)/(2ρt) above the optimum. Here ρ = {number(found.rho)}, and no subgradient "
        f"is longer than G = {number(found.G)}. At t = {found.t} the bound is "
        f"{number(float(found.bound[-1]))}; this run has {number(float(found.measured[-1]))}."
    )


def norm_descent_text(found: NormDescent) -> str:
    """Where the descent on |w| ended."""
    w1, w2 = (number(value) for value in found.w.tolist())
    text = (
        f"The same points descend on J = ‖w‖ + C/N Σ loss, C = {number(found.C, 4)}: "
        "w ← w − η(w/‖w‖ − push), with 0 for w/‖w‖ at w = 0. "
    )
    if found.rate_replaced:
        text += f"Its rate is {SCHEDULES[found.rate].formula}: ‖w‖ has no ρ for 1/(ρt). "
    if not found.finite:
        return f"{text}The numbers overflowed: take a smaller η₀."
    above = number(100.0 * (float(found.cost[-1]) / found.least - 1.0))
    return (
        f"{text}After {number(float(found.epoch[-1]))} epochs w = ({w1}, {w2}) and "
        f"b = {number(found.b)}; J is {above} % above its optimum, the model that minimises "
        "½‖w‖² + C′ Σ loss."
    )


def fold_text(found: FoldScores, fold: int, order: str) -> str:
    """Which points and lines the picture of a fold shows; the mean AUC of folds as they come."""
    part = found.parts[fold - 1]
    text = (
        f"Fold {fold}: {len(part.train)} training points (filled), {len(part.test)} test points "
        "(hollow), the boundary, and the margins f = ±1. Thin: the boundaries of the other folds. "
    )
    return text + (MARGINS_UPWARDS if order == "given" else "")


def areas_text(found: FoldScores) -> str:
    """The mean area under the ROC curve with its digits, from labels and from f."""
    labels, f = (found.mean(name).mean for name in ("AUC of labels", "AUC"))
    if not np.isfinite(f):
        return "A fold tests points of one class only: it has no ROC curve."
    return f"Mean AUC of the five folds: {labels:.10f} from predicted labels, {f:.10f} from f."


def landscape_text(*, star: bool) -> str:
    """What the landscape of the cost shows, with a `star` at the exact optimum or without."""
    what = "; the star is the exact optimum" if star else ""
    return f"The third parameter is optimal at every place{what}."
