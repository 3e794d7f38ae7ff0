"""The kernel in the dual, the representer theorem, and the names of kernel parameters."""

import numpy as np

from pages.derivations.model.question import Lit, Uses
from pages.derivations.model.two_classes import BoardCase, two_classes
from pages.derivations.text.latex import bracketed, rows, signed, sum_rows, tex
from pages.derivations.text.multipliers import supported
from pages.derivations.text.step import Citation, DerivationStep, DerivationText
from pages.state.text.number_format import number

KERNELS_BOOK = "https://mitpress.mit.edu/9780262536578/learning-with-kernels/"
KEPT = Uses("kept", "soft")


def pair(case: BoardCase) -> tuple[int, int]:
    """Two points: the last two inspected; else the support vectors with the largest multipliers;
    else the first and last.
    """
    if case.at is not None and case.before is not None and case.at != case.before:
        return case.before, case.at
    held = [int(i) for i in case.support[:2]]
    return (held[0], held[1]) if len(held) == 2 else (0, case.n - 1)


def value(case: BoardCase, i: int, j: int) -> float:
    """K(x_i, x_j)."""
    return float(case.model.kernel(case.X[[i]], case.X[[j]])[0, 0])


def _pair_lit(case: BoardCase) -> Lit:
    return Lit(pair(case))


def _inner(case: BoardCase) -> str:
    i, j = pair(case)
    return rows(
        rf"\langle x_{{{i + 1}}}, x_{{{j + 1}}}\rangle &= {tex(case.X[i] @ case.X[j], 4)}",
        rf"K(x_{{{i + 1}}}, x_{{{j + 1}}}) &= {tex(value(case, i, j), 4)}",
    )


def _terms(case: BoardCase) -> str:
    k = case.nearest
    order = case.support
    K = case.model.kernel(case.X[order], case.X[[k]])[:, 0]
    terms = [
        rf"{signed(case.alpha[i] * case.y[i])}\cdot {bracketed(v)}"
        for i, v in zip(order, K, strict=True)
    ]
    total = rf"{tex(case.K_beta[k], 4)},\quad f = {tex(case.f[k], 4)}"
    return sum_rows(rf"f(x_{{{k + 1}}}) - b", terms, total)


def _square(case: BoardCase) -> str:
    return rf"\|w\|^2 = {tex(case.square, 4)},\quad b = {tex(case.b, 4)}"


def _square_terms(case: BoardCase) -> str:
    order = case.support
    terms = [
        rf"{signed(case.alpha[i] * case.y[i])}\cdot {bracketed(case.K_beta[i])}" for i in order
    ]
    return sum_rows(r"\beta^\top K \beta", terms, tex(case.square, 4))


def _width(case: BoardCase) -> str:
    return (
        rf"\frac{{2}}{{{tex(case.norm)}}} = {tex(2.0 / case.norm, 4)}" if case.norm > 1e-9 else ""
    )


KERNEL = DerivationText(
    "The kernel in the dual",
    Citation(
        "Burges, A tutorial on support vector machines (1998), 4",
        "https://doi.org/10.1023/A:1009715923555",
    ),
    (
        DerivationStep(
            r"\langle x_i, x_j\rangle \;\to\; \langle \varphi(x_i), \varphi(x_j)\rangle = "
            r"K(x_i, x_j)",
            "The dual has the points in inner products only: map them by φ, and K is all that is "
            "needed of φ.",
            _inner,
            lit=_pair_lit,
        ),
        DerivationStep(
            r"\max_\alpha\ \textstyle\sum_i \alpha_i - \tfrac12\sum_{i,j} \alpha_i\alpha_j y_i "
            r"y_j K(x_i, x_j)",
            "The same problem with the same constraints.",
            lambda case: (
                rf"{tex(case.alpha.sum(), 4)} - \tfrac12\cdot {tex(case.square, 4)} = "
                rf"{tex(case.dual, 4)}"
            ),
        ),
        DerivationStep(
            r"w = \textstyle\sum_i \alpha_i y_i\,\varphi(x_i)",
            "w is a sum in feature space, and need not be written down.",
            here=lambda case: f"{len(case.support)} of {case.n} terms are not 0.",
            lit=supported,
        ),
        DerivationStep(
            r"f(x) = \langle w, \varphi(x)\rangle + b = \textstyle\sum_i \alpha_i y_i K(x_i, "
            r"x) + b",
            "Put w into f: f is a sum of kernels at the support vectors.",
            _terms,
            lambda case: f"At point {case.nearest + 1}, with b = {number(case.b, 4)}.",
            lambda case: Lit((case.nearest,), ("boundary",)),
        ),
        DerivationStep(
            r"\|f\|^2 = \|w\|^2 = \textstyle\sum_{i,j} \alpha_i\alpha_j y_i y_j K(x_i, x_j) = "
            r"\beta^\top K \beta",
            "Put w into its own norm, with βᵢ = αᵢ yᵢ.",
            _square_terms,
        ),
        DerivationStep(
            r"\text{width} = \frac{2}{\|w\|}",
            "The width of the margin, in feature space, where the boundary is flat.",
            _width,
            lit=lambda case: Lit(parts=("margins",)),
        ),
    ),
    two_classes,
    KEPT,
)


def _with_v(case: BoardCase) -> str:
    return rf"\tfrac12\|w\|^2 = {tex(0.5 * case.square, 4)} + \tfrac12\|v\|^2"


REPRESENTER = DerivationText(
    "Representer theorem",
    Citation("Schölkopf, Smola, Learning with Kernels (2002), 4.2", KERNELS_BOOK),
    (
        DerivationStep(
            r"\min_{w,b}\ \tfrac12\|w\|^2 + C\textstyle\sum_i \ell\bigl(y_i(\langle w, "
            r"\varphi(x_i)\rangle + b)\bigr)",
            "Any loss ℓ of the margins; w may be any vector of the feature space.",
            lambda case: (
                rf"{tex(0.5 * case.square, 4)} + {tex(case.primal - 0.5 * case.square, 4)} = "
                rf"{tex(case.primal, 4)}"
            ),
        ),
        DerivationStep(
            r"w = \textstyle\sum_i \beta_i\,\varphi(x_i) + v,\quad \langle v, "
            r"\varphi(x_i)\rangle = 0",
            "Split w: a part in the span of the points, and a part v orthogonal to all of them.",
        ),
        DerivationStep(
            r"f(x_j) = \textstyle\sum_i \beta_i K(x_i, x_j) + 0 + b",
            "At the points v contributes nothing, so no loss depends on v.",
            lambda case: (
                rf"f(x_{{{case.nearest + 1}}}) = {tex(case.K_beta[case.nearest], 4)} + 0 "
                rf"{signed(case.b, 4)}"
            ),
            lit=lambda case: Lit((case.nearest,)),
        ),
        DerivationStep(
            r"\|w\|^2 = \beta^\top K \beta + \|v\|^2",
            "The two parts are orthogonal (Pythagoras), so v only makes w longer.",
            _with_v,
        ),
        DerivationStep(
            r"v = 0 \;\Rightarrow\; f(x) = \textstyle\sum_i \beta_i K(x_i, x) + b",
            "So the minimiser has v = 0: n numbers β and b are enough, whatever the dimension "
            "of φ. "
            "For the SVM βᵢ = αᵢ yᵢ.",
            lambda case: rf"\beta^\top K \beta = {tex(case.square, 4)}",
            lambda case: f"β has {case.n} entries, of which {len(case.support)} are not 0.",
            supported,
        ),
    ),
    two_classes,
    KEPT,
)


def _gamma(case: BoardCase) -> float:
    return float(case.run.experiment["gamma"])


def _sigma(case: BoardCase) -> float:
    return float((0.5 / _gamma(case)) ** 0.5)


def _rbf(case: BoardCase) -> str:
    i, j = pair(case)
    square, gamma = float(((case.X[i] - case.X[j]) ** 2).sum()), _gamma(case)
    exponent = rf"\exp(-{tex(gamma)}\cdot {tex(square)})"
    return rf"K(x_{{{i + 1}}}, x_{{{j + 1}}}) = {exponent} = {tex(np.exp(-gamma * square))}"


def _sigmoid(case: BoardCase) -> str:
    i, j = pair(case)
    gamma, coef0 = _gamma(case), float(case.run.experiment["coef0"])
    inner = float(case.X[i] @ case.X[j])
    return rows(
        rf"\kappa &= {tex(gamma)},\quad \theta = {tex(0.0 - coef0)}",
        rf"K &= \tanh({tex(gamma)}\cdot {bracketed(inner)} {signed(coef0)})",
        rf"&= {tex(np.tanh(gamma * inner + coef0))}",
    )


def _poly(case: BoardCase) -> str:
    i, j = pair(case)
    now = case.run.experiment
    gamma, coef0, degree = _gamma(case), float(now["coef0"]), int(now["degree"])
    inner = float(case.X[i] @ case.X[j])
    return rows(
        rf"K &= ({tex(gamma)}\cdot {bracketed(inner)} {signed(coef0)})^{{{degree}}}",
        rf"&= {tex((gamma * inner + coef0) ** degree)}",
    )


def pair_here(case: BoardCase) -> str:
    """Which two points are put in."""
    i, j = pair(case)
    return f"With points {i + 1}, {_text(case, i)}, and {j + 1}, {_text(case, j)}."


def _text(case: BoardCase, i: int) -> str:
    return f"({number(case.X[i][0])}, {number(case.X[i][1])})"


PARAMETERS = DerivationText(
    "σ and γ, κ and θ: names of parameters",
    Citation(
        "Schölkopf, Smola, Learning with Kernels (2002), 2.3; scikit-learn, pairwise metrics",
        "https://scikit-learn.org/stable/modules/metrics.html",
    ),
    (
        DerivationStep(
            rows(
                r"e^{-\gamma\|x - z\|^2} &= \exp\Bigl(-\frac{\|x - z\|^2}{2\sigma^2}\Bigr)",
                r"&\Rightarrow\ \gamma = \frac{1}{2\sigma^2}",
            ),
            "RBF kernel: compare the exponents. A large γ is a small σ.",
            lambda case: (
                rf"\gamma = {tex(_gamma(case))},\quad \sigma = \frac{{1}}{{\sqrt{{2\gamma}}}} = "
                rf"{tex(_sigma(case), 4)}"
            ),
            lit=_pair_lit,
        ),
        DerivationStep(
            r"\|x - z\| = \sigma:\quad K(x, z) = e^{-1/2}",
            "σ is the distance at which K has fallen from 1 to 0.607.",
            _rbf,
            pair_here,
            lambda case: Lit(pair(case), (), (case.X[list(pair(case))],)),
        ),
        DerivationStep(
            r"\tanh(\kappa\langle x, z\rangle - \theta) = \tanh(\gamma\langle x, z\rangle + "
            r"\text{coef0})",
            "Sigmoid kernel: κ = γ and θ = −coef0.",
            _sigmoid,
            pair_here,
            _pair_lit,
        ),
        DerivationStep(
            rows(
                r"\langle x, z\rangle^p&:\ \gamma = 1,\ \text{coef0} = 0,\ \text{degree } p",
                r"(1 + \langle x, z\rangle)^p&:\ \gamma = 1,\ \text{coef0} = 1,\ \text{degree } p",
            ),
            "Polynomial kernel (γ⟨x, z⟩ + coef0)ᵈ with d for the degree: the homogeneous and the "
            "inhomogeneous one of textbooks.",
            _poly,
            pair_here,
            _pair_lit,
        ),
        DerivationStep(
            r"C = M = \frac{1}{n\lambda}",
            "The price of slack has several names: M in some texts; λ where the mean loss stands "
            "beside (λ/2)‖w‖².",
            lambda case: (
                rf"C = {tex(case.C)},\quad n = {case.n},\quad \lambda = "
                rf"{tex(1.0 / (case.n * case.C))}"
            ),
        ),
    ),
    two_classes,
    KEPT,
)
