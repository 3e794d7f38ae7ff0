"""What the view Approximation says: of the features, of both boundaries, of the error and time."""

from pages.kernels.model.approximation import Approximated, ErrorCurves
from pages.state.text.number_format import number
from pages.state.text.publications import cite
from pages.state.text.verdict import Metric

ONLY_RBF = "This view approximates the RBF kernel: choose it to see how."
USE_RBF = "Use the RBF kernel"
DRAW = "New draw"
DRAW_HELP = "Draw other random features, or other landmarks."
FORMULAS = {
    "fourier": "zⱼ(x) = √(2/D) cos(⟨wⱼ, x⟩ + bⱼ) with wⱼ ~ N(0, 2γ I) and bⱼ uniform on [0, 2π]: "
    "⟨z(x), z(x′)⟩ is K(x, x′) on average. "
    f"Source: {cite('rahimi')}.",
    "nystrom": "⟨z(x), z(x′)⟩ = k(x)ᵀ K_D⁺ k(x′): k(x) has the kernel's values at D training "
    "points, the landmarks (squares), and K_D is their Gram matrix. "
    f"Source: {cite('williams')}.",
}
ERROR_HELP = (
    "‖K − K̂‖/‖K‖ in the Frobenius norm: K has the kernel's values at all pairs of points, K̂ the "
    "inner products of their features."
)
DIFFERENT_HELP = "Training points for which the two models predict different classes."
TIME_HELP = (
    "Measured once on this server, with all its other work: the features and training on them; "
    "below it the Gram matrix K and training with K, by the same solver. Features save time "
    "where K is too large for that, at many thousands of points."
)


def approximation_text(found: Approximated, method: str, show: tuple[str, ...] = ()) -> str:
    """What the lines are, and in how many points the models differ; `show` are the layers."""
    features = _counted(found.D, "random Fourier feature" if method == "fourier" else "landmark")
    if found.why:
        return f"{found.why} Dashed: the boundary of the exact RBF SVM."
    n, m = len(found.run.data), found.different
    same = "they classify all training points the same" if not m else f"they differ at {m} of {n} "
    tail = "" if not m else ("training point" if n == 1 else "training points")
    margins = " (dotted: its margins)" if "margins" in show else ""
    return (
        f"Solid: the boundary of a linear SVM on {features}{margins}. Dashed: that of the exact "
        f"RBF SVM; {same}{tail}."
    )


def approximation_cards(found: Approximated) -> tuple[Metric, ...]:
    """The error of the matrix, the points that are classified otherwise, and the time of both."""
    n = len(found.run.data)
    cards = [Metric("Kernel error", number(found.error), f"D = {found.D}", ERROR_HELP)]
    if found.why:
        return tuple(cards)
    different = Metric("Disagreement", str(found.different), f"of {n}", DIFFERENT_HELP)
    time = Metric(
        "Training time",
        f"{number(1e3 * found.seconds, 2)} ms",
        f"exact {number(1e3 * found.exact_seconds, 2)} ms, measured",
        TIME_HELP,
    )
    return (*cards, different, time)


def curves_text(curves: ErrorCurves) -> str:
    """How both errors change from the second D of the chart to the last, as measured."""
    D, e = curves.counts["fourier"], curves.errors["fourier"]
    ratio, root = e[0] / e[-1], (D[-1] / D[0]) ** 0.5
    text = (
        f"From D = {D[0]} to {D[-1]} the error of random Fourier features falls by a factor of "
        f"{number(float(ratio))}; 1/√D by {number(root)}."
    )
    D, e = curves.counts["nystrom"], curves.errors["nystrom"]
    if len(D) < 2:
        return text
    return (
        f"{text} That of Nyström falls from {number(float(e[0]))} to {number(float(e[-1]))} at "
        f"D = {D[-1]}, and to 0 when all points are landmarks."
    )


def _counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
