"""The browser's own training: the same model as the library's, as far as a picture shows it."""

import json

import numpy as np
import pytest

from pages.state.board.experiment import Experiment, change
from pages.state.model.grid import decision_grid
from pages.state.model.preview import trainable
from pages.state.model.run import run
from tests.helpers.javascript import evaluated

MODULES = {"canvas/js/kernels.js": "gramAfter, surface", "canvas/js/smo.js": "solve"}
TOL = 1e-4  # that of smo.js
NODES, EXTENT = 31, (-2.0, 2.5, -1.5, 2.0)
SOLVED = """((K, alpha) => {
    const { error, b, optimal } = solve(K, data.side, data.values.C, alpha, 1e8);
    const coef = alpha.map((a, k) => a * data.side[k]);
    const model = { ...data, coef, b };
    const f = surface(model, data.extent, data.nodes);
    return { alpha: [...alpha], b, optimal, error: [...error], f: [...f] };
})(gramAfter(data, null).K, Float64Array.from(data.start))"""

EXPERIMENTS = [
    change(Experiment(dataset=dataset, n_samples=40), kernel=kernel, C=C, **options)
    for kernel, options in [
        ("linear", {}),
        ("rbf", {"gamma": 20.0}),
        ("poly", {"degree": 3, "gamma": 0.5, "coef0": 1.0}),
        ("laplacian", {"gamma": 1.0}),
    ]
    for dataset, C in [("moons", 0.05), ("blobs", 100.0)]
]


def solved(experiment: Experiment, start: np.ndarray | None = None) -> dict:
    """What the browser finds, from a start (none if not given)."""
    result = run(experiment)
    X, n = result.data.X, len(result.data)
    data = trainable(result, EXTENT, ()) | {
        "x": X[:, 0].tolist(),
        "y": X[:, 1].tolist(),
        "side": result.data.y.tolist(),
        "start": [0.0] * n if start is None else start.tolist(),
        "extent": EXTENT,
        "nodes": NODES,
    }
    return evaluated(SOLVED, MODULES, json.dumps(data))


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: f"{e.kernel}-{e.C:g}")
def test_the_browser_finds_the_same_model(experiment):
    result, found = run(experiment), solved(experiment)
    alpha, y = np.array(found["alpha"]), result.data.y
    assert found["optimal"]
    assert ((alpha >= 0.0) & (alpha <= experiment.C)).all()
    assert abs(alpha @ y) < 1e-9 * experiment.C * len(y)
    K = result.model.kernel(result.data.X, result.data.X)
    scores = K @ (alpha * y)
    dual = alpha.sum() - 0.5 * (alpha * y) @ scores
    slack = np.maximum(0.0, 1.0 - y * (scores + found["b"])).sum()
    primal = 0.5 * (alpha * y) @ scores + experiment.C * slack
    assert primal - dual <= TOL * experiment.C * len(y)  # follows from the optimality conditions
    assert dual == pytest.approx(result.solution.certificate.dual, rel=1e-3)
    assert found["error"] == pytest.approx(y - scores, abs=1e-8)
    f = np.reshape(found["f"], (NODES, NODES))
    exact = decision_grid(result.model, EXTENT, NODES).values
    assert np.abs(f - exact).max() < 2e-3 * max(1.0, np.abs(exact).max())


def test_no_model_is_left_to_the_browser_that_it_would_train_otherwise():
    show = ("regions", "support")
    usual = Experiment(n_samples=20)
    found = trainable(run(usual), EXTENT, show)
    assert found["values"] == {"C": 1.0, "gamma": 0.5}
    assert found["rings"]
    assert not trainable(run(usual), EXTENT, ("regions",))["rings"]
    for other in (
        {"margin": "hard", "gamma": 20.0},
        {"class_weight": "balanced", "balance": 0.3},
        {"tol": 1e-2},
        {"formulation": "primal", "solver": "sgd"},
    ):
        assert trainable(run(change(usual, **other)), EXTENT, show) is None, other
