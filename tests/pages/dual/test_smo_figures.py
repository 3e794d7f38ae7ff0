"""The browser's film of SMO is the record, and the chart holds its values."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.dual.figures.smo import FEWEST, FRAMES, progress_figure, smo_dict
from pages.dual.model.smo_record import smo_record
from pages.plots.frames import NODES
from pages.plots.theme import resolve
from pages.state.board.experiment import Experiment, change
from pages.state.model.scene import cover, fit_view
from pages.ui.canvas.wire import to_json
from tests.helpers.dual_problems import gram, placed

WORDS = [
    {},
    {"kernel": "linear"},
    {"kernel": "sigmoid"},
    {"margin": "hard", "gamma": 3.0},
    {"kernel": "linear", "dataset": "blobs", "margin": "hard", "noise": 0.1},
]
every_record = pytest.mark.parametrize("words", WORDS, ids=lambda w: "-".join(map(str, w.values())))
LONG = {"C": 1e4, "n_samples": 120, "kernel": "poly"}


def recorded(focus=-1, **words):
    experiment = change(Experiment(), **({"n_samples": 40} | words))
    record = smo_record(experiment, focus)
    return record, smo_dict(record, "run", cover(fit_view(record.data)))


@every_record
def test_the_film_holds_the_record(words):
    record, wire = recorded(**words)
    assert (wire["process"], wire["id"], wire["status"], wire["live"]) == ("smo", "run", "", False)
    assert (wire["total"], wire["per_epoch"], wire["batch"]) == (record.total, 1.0, 2)
    assert smo_dict(record, "run", cover(fit_view(record.data)), live=True)["live"] is True
    hard = words.get("margin") == "hard"
    assert wire["C"] == (None if hard else 1.0)
    arrays = vars(record.steps) | vars(record.line) | vars(record.states)
    pair = arrays.pop("pair")
    for name, values in arrays.items():
        np.testing.assert_array_equal(wire[name], values.astype(np.float32))
    for name, values in (("update", record.update), ("marks", record.marks), ("sample", pair)):
        np.testing.assert_array_equal(wire[name], values)
    K, y = record.kernel(record.data.X, record.data.X), record.data.y
    for m, (coef, b) in enumerate(zip(record.coef, record.states.b, strict=True)):
        wrong = y * (K @ coef + b) < 0.0 if coef.any() else np.zeros(len(y))
        assert wire["crossed"][m].tolist() == wrong.astype(int).tolist()
    np.testing.assert_array_equal(wire["y"], record.data.y)
    ceiling = np.inf if hard else 1.0
    for m, row in enumerate(record.states.alpha):
        expected = [0 if a == 0.0 else 2 if a == ceiling else 1 for a in row]
        assert wire["case"][m].tolist() == expected
    json.loads(to_json(wire))


@every_record
def test_the_machine_of_every_moment_is_that_of_its_alpha(words):
    record, wire = recorded(**words)
    y, X = record.data.y, record.data.X
    if words.get("kernel") == "linear":
        assert wire["kind"] == "linear"
        w = (record.states.alpha * y) @ X
        np.testing.assert_allclose(wire["w"], w, atol=1e-4 * np.abs(w).max())
        return
    assert (wire["kind"], wire["k"]) == ("kernel", NODES)
    x0, x1, y0, y1 = wire["extent"]
    Z = np.array([(a, b) for b in np.linspace(y0, y1, NODES) for a in np.linspace(x0, x1, NODES)])
    frames = len(wire["shades"])
    chosen = [int(np.flatnonzero(wire["frame"] == g)[0]) for g in range(frames)]
    f = (record.states.alpha[chosen] * y) @ gram(record, Z) + record.states.b[chosen, None]
    off = np.abs(127.0 * np.tanh(f) - wire["shades"])
    assert off.max() <= 0.501
    for g, m in enumerate(chosen):
        coef = record.states.alpha[m] * y
        for k, level in enumerate((-1.0, 0.0, 1.0)):
            line = wire["lines_xy"][wire["lines_at"][g, k] : wire["lines_at"][g, k + 1]]
            line = line[np.isfinite(line[:, 0])].astype(float)
            crossed = f[g].min() < level - 0.05 and f[g].max() > level + 0.05
            assert len(line) > 0 or not crossed or not coef.any()
            if len(line):
                values = coef @ gram(record, line) + record.states.b[m]
                slope = max(1.0, np.abs(values).max(), np.abs(coef).sum())
                assert np.abs(values - level).max() <= 5e-3 * slope


def test_every_step_beside_the_focus_has_its_picture():
    record, wire = recorded(focus=700, **LONG)
    near = np.flatnonzero(np.abs(record.update - 700) <= 12)
    assert len(near) == 25
    assert (np.diff(wire["frame"][near]) == 1).all()
    assert len(wire["shades"]) <= FRAMES


def test_a_film_of_300_points_is_small():
    _, wire = recorded(dataset="random", C=1e4, gamma=5.0, n_samples=300, focus=150)
    assert len(wire["y"]) == 300
    assert len(to_json(wire)) < 1_500_000
    assert len(wire["shades"]) >= FEWEST


@every_record
def test_the_chart_is_both_values_and_their_gap(words):
    record, _ = recorded(**words)
    figure = progress_figure(record)
    go.Figure(resolve(figure, "light"))
    traces = {trace["uid"]: trace for trace in figure["data"]}
    y, K = record.data.y, gram(record)
    C = np.inf if words.get("margin") == "hard" else 1.0
    primal, dual = [], []
    for row, b in zip(record.states.alpha, record.states.b, strict=True):
        v = row * y
        g = K @ v
        dual.append(row.sum() - 0.5 * v @ g)
        margins = y * (g + b)
        if np.isfinite(C):
            primal.append(0.5 * v @ g + C * np.maximum(0.0, 1.0 - margins).sum())
        else:  # scaled until every margin is 1
            smallest = margins.min()
            primal.append(0.5 * (v @ g) / smallest**2 if smallest > 1e-12 else np.nan)
    np.testing.assert_allclose(traces["dual"]["y"], dual, atol=1e-8 * max(dual))
    np.testing.assert_allclose(traces["primal"]["y"], primal, rtol=1e-6)
    for trace in traces.values():
        np.testing.assert_array_equal(trace["x"], record.update)
    if words.get("kernel") == "sigmoid":
        assert "gap" not in traces
        np.testing.assert_allclose(traces["violation"]["y"], record.steps.left)
        return
    gap = np.array(primal) - np.array(dual)
    drawn = traces["gap"]["y"]
    seen = np.isfinite(drawn)
    assert seen.sum() > 0.2 * len(seen)
    np.testing.assert_allclose(drawn[seen], gap[seen], rtol=1e-4, atol=1e-8 * max(dual))


@pytest.mark.parametrize(
    ("primal", "why"),
    [
        ([np.inf, 0.5], ["infinite at first, then 0"]),
        ([0.0, 0.5], ["0 throughout"]),
        ([np.inf, np.inf], ["infinite throughout"]),
        ([1.0, 0.5], []),
    ],
)
def test_a_gap_that_a_log_axis_cannot_show_is_said(primal, why):
    record = smo_record(placed([(1.0, 0.0, 1), (-1.0, 0.0, 0)], kernel="linear", C=0.5))
    assert record.states.dual.tolist() == [0.0, 0.5]
    states = replace(record.states, primal=np.array(primal))
    figure = progress_figure(replace(record, states=states))
    notes = [note["text"] for note in figure["layout"]["annotations"]]
    assert notes == ["gap", *why]
    nothing = progress_figure(None)["layout"]["annotations"]
    assert [note["text"] for note in nothing] == ["no model to train"]
