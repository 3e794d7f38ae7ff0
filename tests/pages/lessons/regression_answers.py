"""The lesson on regression: its numbers from scikit-learn's SVR and NuSVR."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.svm import SVR, NuSVR

from pages.model_selection.splits import held_out
from pages.regression.model.experiment import Regression, change_regression
from pages.regression.model.fit import fit
from pages.state.text.number_format import number
from tests.helpers.links import board
from tests.pages.lessons.answers import answers, scenario


class Fitted(NamedTuple):
    """Numbers of scikit-learn's model of the regression that a scenario opens."""

    n: int
    outside: int
    held: int
    free: int
    slope: float
    least_squares: float
    epsilon: float


def value_of(title: str, **changes: Any) -> Regression:
    return change_regression(board("regression").decode(scenario(title).link.words), **changes)


def fitted(title: str, **changes: Any) -> Fitted:
    value = value_of(title, **changes)
    points = value.board().all_points
    x, z = np.array([[p.x, p.y] for p in points]).T
    test = held_out([p.id for p in points], np.ones(len(x)), value.test_share, value.seed)
    X, own = x[~test, None], {"C": value.C, "kernel": value.kernel, "tol": 1e-9}
    if value.kernel == "rbf":
        own["gamma"] = value["gamma"]
    if value.machine == "nu":
        model = NuSVR(nu=value.nu, **own).fit(X, z[~test])
    else:
        model = SVR(epsilon=value.epsilon, **own).fit(X, z[~test])
    f = model.predict(x[:, None])
    errors, alpha = np.abs(z - f), np.abs(model.dual_coef_[0])
    free = alpha < value.C * (1.0 - 1e-6)
    on_edge = errors[np.flatnonzero(~test)[model.support_[free]]]
    epsilon = float(on_edge.mean())  # what lies on the edge says how wide the tube is
    assert np.ptp(on_edge) < 1e-4
    return Fitted(
        n=len(X),
        outside=int((errors[~test] > epsilon + 1e-4).sum()),
        held=len(alpha),
        free=int(free.sum()),
        slope=float(np.ptp(f) / np.ptp(x)),
        least_squares=float(np.polyfit(X[:, 0], z[~test], 1)[0]),
        epsilon=epsilon,
    )


@answers("A tube")
def tube(title: str) -> str:
    found = fitted(title)
    return f"{found.outside}; the other {found.n - found.outside} cost nothing."


@answers("A wider tube")
def wider(title: str) -> str:
    tubes = [fitted(title, epsilon=epsilon) for epsilon in (0.1, 0.3, 0.6)]
    a, b, c = (one.held for one in tubes)
    return f"{a} at ε = 0.1, {b} at ε = 0.3 and {c} at ε = 0.6, of {tubes[0].n}."


def errors_of(title: str, C: float) -> str:
    """Of the page's own model: at C = 0.01 no point is on the edge, and b is not unique."""
    found = fit(value_of(title, C=C))
    reference = SVR(C=C, gamma=0.5, epsilon=0.3, tol=1e-9)
    learned = found.learned
    reference.fit(found.x[learned, None], found.z[learned])
    f = reference.predict(found.x[:, None])
    np.testing.assert_allclose(f - f.mean(), found.scores - found.scores.mean(), atol=1e-4)
    errors = np.abs(found.z - found.scores)
    parts = errors[learned].mean(), errors[~learned].mean()
    return f"{number(parts[0])} / {number(parts[1])} at C = {C:g}"


@answers("C in regression")
def in_regression(title: str) -> str:
    return f"{errors_of(title, 0.01)}, {errors_of(title, 1.0)} and {errors_of(title, 100.0)}."


@answers("ν finds ε")
def nu(title: str) -> str:
    found = fitted(title)
    out, held = 100.0 * found.outside / found.n, 100.0 * found.held / found.n
    assert out <= 20.0 <= held
    return (
        f"ε = {number(found.epsilon)}: {number(out)} % outside, {number(held)} % support vectors."
    )


@answers("Support vectors of a tube")
def support(title: str) -> str:
    found = fitted(title)
    return (
        f"{found.held} of {found.n}; {found.free} are on the edge, {found.held - found.free} have "
        "α = C."
    )


@answers("Outliers")
def outliers(title: str) -> str:
    found = fitted(title)
    assert abs(found.slope - 0.3) < abs(found.least_squares - 0.3)
    return f"{number(found.slope)} for f, {number(found.least_squares)} for least squares."
