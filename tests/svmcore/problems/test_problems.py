"""The court itself: certificates against independent arithmetic, and problems solved by hand."""

from itertools import islice

import numpy as np
import pytest
from sklearn.svm import LinearSVC

from svmcore.kernels import RBF, Polynomial
from svmcore.losses import LOSSES
from svmcore.problems import DualProblem, PrimalProblem, certify
from svmcore.problems.feasible import project
from svmcore.solvers import ProjectedGradient, Status, Subgradient, solve
from tests.helpers.grids import grid
from tests.helpers.samples import KERNELS, run, sample

rng = np.random.default_rng(7)
X = rng.normal(size=(30, 2))
y = np.where(X[:, 0] + 0.5 * rng.normal(size=30) > 0.0, 1.0, -1.0)
K = RBF(gamma=0.7)(X, X)


def random_feasible(C, seed):
    noise = np.random.default_rng(seed)
    return project(noise.normal(size=len(y)) * noise.choice([0.1, 1.0, 10.0]), y, C)


class TestCertificate:
    @pytest.mark.parametrize(("seed", "C"), [(0, 0.3), (1, 1.0), (2, 50.0)])
    def test_gap_is_primal_minus_dual_by_explicit_sums(self, C, seed):
        costs = C * np.linspace(0.5, 2.0, 30)
        alpha, b = random_feasible(costs, seed), 0.1 * seed
        square = sum(
            alpha[i] * alpha[j] * y[i] * y[j] * K[i, j] for i in range(30) for j in range(30)
        )
        f = [sum(alpha[j] * y[j] * K[j, i] for j in range(30)) + b for i in range(30)]
        hinge = sum(costs[i] * max(0.0, 1.0 - y[i] * f[i]) for i in range(30))
        found = certify(K, y, costs, alpha, b)
        assert found.margin_term == pytest.approx(0.5 * square)
        assert found.loss_term == pytest.approx(hinge)
        assert found.primal == pytest.approx(0.5 * square + hinge)
        assert found.dual == pytest.approx(alpha.sum() - 0.5 * square)
        assert found.gap == pytest.approx(square + hinge - alpha.sum())
        assert found.relative_gap == pytest.approx(found.gap / abs(found.dual))

    def test_violation_is_the_length_of_a_projected_gradient_step(self):
        C = np.full(30, 2.0)
        alpha, b = random_feasible(C, 3), 0.2
        ascent = 1.0 - y * (K @ (alpha * y) + b)
        step = np.clip(alpha + ascent, 0.0, C) - alpha
        found = certify(K, y, C, alpha, b)
        assert found.violation == pytest.approx(np.abs(step).max())
        alpha[0] += 5.0  # now y'alpha = 5 and no longer 0
        assert certify(K, y, np.full(30, 100.0), alpha, b).violation >= 5.0 - 1e-9

    def test_an_unbalanced_alpha_is_not_optimal_however_well_it_fits(self):
        """K = 0, b = 1, y = +1: every margin is 1, so only y'alpha = 1 is wrong."""
        found = certify(np.zeros((2, 2)), np.ones(2), np.ones(2), np.full(2, 0.5), 1.0)
        assert found.violation == 1.0

    def test_hard_margin_counts_the_machine_scaled_to_margin_one(self):
        X2, signs = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, -1.0])
        found = certify(X2 @ X2.T, signs, np.full(2, np.inf), np.full(2, 0.1), 1.0)
        assert found.primal == pytest.approx(0.25)  # b = 1 is the middle of this shorter w too
        assert found.dual == pytest.approx(0.2 - 0.04)

    @pytest.mark.parametrize("margin", [1e-100, 1e-200, 1e-300])
    def test_hard_margin_with_one_margin_that_almost_vanishes(self, margin):
        """K = 1, alpha = (1, margin), b = 0: |w|^2 = 1 + margin^2, divided by margin^2."""
        signs, alpha, costs = np.array([1.0, -1.0]), np.array([1.0, margin]), np.full(2, np.inf)
        found = certify(np.eye(2), signs, costs, alpha, 0.0)
        assert found.primal == pytest.approx(0.5 / margin / margin if margin > 1e-150 else np.inf)

    @pytest.mark.parametrize("seed", range(10))
    def test_the_intercept_is_the_best_for_the_primal(self, seed):
        costs = np.random.default_rng(seed).choice([0.5, 1.0, 3.0], 30)
        alpha = random_feasible(costs, seed)
        scores = K @ (alpha * y)
        kinks = y - scores  # a piecewise linear function has its minimum at one of them
        best = min(costs @ np.maximum(0.0, 1.0 - y * (scores + b)) for b in kinks)
        b = DualProblem(K, y, costs).intercept(alpha)
        assert costs @ np.maximum(0.0, 1.0 - y * (scores + b)) == pytest.approx(best, abs=1e-9)


class TestGradients:
    def test_dual(self):
        dual = DualProblem(K, y, np.full(30, 2.0))
        alpha, h = random_feasible(dual.C, 1), 1e-6
        numeric = [
            (dual.objective(alpha + h * e) - dual.objective(alpha - h * e)) / (2.0 * h)
            for e in np.eye(30)
        ]
        np.testing.assert_allclose(dual.gradient(alpha), numeric, atol=1e-7)

    @pytest.mark.parametrize("inside", [False, True])
    @pytest.mark.parametrize("loss", [kind() for kind in LOSSES.values()], ids=repr)
    def test_primal(self, loss, inside):
        """With K = 1 the coefficients are the weights, so plain differences are the gradient."""
        primal = PrimalProblem(np.eye(30), y, np.linspace(0.5, 2.0, 30), loss, inside)
        x, h = 0.7 * np.random.default_rng(5).normal(size=31), 1e-6
        numeric = [
            (primal.objective(x + h * e) - primal.objective(x - h * e)) / (2.0 * h)
            for e in np.eye(31)
        ]
        np.testing.assert_allclose(primal.gradient(x), numeric, atol=1e-6)


class TestProjection:
    @pytest.mark.parametrize("seed", range(12))
    def test_feasible_idempotent_and_optimal(self, seed):
        """v - P(v) is normal to the set: no feasible point is nearer."""
        noise = np.random.default_rng(seed)
        n = int(noise.integers(1, 600))
        signs = noise.choice([-1.0, 1.0], n)
        C = noise.uniform(0.1, 3.0, n) * 10.0 ** noise.integers(0, 5)
        if seed % 4 == 0:
            C[:] = np.inf
        v = noise.normal(size=n) * 10.0 ** noise.integers(-3, 7)
        found = project(v, signs, C)
        assert (found >= 0.0).all()
        assert (found <= C).all()
        assert abs(signs @ found) <= 1e-15 * (found.sum() + np.abs(v).max())
        np.testing.assert_allclose(project(found, signs, C), found, atol=1e-12 * np.abs(v).max())
        other = project(noise.normal(size=n), signs, C)
        assert (v - found) @ (other - found) <= 1e-9 * (1.0 + v @ v)

    @pytest.mark.parametrize(("scale", "seed"), [(1e-10, 0), (1e-17, 1), (1e-40, 2)])
    def test_an_answer_far_smaller_than_C(self, seed, scale):
        """A kernel with entries of 1e17 has multipliers of 1e-17: far below a digit of C = 1e4."""
        noise = np.random.default_rng(seed)
        n = int(noise.integers(2, 40))
        signs = np.append([1.0, -1.0], noise.choice([-1.0, 1.0], n - 2))
        v = noise.normal(size=n) + 1.0
        expected = project(v, signs, np.full(n, np.inf))
        found = project(scale * v, signs, np.full(n, 1e4))
        np.testing.assert_allclose(found / scale, expected, rtol=1e-12, atol=1e-13)

    @pytest.mark.parametrize("total", [0.0, 3.0])
    def test_inside_the_box_it_is_a_step_along_y(self, total):
        C = rng.uniform(2.0, 4.0, len(y))
        v = 0.5 * C + 0.1 * rng.normal(size=len(y))
        found = project(v, y, C, total)
        assert ((found > 0.0) & (found < C)).all()
        assert y @ found == pytest.approx(total, abs=1e-13)
        np.testing.assert_allclose((found - v) * y, (total - y @ v) / len(y), rtol=1e-11)
        C[0] = 0.9 * found[0]  # where that step leaves the box, another one is asked for
        other = project(v, y, C, total)
        assert other[0] == C[0]
        assert y @ other == pytest.approx(total, abs=1e-13)


def test_the_bias_inside_w_has_a_certificate_of_its_own():
    """Against liblinear's dual solver, whose intercept is a weight of a constant feature."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(60, 2)) + np.repeat([[1.0, 0.5], [-1.0, -0.8]], 30, axis=0)
    y = np.repeat([1.0, -1.0], 30)
    theirs = LinearSVC(C=0.7, loss="hinge", tol=1e-10, max_iter=1_000_000).fit(X, y)
    problem = PrimalProblem(X @ X.T, y, np.full(60, 0.7), bias_inside=True)
    coef = np.linalg.lstsq(X.T, theirs.coef_[0], rcond=None)[0]
    x = np.append(coef, theirs.intercept_[0])
    best = problem.objective(x)
    assert problem.certify(x).primal == pytest.approx(best)
    ours = solve(problem, Subgradient(learning_rate=1.0), max_iter=4000)
    assert ours.certificate.primal == pytest.approx(best, rel=2e-3)
    assert ours.certificate.primal >= best * (1 - 1e-9)
    assert ours.certificate.dual <= best * (1 + 1e-9)


def iterates(problem, count):
    return [iterate.x.copy() for iterate in islice(ProjectedGradient().iterates(problem), count)]


def test_a_gradient_that_becomes_exactly_zero():
    """K = 1: one step of length 1 ends at alpha = 1, where Q alpha - 1 = 0 has no direction left.

    Its largest entry is what the next step's length is divided by.
    """
    problem = DualProblem(np.eye(2), np.array([1.0, -1.0]), np.full(2, 10.0))
    start, *_, last = iterates(problem, 10)
    np.testing.assert_array_equal(start, 0.0)
    np.testing.assert_array_equal(last, 1.0)
    np.testing.assert_array_equal(problem.gradient(last), 0.0)
    found = run(problem, ProjectedGradient)
    assert found.status is Status.OPTIMAL
    assert found.n_iter == 1


@pytest.mark.parametrize(
    ("kernel", "C"),
    grid([*KERNELS, Polynomial(degree=8, gamma=0.1)], [0.1, 1.0 / 3.0, 1e4, np.inf]),
)
def test_every_iterate_is_feasible(kernel, C):
    for name, n in (("moons", 60), ("blobs", 10), ("apart", 60)):
        X, y = sample(name, n)
        problem = DualProblem(kernel(X, X), y, np.full(n, C))
        for alpha in iterates(problem, 200):
            assert (alpha >= 0.0).all()
            assert (alpha <= C).all()
            size = C if np.inf > C else alpha.max()  # the longest steps cost digits of y'alpha
            assert abs(problem.y @ alpha) <= 1e-8 * size
