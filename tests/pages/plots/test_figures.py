from __future__ import annotations

import inspect
import re

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.plots.charts import alpha_figure, cost_figure
from pages.plots.decision import decision_figure
from pages.plots.theme import PALETTE, SYMBOLS
from pages.state.experiment import Experiment, change
from pages.state.run import Run, _run, run
from pages.state.scene import scene
from pages.ui.canvas import canvas
from pages.ui.canvas.wire import to_json
from svmcore.datasets.limits import MAX_CLASSES
from svmcore.datasets.two_class import WINDOW
from tests.helpers.figures import accepted, traces
from tests.helpers.javascript import evaluated

CASES = [
    {},
    {"kernel": "linear", "dataset": "blobs"},
    {"kernel": "linear", "dataset": "linear", "margin": "hard"},
    {"kernel": "linear", "margin": "hard"},
    {"formulation": "primal"},
    {"formulation": "primal", "solver": "subgradient"},
    {"solver": "projected_gradient", "kernel": "poly"},
    {"kernel": "sigmoid"},
    {"dataset": "own"},
]


def hero(result: Run, **options):
    return decision_figure(scene(result, WINDOW), WINDOW, **options)


@pytest.mark.parametrize("changes", CASES)
def test_plotly_accepts_every_property(changes):
    result = run(change(Experiment(), **changes))
    for figure in (hero(result), cost_figure(result), alpha_figure(result)):
        accepted(figure)


def test_same_input_same_figure():
    """Of two runs that were both carried out: `run` and `scene` would remember the first one."""
    twice = []
    for _ in range(2):
        _run.cache_clear()
        scene.cache_clear()
        twice.append(run(change(Experiment(), solver="smo")))
    first, second = twice
    assert first is not second
    for draw in (hero, cost_figure, alpha_figure):
        assert to_json(draw(first)) == to_json(draw(second))


def test_the_points_are_the_data():
    result = run(Experiment())
    points = traces(hero(result))["points"]
    np.testing.assert_array_equal(np.column_stack([points["x"], points["y"]]), result.data.X)
    labels = (result.data.y > 0).astype(int)
    assert points["marker"]["color"] == [f"$class{k}" for k in labels]
    plain = [symbol.removesuffix("-dot") for symbol in points["marker"]["symbol"]]
    assert plain == [SYMBOLS[k] for k in labels]


def test_free_bound_and_other_points_are_told_apart():
    result = run(Experiment())
    marker = traces(hero(result))["points"]["marker"]
    alpha, C = result.alpha, result.experiment.C
    assert [ring == "$ink" for ring in marker["line"]["color"]] == (alpha > 0).tolist()
    assert [symbol.endswith("-dot") for symbol in marker["symbol"]] == (alpha == C).tolist()
    free = (alpha > 0) & (alpha < C)
    assert free.sum() > 3
    np.testing.assert_allclose(result.margins[free], 1.0, atol=1e-5)
    sizes = np.array(marker["size"])[alpha > 0]
    assert (np.diff(sizes[np.argsort(alpha[alpha > 0])]) >= 0).all(), "size grows with alpha"


def test_the_story_of_an_unfinished_machine_does_not_speak_of_C():
    """Its thin rings mark the points inside their margin, whatever their multipliers are."""
    rough = run(change(Experiment(), formulation="primal", solver="subgradient", max_iter=300))
    assert not rough.finished
    for result, bound, free in (
        (run(Experiment()), "(α = C)", "support vector on the margin (0 < α < C)"),
        (rough, "inside its margin, not converged", "on its margin, not converged"),
    ):
        texts = traces(hero(result))["points"]["customdata"]
        assert [bound in text for text in texts] == (result.support & result.bound).tolist()
        assert [f"<br>{free}<br>" in text for text in texts] == (
            result.support & ~result.bound
        ).tolist()


def test_crosses_sit_on_the_points_that_the_drawn_line_gets_wrong():
    result = run(change(Experiment(), noise=0.6, dataset="blobs"))
    cross = traces(hero(result))["wrong"]
    f = result.model(result.data.X)
    wrong = (f >= 0) != (result.data.y > 0)
    assert wrong.sum() >= 1
    np.testing.assert_array_equal(cross["x"], result.data.X[wrong, 0])
    assert result.accuracy == pytest.approx(1 - wrong.mean())


def test_nothing_is_drawn_of_a_machine_that_does_not_exist():
    hulls = {"hullminus", "hullplus"}
    for changes, why in (
        ({"kernel": "linear", "margin": "hard"}, hulls),
        ({"dataset": "own"}, set()),
    ):
        result = run(change(Experiment(), **changes))
        assert set(traces(hero(result))) == {"points", "wrong", "labels"} | why
        assert cost_figure(result)["data"] == alpha_figure(result)["data"] == []


def test_what_is_switched_off_is_absent():
    result = run(change(Experiment(), kernel="linear", dataset="blobs"))
    assert {"regions", "below", "above", "slack", "street"} <= set(traces(hero(result)))
    bare = hero(result, show=())
    assert set(traces(bare)) == {"boundary", "points", "wrong", "labels"}
    assert traces(bare)["labels"]["text"] == ["f = 0"]


def test_the_street_says_its_width():
    result = run(change(Experiment(), kernel="linear", dataset="blobs"))
    texts = traces(hero(result))["labels"]["text"]
    w = result.alpha * result.data.y @ result.data.X
    assert f"2/‖w‖ = {2 / np.hypot(*w):.4g}" in texts


def contrast(a: str, b: str) -> float:
    def luminance(color: str) -> float:
        channels = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_can_be_read(theme: str):
    colors = PALETTE[theme]
    assert set(colors) == set(PALETTE["light"])
    for name, value in colors.items():
        assert re.fullmatch("#[0-9a-f]{6}", value)
        if name in {"ink", "muted", "wrong", "good"}:
            assert contrast(value, colors["page"]) >= 4.5, name
        if name.startswith("class"):
            assert contrast(value, colors["page"]) >= 3.0, name
    for region in ("region0", "region1"):
        assert contrast(colors["ink"], colors[region]) >= 4.5, "lines and text on the regions"


def test_every_class_has_a_shape_that_plotly_and_the_canvas_know():
    """The canvas draws ghosts with `SHAPES` of its theme.js; it shows a circle for other names."""
    assert set(SYMBOLS) <= set(evaluated("Object.keys(SHAPES)", {"canvas/js/theme.js": "SHAPES"}))
    assert len(set(SYMBOLS)) == len(SYMBOLS) >= max(MAX_CLASSES, 10)
    assert SYMBOLS[:2] == ("circle", "diamond")
    for symbol in SYMBOLS:
        go.scatter.Marker(symbol=symbol)
        go.scatter.Marker(symbol=f"{symbol}-dot")
    assert inspect.signature(canvas).parameters["symbols"].default is SYMBOLS


def test_a_tooltip_shows_no_rounding_error():
    result = run(change(Experiment(), C=1e4))
    assert ((result.margins < 1.0) & (result.margins > 1.0 - 1e-9)).any()
    said = "\n".join(traces(hero(result))["points"]["customdata"])
    assert "slack = 0" in said
    assert not re.search("slack = .*e[-−]1", said)
