from __future__ import annotations

import inspect
import json
import re

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.plots.charts import alpha_figure, cost_figure
from pages.plots.decision import decision_figure
from pages.plots.theme import PALETTE, SYMBOLS, resolve
from pages.state.board import Edit
from pages.state.experiment import Experiment, change
from pages.state.run import Run, _run, run
from pages.state.scene import scene
from pages.ui.canvas import canvas
from pages.ui.canvas.wire import to_json
from svmcore.datasets.limits import MAX_CLASSES
from svmcore.datasets.two_class import WINDOW
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


def traces(figure) -> dict[str, dict]:
    return {trace["uid"]: trace for trace in figure["data"]}


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


@pytest.mark.parametrize("C", [0.5, 100.0])
def test_a_logarithmic_cost_says_so(C):
    layout = cost_figure(run(change(Experiment(), C=C)))["layout"]
    assert ("(log scale)" in layout["title"]["text"]) == (layout["yaxis"].get("type") == "log")
    assert (layout["yaxis"].get("type") == "log") == (C > 1.0)


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


def test_cost_of_a_dual_solver_is_primal_dual_and_gap():
    result = run(change(Experiment(), solver="smo"))
    curves = traces(cost_figure(result))
    assert set(curves) == {"primal", "dual", "gap"}
    trace = result.solution.trace
    K = result.model.kernel(result.data.X, result.data.X)
    y, C = result.data.y, result.experiment.C
    for k in (0, len(trace) // 2, len(trace) - 1):
        coef, b = trace.coef[k], trace.intercept[k]
        primal = coef @ K @ coef / 2 + C * np.maximum(0, 1 - y * (K @ coef + b)).sum()
        dual = (y * coef).sum() - coef @ K @ coef / 2
        assert curves["primal"]["y"][k] == pytest.approx(primal)
        assert curves["dual"]["y"][k] == pytest.approx(dual, abs=1e-9)
        assert curves["gap"]["y"][k] == pytest.approx(primal - dual, abs=1e-9)


def test_cost_of_a_primal_solver_is_its_two_terms_and_the_optimum():
    result = run(change(Experiment(), formulation="primal", solver="subgradient"))
    curves = traces(cost_figure(result))
    assert {"total", "loss", "margin", "optimum"} <= set(curves)
    total = curves["loss"]["y"] + curves["margin"]["y"]
    np.testing.assert_allclose(curves["total"]["y"], total)
    exact = run(change(Experiment(), formulation="primal", solver="interior_point"))
    assert curves["optimum"]["y"][0] == pytest.approx(exact.solution.certificate.primal)
    assert curves["total"]["y"][-1] >= curves["optimum"]["y"][0]


def two_points(**changes):
    board = change(Experiment(), dataset="own").board()
    board = board.apply(Edit("add", points=((1, 2),), label=1))
    board = board.apply(Edit("add", points=((3, 4),), label=0))
    own = change(Experiment(), dataset="own", kernel="linear", solver="smo").with_board(board)
    return run(change(own, **changes))


def test_a_cost_known_at_one_moment_is_a_marker_and_an_unknown_one_is_no_entry():
    """A hard margin's primal value is infinite until no point is inside; here for one step."""
    figure = cost_figure(two_points(margin="hard"))
    curves = traces(figure)
    assert np.isfinite(curves["primal"]["y"]).sum() == 1
    assert curves["primal"]["mode"] == "markers"
    assert curves["dual"]["mode"] == "lines"
    texts = [note["text"] for note in figure["layout"]["annotations"]]
    assert texts == ["gap", "infinite at first, then 0"]
    assert figure["layout"]["yaxis2"]["showticklabels"] is False
    never = run(change(Experiment(), solver="smo", margin="hard", gamma=20.0, max_iter=1))
    never = cost_figure(never)
    assert set(traces(never)) == {"dual", "optimum", "gap"}
    assert never["layout"]["annotations"][1]["text"] == "infinite throughout"


def test_a_gap_that_is_known_is_drawn_without_excuse():
    figure = cost_figure(two_points())
    assert traces(figure)["gap"]["mode"] == "markers", "2 at first, then 0, which a log axis lacks"
    for shown in (figure, cost_figure(run(change(Experiment(), solver="smo")))):
        assert len(shown["layout"]["annotations"]) == 1
        assert shown["layout"]["yaxis2"].get("showticklabels", True)


@pytest.mark.parametrize(
    ("changes", "form"),
    [
        ({"kernel": "poly", "degree": 8, "gamma": 100.0, "coef0": 3.0}, "power"),
        ({"C": 1e4, "gamma": 100.0}, "power"),
        ({"C": 10.0}, "~g"),
    ],
)
def test_a_log_axis_has_few_ticks_in_one_format(changes, form: str):
    figure = cost_figure(run(change(Experiment(), solver="smo", **changes)))
    axis = figure["layout"]["yaxis"]
    values = np.concatenate([c["y"] for c in figure["data"] if "yaxis" not in c])
    values = values[np.isfinite(values) & (values > 0)]
    assert axis["type"] == "log"
    assert np.log10(values.max() / values.min()) / axis["dtick"] <= 4
    assert axis.get("tickformat", axis["exponentformat"]) == form  # power: 10⁵, not 1e+5


def test_the_ceiling_does_not_flatten_the_bars():
    near, far = (
        alpha_figure(run(change(Experiment(), **c))) for c in ({}, {"C": 1e4, "gamma": 100.0})
    )
    for figure in (near, far):
        assert figure["data"][0]["y"].max() > 0.5 * figure["layout"]["yaxis"]["range"][1]
    assert [note["text"] for note in near["layout"]["annotations"]] == ["C"]
    assert near["layout"]["shapes"][0]["y0"] == 1.0
    assert [note["text"] for note in far["layout"]["annotations"]] == ["C = 10000 is far above"]
    assert "shapes" not in far["layout"]


def test_alpha_bars_fall_and_carry_their_class():
    result = run(Experiment())
    (bars,) = alpha_figure(result)["data"]
    expected = np.sort(result.alpha[result.alpha > 0])[::-1]
    np.testing.assert_allclose(bars["y"], expected)
    positive = sum(color == "$class1" for color in bars["marker"]["color"])
    assert positive == int(((result.alpha > 0) & (result.data.y > 0)).sum())


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
