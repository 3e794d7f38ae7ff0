"""SVM training problems as one quadratic program, whatever represents the kernel."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Self

import numpy as np

from svmcore.arrays import Array, Indices, as_signs
from svmcore.losses import Hinge
from svmcore.problems.certificate import Certificate, certify_models, in_place_of_infinite
from svmcore.problems.feasible import project

MAX_PENALTY = float(np.finfo(float).max)
TIE_TOL = 1e-12  # relative difference of two sums of C that only rounding errors have made


class State(NamedTuple):
    """a, shape (n,), the scores <w, phi(x_i)> that follow from it, and v, shape (k,)."""

    a: Array
    scores: Array
    v: Array


@dataclass(frozen=True, eq=False)
class Task:
    """Quadratic program of a support vector machine, for any kernel:

        min over a of 1/2 |w|^2 - q'a,  w = sum_i sign_i a_i phi(x_i),  0 <= a_i <= C_i,

    with sum_i balance_i a_i = total_g over the members i of each group g, in which all
    sign_i balance_i are equal. Each of N = `n_points` has one variable, or several that follow each
    other as blocks of N: `sign`, `q`, `balance`, `group` and `C` have shape (n,), n a multiple of
    N; `total` has shape (k,).

    With one multiplier v_g a group, f_i = sign_i <w, phi(x_i)> + balance_i v_(group i), the value
    of the primal is 1/2 |w|^2 + v'total + sum_i C_i max(0, q_i - f_i), and the optimum is where
    f_i > q_i only at a_i = 0 and f_i < q_i only at a_i = C_i.

    Source: Chang and Lin, LIBSVM: a library for support vector machines (2011), section 2,
    https://www.csie.ntu.edu.tw/~cjlin/papers/libsvm.pdf
    """

    sign: Array
    q: Array
    balance: Array
    group: Indices
    total: Array
    C: Array
    n_points: int

    @cached_property
    def members(self) -> tuple[Indices, ...]:
        """The variables of each group."""
        return tuple(np.flatnonzero(self.group == g) for g in range(len(self.total)))

    @cached_property
    def groups(self) -> tuple[slice, ...]:
        """The same where the groups follow each other, as they do when methods are at work."""
        ends = self.group.searchsorted(np.arange(len(self.total) + 1)).tolist()
        return tuple(slice(*part) for part in pairwise(ends))

    @cached_property
    def slopes(self) -> Array:
        """sign_i balance_i of each group, shape (k,): -1 or 1, 0 where it has no member."""
        slopes = np.zeros(len(self.total))
        slopes[self.group] = self.sign * self.balance
        return slopes

    @property
    def shiftable(self) -> bool:
        """Whether w stays the same when all phi(x_i) move by one vector: sum_i sign_i a_i = 0.

        The multipliers v absorb such a shift.
        """
        return float(self.slopes @ self.total) == 0.0

    def part(self, variables: Indices, n_points: int, C: Array | None = None) -> Self:
        """The task of some of the variables, of so many points; C is theirs if not given."""
        return replace(
            self,
            sign=self.sign[variables],
            q=self.q[variables],
            balance=self.balance[variables],
            group=self.group[variables],
            C=self.C[variables] if C is None else C,
            n_points=n_points,
        )

    def coef(self, a: Array) -> Array:
        """The weight of each point in w, shape (N,)."""
        if len(self.sign) == self.n_points:
            return self.sign * a
        return np.asarray((self.sign * a).reshape(-1, self.n_points).sum(0))

    def gradient_step(self, state: State) -> Array:
        """a after a gradient step of the dual, before it is clipped to [0, C].

        Its length is that of a typical a over a typical distance of f from q, so that a point that
        is on its way to a bound (a small, its distance large) is told from a free one whatever
        the size of C.
        """
        short = self.q - self.values(state.scores, state.v)
        typical = float(np.abs(short).mean())
        step = float(state.a.max()) / typical if typical > 0.0 else 0.0
        return np.asarray(state.a + (step or 1.0) * short)

    def sums(self, a: Array) -> Array:
        """sum_i balance_i a_i over each group, shape (k,)."""
        if len(self.total) == 1:
            return np.array([self.balance @ a])
        sums = np.bincount(self.group, self.balance * a, minlength=len(self.total))
        return np.asarray(sums, dtype=np.float64)

    def forward(self, scores: Array) -> Array:
        """sign_i <w, phi(x_i)>, shape (n,), from <w, phi(x_i)> at the points, shape (N,)."""
        blocks = len(self.sign) // self.n_points
        return self.sign * (scores if blocks == 1 else np.tile(scores, blocks))

    def values(self, scores: Array, v: Array) -> Array:
        """f, shape (n,)."""
        of_group = v[0] if len(v) == 1 else v[self.group]
        return self.forward(scores) + self.balance * of_group

    def best_multipliers(self, scores: Array) -> Array:
        """The v, shape (k,), that are best for the primal, given w.

        In each v_g the primal is convex and piecewise linear with a kink at each
        balance_i (q_i - sign_i g_i). A kink on the way up adds C_i to the slope, which starts at
        total_g - the sum of C over balance = +1, so the minimum is where the sorted C have caught
        up with that; the middle, if that is a whole piece.
        """
        kinks = self.balance * (self.q - self.forward(scores))
        return np.array([self._best(kinks, g) for g in range(len(self.total))])

    def _best(self, kinks: Array, g: int) -> float:
        inside = self.members[g] if len(self.total) > 1 else slice(None)
        kinks, C, rising = kinks[inside], self.C[inside], self.balance[inside] > 0.0
        if np.isinf(C).all():  # every point counts: the middle of the smallest margins
            ends = kinks[rising].max(initial=-np.inf), kinks[~rising].min(initial=np.inf)
            finite = [end for end in ends if np.isfinite(end)]
            return float(sum(finite) / len(finite))
        C = in_place_of_infinite(C)
        order = kinks.argsort()
        climbed = C[order].cumsum()
        needed = float(C[rising].sum()) - self.total[g]
        at = int(np.searchsorted(climbed, needed * (1.0 - TIE_TOL)))
        at = min(at, len(kinks) - 1)
        flat = climbed[at] <= needed * (1.0 + TIE_TOL) and at + 1 < len(kinks)
        return float(0.5 * (kinks[order[at]] + kinks[order[at + flat]]))

    def feasible(self, a: Array) -> Array:
        """The projection of `a` onto the feasible set."""
        if len(self.total) == 1:
            return project(a, self.balance, self.C, float(self.total[0]))
        result = np.empty_like(a)
        for inside, total in zip(self.members, self.total, strict=True):
            there = self.balance[inside], self.C[inside], float(total)
            result[inside] = project(a[inside], *there)
        return result

    def certify(
        self, a: Array, scores: Array, v: Array, squares: tuple[float, float] | None = None
    ) -> Certificate:
        """What can be proved about (a, v), with scores = <w, phi(x_i)> at the points.

        squares : |w|^2 of the model and of the w that a has, if these are two; then the scores are
        those of the model. See `certify_models`.
        """
        square = float(self.coef(a) @ scores)
        of_model, of_a = (square, square) if squares is None else squares
        return certify_models(
            self.C,
            a[None],
            self.values(scores, v)[None],
            np.array([0.5 * of_model]),
            self.loss,
            conjugate=np.array([0.5 * of_a]),
            linear=float(v @ self.total),
            infeasibility=np.abs(self.sums(a) - self.total).max(),
        )[0]

    @property
    def loss(self) -> Hinge:
        """max(0, q - f)."""
        return Hinge(self.q)

    def intercept(self, v: Array) -> float:
        """b of f = <w, phi> + b: what the multipliers v have in common with the signs."""
        return float(self.slopes @ v) / len(self.total)


def _penalties(C: Array, n: int, most: float = MAX_PENALTY) -> Array:
    """C as an array of shape (n,) of numbers > 0; raises ValueError if it is not."""
    C = np.asarray(C, dtype=np.float64)
    if n == 0 or C.shape != (n,):
        raise ValueError(f"C must have shape ({n},) with at least one point, got {C.shape}")
    wrong = C[~((C > 0.0) & (most >= C))]
    if wrong.size:
        law = "> 0" if most == np.inf else "> 0 and finite"
        raise ValueError(f"C must be {law}, got {wrong[0]:g}")
    return C


def _targets(z: Array) -> Array:
    """z as an array of shape (n,) of finite numbers; raises ValueError if it is not."""
    z = np.asarray(z, dtype=np.float64)
    if z.ndim != 1 or not np.isfinite(z).all():
        raise ValueError("targets must be finite numbers in one dimension")
    return z


def _share(nu: float) -> float:
    if not 0.0 < nu <= 1.0:
        raise ValueError(f"nu must be > 0 and <= 1, got {nu:g}")
    return nu


def classification(y: Array, C: Array) -> Task:
    """C-SVC, https://doi.org/10.1007/BF00994018: v = (b,). y in {-1, +1}, C > 0, both (N,).

    Where C is infinite no loss is allowed. Raises ValueError if y or C is not of this kind.
    """
    n = np.size(y)
    y, C = as_signs(y, n), _penalties(C, n, most=np.inf)
    return Task(y, np.ones(n), y, np.zeros(n, dtype=np.intp), np.zeros(1), C, n)


def regression(z: Array, C: Array, epsilon: float) -> Task:
    """epsilon-SVR of the targets z, shape (N,), with C > 0, shape (N,): v = (b,).

    Each point has two variables, for being above and below the tube |z - f| <= epsilon. Raises
    ValueError if z or C is not finite, a C or epsilon is below its bound, or shapes differ. Source:
    Smola and Schölkopf (2004), https://doi.org/10.1023/B:STCO.0000035301.49549.88
    """
    n = np.size(z)
    z, C = _targets(z), _penalties(C, n)
    if not 0.0 <= epsilon < np.inf:
        raise ValueError(f"epsilon must be >= 0 and finite, got {epsilon:g}")
    sign = np.repeat([1.0, -1.0], n)
    q = np.concatenate([z - epsilon, -z - epsilon])
    return Task(sign, q, sign, np.zeros(2 * n, dtype=np.intp), np.zeros(1), np.tile(C, 2), n)


def nu_regression(z: Array, nu: float, C: Array) -> Task:
    """nu-SVR of z, (N,), a tube of optimal half width: v = (epsilon + b, epsilon - b).

        min over w, b, epsilon of 1/2 |w|^2 + sum_i C_i (nu epsilon + max(0, |z_i - f_i| - epsilon))

    Two variables a point, as in `regression`; those above the tube and those below it each have
    sum_i a_i = nu sum(C) / 2, so that sum_i alpha_i + alpha*_i = nu sum(C), LIBSVM's scaling. For
    0 < nu <= 1 an epsilon below 0 is never better than 0.

    Source: Schölkopf, Smola, Williamson and Bartlett, New support vector algorithms, Neural
    Computation 12 (2000), https://doi.org/10.1162/089976600300015565; Chang and Lin, Training
    nu-support vector regression (2002), https://doi.org/10.1162/089976602760128081
    """
    n = np.size(z)
    z, C = _targets(z), _penalties(C, n)
    total = np.full(2, 0.5 * _share(nu) * float(C.sum()))
    group = np.repeat(np.arange(2), n)
    q = np.concatenate([z, -z])
    return Task(np.repeat([1.0, -1.0], n), q, np.ones(2 * n), group, total, np.tile(C, 2), n)


def nu_classification(y: Array, nu: float, C: Array) -> Task:
    """nu-SVC before its scaling: v = (b - rho, -b - rho) and y f >= rho is asked.

    sum_i a_i = nu sum(C) / 2 in each class; divided by rho it is the soft margin with C / rho.
    Source: Chang and Lin, Training nu-support vector classifiers, Neural Computation 13 (2001),
    https://doi.org/10.1162/089976601750399335
    """
    n = np.size(y)
    y, C = as_signs(y, n), _penalties(C, n)
    total = np.full(2, 0.5 * _share(nu) * float(C.sum()))
    return Task(y, np.zeros(n), np.ones(n), np.where(y > 0.0, 0, 1), total, C, n)


def data_description(squares: Array, nu: float, C: Array) -> Task:
    """Support vector data description: the smallest sphere with all but about nu of the points.

        min R^2 + 1/T sum_i C_i max(0, |phi(x_i) - c|^2 - R^2),  T = nu sum(C)

    over the centre c and the radius R, times T^2 / 2. squares : |phi(x_i)|^2, shape (N,). w = T c,
    v = (T (R^2 - |c|^2) / 2,), sum_i a_i = T: the dual is max sum_i alpha_i K_ii - alpha' K alpha
    for alpha = a / T. Where all squares are equal, a is that of `one_class`. Source: Tax and Duin,
    Support vector data description (2004), https://doi.org/10.1023/B:MACH.0000008084.60811.49
    """
    task = one_class(nu, C)
    return replace(task, q=0.5 * float(task.total[0]) * squares)


def one_class(nu: float, C: Array) -> Task:
    """One-class SVM: the half-space farthest from the origin with all but about nu of the points.

    v = (-rho,); f = <w, phi(x)> - rho; sum_i a_i = nu sum(C). Source: Schölkopf et al.,
    Estimating the support of a distribution (2001), https://doi.org/10.1162/089976601750264965
    """
    n = np.size(C)
    C, ones = _penalties(C, n), np.ones(n)
    total = np.array([_share(nu) * float(C.sum())])
    return Task(ones, np.zeros(n), ones, np.zeros(n, dtype=np.intp), total, C, n)
