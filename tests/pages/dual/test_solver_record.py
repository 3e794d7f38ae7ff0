"""The iterations of projected gradient, interior point and Newton: what the timeline plays."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.dual.figures.solver import solver_film
from pages.dual.model.solver_record import BY, MOST, obstacle, solver_record
from pages.dual.text.solver import solver_why, solver_why_help, solver_words
from pages.dual.text.views import condition_cells, derivation_lines
from pages.state.board.experiment import Experiment, change
from pages.state.model.kkt import conditions
from pages.state.model.run import run
from pages.state.model.scene import cover, fit_view
from pages.ui.timeline.timeline import _check
from svmcore.losses import SquaredHinge
from svmcore.problems import PrimalProblem
from svmcore.solvers import InteriorPoint, solve
from tests.helpers.opened import numeral, open_page, sent, verdict

RBF = change(Experiment(), n_samples=40, C=2.0)
LINE = change(RBF, kernel="linear")


@pytest.mark.parametrize("experiment", [RBF, LINE])
@pytest.mark.parametrize("by", BY)
def test_every_iteration_is_there_and_the_last_is_the_optimum(by, experiment):
    record = solver_record(experiment, by)
    assert record.update.tolist() == list(range(record.total + 1)), "single steps both ways"
    assert record.violation[-1] <= experiment.tol < record.violation[0]
    assert (record.primal - record.dual >= -1e-9 * record.primal[-1]).all()
    if by == "newton":
        data = record.data
        K = record.kernel(data.X, data.X)
        primal = PrimalProblem(K, data.y, np.full(40, 2.0), psd=True, loss=SquaredHinge())
        best = solve(primal, InteriorPoint()).certificate.primal
    else:
        best = run(
            change(experiment, solver="auto", formulation="dual")
        ).solution.certificate.primal
        assert np.abs(record.alpha @ record.data.y).max() < 1e-9
        assert record.alpha.max() <= 2.0 * (1.0 + 1e-12)
    assert record.primal[-1] == pytest.approx(best, rel=1e-6)


@pytest.mark.parametrize("by", BY)
def test_the_film_says_of_each_moment_what_its_model_is(by):
    record = solver_record(RBF, by)
    film = solver_film(record, "run", cover(fit_view(record.data)))
    _check(film)
    words, k = solver_words(record), record.total // 2
    assert numeral(words["test"][k].split()[-1]) == pytest.approx(record.violation[k], rel=0.06)
    bound = int((film["case"][k] == 2).sum())
    free = int((film["case"][k] == 1).sum())
    assert words["step"][k] == (
        f"{free} with α > 0" if by == "newton" else f"{free} free, {bound} at C"
    )
    scores = record.coef[k] @ record.kernel(record.data.X, record.data.X) + record.b[k]
    assert (film["crossed"][k] == (scores * record.data.y < 0)).all()
    assert set(film["order"].tolist()) == set(np.flatnonzero(record.alpha.any(axis=0)).tolist())
    assert len(solver_why(record)) == len(record.update)
    lines = {line for text in solver_why(record)[1:] for line in text.split("\n")}
    assert all(line.startswith(tuple(solver_why_help(by))) for line in lines), "all explained"


def test_of_a_long_run_all_iterations_near_the_one_that_is_wanted_are_kept():
    long = change(Experiment(), kernel="poly", C=100.0, n_samples=200)
    plain = solver_record(long, "projected")
    assert MOST >= plain.total > 450
    near = solver_record(long, "projected", 437)
    assert set(range(425, 450)) <= set(near.update.tolist())
    both = np.intersect1d(plain.update, near.update, return_indices=True)
    assert (plain.coef[both[1]] == near.coef[both[2]]).all()
    assert not set(range(425, 450)) <= set(plain.update.tolist())


@pytest.mark.parametrize(
    ("by", "words", "reason"),
    [
        ("newton", {"margin": "hard"}, "soft margin"),
        ("interior", {"kernel": "sigmoid"}, "positive semi-definite"),
        ("projected", {"margin": "hard", "kernel": "linear"}, "separates the points"),
    ],
)
def test_what_a_solver_cannot_do_it_says(by, words, reason):
    experiment = change(Experiment(), **words)
    assert reason in obstacle(experiment, by)
    assert solver_record(experiment, by) is None


def test_the_page_shows_the_solver_and_its_bars():
    app = open_page("dual", {"i_dual": "smo", "i_by": "interior"})
    assert "Interior point reaches the optimum" in verdict(app)
    assert {"solver", "solver_values", "solver_bars"} <= set(sent(app))
    assert sent(app)["solver_bars"].header["layer"] == "bars"


def test_a_model_after_few_steps_shows_its_violations():
    app = open_page("dual", {"i_stop": "10"})
    html = "".join(h.value for h in app.get("html"))
    worst = float(re.search(r">worst KKT violation ([\d.]+)<", html)[1])
    result = run(change(Experiment(), formulation="dual", solver="smo", max_iter=10))
    assert worst == pytest.approx(result.solution.certificate.violation, rel=0.01)
    assert result.solution.n_iter == 10
    found = conditions(result)
    cells = [condition_cells(found, i, finished=False) for i in range(90)]
    assert {(row[1], row[5]) for row in cells} == {("0", "α = 0"), ("1", "α = C")}
    assert derivation_lines(result, None)[1].endswith("is b at every free point")
