"""Steps of the regularisation path: the active set, its direction, and the next event."""

from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, lapack

from svmcore.arrays import Array, Indices

ZERO, FREE, BOUND = 0, 1, 2
DEPENDENT = 1e-13  # of the largest |phi_i|^2: a square distance that only rounding errors have made
NOISE = 1e-15  # relative error of a sum of products
TOUCHING = 1e-10  # distance from its margin within which a point may be on it
DRIFT = 1e-9  # distance from their margin that free points may gain all the way to the largest C
TINY = 1e-30  # a distance that is 0, but can be divided by


class Stop(NamedTuple):
    """What ends a straight stretch: `point` goes `to` another state after C grew by `length`."""

    length: float
    point: int
    to: int


class PathState:
    """The model at one C and how it changes with C: a_F and b move on straight lines.

    With ' for d/dC, the free points F and those at their bound B (a_i = C c_i), f = K (y a) + b:

        K_FF y_F a_F' + 1 b' = -K_FB y_B c_B,    y_F'a_F' = -y_B'c_B,

    which keeps y_i f_i = 1 on F and y'a = 0. F stays affinely independent in feature space: a
    point that depends on the others replaces one of them, at the same C. F is never empty; where
    no point is strictly between its bounds, one of those on the margin stands for all.

    K is symmetric, with rows that sum to 0 (which only shifts b) to lose no digits on what all
    points have in common; y and the shares c of C have shape (n,). blur is the size of the
    rounding errors in K's entries, high the largest C that matters.

    Source: Hastie, Rosset, Tibshirani, Zhu, The entire regularization path for the support vector
    machine, JMLR 5 (2004), https://www.jmlr.org/papers/v5/hastie04a.html; for dependent points:
    Ong, Shao, Yang, An improved algorithm for the solution of the regularization path of support
    vector machine, IEEE TNN 21 (2010), https://optimization-online.org/?p=10733
    """

    def __init__(self, K: Array, y: Array, shares: Array, blur: float, high: float) -> None:
        n = len(y)
        self.K, self.y, self.shares = K, y, shares
        self.unit = float(K.diagonal().max()) or 1.0
        self.least = max(n * blur, DEPENDENT * self.unit)  # that two points really differ by
        self.noise = NOISE * float(np.abs(K).max())
        self.C, self.b, self.high = 0.0, 0.0, high
        self.a, self.f = np.zeros(n), np.zeros(n)
        self.state = np.zeros(n, dtype=np.int8)
        self._side, self._base = np.zeros(n), np.zeros(n)  # room = side f + base >= 0
        self._pull, self._balance = np.zeros(n), 0.0  # K_B y_B c_B and y_B'c_B
        self._F = np.empty(n, dtype=np.intp)
        self._rows = np.empty((n, n))  # K_F
        self._m = 0

    @property
    def free(self) -> Indices:
        """F."""
        return self._F[: self._m]

    def place(self, C: float, a: Array, b: float) -> None:
        """Start from the model (a, b), which is optimal at C up to rounding.

        Raises LinAlgError if rounding leaves no equations to solve.
        """
        self.C, self.a, self.b, self._m = C, a.copy(), b, 0
        top = C * self.shares
        short = 1.0 - self.y * (self.K @ (self.y * a) + b)
        wanted = a + short / self.unit  # what a projected gradient step would do
        loose = np.flatnonzero((wanted > 0.0) & (wanted < top))
        self.a[wanted <= 0.0] = 0.0
        for i in range(len(a)):
            self._mark(i, BOUND if wanted[i] > 0.0 else ZERO)
        for i in loose.tolist():  # they are let in one by one, with the a they have
            self._mark(i, FREE)
        self.refresh()
        inside = np.minimum(a, top - a)[loose]
        for j in loose[inside.argsort()[::-1]]:
            self.admit(int(j))
        if self._m == 0:
            nearest = int(np.abs(self.y * self.f - 1.0).argmin())
            self.b += self.y[nearest] - self.f[nearest]
            self.admit(nearest)
        self.refresh()
        self.refresh()  # removes what the first one's own rounding left over

    def refresh(self) -> None:
        """Compute from K what was only updated, and put F back on its margin."""
        at_bound = self.state == BOUND
        self.a[at_bound] = self.C * self.shares[at_bound]
        coef = self.y * self.a
        both = np.column_stack([np.where(at_bound, self.y * self.shares, 0.0), coef])
        self._pull, scores = np.ascontiguousarray((self.K @ both).T)
        self._balance = float(both[:, 0].sum())
        self.f = scores + self.b
        if self._m:
            F = self.free
            change, db = self._solve(self.y[F] - self.f[F], -float(coef.sum()))
            self.a[F] += self.y[F] * change
            self.b += db
            self.f += change @ self._rows[: self._m] + db

    def rounding(self) -> float:
        """The size of the rounding errors in f, and of what they mean for a."""
        return 10.0 * self.noise * float(self.a.sum())

    def violation(self) -> float:
        """The largest distance of a margin from its side, of a_F from the box, of y'a from 0."""
        F = self.free
        a, top = self.a[F], self.C * self.shares[F]
        outside = np.maximum(-a, a - top).max(initial=0.0)
        wrong = -(self._side * self.f + self._base).min(initial=0.0)
        off = np.abs(self.y[F] * self.f[F] - 1.0).max(initial=0.0)
        return float(max(outside, wrong, off, abs(self.y @ self.a)))

    def slopes(self) -> tuple[Array, float, Array]:
        """(a_F', b', f')."""
        F = self.free
        beta, db = self._solve(-self._pull[F], -self._balance)
        rows = self._rows[: self._m]
        df = beta @ rows + (self._pull + db)
        off = -df[F]
        if self.high**2 * float(off @ off) > DRIFT**2:  # the first solution's own rounding
            change, more = self._solve(off, -self._balance - float(beta.sum()))
            beta, db, df = beta + change, db + more, df + (change @ rows + more)
        return self.y[F] * beta, db, df

    def stop(self, rates: Array, df: Array) -> Stop:
        """The first thing that happens when C grows with these slopes."""
        room = np.maximum(self._side * self.f + self._base, TINY)
        closing = self._side * -df
        k = int((closing / room).argmax())
        if room[k] <= TOUCHING:  # not one that slides along its margin
            noise = self.noise * float(np.abs(rates).sum() + len(room))
            closing[(room <= TOUCHING) & (closing <= noise)] = 0.0
            k = int((closing / room).argmax())
        length = float(room[k] / closing[k]) if closing[k] > 0.0 else np.inf
        first = Stop(length, k, FREE)
        if self._m > 1:
            F = self.free
            a, shares = self.a[F], self.shares[F]
            left = np.concatenate([a, self.C * shares - a])
            left = np.maximum(left, TINY)
            speed = np.concatenate([-rates, rates - shares])
            k = int((speed / left).argmax())
            if speed[k] > 0.0 and left[k] / speed[k] < length:
                to = ZERO if k < self._m else BOUND
                return Stop(float(left[k] / speed[k]), int(F[k % self._m]), to)
        return first

    def advance(self, length: float, rates: Array, db: float, df: Array) -> None:
        """Go straight on while C grows by `length`."""
        self.C += length
        self.a[self.free] += length * rates
        self.b += length * db
        self.f += length * df

    def turn(self, stop: Stop) -> None:
        """Change the active set as the event asks.

        Raises LinAlgError if rounding leaves no equations to solve.
        """
        if stop.to != FREE:
            self._dismiss(stop.point, stop.to)
            return
        way = 1.0
        if self.state[stop.point] == BOUND:
            way = -1.0
            self._draw(stop.point, -1.0)
            self.a[stop.point] = self.C * self.shares[stop.point]
        self.admit(stop.point, way)

    def admit(self, j: int, way: float = 1.0) -> None:
        """Let j into F. If it depends on F, move a_j in its `way` until somebody gives place."""
        if self._m:
            row = self.K[j, self.free]
            toward, constant = self._solve(row, 1.0)
            rest = self.K[j, j] - float(row @ toward) - constant
            if rest <= self.least and not self._exchange(j, way, toward):
                return
        self._mark(j, FREE)
        self._F[self._m] = j
        self._rows[self._m] = self.K[j]
        self._m += 1
        self._factorise()

    def _exchange(self, j: int, way: float, toward: Array) -> bool:
        """phi_j = sum_F toward_i phi_i: a_j for a_F, f the same; False if j came to a bound."""
        F = self.free
        rates = -self.y[F] * toward * (self.y[j] * way)
        top = self.C * self.shares
        room = np.maximum(np.where(rates < 0.0, self.a[F], top[F] - self.a[F]), TINY)
        k = int((np.abs(rates) / room).argmax())
        length = float(room[k] / abs(rates[k]))
        whole = float(top[j] - self.a[j] if way > 0.0 else self.a[j])
        self.a[F] += min(length, whole) * rates
        self.a[j] += way * min(length, whole)
        if whole <= length:
            self._settle(j, BOUND if way > 0.0 else ZERO)
            return False
        self._dismiss(int(F[k]), ZERO if rates[k] < 0.0 else BOUND)
        return True

    def _dismiss(self, i: int, to: int) -> None:
        """Take i out of F, to 0 or to its bound."""
        k = int((self.free == i).argmax())
        self._m -= 1
        self._F[k] = self._F[self._m]
        self._rows[k] = self._rows[self._m]
        self._settle(i, to)
        if self._m:
            self._factorise()

    def _settle(self, i: int, to: int) -> None:
        """Put i at 0 or at its bound."""
        self._mark(i, to)
        self.a[i] = 0.0
        if to == BOUND:
            self.a[i] = self.C * self.shares[i]
            self._draw(i, 1.0)

    def _draw(self, i: int, times: float) -> None:
        pulls = times * self.y[i] * self.shares[i]
        self._pull += pulls * self.K[i]
        self._balance += pulls

    def _mark(self, i: int, state: int) -> None:
        self.state[i] = state
        self._side[i] = (1 - state) * self.y[i]
        self._base[i] = state - 1 if state != FREE else 1.0

    def _factorise(self) -> None:
        """Cholesky of K_FF + unit 11', which F's affine independence makes regular."""
        M = self._rows[: self._m].take(self.free, axis=1)
        M += self.unit
        self._factor, info = lapack.dpotrf(M.T, lower=1, clean=0, overwrite_a=1)
        if info:
            raise LinAlgError("the free points depend on each other")
        self._toward, _ = lapack.dpotrs(self._factor, np.ones(self._m), lower=1)
        self._total = float(np.add.reduce(self._toward))

    def _solve(self, right: Array, total: float) -> tuple[Array, float]:
        """(x, s) with K_FF x + 1 s = right and 1'x = total."""
        x, _ = lapack.dpotrs(self._factor, right, lower=1)
        s = (float(np.add.reduce(x)) - total) / self._total
        return x - s * self._toward, s + self.unit * total
