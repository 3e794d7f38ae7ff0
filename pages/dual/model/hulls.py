"""Convex and reduced convex hulls of both classes, and their nearest points, from a model's alpha.

With S = 1/2 sum_i alpha_i, which is what the alpha of each class sum to, u_i = alpha_i / S are the
weights of a point in each class's hull, and u_i <= mu = C / S. The dual of the soft margin is

    max over S and u of 2 S - 1/2 S^2 |p - q|^2,  p = sum_{y=+1} u_i x_i,  q = sum_{y=-1} u_i x_i,

so for its S the points p and q are the nearest ones of the two hulls whose weights are at most mu:
p - q = w / S, and their distance is 2 |w| / sum_i alpha_i. nu-SVC has the same nearest points for
nu = sum_i alpha_i / sum_i C_i, so mu = 2 / (nu n) where all weights are 1; its rho is 1 / C, or one
of an interval if all alpha are at their bound. The hard margin has no bound: there
S = 2 / |p - q|^2 and the distance is 2 / |w|.

Sources: Bennett and Bredensteiner, Duality and geometry in SVM classifiers, ICML (2000),
https://www.robots.ox.ac.uk/~cvrg/bennett00duality.pdf; Crisp and Burges, A geometric
interpretation of nu-SVM classifiers, NIPS (1999),
https://papers.nips.cc/paper/1687-a-geometric-interpretation-of-v-svm-classifiers
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from pages.state.model.reduced_hull import reduced_hull
from pages.state.model.run import Run
from svmcore.arrays import Array, read_only

WHOLE = 1.0 - 1e-9  # a bound of this size leaves the convex hull as it is
SIGNS = (-1.0, 1.0)  # of the classes, in the order of the hulls


@dataclass(frozen=True, eq=False, kw_only=True)
class HullPair:
    """The hulls of both classes for the C of a run; class -1 first.

    half : S = 1/2 sum_i alpha_i; 0 without a model
    mu : C / S, the bound of a point of weight 1; infinite for the hard margin
    nu : sum_i alpha_i / sum_i C_i; 0 for the hard margin
    distance : of the nearest points; `by_w` is the same as 2 |w| / sum_i alpha_i
    nearest : (2, 2), the nearest points; none in feature space
    reduced, whole : closed outlines, (k, 2); none in feature space
    levels : f at the nearest points, (2,)
    """

    run: Run
    half: float
    mu: float
    nu: float
    distance: float
    by_w: float
    nearest: Array | None = None
    reduced: tuple[Array, ...] = ()
    whole: tuple[Array, ...] = ()
    levels: Array | None = None

    @property
    def is_whole(self) -> bool:
        """Whether no bound is below 1, so that the hulls are the convex hulls."""
        lightest = float(self.run.data.weight.min()) if np.isfinite(self.mu) else 1.0
        return self.mu * lightest >= WHOLE

    @property
    def meet(self) -> bool:
        """Whether the hulls have a point in common: w = 0, or no hard margin exists."""
        return self.run.model is None or self.run.constant


@lru_cache(maxsize=32)
def hull_pair(run: Run) -> HullPair | None:
    """The hulls for a run of two classes in a space with inner products; None for any other.

    In the plane for the linear kernel; in feature space there are numbers alone, and without a
    model nothing.
    """
    if run.model is None:
        return _without_model(run)
    if not run.model.kernel.psd:
        return None
    half = 0.5 * float(run.alpha.sum())
    C = run.C
    hard = bool(np.isinf(C).any())
    square = max(float(run.model.coef @ (run.scores - run.model.intercept)), 0.0)
    by_w = float(np.sqrt(square)) / half
    mu, nu = (np.inf, 0.0) if hard else (run.experiment.C / half, 2.0 * half / float(C.sum()))
    numbers = HullPair(run=run, half=half, mu=mu, nu=nu, distance=by_w, by_w=by_w)
    if run.model.weights is None:
        return numbers
    u = run.alpha / half
    nearest = np.array([u[run.data.y == s] @ run.data.X[run.data.y == s] for s in SIGNS])
    bound = np.ones(len(u)) if hard else np.minimum(C / half, 1.0)
    return replace(
        numbers,
        distance=float(np.hypot(*(nearest[1] - nearest[0]))),
        nearest=read_only(nearest),
        reduced=_outlines(run, bound),
        whole=_outlines(run, np.ones(len(u))),
        levels=read_only(run.model(nearest)),
    )


def _without_model(run: Run) -> HullPair | None:
    """The convex hulls that no line separates, and the nearest points that were found."""
    if run.separation is None or run.experiment.kernel != "linear":
        return None
    a, y, X = run.separation.weights, run.data.y, run.data.X
    nearest = np.array([a[y == s] @ X[y == s] for s in SIGNS])
    whole = _outlines(run, np.ones(len(y)))
    return HullPair(
        run=run,
        half=0.0,
        mu=np.inf,
        nu=0.0,
        distance=float(np.hypot(*(nearest[1] - nearest[0]))),
        by_w=np.nan,
        nearest=read_only(nearest),
        reduced=whole,
        whole=whole,
    )


def _outlines(run: Run, bound: Array) -> tuple[Array, ...]:
    """The closed outline of each class's hull."""
    found = []
    for sign in SIGNS:
        these = run.data.y == sign
        corners = reduced_hull(run.data.X[these], bound[these])
        found.append(read_only(np.vstack([corners, corners[:1]])))
    return tuple(found)
