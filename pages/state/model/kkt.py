"""The optimality (KKT) conditions point by point, and the textbook's way from alpha to f."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pages.state.model.run import Run
from svmcore.arrays import Array, Indices, read_only


@dataclass(frozen=True, eq=False, kw_only=True)
class Conditions:
    """What the conditions say of every point, in the order of `run.data`; arrays have shape (n,).

    alpha, margins : the multiplier, and y f(x)
    slack : max(0, 1 - y f(x))
    case : 0 where alpha = 0, 1 where 0 < alpha < C_i (free), 2 where alpha = C_i (bound)
    violation : |clip(alpha + 1 - y f, 0, C_i) - alpha|, 0 at the optimum and only there
    balance : sum_i alpha_i y_i, 0 for every model of the dual; see `balance`
    C : the ceiling of alpha for a point of weight 1, infinite for the hard margin
    bounds : C_i, the ceiling of each alpha: C times the weight of the point
    """

    alpha: Array
    margins: Array
    slack: Array
    case: Indices
    violation: Array
    balance: float
    C: float
    bounds: Array


@dataclass(frozen=True, eq=False)
class Derivation:
    """From the multipliers to the model, as it is done by hand.

    S : the points with alpha > 0, the only ones in the sums below
    w : sum over S of alpha_i y_i x_i, shape (2,), for the linear kernel; None for the others
    free : the points with 0 < alpha < C_i, which stand on their margin: y_s f(x_s) = 1. Of an
        unfinished model those that are about there, whatever their alpha is so far
    b_s : y_s - sum_i alpha_i y_i K(x_i, x_s) for each s in `free`
    mean, spread : of b_s, and its largest minus its smallest; None where there are no free points
    b : the model's own. At the optimum it is every b_s up to the tolerance. Without free points
        b_s is empty, and any b in `interval` is as good: the usual solvers take the middle.
    interval : the least and the greatest b with which every point is on the side of its margin
        that its multiplier asks for. With free points its ends are among the b_s, and rounding
        may put the first above the second.

    A text that averages y_s - sum alpha_i y_i K(x_i, x_s) over ALL support vectors is right for
    the hard margin only: bound ones (alpha = C_i) may be inside the street, where y_s f(x_s) <
    1 and that difference is not b.
    """

    S: Indices
    w: Array | None
    free: Indices
    b_s: Array
    mean: float | None
    spread: float | None
    b: float
    interval: tuple[float, float]

    def __post_init__(self) -> None:
        """Equal questions share one derivation: nobody may write to it."""
        self.S.setflags(write=False)
        self.free.setflags(write=False)


def balance(alpha: Array, y: Array) -> float:
    """sum_i alpha_i y_i; alpha, y : (n,).

    0 where it is at most n eps sum_i |alpha_i|, which bounds the rounding error of the sum.
    """
    total = float(alpha @ y)
    rounding = len(y) * np.finfo(np.float64).eps * float(np.abs(alpha).sum())
    return total if abs(total) > rounding else 0.0


@lru_cache(maxsize=32)
def conditions(run: Run) -> Conditions:
    """The conditions at every point of a run.

    At the optimum alpha = 0 goes with y f >= 1, 0 < alpha < C_i with y f = 1, and alpha = C_i with
    y f <= 1. `case` agrees with the rings of the picture (`run.support`, `run.bound`); of an
    unfinished model it says where the points are going, and `alpha` may say otherwise.

    Raises ValueError if the run has no model.

    Source: Schölkopf, Smola, Learning with Kernels (2002), 7.3; `problems/certificate.py`.
    """
    if run.model is None:
        raise ValueError("a run without a model has no multipliers")
    C, alpha, margins = run.C, run.alpha, run.margins
    violation = np.abs(np.clip(alpha + 1.0 - margins, 0.0, C) - alpha)
    case = run.support.astype(np.intp) + (run.support & run.bound)
    case.setflags(write=False)
    return Conditions(
        alpha=read_only(alpha),
        margins=read_only(margins),
        slack=read_only(np.maximum(0.0, 1.0 - margins)),
        case=case,
        violation=read_only(violation),
        balance=balance(alpha, run.data.y),
        C=np.inf if run.experiment.margin == "hard" else run.experiment.C,
        bounds=read_only(C),
    )


@lru_cache(maxsize=32)
def derivation(run: Run) -> Derivation:
    """How the model of a run follows from its multipliers.

    Raises ValueError if the run has no model.
    """
    case = conditions(run).case
    assert run.model is not None
    model, y = run.model, run.data.y
    S, free = np.flatnonzero(run.alpha > 0.0), np.flatnonzero(case == 1)
    kinks = y - (run.scores - model.intercept)  # the b with which a point is on its margin
    b_s = read_only(kinks[free])
    # alpha = 0 asks for y f >= 1 and alpha = C_i for y f <= 1; a free point asks for both
    rising = np.where(y > 0.0, case < 2, case > 0)
    falling = np.where(y > 0.0, case > 0, case < 2)
    return Derivation(
        S,
        model.weights,
        free,
        b_s,
        float(b_s.mean()) if len(free) else None,
        float(np.ptp(b_s)) if len(free) else None,
        model.intercept,
        (
            float(kinks[rising].max(initial=-np.inf)),
            float(kinks[falling].min(initial=np.inf)),
        ),
    )
