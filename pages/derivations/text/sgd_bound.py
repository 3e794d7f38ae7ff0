"""The convergence bound of stochastic descent."""

import numpy as np

from pages.derivations.model.question import Lit, Uses
from pages.derivations.model.sgd_bound import SgdBoundCase, sgd_bound_case
from pages.derivations.text.latex import rows, tex
from pages.derivations.text.step import Citation, DerivationStep, DerivationText
from pages.state.text.number_format import number


def _run(case: SgdBoundCase) -> str:
    return rows(
        rf"\rho &= {tex(case.J.rho)},\quad \kappa = {tex(case.J.kappa)},\quad n = "
        rf"{len(case.data.y)}",
        rf"T &= {case.T},\quad \eta_T = {tex(case.eta)}",
    )


def _distance(case: SgdBoundCase) -> str:
    g = case.gradient(case.before, case.batch)
    apart, after = case.before - case.best, case.after - case.best
    products = (apart @ apart, g @ apart, g @ g)
    before, along, square = (tex(float(one), 4) for one in products)
    eta = tex(case.eta, 4)
    return rows(
        rf"&{before} - 2\cdot {eta}\cdot ({along}) + {eta}^2\cdot {square}",
        rf"&= {tex(float(after @ after), 4)}",
    )


def _convex(case: SgdBoundCase) -> str:
    apart = case.before - case.best
    left = float(case.gradient(case.before) @ apart)
    above = case.cost(case.before) - case.cost(case.best)
    half = 0.5 * case.J.rho * float(apart @ apart)
    return rf"{tex(left, 4)} \ge {tex(above, 4)} + {tex(half, 4)} = {tex(above + half, 4)}"


def _length(case: SgdBoundCase) -> str:
    R = case.G / (2.0 * case.J.kappa)
    g = float(np.linalg.norm(case.gradient(case.before, case.batch)))
    return rows(
        rf"R &= {tex(R, 4)},\quad G = 2\cdot {tex(case.J.kappa)}\cdot {tex(R, 4)} = "
        rf"{tex(case.G, 4)}",
        rf"\|g_T\| &= {tex(g, 4)}",
    )


def _sum(case: SgdBoundCase) -> str:
    harmonic = float((1.0 / np.arange(1, case.T + 1)).sum())
    return (
        rf"\textstyle\sum_{{t=1}}^{{{case.T}}} \frac1t = {tex(harmonic, 4)} \le "
        rf"1 + \ln {case.T} = {tex(1.0 + float(np.log(case.T)), 4)}"
    )


def _end(case: SgdBoundCase) -> str:
    return rows(
        rf"\frac{{G^2 (1 + \ln T)}}{{2\rho T}} &= {tex(case.bound, 4)}",
        rf"J(w_m) - J^* &= {tex(case.measured, 4)}",
    )


def _end_here(case: SgdBoundCase) -> str:
    return (
        f"Of this run: J of the mean is {number(case.measured, 4)} above the optimum "
        f"J* = {number(case.cost(case.best), 4)}. The page Descent draws both over t: Compare "
        "with, Convergence bound."
    )


SGD_BOUND = DerivationText(
    "Convergence bound of stochastic descent",
    Citation(
        "Shalev-Shwartz, Ben-David, Understanding Machine Learning (2014), theorem 14.11",
        "https://www.cs.huji.ac.il/~shais/UnderstandingMachineLearning/",
    ),
    (
        DerivationStep(
            rows(
                r"J(w) &= \frac{\rho}{2}\|w\|^2 + \frac{\kappa}{n}\textstyle\sum_i \max(0,\ 1 - "
                r"y_i\langle w, x_i\rangle)",
                r"w_{t+1} &= w_t - \eta_t\,g_t,\quad \eta_t = \frac{1}{\rho t},\quad "
                r"E\,[\,g_t\,|\,w_t\,] \in \partial J(w_t)",
            ),
            "Stochastic descent from w₁ = 0: each update draws a point with replacement, so the "
            "expected subgradient is one of J. (b is the last weight.)",
            _run,
        ),
        DerivationStep(
            r"\|w_{t+1} - w^*\|^2 = \|w_t - w^*\|^2 - 2\eta_t\langle g_t, w_t - w^*\rangle + "
            r"\eta_t^2\|g_t\|^2",
            "The squared distance from the optimum w* after an update, multiplied out.",
            _distance,
            lambda case: f"The numbers are those of the last update, {case.T}.",
        ),
        DerivationStep(
            r"E\,\langle g_t, w_t - w^*\rangle \ge E\,J(w_t) - J^* + "
            r"\frac{\rho}{2}\,E\,\|w_t - w^*\|^2",
            "J is ρ/2 ‖w‖² plus a convex function: it lies above its tangents by ρ/2 times the "
            "squared distance.",
            _convex,
            lambda case: f"With the subgradient of J over all points, before update {case.T}.",
        ),
        DerivationStep(
            r"\|w_t\| \le \frac{\kappa R}{\rho},\quad \|g_t\| \le \rho\|w_t\| + \kappa R \le "
            r"2\kappa R = G,\quad R = \max_i \|x_i\|",
            "With this rate wₜ is the mean of t − 1 vectors, each κ y x/ρ or 0.",
            _length,
        ),
        DerivationStep(
            r"E\,J(w_t) - J^* \le \frac{\rho(t-1)}{2}\,D_t - \frac{\rho t}{2}\,D_{t+1} + "
            r"\frac{G^2}{2\rho t},\quad D_t = E\,\|w_t - w^*\|^2",
            "Put the third and the fourth line into the expectation of the second, with ηₜ = "
            "1/(ρt).",
        ),
        DerivationStep(
            r"\textstyle\sum_{t=1}^{T} \bigl(E\,J(w_t) - J^*\bigr) \le "
            r"\frac{G^2}{2\rho}\sum_{t=1}^{T} \frac1t \le \frac{G^2}{2\rho}\,(1 + \ln T)",
            "Sum over t: the distances cancel, but for the last, which is subtracted.",
            _sum,
        ),
        DerivationStep(
            rows(
                r"w_m &= \textstyle\frac1T\sum_{t=1}^{T} w_t",
                r"E\,J(w_m) - J^* &\le \frac{G^2 (1 + \ln T)}{2\rho T}",
            ),
            "Divide by T: J is convex, so J of the mean is at most the mean of J.",
            _end,
            _end_here,
            lambda case: Lit((), ("boundary",)),
        ),
    ),
    sgd_bound_case,
    Uses("linear", "soft"),
    uses_descent=True,
)
