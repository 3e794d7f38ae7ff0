"""The picture and the charts of B with A in them."""

import numpy as np
import pytest

from pages.datasets.two_class import WINDOW
from pages.plots.charts import alpha_figure, cost_figure
from pages.plots.decision import decision_figure
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.model.scene import scene
from tests.helpers.figures import traces

START = Experiment()
SHARP = change(START, C=100.0)
LINE = change(START, kernel="linear", margin="hard")  # has no solution


def picture(a: Experiment, b: Experiment, **more):
    one, other = (scene(run(experiment), WINDOW) for experiment in (a, b))
    return traces(decision_figure(other, WINDOW, frozen=one, **more))


def places(trace) -> np.ndarray:
    both = np.column_stack([trace["x"], trace["y"]]).astype(float)
    return both[~np.isnan(both).any(axis=1)]


@pytest.mark.parametrize("b", [SHARP, change(START, kernel="linear"), LINE])
def test_the_lines_of_a_are_level_lines_of_its_own_f(b):
    found, model = picture(START, b), run(START).model
    for uid, level in (("frozenbelow", -1.0), ("frozen", 0.0), ("frozenabove", 1.0)):
        at = places(found[uid])
        assert len(at) > 20
        np.testing.assert_allclose(model(at), level, atol=2e-3)
    if run(b).model is not None:
        np.testing.assert_allclose(run(b).model(places(found["boundary"])), 0.0, atol=2e-3)
        assert np.abs(run(b).model(places(found["frozen"]))).max() > 0.5
    assert list(found).index("frozen") < list(found).index("points")


def test_hidden_margins_are_those_of_a_too():
    found = picture(START, SHARP, show=("regions",))
    assert "frozen" in found
    assert "frozenbelow" not in found


def test_both_boundaries_are_named_once_and_beside_their_own_lines():
    words = picture(START, SHARP)["labels"]
    assert sorted(word for word in words["text"] if ":" in word) == ["A: f = 0", "B: f = 0"]
    assert "f = 0" not in words["text"]
    for word, experiment in (("A: f = 0", START), ("B: f = 0", SHARP)):
        k = words["text"].index(word)
        at = np.array([words["x"][k], words["y"][k]])
        line = scene(run(experiment), WINDOW).lines[1]
        assert np.nanmin(np.hypot(*(line - at).T)) < 0.15


def test_a_model_that_does_not_exist_has_no_line():
    found = picture(LINE, START)
    assert not [uid for uid in found if uid.startswith("frozen")]
    assert [word for word in found["labels"]["text"] if word.startswith("B")] == ["B: f = 0"]
    alone = picture(START, LINE)
    assert "boundary" not in alone
    assert [word for word in alone["labels"]["text"] if word.startswith("A")] == ["A: f = 0"]


def test_the_charts_show_a_in_grey_behind_b():
    a, b = run(START), run(SHARP)
    cost = cost_figure(b, a)["data"]
    assert cost[0]["name"] == "A"
    np.testing.assert_array_equal(cost[0]["y"], a.solution.trace.primal)
    [usual] = [one for one in cost if one["uid"] == "primal"]
    np.testing.assert_array_equal(usual["y"], b.solution.trace.primal)
    bars = alpha_figure(a, frozen=b)
    assert [one["uid"] for one in bars["data"]] == ["frozen", "alpha"]
    behind = np.asarray(bars["data"][0]["y"])
    np.testing.assert_allclose(behind, np.sort(b.alpha[b.support])[::-1])
    assert bars["layout"]["yaxis"] == alpha_figure(a)["layout"]["yaxis"], "the scale is B's"
    assert bars["layout"]["xaxis"]["title"]["text"].endswith("; A in grey, up to 100")
