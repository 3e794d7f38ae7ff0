"""SMO and the path of C with weights: every bound is the C of its own point."""

from __future__ import annotations

import numpy as np
import pytest

from pages.dual.figures.path import alphas_figure, counts_figure
from pages.dual.figures.path_film import path_dict
from pages.dual.figures.smo import smo_dict
from pages.dual.model.path import describe_events, path_record
from pages.dual.model.smo_record import smo_record
from pages.state.experiment import change
from pages.state.run import data_of, run
from pages.state.scene import cover, fit_view
from tests.helpers.weighted import apart, doubled, unweighed, weighed


def gram(experiment):
    X = data_of(experiment).X
    if experiment.kernel == "linear":
        return X @ X.T
    return np.exp(-experiment["gamma"] * ((X[:, None] - X[None]) ** 2).sum(2))


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_every_step_of_smo_stays_in_the_box_of_its_pair(kernel):
    experiment = weighed(kernel=kernel, C=2.0)
    record = smo_record(experiment)
    y, K = record.data.y, gram(experiment)
    C = 2.0 * np.array([p.weight for p in experiment.placed])
    np.testing.assert_array_equal(record.bound, C)
    assert record.finished
    stopped = 0
    for m in range(1, len(record.update)):
        i, j = record.steps.pair[m]
        old, new = record.steps.before[m], record.steps.after[m]
        np.testing.assert_array_equal(record.box[m], [C[i], C[j]])
        # the ends of the line by trying: alpha_j from 0 to C_j, alpha_i what keeps the sum
        line = np.linspace(0.0, C[j], 20_001)
        partner = old[0] - y[i] * y[j] * (line - old[1])
        inside = line[(partner >= -1e-12) & (partner <= C[i] + 1e-12)]
        unit = C[j] / 20_000
        assert record.line.low[m] == pytest.approx(inside.min(), abs=1.01 * unit)
        assert record.line.high[m] == pytest.approx(inside.max(), abs=1.01 * unit)
        assert record.line.low[m] - 1e-12 <= new[1] <= record.line.high[m] + 1e-12
        assert new[1] == pytest.approx(
            min(max(record.line.unclipped[m], record.line.low[m]), record.line.high[m]), abs=1e-9
        )
        stopped += int(new[0] == C[i] or new[1] == C[j])
    assert stopped > 3
    assert np.isnan(record.box[0]).all()
    alpha = record.states.alpha[-1]
    assert (alpha == C).sum() > 3
    g = K @ (alpha * y)
    slack = np.maximum(0.0, 1.0 - y * (g + record.states.b[-1]))
    square = 0.5 * (alpha * y) @ g
    assert record.states.primal[-1] == pytest.approx(square + C @ slack, rel=1e-9)
    assert record.states.dual[-1] == pytest.approx(alpha.sum() - square, rel=1e-9)
    assert record.states.primal[-1] == pytest.approx(record.states.dual[-1], rel=1e-4)


def test_weight_2_ends_where_two_points_end():
    experiment = weighed(kernel="rbf", C=2.0)
    heavy, twice = (smo_record(doubled(experiment, 4, h)) for h in (True, False))
    assert heavy.states.dual[-1] == pytest.approx(twice.states.dual[-1], rel=1e-6)
    alpha = np.append(heavy.states.alpha[-1], 0.0)
    there = twice.states.alpha[-1].copy()
    there[4] += there[-1]
    there[-1] = 0.0
    np.testing.assert_allclose(alpha, there, atol=1e-3)


def test_weights_mean_nothing_to_the_hard_margin():
    record, plain = smo_record(apart()), smo_record(unweighed(apart()))
    np.testing.assert_array_equal(record.states.alpha, plain.states.alpha)
    assert np.isinf(record.bound).all()
    assert np.isinf(record.C)
    wire = smo_dict(record, "run", cover(fit_view(record.data)))
    assert wire["C"] is None
    assert wire["weighed"] is False
    assert "box" not in wire


def test_the_film_of_smo_has_every_pair_s_own_box():
    record = smo_record(weighed(C=2.0))
    wire = smo_dict(record, "run", cover(fit_view(record.data)))
    assert wire["C"] == 2.0
    assert wire["weighed"] is True
    np.testing.assert_array_equal(wire["box"], record.box.astype(np.float32))
    bounds = 2.0 * record.data.weight
    expected = np.where(
        record.states.alpha == 0.0, 0, np.where(record.states.alpha == bounds, 2, 1)
    )
    np.testing.assert_array_equal(wire["case"], expected)
    assert (wire["case"] == 2).any()
    plain = smo_record(unweighed(weighed(C=2.0)))
    assert smo_dict(plain, "run", cover(fit_view(plain.data)))["weighed"] is False


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
@pytest.mark.parametrize("share", [0.0, 0.25])
def test_every_moment_of_the_path_is_the_weighted_machine_of_its_C(kernel, share):
    experiment = weighed(40, kernel=kernel, C=0.7)
    record = path_record(experiment, share)
    assert record.proved
    y, K, rows = record.data.y, gram(experiment), record.split.train
    omega = np.array([p.weight for p in experiment.placed])
    for k in range(0, len(record), 5):
        C, a, b = record.C[k], record.states.alpha[k, rows], record.states.b[k]
        top = C * omega[rows]
        f = K[np.ix_(rows, rows)] @ (a * y[rows]) + b
        margins = y[rows] * f
        # the conditions, with the bound of each point
        moved = np.clip(a + 1.0 - margins, 0.0, top)
        assert np.abs(moved - a).max() <= 1e-7
        assert abs(a @ y[rows]) <= 1e-8 * max(1.0, a.max())
        square = 0.5 * (a * y[rows]) @ (f - b)
        primal = square + top @ np.maximum(0.0, 1.0 - margins)
        assert a.sum() - square == pytest.approx(primal, rel=1e-6)
    middle = len(record) // 2  # the bound ones grow at their own rates
    C, then = record.C[middle], record.C[middle] * 1.0001
    path = record.path
    if path.stretch(C) == path.stretch(then):
        held = path.state[path.stretch(C)] == 2
        rate = (path.alpha(then) - path.alpha(C)) / (then - C)
        np.testing.assert_allclose(rate[held], omega[rows][held], rtol=1e-6)


def test_the_path_meets_the_run_of_its_own_C():
    experiment = weighed(40, kernel="rbf", C=0.7)
    record = path_record(experiment)
    found = run(change(experiment, tol=1e-10))
    np.testing.assert_allclose(record.states.alpha[record.own], found.alpha, atol=1e-6)
    np.testing.assert_allclose(record.states.scores[record.own], found.scores, atol=1e-6)


def test_the_path_of_weight_2_is_that_of_two_points():
    experiment = weighed(kernel="rbf")
    heavy, twice = (path_record(doubled(experiment, 4, h)) for h in (True, False))
    for C in (0.05, 0.5, 5.0, 50.0):
        a, there = heavy.path.alpha(C), twice.path.alpha(C)
        there[4] += there[-1]
        np.testing.assert_allclose(a, there[:-1], atol=1e-7 * C)


def test_the_ceiling_of_the_picture_is_that_of_weight_1():
    record = path_record(weighed())
    drawn = alphas_figure(record)
    ceiling = drawn["data"][-1]
    assert ceiling["name"] == "α = C × weight 1"
    assert drawn["layout"]["annotations"][0]["text"] == "α = C × weight 1"
    np.testing.assert_allclose(10.0 ** ceiling["x"], ceiling["y"])
    top = 10.0 ** drawn["layout"]["yaxis"]["range"][1]
    assert top > record.states.alpha.max()
    plain = alphas_figure(path_record(unweighed(weighed())))
    assert plain["data"][-1]["name"] == "α = C"


def test_the_words_of_the_path_name_the_bound():
    record = path_record(weighed())
    reached = [event for event in record.events if event.kind == "free->bound"]
    assert describe_events(reached[:1], record.data.top) == "a point reaches C × weight"
    assert describe_events(reached[:1]) == "a point reaches C"
    film = path_dict(record, "run", cover(fit_view(record.data)))
    assert any("reaches C × weight" in words for words in film["words"]["above"])
    assert film["words"]["step"][-1].endswith("at C × weight")
    assert counts_figure(record)["data"][1]["name"] == "at C × weight"
    np.testing.assert_array_equal(
        film["case"][-1] == 2,
        record.states.alpha[-1] >= record.C[-1] * record.data.weight * (1.0 - 1e-9),
    )
