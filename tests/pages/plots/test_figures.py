"""The picture of two classes and the charts beside it."""

import re

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.datasets.limits import MAX_CLASSES
from pages.datasets.two_class import WINDOW
from pages.plots import layout_sizes
from pages.plots.charts import alpha_figure, cost_figure
from pages.plots.decision import decision_figure
from pages.plots.theme import PALETTE, SYMBOLS
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import Run, run
from pages.state.model.scene import LONGEST_NORMAL, scene
from pages.ui.canvas.options import Points
from pages.ui.component import UI
from tests.helpers.figures import accepted, traces
from tests.helpers.javascript import evaluated

MARK_SIZES = "canvas/js/mark_sizes.js"
CASES = [
    {},
    {"kernel": "linear", "dataset": "linear", "margin": "hard"},
    {"kernel": "linear", "margin": "hard"},
    {"formulation": "primal", "solver": "subgradient"},
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


def test_the_points_are_the_data_and_free_bound_and_other_points_are_told_apart():
    result = run(Experiment())
    points = traces(hero(result))["points"]
    np.testing.assert_array_equal(np.column_stack([points["x"], points["y"]]), result.data.X)
    labels = (result.data.y > 0).astype(int)
    assert points["marker"]["color"] == [f"$class{k}" for k in labels]
    marker = points["marker"]
    plain = [symbol.removesuffix("-dot") for symbol in marker["symbol"]]
    assert plain == [SYMBOLS[k] for k in labels]
    alpha, C = result.alpha, result.experiment.C
    assert [ring == "$ink" for ring in marker["line"]["color"]] == (alpha > 0).tolist()
    assert [symbol.endswith("-dot") for symbol in marker["symbol"]] == (alpha == C).tolist()
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


def test_what_is_switched_off_is_absent_and_the_street_says_its_width():
    result = run(change(Experiment(), kernel="linear", dataset="blobs"))
    assert {"regions", "below", "above", "slack", "street"} <= set(traces(hero(result)))
    bare = hero(result, show=())
    assert set(traces(bare)) == {"boundary", "points", "wrong", "labels"}
    assert traces(bare)["labels"]["text"] == ["f = 0"]
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
    assert len(set(SYMBOLS)) == len(SYMBOLS) >= MAX_CLASSES
    for symbol in SYMBOLS:
        go.scatter.Marker(symbol=f"{symbol}-dot")
    assert Points().symbols is SYMBOLS


def test_the_browser_draws_marks_of_the_same_sizes():
    names = re.findall(r"export const (\w+)", (UI / MARK_SIZES).read_text(encoding="utf-8"))
    own = evaluated(f"{{{', '.join(names)}}}", {MARK_SIZES: ", ".join(names)})
    here = vars(layout_sizes) | {"LONGEST_NORMAL": LONGEST_NORMAL}
    assert own == {name: here[name] for name in names} != {}


def test_a_tooltip_shows_no_rounding_error():
    result = run(change(Experiment(), C=1e4))
    assert ((result.margins < 1.0) & (result.margins > 1.0 - 1e-9)).any()
    said = "\n".join(traces(hero(result))["points"]["customdata"])
    assert "slack = 0" in said
    assert not re.search("slack = .*e[-−]1", said)


@pytest.mark.parametrize("C", [0.5, 100.0])
def test_a_logarithmic_cost_says_so(C):
    layout = cost_figure(run(change(Experiment(), C=C)))["layout"]
    assert ("(log scale)" in layout["title"]["text"]) == (layout["yaxis"].get("type") == "log")
    assert (layout["yaxis"].get("type") == "log") == (C > 1.0)


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


def test_a_cost_known_at_one_moment_is_a_marker_and_an_unknown_one_is_no_entry():
    """A hard margin's primal value is infinite until no point is inside; here for one step."""
    points = (Placed(1.0, 2.0, 1, 0), Placed(3.0, 4.0, 0, 1))
    words = {"kernel": "linear", "solver": "smo", "margin": "hard"}
    figure = cost_figure(run(change(Experiment(dataset="own", placed=points), **words)))
    curves = traces(figure)
    assert np.isfinite(curves["primal"]["y"]).sum() == 1
    assert curves["primal"]["mode"] == "markers"
    assert curves["dual"]["mode"] == "lines"
    texts = [note["text"] for note in figure["layout"]["annotations"]]
    assert texts == ["gap", "infinite at first, then 0"]
    never = run(change(Experiment(), solver="smo", margin="hard", gamma=20.0, max_iter=1))
    never = cost_figure(never)
    assert set(traces(never)) == {"dual", "optimum", "gap"}
    assert never["layout"]["annotations"][1]["text"] == "infinite throughout"


def test_the_ceiling_does_not_flatten_the_bars():
    near, far = (
        alpha_figure(run(change(Experiment(), **c))) for c in ({}, {"C": 1e4, "gamma": 100.0})
    )
    alpha = run(Experiment()).alpha
    np.testing.assert_allclose(near["data"][0]["y"], np.sort(alpha[alpha > 0])[::-1])
    for figure in (near, far):
        assert figure["data"][0]["y"].max() > 0.5 * figure["layout"]["yaxis"]["range"][1]
    assert [note["text"] for note in near["layout"]["annotations"]] == ["C"]
    assert near["layout"]["shapes"][0]["y0"] == 1.0
    assert [note["text"] for note in far["layout"]["annotations"]] == ["C = 10000 is far above"]
    assert "shapes" not in far["layout"]
