"""What is drawn of the path, and played of it: every number from alpha, b and the kernel."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.dual.figures.path import alphas_figure, counts_figure, errors_figure
from pages.dual.figures.path_film import FEWEST, LIVE, SURFACES, path_dict
from pages.dual.model.path import path_record
from pages.plots.frames import NODES
from pages.plots.theme import resolve
from pages.state.board.experiment import Experiment, change
from pages.ui.canvas.wire import to_json
from tests.helpers.dual_problems import placed

EXTENT = (-3.0, 3.0, -2.0, 2.5)
LINEAR = change(Experiment(n_samples=50), kernel="linear", C=0.7)
RBF = change(Experiment(n_samples=50), kernel="rbf", C=3.0)
FEW = change(Experiment(n_samples=50), kernel="linear", dataset="circles", C=1.374)
experiments = pytest.mark.parametrize("experiment", [LINEAR, RBF, FEW], ids=lambda e: e.dataset)


@cache
def film_of(experiment):
    """The record on 70 % of the points, and its film."""
    record = path_record(experiment, 0.3)
    return record, path_dict(record, "run 1", EXTENT)


@experiments
def test_film_has_a_row_for_every_moment(experiment):
    record, film = film_of(experiment)
    M, n = len(record), len(record.data)
    assert (film["id"], film["process"], film["per_epoch"]) == ("run 1", "path", 1.0)
    assert (film["status"], film["live"], film["batch"]) == ("", False, 1)
    assert film["opens"] == int(np.flatnonzero(record.C == record.experiment.C)[0])
    assert film["total"] == M - 1
    assert film["update"].tolist() == list(range(M))
    np.testing.assert_allclose(10.0 ** film["x"].astype(float), record.C, rtol=2e-6)
    for name in ("alpha", "case", "b"):
        np.testing.assert_allclose(film[name], getattr(record.states, name), rtol=1e-6)
    np.testing.assert_allclose(film["C"], record.C, rtol=1e-6)
    assert film["alpha"].shape == (M, n)
    assert film["sample"].shape == (M, 1)
    assert {name: len(words) for name, words in film["words"].items()} == dict.fromkeys(
        ("place", "step", "cost", "above"), M
    )


@experiments
def test_marks_samples_and_words_are_those_of_the_events(experiment):
    record, film = film_of(experiment)
    seen = 0
    for k, C in enumerate(record.C):
        low = record.C[k - 1] if k else 0.0
        events = [e for e in record.events if low < e.C <= C]
        assert film["sample"][k, 0] == (events[-1].point if events else -1)
        assert (k in film["marks"]) == bool(events)
        counted = [int(m) for m in re.findall(r"\d+", film["words"]["above"][k])]
        assert (sum(counted) or (film["words"]["above"][k][:2] == "a ")) == len(events)
        seen += len(events)
    assert seen == len(record.events) > 5


@experiments
def test_words_are_true(experiment):
    record, film = film_of(experiment)
    words = film["words"]
    kernel = experiment.build_kernel()
    X, y = record.data.X[record.split.train], record.data.y
    for k in range(0, len(record), 9):
        C, a = record.C[k], record.states.alpha[k]
        place = float(words["place"][k].removeprefix("C = "))
        assert place == pytest.approx(C, rel=0.051)
        coef = (y * a)[record.split.train]
        f = coef @ kernel(X, record.data.X) + record.states.b[k]
        wrong = (f >= 0.0) != (y > 0.0)
        width = 2.0 / np.sqrt(coef @ kernel(X, X) @ coef)
        said = re.fullmatch(
            r"width (\S+), (\d+) of (\d+) wrong, test (\d+) of (\d+)", words["cost"][k]
        )
        assert float(said[1]) == pytest.approx(width, rel=0.051)
        assert int(said[2]) == wrong[record.split.train].sum()
        assert int(said[4]) == wrong[record.split.test].sum()
        assert (int(said[3]), int(said[5])) == (len(record.split.train), len(record.split.test))
        free, bound = (int((record.states.case[k] == case).sum()) for case in (1, 2))
        assert words["step"][k] == f"{free} free, {bound} at C"
    assert words["place"][record.own] == f"C = {experiment.C:g}"


def test_a_linear_film_has_the_weights():
    record = path_record(LINEAR)
    film = path_dict(record, "a", EXTENT)
    assert film["kind"] == "linear"
    assert "test" not in film["words"]["cost"][0]
    f = film["w"] @ record.data.X.T + film["b"][:, None]
    scores = record.states.scores
    np.testing.assert_allclose(f, scores, atol=1e-4 * np.abs(scores).max())


def test_a_kernel_film_has_surfaces_and_lines():
    """Of the very C of those moments that have a surface, and of the nearest one elsewhere."""
    record, film = film_of(RBF)
    assert (film["kind"], film["k"], film["extent"]) == ("kernel", NODES, list(EXTENT))
    F = len(film["shades"])
    assert len(film["lines_at"]) == F <= SURFACES
    live = path_dict(record, "a", EXTENT, live=True)
    assert live["live"] is True
    assert len(live["shades"]) <= LIVE < F
    assert sorted(set(film["frame"].tolist())) == list(range(F))
    kernel, X = RBF.build_kernel(), record.data.X
    x, y = np.meshgrid(np.linspace(*EXTENT[:2], NODES), np.linspace(*EXTENT[2:], NODES))
    at = np.column_stack([x.ravel(), y.ravel()])
    exact = 0
    for k in range(len(record)):
        coef = record.states.alpha[k] * record.data.y
        frame = film["frame"][k]
        shades = 127.0 * np.tanh(coef @ kernel(X, at) + record.states.b[k])
        fits = np.abs(film["shades"][frame] - shades).max() <= 0.5 + 1e-6
        exact += fits
        assert fits or k not in (0, record.own, len(record) - 1)
        if fits and k % 20 == 0:
            ends = film["lines_at"][frame]
            for level, first, last in zip((-1.0, 0.0, 1.0), ends[:-1], ends[1:], strict=True):
                line = film["lines_xy"][first:last].astype(float)
                line = line[np.isfinite(line[:, 0])]
                f = kernel(line, X) @ coef + record.states.b[k]
                assert np.abs(f - level).max(initial=0.0) <= 2e-2 * max(1.0, np.abs(coef).max())
    assert exact >= F
    assert film["lines_at"][-1, -1] == len(film["lines_xy"])
    assert film["lines_at"][0, 0] == 0
    assert (film["lines_at"][1:, 0] == film["lines_at"][:-1, -1]).all()


@pytest.mark.parametrize("words", [{"gamma": 10.0}, {"kernel": "poly", "degree": 8}], ids=str)
def test_the_largest_films_are_small_enough_and_say_where_a_proof_is_missing(words):
    experiment = change(Experiment(), dataset="random", n_samples=300, **words)
    record = path_record(experiment, 0.2)
    film = path_dict(record, "a", EXTENT)
    assert record.proved == ("gamma" in words)
    assert record.proved or "not every model" in film["status"]
    assert len(to_json(film)) < 1_500_000
    assert len(film["shades"]) >= FEWEST
    assert film["frame"][[0, -1]].tolist() == [0, len(film["shades"]) - 1]
    assert set(np.diff(film["frame"]).tolist()) == {0, 1}


def test_every_positive_alpha_is_drawn_once_in_the_colour_of_its_class():
    record = path_record(RBF, 0.3)
    drawn = alphas_figure(record)
    minus, plus, ceiling = drawn["data"]
    np.testing.assert_allclose(10.0 ** ceiling["x"], ceiling["y"])
    least = 10.0 ** drawn["layout"]["yaxis"]["range"][0]
    for label, trace in ((-1.0, minus), (1.0, plus)):
        assert trace["line"]["color"] == f"$class{int(label > 0)}"
        alpha = record.states.alpha[:, record.data.y == label]
        rows, columns = np.nonzero(alpha)
        expected = sorted(zip(np.log10(record.C)[rows], alpha[rows, columns], strict=True))
        positive = trace["y"] > 0.01 * least
        drawn_points = sorted(zip(trace["x"][positive], trace["y"][positive], strict=True))
        np.testing.assert_allclose(drawn_points, expected, rtol=1e-6, atol=1e-7)
        # a line goes down to a moment where alpha is 0, and on to no other point
        gaps = np.isnan(np.append(trace["y"][1:], np.nan))
        assert gaps[np.diff(trace["x"], append=-9.0) < 0.0].all()


def test_counts_and_errors_are_those_of_the_story():
    record = path_record(RBF, 0.3)
    free, bound = counts_figure(record)["data"]
    np.testing.assert_array_equal(free["y"], (record.states.case == 1).sum(axis=1))
    np.testing.assert_array_equal(bound["y"], (record.states.case == 2).sum(axis=1))
    training, test, width = errors_figure(record)["data"]
    wrong = (record.states.scores >= 0.0) != (record.data.y > 0.0)
    np.testing.assert_allclose(training["y"], 100.0 * wrong[:, record.split.train].mean(axis=1))
    np.testing.assert_allclose(test["y"], 100.0 * wrong[:, record.split.test].mean(axis=1))
    np.testing.assert_allclose(width["y"], record.curves.width)
    assert len(errors_figure(path_record(RBF))["data"]) == 2


def test_where_no_machine_has_a_width_the_chart_says_why():
    record = path_record(placed([(0.5, 1.0, 1), (0.5, 1.0, 0)], kernel="linear"))
    assert not (record.states.alpha * record.data.y).sum(axis=1).any()
    layout = errors_figure(record)["layout"]
    assert [note["text"] for note in layout["annotations"]] == ["width 2/‖w‖", "w = 0 throughout"]
    known = errors_figure(path_record(RBF))["layout"]
    assert [note["text"] for note in known["annotations"]] == ["width 2/‖w‖"]
    for figure in (alphas_figure, counts_figure, errors_figure):
        go.Figure(resolve(figure(record), "light"))
