"""The film shows what was true at its moments."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.kernels import RBF
from svmcore.losses import LOSSES
from svmcore.problems import DualProblem
from svmcore.solvers import SMO, SOLVERS, InteriorPoint, base, solve
from svmcore.solvers.base import Iterate
from svmcore.solvers.trace import FRAMES, Recorder
from tests.helpers.samples import problem_for, run, sample


class TestTrace:
    @pytest.mark.parametrize("kind", SOLVERS.values(), ids=SOLVERS)
    def test_numbers_are_those_of_the_moments(self, kind):
        X, y = sample("moons", 40)
        K, C = RBF()(X, X), np.full(40, 5.0)
        problem = problem_for(kind, K, y, C)
        loss = LOSSES[kind.losses[0]]()
        found = run(problem, kind, max_iter=200)
        trace = found.trace
        assert trace.iteration[0] == 0
        assert trace.iteration[-1] == found.n_iter
        assert (np.diff(trace.iteration) > 0).all()
        assert 1 <= len(trace) <= 2 * FRAMES
        np.testing.assert_array_equal(trace.coef[-1], found.coef)
        assert trace.intercept[-1] == found.intercept
        for k in {*range(0, len(trace), 7), len(trace) - 1}:
            coef = trace.coef[k]
            square = coef @ K @ coef
            missed = C @ loss(y * (K @ coef + trace.intercept[k]))
            assert trace.primal[k] == pytest.approx(0.5 * square + missed)
            if "dual" in kind.formulations:
                assert trace.dual[k] == pytest.approx((coef * y).sum() - 0.5 * square)
        assert (trace.gap >= -1e-9).all()

    @pytest.mark.parametrize("moments", [1, 2, 128, 129, 255, 256, 257, 1000])
    def test_first_and_last_are_kept_and_never_more_than_128(self, moments):
        problem = DualProblem(np.eye(2), np.array([1.0, -1.0]), np.ones(2))
        recorder = Recorder(problem)
        x = np.zeros(2)
        for k in range(moments):
            x[:] = k / moments  # the same buffer again and again, as solvers do
            recorder.offer(k, x)
        recorder.close(moments - 1, x)
        trace, judged = recorder.trace("step")
        assert trace.iteration[0] == 0
        assert trace.iteration[-1] == moments - 1
        assert min(moments, FRAMES // 2) <= len(trace) <= 2 * FRAMES
        np.testing.assert_array_equal(trace.coef[:, 0], trace.iteration / moments)
        assert judged.dual == trace.dual[-1] == problem.certify(x).dual

    def test_seconds_are_the_solvers_own(self, monkeypatch):
        """Clocks that tick once a look, and a certificate that would take a thousand."""
        ticks = [0.0]

        def clock():
            ticks[0] += 1.0
            return ticks[0]

        monkeypatch.setattr(base.time, "perf_counter", lambda: 0.0)
        monkeypatch.setattr(base.time, "thread_time", clock)

        class Slow(DualProblem):
            def certify(self, x):
                ticks[0] += 1000.0
                return super().certify(x)

        class Counts:
            title, unit = "Counts", "step"

            def iterates(self, problem):
                for _ in range(5):
                    ticks[0] += 10.0
                    yield Iterate(np.zeros(2), 0.0)

        problem = Slow(np.eye(2), np.array([1.0, -1.0]), np.ones(2))
        trace = solve(problem, Counts(), max_seconds=1e9).trace
        np.testing.assert_array_equal(trace.seconds, 11.0 * np.arange(1, 6))

    def test_moments_for_a_log_axis(self):
        X, y = sample("moons")
        problem = DualProblem(X @ X.T, y, np.full(120, 100.0))
        trace = run(problem, SMO, evenly=False).trace
        later = trace.iteration[:-1]
        np.testing.assert_array_equal(later[:7], np.arange(7))
        assert (later[7:] / later[6:-1] <= 1.2).all()
        assert len(trace) < 2 * FRAMES
        even = run(problem, SMO).trace
        assert trace.iteration[-1] == even.iteration[-1]
        np.testing.assert_array_equal(trace.coef[-1], even.coef[-1])

    def test_cannot_be_changed(self):
        X, y = sample("moons")
        found = run(DualProblem(X @ X.T, y, np.ones(120)), InteriorPoint)
        for array in (found.coef, found.trace.coef, found.trace.violation, found.trace.seconds):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1.0


def test_in_pieces_it_is_the_same_run(monkeypatch):
    X, y = sample("moons")
    problem = DualProblem(X @ X.T, y, np.ones(120))
    whole = solve(problem, SMO())
    monkeypatch.setattr(base, "PIECE", -1.0)
    assert sum(1 for _ in base.solving(problem, SMO())) == whole.n_iter > 10
    found = solve(problem, SMO())
    np.testing.assert_array_equal(found.coef, whole.coef)
    assert found.certificate == whole.certificate


def test_a_run_that_is_given_up_takes_no_further_step(monkeypatch):
    monkeypatch.setattr(base, "PIECE", -1.0)
    taken = []

    class Counts:
        title, unit = "Counts", "step"

        def iterates(self, problem):
            for k in range(9):
                taken.append(k)
                yield Iterate(np.zeros(len(problem.y)), 1.0)

    work = base.solving(DualProblem(np.eye(2), np.array([1.0, -1.0]), np.ones(2)), Counts())
    next(work)
    work.close()
    assert taken == [0]
