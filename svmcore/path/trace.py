"""The regularisation path from the smallest C to the largest, segment by segment."""

from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError

from svmcore.arrays import Array, as_signs
from svmcore.engine import GramSpace, Space, classification, train
from svmcore.kernels.gram_factor import factor
from svmcore.path.record import EXACT_TOL, CPath, PathSegment, record
from svmcore.path.steps import BOUND, FREE, ZERO, PathState, Stop

CHECK_EVERY = 16  # stretches between two looks at K itself
CAREFUL_STRETCHES = 64  # stretches after a loss with a look at each
MIN_GROWTH = 1e-13  # relative growth of C that is none
FIRST_LEAP = 1e-7  # relative growth of C over a place that cannot be passed; the next one is larger
MAX_LEAP = 0.25  # the largest such growth
MAX_RESTARTS = 80  # losses after which the rest is bridged at once
MAX_EVENTS = 100  # events a point, on average, that a path may have


def c_path(
    space: Space | Array,
    y: Array,
    low: float = 1e-2,
    high: float = 1e4,
    *,
    shares: Array | None = None,
) -> CPath:
    """Regularisation path: soft-margin models with bounds C shares_i, low <= C <= high.

    shares : (N,), or None for 1 each.

    min 1/2 |w|^2 + C sum_i shares_i max(0, 1 - y_i f(x_i)) has a solution that is piecewise linear
    in C. The first model is trained, the others follow from it event by event; where rounding
    has the better of it, the walk starts again from a trained model. K is held as a whole.
    `space` is a `Space` or K itself, shape (N, N), positive semi-definite; y in {-1, +1}.

    Raises ValueError if not 0 < low < high < infinity, K is no Gram matrix of N points or not
    positive semi-definite, y has other labels or one class only, or a share is not positive.

    Source: Hastie, Rosset, Tibshirani, Zhu, The entire regularization path for the support vector
    machine, JMLR 5 (2004), https://www.jmlr.org/papers/v5/hastie04a.html
    """
    if not 0.0 < low < high < np.inf:
        raise ValueError(f"the path needs 0 < low < high < infinity, got {low:g} and {high:g}")
    K = _gram(space)
    y = as_signs(y, len(K))
    if not -len(y) < y.sum() < len(y):
        raise ValueError("both classes must have points, got only one class")
    shares = np.ones(len(y)) if shares is None else np.asarray(shares, dtype=np.float64)
    if shares.shape != y.shape or not (shares > 0.0).all() or not np.isfinite(shares).all():
        raise ValueError("shares must be one positive number a point, got others")
    tracer = Tracer(K, y, shares, high)
    tracer.trace(low)
    # what happens at low itself leaves no stretch behind, and may cost C its last digits
    tracer.stretches[0] = tracer.stretches[0]._replace(C=low)
    return record(K, y, shares, tracer.stretches, high, tracer.restarts)


def _gram(space: Space | Array) -> Array:
    if isinstance(space, np.ndarray):
        if space.ndim != 2 or space.shape[0] != space.shape[1]:
            raise ValueError(f"K must be square, got shape {space.shape}")
        if not np.isfinite(space).all():
            raise ValueError("K must hold finite numbers, got NaN or infinity")
        factor(space)  # refuses negative eigenvalues
        return np.asarray(space, dtype=np.float64)
    if not space.psd:
        raise ValueError("the path needs a positive semi-definite kernel, got an indefinite one")
    everyone = np.arange(len(space))
    return space.block(everyone, everyone)


class Known(NamedTuple):
    """Up to C the first `done` stretches are right; there the model is (a, b)."""

    done: int
    C: float
    a: Array
    b: float


class LostError(Exception):
    """Rounding errors or a cycle have led away from the path."""


class Tracer:
    """Follows the path, records its segments, and restarts where rounding leads astray."""

    def __init__(self, K: Array, y: Array, shares: Array, high: float) -> None:
        self.K, self.y, self.shares = K, y, shares
        self.means = K.mean(0)
        centred = K - self.means
        centred -= centred.mean(1)[:, None]
        blur = float(np.finfo(float).eps * np.abs(K).max(initial=0.0))
        self.walk = PathState(0.5 * (centred + centred.T), y, shares, blur, high)
        self.stretches: list[PathSegment] = []
        self.known = Known(0, 0.0, np.zeros(len(y)), 0.0)
        self.restarts = 0

    def trace(self, low: float) -> None:
        """All stretches from low to the largest C.

        A walk that gets lost starts again, from a model that is trained where it was last known
        to be right. If it gets lost there once more, it starts from a little further, and the gap
        is bridged.
        """
        here, leap, high = low, FIRST_LEAP, self.walk.high
        while here < high and self.restarts < MAX_RESTARTS:
            self._bridge(here, *self._train(here))
            try:
                self._go_on()
                return
            except (LinAlgError, LostError):
                del self.stretches[self.known.done :]
            self.restarts += 1
            if here < self.known.C:
                here, leap = self.known.C, FIRST_LEAP
            else:
                here, leap = here * (1.0 + leap), min(8.0 * leap, MAX_LEAP)
        self._bridge(high, *self._train(high))

    def _train(self, C: float) -> tuple[Array, float]:
        """(a, b) at C, by other means than a walk; b for the centred K."""
        answer = train(GramSpace(self.K), classification(self.y, C * self.shares))
        return answer.alpha, float(answer.v[0] + self.means @ (self.y * answer.alpha))

    def _bridge(self, C: float, a: Array, b: float) -> None:
        """A straight stretch from the last known model to this one; only its proof can tell."""
        done, start, before, b_before = self.known
        if 0.0 < start < C:
            state = np.full(len(a), FREE, dtype=np.int8)
            state[(before == 0.0) & (a == 0.0)] = ZERO
            state[(before == start * self.shares) & (a == C * self.shares)] = BOUND
            F = np.flatnonzero(state == FREE)
            rates, rate = (a[F] - before[F]) / (C - start), (b - b_before) / (C - start)
            self.stretches.append(PathSegment(start, state, F, before[F], rates, b_before, rate))
            done += 1
        self.known = Known(done, C, a, b)

    def _go_on(self) -> None:
        """Stretch by stretch from the last known model.

        Raises LostError or LinAlgError if the walk gets lost.
        """
        walk, still = self.walk, 0
        walk.place(self.known.C, self.known.a, self.known.b)
        self._save()
        for n in range(MAX_EVENTS * len(self.y)):
            rates, db, df = walk.slopes()
            stop = walk.stop(rates, df)
            if self._note(stop, rates, db):
                still = 0
            elif (still := still + 1) > 2 * len(self.y) + 10:
                raise LostError
            if walk.C + stop.length >= walk.high:
                return
            if n % CHECK_EVERY == CHECK_EVERY - 1 or (self.restarts and n < CAREFUL_STRETCHES):
                # in the middle of a stretch, where nobody is at a corner
                walk.advance(0.5 * stop.length, rates, db, df)
                walk.refresh()
                self._save()
                rates, db, df = walk.slopes()
                stop = walk.stop(rates, df)
                self._note(stop, rates, db)
            walk.advance(stop.length, rates, db, df)
            walk.turn(stop)
        raise LostError

    def _note(self, stop: Stop, rates: Array, db: float) -> bool:
        """Note the stretch that ends with `stop`, if C grows on it."""
        walk, F = self.walk, self.walk.free.copy()
        if walk.C + stop.length <= walk.C * (1.0 + MIN_GROWTH):
            return False
        stretch = PathSegment(walk.C, walk.state.copy(), F, walk.a[F], rates, walk.b, db)
        self.stretches.append(stretch)
        return True

    def _save(self) -> None:
        """Remember where the walk is, if it is right."""
        walk = self.walk
        if not walk.violation() <= EXACT_TOL + walk.rounding():
            raise LostError
        self.known = Known(len(self.stretches), walk.C, walk.a.copy(), walk.b)
