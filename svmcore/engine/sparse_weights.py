"""Linear classification with an l1 penalty, whose optimum has weights of exactly 0.

    min over w of sum_j |w_j| + sum_i C_i max(0, 1 - y_i <w, x_i>)^2.

With A = (y_i x_i), shape (n, d), the dual is

    max over alpha >= 0 of sum_i alpha_i - alpha_i^2 / (4 C_i)  with  |A'alpha|_j <= 1 for each j.

With a bias, f = <w, x> + b, that costs nothing, the dual has the constraint y'alpha = 0 as well.

Source: Yuan, Chang, Hsieh and Lin, A comparison of optimization methods and software for
large-scale l1-regularized linear classification, JMLR 11 (2010), section 2,
https://www.jmlr.org/papers/v11/yuan10c.html
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, lstsq

from svmcore.arrays import Array
from svmcore.losses import SquaredHinge
from svmcore.optim.budget import spent
from svmcore.optim.interior_point import PathPoint
from svmcore.optim.l1_program import l1_path, signs_of, weights_of
from svmcore.optim.newton_systems import TINY
from svmcore.optim.threads import one_thread
from svmcore.problems.certificate import Certificate, certify_models
from svmcore.problems.result import Result, result_with_status

LOSS = SquaredHinge()
NEAR = 1e-3  # relative gap from which on the weights that stay are worth a guess
SETS = 8  # of weights and points that the exact finish tries
GOOD = 0.01  # share of the tolerance that is exact enough
ROUNDING = 1e-13  # relative gap that is nothing but rounding errors


@one_thread
def fit_sparse_weights(
    X: Array,
    y: Array,
    C: Array,
    *,
    intercept: bool = False,
    tol: float = 1e-9,
    max_iter: int = 500,
) -> Result:
    """The model: interior-point method, then the exact finish.

    X : (n, d), y : (n,), -1 or +1, C : (n,), > 0. intercept : whether there is a b, which costs
    nothing; else b = 0. tol : the relative duality gap that is called optimal. margin_term of the
    certificate is sum |w_j|.
    """
    middle = X.mean(axis=0) if intercept else np.zeros(X.shape[1])
    A, bias, good = (X - middle) * y[:, None], y if intercept else None, max(GOOD * tol, ROUNDING)
    problem, n_iter = _Problem(A, C, bias), 0
    w, b = np.zeros(A.shape[1]), float(C @ y / C.sum()) if intercept else 0.0
    alpha = problem.feasible(problem.multipliers(w, b))
    primal, dual = problem.primal(w, b), problem.dual(alpha)
    exact = primal - dual <= good * dual
    with np.errstate(all="ignore"):
        path = l1_path(A, C, bias)
        while not exact and n_iter < max_iter and (point := next(path, None)) is not None:
            n_iter += 1
            guesses = [problem.model(point)]
            if primal - dual <= NEAR * dual:
                guesses.append(problem.finished(point))
            for guess, shift, multipliers in guesses:
                multipliers = problem.feasible(multipliers)
                if (value := problem.dual(multipliers)) > dual:
                    alpha, dual = multipliers, value
                value = problem.primal(guess, shift)
                exact = len(guesses) == 2 and value - dual <= good * dual
                if value < primal or exact:
                    w, b, primal = guess, shift, value
            if spent((primal - dual) / max(dual, TINY)):
                break
    proof, b = problem.certify(w, b, alpha), b - float(middle @ w)
    coef, scores = y * alpha, X @ w
    return result_with_status(
        proof, tol, n_iter, max_iter, coef=coef, intercept=b, alpha=alpha, scores=scores, w=w
    )


@dataclass(frozen=True, eq=False)
class _Problem:
    """The problem for A, shape (n, d), and C; bias : y where there is a b, else None."""

    A: Array
    C: Array
    bias: Array | None

    def margins(self, w: Array, b: float) -> Array:
        """y f, shape (n,)."""
        return np.asarray(self.A @ w + (0.0 if self.bias is None else b * self.bias))

    def multipliers(self, w: Array, b: float) -> Array:
        """The alpha that belong to a model."""
        return np.asarray(-self.C * LOSS.slope(self.margins(w, b)))

    def primal(self, w: Array, b: float) -> float:
        """The penalty and the losses."""
        return float(np.abs(w).sum() + self.C @ LOSS(self.margins(w, b)))

    def dual(self, alpha: Array) -> float:
        """The dual value of feasible multipliers."""
        return float(LOSS.dual(alpha, self.C).sum())

    def feasible(self, alpha: Array) -> Array:
        """The multiple of alpha >= 0 that keeps |A'alpha| <= 1 and is best for the dual.

        With a bias the multipliers of the class with the larger sum are made smaller first.
        """
        if self.bias is not None:
            plus = self.bias > 0.0
            sums = float(alpha[plus].sum()), float(alpha[~plus].sum())
            scale = min(sums) / max(sums) if max(sums) > 0.0 else 0.0
            alpha = np.where(plus == (sums[0] > sums[1]), scale * alpha, alpha)
        half = 0.5 * float((alpha**2 / self.C).sum())
        best = float(alpha.sum()) / half if half > 0.0 else 0.0
        most = max(1.0, float(np.abs(alpha @ self.A).max(initial=0.0)))
        return np.asarray(alpha * min(best, 1.0 / most))

    def model(self, point: PathPoint) -> tuple[Array, float, Array]:
        """w, b and alpha of a point of the path."""
        n = len(self.C)
        return weights_of(point, n), float(point.p.sum()), point.z[:n]

    def finished(self, point: PathPoint) -> tuple[Array, float, Array]:
        """w, b and alpha from the equations of a set of weights, with their signs, and of points.

        On weights S with signs e and points I inside the margin, 2 A_IS' C (1 - A_IS w_S) = e; a b
        is one more weight, with e = 0. What does not fit its set gives the next sets. Of several
        solutions it is the nearest to the point.
        """
        A, (guess, b, _), signs = self.A, self.model(point), signs_of(point, len(self.C))
        if self.bias is not None:
            A, guess, signs = (
                np.column_stack([A, self.bias]),
                np.append(guess, b),
                np.append(signs, 0.0),
            )
        free = np.arange(A.shape[1]) >= self.A.shape[1]
        w, inside = guess, A @ guess < 1.0
        for _ in range(SETS):
            held, near = np.flatnonzero((signs != 0.0) | free), np.flatnonzero(inside)
            w = np.zeros(A.shape[1])
            if len(held) and len(near):
                part, root = A[np.ix_(near, held)], np.sqrt(2.0 * self.C[near])
                w[held] = _solved(part * root[:, None], root, signs[held], guess[held])
            kept, now = signs * w > 0.0, A @ w < 1.0
            if (kept == (signs != 0.0)).all() and (now == inside).all():
                break
            signs, inside = np.where(kept, signs, 0.0), now
        b = float(w[free].sum())
        return w[~free], b, self.multipliers(w[~free], b)

    def certify(self, w: Array, b: float, alpha: Array) -> Certificate:
        """That of a model and feasible multipliers, for which the conjugate of |w|_1 is 0."""
        q = alpha @ self.A
        moved = np.clip(q + w, -1.0, 1.0) - q  # w where these two fit
        return certify_models(
            self.C,
            alpha[None],
            self.margins(w, b)[None],
            np.array([np.abs(w).sum()]),
            LOSS,
            conjugate=np.zeros(1),
            infeasibility=0.0 if self.bias is None else abs(float(alpha @ self.bias)),
            distance=np.abs(w - moved).max(),
        )[0]


def _solved(B: Array, root: Array, signs: Array, guess: Array) -> Array:
    """The w nearest to the guess with B'B w = B'root - signs; by B, as B'B has fewer digits."""
    unit = 1.0 / np.linalg.norm(B, axis=0)
    try:
        shift = lstsq((B * unit).T, unit * signs)[0]
        return np.asarray(guess + unit * lstsq(B * unit, root - shift - B @ guess)[0])
    except (LinAlgError, ValueError):
        return guess
