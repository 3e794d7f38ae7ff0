"""Subgradient descent on the cost of k score functions, by the driver of all descents."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from svmcore.arrays import read_only
from svmcore.multiclass.checks import as_classes, as_weights
from svmcore.multiclass.descent_record import End, MulticlassDescentRun, MulticlassSchedule
from svmcore.objective import Terms
from svmcore.sgd.driver import KeptStates, Standing, walk
from svmcore.sgd.epochs import stalled
from svmcore.sgd.parametrization import Place
from svmcore.sgd.parametrization import weights as unless_even
from svmcore.sgd.schedule import SCHEDULES

OVERFLOW = 1e100  # beyond this the squares and sums of a cost may be no numbers any more


def descend(
    place: Place,
    k: int,
    course: MulticlassSchedule,
    *,
    moments: npt.ArrayLike | None = None,
) -> MulticlassDescentRun:
    """Descend from W = 0, b = 0.

    w_c <- w_c - eta_t (rho w_c + kappa mean over the batch of share_i slope_ic phi(x_i)), where the
    shares are the weights of the points over their mean. The models after the updates in `moments`
    are kept, by default those at the ends of the epochs; what is kept does not change the run.
    Classes are 0, ..., k - 1, and some may have no point.

    Source: Shor, Minimization Methods for Non-Differentiable Functions (1985).

    Raises ValueError if there is no point, or a class number or a weight is none.
    """
    place = points_of(place, k)
    plan, largest = course.plan(len(place.y)), float(np.abs(place.matrix).max(initial=1.0))
    last = plan.total
    ends = np.arange(0, last + 1, plan.per_epoch)
    wanted = ends if moments is None else np.asarray(moments)

    def go(standing: Standing, first: int, until: int) -> KeptStates:
        return walk(
            place,
            course.cost,
            plan,
            SCHEDULES[course.schedule](),
            course.eta0,
            moments=np.concatenate([wanted, ends, [until]]),
            standing=standing,
            span=(first, until),
            most=min(OVERFLOW, OVERFLOW**1.5 / largest**0.5),
        )

    spans = [(0, last)] if course.tol is None else list(pairwise(ends.tolist()))
    V, b = np.zeros((place.size, k)), np.zeros(k)
    standing, parts, curve = Standing(V, b, 0, V, b), list[KeptStates](), dict[int, Terms]()
    end, diverged = End.EPOCHS, -1
    for first, until in spans:
        before, part = replace(standing), go(standing, first, until)
        if part.diverged >= 0:
            end, diverged, until = End.DIVERGED, part.diverged, part.diverged - 1
            part = go(before, first, until)
        parts.append(part)
        for t, V, b in zip(part.update.tolist(), part.v, part.b, strict=True):
            if t in ends or t == until:
                curve[t] = course.cost.terms_at(place, V, b)
        costs = np.array([float(terms.total) for terms in curve.values()])
        if diverged >= 0 or course.tol is None:
            break
        if stalled(costs, course.tol, course.patience):
            end = End.TOL
            break
    update = np.concatenate([part.update for part in parts])
    chosen = np.isin(update, wanted) | (update == update[-1])
    margin, loss = zip(*curve.values(), strict=True)
    V, b, V_before, b_before, rate = (
        read_only(np.concatenate([getattr(part, name) for part in parts])[chosen])
        for name in ("v", "b", "v_before", "b_before", "rate")
    )
    return MulticlassDescentRun(
        place,
        course,
        plan,
        update[chosen],
        V,
        b,
        V_before,
        b_before,
        rate,
        cost_update=np.array(list(curve), dtype=np.intp),
        margin=read_only(margin),
        loss=read_only(loss),
        end=end,
        diverged=diverged,
    )


def points_of(place: Place, k: int) -> Place:
    """The points with class numbers 0, ..., k - 1 as labels and weights of mean 1.

    Raises ValueError if there is no point, a number of the place is not finite, or a class number
    or a weight is none.
    """
    n = len(place.matrix)
    if not n:
        raise ValueError("a descent needs at least one point, got none")
    if not np.isfinite(place.matrix).all():
        raise ValueError("points and kernels must be finite numbers, got NaN or infinity")
    counts = as_weights(place.weight, n)
    shares = unless_even(counts / counts.mean())
    return replace(place, y=as_classes(place.y, n, k), weight=shares)
