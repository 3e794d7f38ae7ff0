"""What a regression has to say, in words and rounded numbers: a badge, a sentence, a few cards."""

import numpy as np

from pages.regression.model.fitted import Errors, RegressionFit
from pages.state.board.board import MAX_POINTS
from pages.state.text.board_words import EMPTY_BOARD
from pages.state.text.number_format import number
from pages.state.text.support_words import support_vectors
from pages.state.text.verdict import Badge, Metric, bounds, metrics, proof_badge

FAR = 100.0  # |x| or |z| from which on a point is said to lie far outside

HELP = {
    "Support vectors": "Points with α > 0 or α* > 0: w is a sum over them alone. Free: exactly on "
    "the edge of the tube. At C: outside it, or on its edge.",
    "Tube": "ε, half the height of the tube. Errors up to ε cost nothing; ν-SVR finds ε itself.",
    "R²": "1 − Σ (z − f)² / Σ (z − mean z)²: 1 is perfect, 0 is as good as the mean of z, below "
    "0 is worse. Test: over the test points.",
    "MAE": "Mean of |z − f|. Test: over the test points.",
    "RMSE": "Root of the mean of (z − f)². Test: over the test points.",
    "Objective": "½‖w‖² + C Σ slack, and C ν n ε more for ν-SVR; a point of weight 2 "
    "counts as two. The dual value bounds the optimum from below; the gap between the two "
    "bounds the distance to the optimum.",
}


def regression_badge(fitted: RegressionFit) -> Badge:
    """What the certificate proves, in three words."""
    certificate = fitted.certificate
    if certificate is None or fitted.status is None:
        return Badge("failed", "no model") if len(fitted) else Badge("plain", "no model yet")
    return proof_badge(fitted.status, certificate, relative_gap=max(certificate.relative_gap, 0.0))


def regression_sentence(fitted: RegressionFit) -> str:
    """The result in a plain sentence, what is odd about the points, what to do without a model.

    "31 of 68 points are support vectors; 9 lie outside the tube."
    """
    if not len(fitted):
        return EMPTY_BOARD
    if fitted.model is None:
        return (
            "The values of this kernel are too large for double precision here: choose another "
            "kernel, or move the points that lie far away."
        )
    parts = [_of_model(fitted), *_of_test(fitted), *_of_width(fitted), *_far(fitted)]
    if len(fitted) >= MAX_POINTS:
        parts.append("The board is full.")
    return " ".join(parts)


def _of_model(fitted: RegressionFit) -> str:
    n = int(fitted.learned.sum())
    z, x = fitted.z[fitted.learned], fitted.x[fitted.learned]
    points = "Both points" if n == 2 else f"All {n} points"
    out = fitted.train_errors.outside
    outside = {0: "none lies", 1: "1 lies"}.get(out, f"{out} lie") + " outside the tube"
    if n == 1:
        return "There is only one point to learn from: f is flat and goes through it."
    if np.ptp(z) == 0.0:
        return f"{points} have the same z: f is flat and goes through them."
    if not fitted.finished:
        return _unfinished(fitted)
    if fitted.flat and np.ptp(z) <= 2.0 * (fitted.epsilon + fitted.slight):
        other = "smaller ε" if fitted.regression.machine == "epsilon" else "larger C"
        if np.ptp(x) > 0.0:
            return f"f is flat, and its tube holds every point: a {other} may let it bend."
    if np.ptp(x) == 0.0:
        return f"{points} have the same x: f is flat, and {outside}."
    support = int(fitted.support.sum())
    flat = "f is flat: " if fitted.flat else ""
    return f"{flat}{support_vectors(support, n)}; {outside}."


def _unfinished(fitted: RegressionFit) -> str:
    certificate = fitted.certificate
    assert certificate is not None
    above = certificate.relative_gap
    if certificate.dual > 0.0 and 0.0 <= above < 1.0:
        digits = f"{number(100.0 * above, 2)} %"
        return (
            f"The cost is at most {digits} above the optimum; rounding errors prevent a "
            "better bound."
        )
    return "Rounding errors prevent convergence: the numbers of this kernel are too large here."


def _of_test(fitted: RegressionFit) -> list[str]:
    errors = fitted.test_errors
    if not errors.n:
        return []
    if errors.n == 1:
        return [f"The test point lies {'outside' if errors.outside else 'inside'} the tube."]
    lie = "lies" if errors.outside <= 1 else "lie"
    return [f"{errors.outside or 'None'} of {errors.n} test points {lie} outside the tube."]


def _of_width(fitted: RegressionFit) -> list[str]:
    if fitted.regression.machine != "nu" or not fitted.finished:
        return []
    width = "no width for the tube: " if _epsilon(fitted) == "0" else ""
    return [f"ν finds {width}ε = {_epsilon(fitted)}."]


def _epsilon(fitted: RegressionFit) -> str:
    """As it is given; a found one that is nothing but rounding errors as 0."""
    found = fitted.regression.machine == "nu" and fitted.epsilon <= fitted.slight
    return "0" if found else number(fitted.epsilon)


def _far(fitted: RegressionFit) -> list[str]:
    far = int(((np.abs(fitted.x) > FAR) | (np.abs(fitted.z) > FAR)).sum())
    if not far:
        return []
    points = "1 point lies" if far == 1 else f"{far} points lie"
    most = "C times its weight" if fitted.weighed else "C"
    return [f"{points} far outside the window; each α is at most {most}."]


def regression_cards(fitted: RegressionFit) -> tuple[Metric, ...]:
    """The cards beside the picture, always the same six; dashes without a model."""
    return metrics(_values(fitted), HELP)


def _values(fitted: RegressionFit) -> dict[str, tuple[str, str]]:
    certificate = fitted.certificate
    if certificate is None:
        return {}
    train, test = fitted.train_errors, fitted.test_errors
    free, bound = int(fitted.free.sum()), int(fitted.bound.sum())
    origin = "found by ν" if fitted.regression.machine == "nu" else "given"
    outside = f"{train.outside or 'none'} of {train.n} outside"
    most = "C × weight" if fitted.weighed else "C"
    return {
        "Support vectors": (str(free + bound), f"{free} free, {bound} at {most}"),
        "Tube": (f"±{_epsilon(fitted)}", f"{origin}, {outside}"),
        "R²": (_r2(train), f"test {_r2(test)}" if test.n else "no test points"),
        "MAE": _pair(train.mae, test.mae, test),
        "RMSE": _pair(train.rmse, test.rmse, test),
        "Objective": (number(certificate.primal, 4), bounds(certificate)),
    }


def _r2(errors: Errors) -> str:
    return "–" if errors.r2 is None else number(errors.r2)


def _pair(train: float, test: float, errors: Errors) -> tuple[str, str]:
    return number(train), f"test {number(test)}" if errors.n else "no test points"


def nu_sentence(fitted: RegressionFit) -> str:
    """nu between the two shares, in a sentence; empty where it says nothing.

    "13.2 % outside ≤ ν = 20 % ≤ 32.4 % support vectors."
    """
    bound = fitted.nu_bound
    if bound is None:
        return ""
    if not fitted.finished:
        return "Training has not converged: ν need not bound the shares yet."
    outside, nu, support = (
        f"{number(100.0 * share)} %"
        for share in (bound.outside_share, bound.nu, bound.support_share)
    )
    if not bound.wide:
        return f"{outside} outside ≤ ν = {nu}; a tube without a width bounds nothing more."
    by = ", by their weights" if fitted.weighed else ""
    return f"{outside} outside ≤ ν = {nu} ≤ {support} support vectors{by}."
