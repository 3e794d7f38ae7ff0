"""Linear classification with an l1 penalty, whose optimum has weights of exactly 0.

    min over w of sum_j |w_j| + sum_i C_i max(0, 1 - y_i <w, x_i>)^2.

With A = (y_i x_i), shape (n, d), the dual is

    max over alpha >= 0 of sum_i alpha_i - alpha_i^2 / (4 C_i)  with  |A'alpha|_j <= 1 for each j.

Source: Yuan, Chang, Hsieh and Lin, A comparison of optimization methods and software for
large-scale l1-regularized linear classification, JMLR 11 (2010), section 2,
https://www.jmlr.org/papers/v11/yuan10c.html
"""

import numpy as np
from scipy.linalg import LinAlgError, lstsq

from svmcore.arrays import Array
from svmcore.engine.linear_fit import LinearFit
from svmcore.optim.l1_interior_point import l1_walk
from svmcore.optim.threads import one_thread
from svmcore.problems.certificate import Certificate, Status

NEAR = 1e-3  # relative gap from which on the weights that stay are worth a guess
SETS = 8  # of weights and points that the exact finish tries
GOOD = 0.01  # share of the tolerance that is exact enough
ROUNDING = 1e-13  # relative gap that is nothing but rounding errors


@one_thread
def fit_sparse_weights(
    X: Array, y: Array, C: Array, *, tol: float = 1e-9, max_iter: int = 500
) -> LinearFit:
    """The model, b = 0: interior-point method, then the exact finish.

    X : (n, d), y : (n,), -1 or +1, C : (n,), > 0. tol : the relative duality gap that is called
    optimal. margin_term of the certificate is sum |w_j|; its violation is the largest distance of a
    weight or a multiplier from what the others make of it.
    """
    A, good = X * y[:, None], max(GOOD * tol, ROUNDING)
    w, alpha, n_iter = np.zeros(A.shape[1]), _feasible(A, C, 2.0 * C), 0
    primal, dual = sum(_primal(A, C, w)), _dual(C, alpha)
    exact = primal - dual <= good * dual
    with np.errstate(all="ignore"):
        walk = l1_walk(A, C)
        while not exact and n_iter < max_iter and (point := next(walk, None)) is not None:
            n_iter += 1
            guesses = [(point.w, point.alpha)]
            if primal - dual <= NEAR * dual:
                guesses.append(_finished(A, C, point.w, point.signs))
            for guess, multipliers in guesses:
                multipliers = _feasible(A, C, multipliers)
                if (value := _dual(C, multipliers)) > dual:
                    alpha, dual = multipliers, value
                value = sum(_primal(A, C, guess))
                exact = len(guesses) == 2 and value - dual <= good * dual
                if value < primal or exact:
                    w, primal = guess, value
    proof = _certify(A, C, w, alpha)
    reached = proof.gap <= tol * abs(proof.dual)
    stopped = Status.MAX_ITER if n_iter >= max_iter else Status.STALLED
    return LinearFit(w, 0.0, alpha, proof, Status.OPTIMAL if reached else stopped, n_iter)


def _finished(A: Array, C: Array, guess: Array, signs: Array) -> tuple[Array, Array]:
    """w and alpha from the equations of a set of weights, with their signs, and of points.

    On weights S with signs e and points I inside the margin, 2 A_IS' C (1 - A_IS w_S) = e. What
    does not fit its set gives the next sets. Of several solutions it is the nearest to the guess.
    """
    w, inside = guess, A @ guess < 1.0
    for _ in range(SETS):
        held, near = np.flatnonzero(signs), np.flatnonzero(inside)
        w = np.zeros(A.shape[1])
        if len(held) and len(near):
            part, root = A[np.ix_(near, held)], np.sqrt(2.0 * C[near])
            w[held] = _solved(part * root[:, None], root, signs[held], guess[held])
        kept, now = signs * w > 0.0, A @ w < 1.0
        if (kept == (signs != 0.0)).all() and (now == inside).all():
            break
        signs, inside = np.where(kept, signs, 0.0), now
    return w, 2.0 * C * np.maximum(0.0, 1.0 - A @ w)


def _solved(B: Array, root: Array, signs: Array, guess: Array) -> Array:
    """The w nearest to the guess with B'B w = B'root - signs; by B, as B'B has fewer digits."""
    unit = 1.0 / np.linalg.norm(B, axis=0)
    try:
        shift = lstsq((B * unit).T, unit * signs)[0]
        return np.asarray(guess + unit * lstsq(B * unit, root - shift - B @ guess)[0])
    except (LinAlgError, ValueError):
        return guess


def _feasible(A: Array, C: Array, alpha: Array) -> Array:
    """The multiple of alpha >= 0 that keeps |A'alpha| <= 1 and is best for the dual."""
    half = 0.5 * float((alpha**2 / C).sum())
    best = float(alpha.sum()) / half if half > 0.0 else 0.0
    return np.asarray(alpha * min(best, 1.0 / max(1.0, float(np.abs(alpha @ A).max(initial=0.0)))))


def _primal(A: Array, C: Array, w: Array) -> tuple[float, float]:
    """The penalty and the losses."""
    return float(np.abs(w).sum()), float(C @ np.maximum(0.0, 1.0 - A @ w) ** 2)


def _dual(C: Array, alpha: Array) -> float:
    return float(alpha.sum()) - 0.25 * float((alpha**2 / C).sum())


def _certify(A: Array, C: Array, w: Array, alpha: Array) -> Certificate:
    """What is proved about w, by multipliers that are feasible."""
    q = alpha @ A
    moved = np.clip(q + w, -1.0, 1.0) - q
    off = float(np.abs(alpha - 2.0 * C * np.maximum(0.0, 1.0 - A @ w)).max())
    penalty, losses = _primal(A, C, w)
    return Certificate(
        margin_term=penalty,
        loss_term=losses,
        dual=_dual(C, alpha),
        violation=max(off, float(np.abs(w - moved).max())),
        infeasibility=0.0,
    )
