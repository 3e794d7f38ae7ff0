from __future__ import annotations

import inspect
import json
import re

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.plots.charts import alpha_figure, cost_figure
from pages.plots.decision import ARMS, decision_figure
from pages.plots.theme import PALETTE, SYMBOLS, resolve
from pages.state.board import Edit
from pages.state.experiment import Experiment, change
from pages.state.run import Run, _run, run
from pages.state.scene import scene
from pages.ui.canvas import canvas
from pages.ui.canvas.wire import to_json
from svmcore.datasets.limits import MAX_CLASSES
from svmcore.datasets.two_class import WINDOW
from tests.helpers.figures import traces
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
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_plotly_accepts_every_property(changes, theme: str):
    result = run(change(Experiment(), **changes))
    for figure in (hero(result), cost_figure(result), alpha_figure(result)):
        go.Figure(resolve(figure, theme))
        for trace in figure["data"]:
            assert re.fullmatch("[a-z]+", trace["uid"]), "plotly.js makes class names of them"
        assert "$" not in json.dumps(resolve(json.loads(to_json(figure)), theme))


@pytest.mark.parametrize("changes", CASES)
def test_same_input_same_figure(changes):
    """Of two runs that were both carried out: `run` and `scene` would remember the first one."""
    twice = []
    for _ in range(2):
        _run.cache_clear()
        scene.cache_clear()
        twice.append(run(change(Experiment(), **changes)))
    first, second = twice
    assert first is not second
    for draw in (hero, cost_figure, alpha_figure):
        assert to_json(draw(first)) == to_json(draw(second))


def test_the_points_are_the_data():
    result = run(Experiment())
    points = traces(hero(result))["points"]
    np.testing.assert_array_equal(points["x"], result.data.X[:, 0])
    np.testing.assert_array_equal(points["y"], result.data.X[:, 1])
    for color, symbol, label in zip(
        points["marker"]["color"], points["marker"]["symbol"], result.data.y, strict=True
    ):
        assert color == ("$class1" if label > 0 else "$class0")
        assert symbol.removesuffix("-dot") == SYMBOLS[int(label > 0)]


def test_free_bound_and_other_points_are_told_apart():
    result = run(Experiment())
    marker = traces(hero(result))["points"]["marker"]
    alpha, C = result.alpha, result.experiment.C
    for k in range(len(alpha)):
        ring, width = marker["line"]["color"][k], marker["line"]["width"][k]
        dotted = marker["symbol"][k].endswith("-dot")
        if alpha[k] == 0.0:
            assert (ring, dotted) == ("$page", False)
        elif alpha[k] == C:
            assert (ring, width, dotted) == ("$ink", 1.5, True)
        else:
            assert (ring, width, dotted) == ("$ink", 3.0, False)
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
    empty = run(change(Experiment(), dataset="own"))
    assert traces(hero(empty))["points"]["customdata"] == []


def test_crosses_sit_on_the_points_that_the_drawn_line_gets_wrong():
    result = run(change(Experiment(), noise=0.6, dataset="blobs"))
    cross = traces(hero(result))["wrong"]
    f = result.model(result.data.X)
    wrong = (f >= 0) != (result.data.y > 0)
    assert wrong.sum() >= 1
    np.testing.assert_array_equal(cross["x"], result.data.X[wrong, 0])
    assert result.accuracy == pytest.approx(1 - wrong.mean())


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_a_cross_hides_no_ring(kernel):
    """It lies behind its point, and its arms reach beyond the mark on all sides."""
    result = run(change(Experiment(), noise=0.8, kernel=kernel))
    drawn = traces(hero(result))
    assert result.wrong.any()
    uids = list(drawn)
    assert uids.index("wrong") < uids.index("points")
    marker = drawn["points"]["marker"]
    mark = (
        np.asarray(marker["size"])[result.wrong] + np.asarray(marker["line"]["width"])[result.wrong]
    )
    # to its corner an arm is half the diagonal; a diamond's side is no farther than the circle
    arms = np.asarray(drawn["wrong"]["marker"]["size"]) * 2**-0.5 - 0.5 * mark
    assert arms.min() > 4.0
    assert evaluated("ARMS", {"canvas/js/film_model.js": "ARMS"}) == ARMS


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


def test_the_axes_have_equal_scale_and_start_at_the_view():
    layout = hero(run(Experiment()))["layout"]
    assert layout["yaxis"]["scaleanchor"] == "x"
    assert layout["yaxis"]["scaleratio"] == 1
    assert layout["xaxis"]["range"] + layout["yaxis"]["range"] == list(WINDOW)


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


def test_edits_move_the_picture():
    board = Experiment().board().apply(Edit("add", points=((0.5, 0.5),)))
    points = traces(hero(run(Experiment().with_board(board))))["points"]
    assert (points["x"][-1], points["y"][-1]) == (0.5, 0.5)
