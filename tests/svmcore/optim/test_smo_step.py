"""Every pair step by its definition: the choice, the optimum on its segment, the E that remain."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from svmcore import SVC
from svmcore.kernels import RBF
from svmcore.optim import rows as module
from svmcore.optim.rows import CachedRows
from svmcore.optim.smo_step import SmoState
from tests.helpers.samples import sample


class Program:
    """min 1/2 x'Qx - q'x in a box with 0 in it, some bounds infinite, and sums over blocks."""

    def __init__(self, seed, n=14, blocks=1, rank=6):
        rng = np.random.default_rng(seed)
        factor = rng.normal(size=(n, rank))
        self.Q, self.q = factor @ factor.T, rng.normal(size=n)
        self.lower, self.upper = -rng.uniform(0.0, 1.0, n), rng.uniform(0.0, 1.0, n)
        self.lower[0], self.upper[1] = -np.inf, np.inf
        self.lower[2:6], self.upper[6:10] = 0.0, 0.0  # where x starts, as alpha does
        self.block = np.arange(n) * blocks // n
        self.members = [np.flatnonzero(self.block == b) for b in range(blocks)]

    def state(self, x=None, **words):
        x = np.zeros(len(self.q)) if x is None else x
        groups = [slice(m[0], m[-1] + 1) for m in self.members]
        return SmoState(
            x,
            self.q - self.Q @ x,
            self.lower,
            self.upper,
            list(self.Q),
            self.Q.diagonal(),
            groups=groups,
            **words,
        )

    def value(self, x):
        return 0.5 * x @ self.Q @ x - self.q @ x

    def violation(self, x):
        """The largest E_i - E_j over all pairs of one block that may move."""
        E = self.q - self.Q @ x
        return max(
            E[i] - E[j]
            for block in self.members
            for i in block
            for j in block
            if x[i] < self.upper[i] and x[j] > self.lower[j]
        )


@given(seed=st.integers(0, 10_000), blocks=st.integers(1, 3))
def test_every_choice_and_every_step_is_what_the_formulas_say(seed, blocks):
    program = Program(seed, blocks=blocks)
    Q, lower, upper = program.Q, program.lower, program.upper
    state = program.state()
    before, pair, E_before = None, None, None
    for count, (i, j, E_i, ahead, violation) in enumerate(state.steps()):
        x = np.array(state.x)
        E = program.q - Q @ x
        if before is not None:  # the step that was announced, on the line x_a + d, x_b - d
            a, b = pair
            d = x[a] - before[a]
            others = np.delete(np.arange(len(x)), [a, b])
            np.testing.assert_array_equal(x[others], before[others])
            assert x[b] - before[b] == pytest.approx(-d, abs=1e-14)
            most = min(upper[a] - before[a], before[b] - lower[b])
            top = (E_before[a] - E_before[b]) / (Q[a, a] + Q[b, b] - 2.0 * Q[a, b])
            assert d == pytest.approx(min(top, most), abs=1e-12)
            assert top < most * (1.0 + 1e-9) or x[a] == upper[a] or x[b] == lower[b]  # exactly
            assert program.value(x) < program.value(before)
        assert violation == pytest.approx(program.violation(x), abs=1e-12)
        assert (E_i, ahead) == pytest.approx((E[i], E[i] - E[j]), abs=1e-12)
        np.testing.assert_allclose(np.where(x < upper, E, -np.inf), state.up, atol=1e-12)
        np.testing.assert_allclose(np.where(x > lower, E, np.inf), state.low, atol=1e-12)
        np.testing.assert_allclose(state.E, E, atol=1e-12)
        if violation < 1e-6 or count == 100:
            break
        block = program.members[program.block[i]]
        # a step makes two E equal, but for rounding: there may be several largest
        assert E[i] == pytest.approx(max(E[k] for k in block if x[k] < upper[k]), abs=1e-12)
        gains = {
            k: (E[i] - E[k]) ** 2 / (Q[i, i] + Q[k, k] - 2.0 * Q[i, k])
            for k in block
            if x[k] > lower[k] and E[k] < E[i]
        }
        assert gains[j] == pytest.approx(max(gains.values()), rel=1e-9, abs=1e-15)
        before, pair, E_before = x, (i, j), E
    assert violation < 1e-6 or count == 100


def test_the_violation_may_be_checked_less_often():
    often, seldom = Program(1).state(), Program(1).state()
    for k, (one, other) in enumerate(zip(often.steps(), seldom.steps(check_every=8), strict=True)):
        assert one[:4] == other[:4]
        if k % 8 == 0:
            held = one[4]
        assert other[4] == held
        if k == 40:
            break
    assert often.x == seldom.x


@pytest.mark.parametrize("bend", [0.0, -0.5])
def test_a_pair_without_a_top_goes_to_the_edge_of_its_box(bend):
    """Equal points, and an indefinite Q: the least curvature sends the step to the bound."""
    Q = np.array([[1.0, 1.0 - bend], [1.0 - bend, 1.0]])
    box = np.array([-0.7, -0.4]), np.array([0.3, 0.9])
    state = SmoState(np.zeros(2), np.array([1.0, -1.0]), *box, list(Q), Q.diagonal())
    steps = state.steps()
    assert next(steps) == (0, 1, 1.0, 2.0, 2.0)
    next(steps)
    assert state.x == [0.3, -0.3]


@pytest.mark.parametrize(
    ("x", "lower", "upper", "expected"),
    [
        ([-2.0, 5.0], [-9.0, 0.0], [-0.9, 9.0], (-0.9, 3.9)),  # -2 + 1.1 is not -0.9
        ([-9.0, 0.2], [-9.0, -0.9], [9.0, 9.0], (-7.9, -0.9)),  # nor is 0.2 - 1.1
    ],
)
def test_a_bound_is_reached_exactly(x, lower, upper, expected):
    Q, E = 1e-3 * np.eye(2), np.array([1.0, -1.0])
    box = np.array(lower), np.array(upper)
    state = SmoState(np.array(x), E, *box, list(Q), Q.diagonal())
    steps = state.steps()
    next(steps), next(steps)
    assert state.x == pytest.approx(expected)
    assert -0.9 in state.x


N = 50
K = RBF(gamma=1.0)(*(np.random.default_rng(0).normal(size=(N, 2)),) * 2)


@pytest.fixture
def asked(monkeypatch):
    """The rows that were computed, and a cache with room for ten of them."""
    monkeypatch.setattr(module, "MAX_ENTRIES", 10 * N)
    computed = []

    def compute(F):
        computed.extend(F.tolist())
        return K[F]

    return computed, CachedRows(N, compute)


@pytest.mark.parametrize("groups", [[slice(0, 2 * N)], [slice(0, N), slice(N, 2 * N)]])
def test_equal_blocks(groups):
    """Two variables a point: rows of half the length do what those of the whole matrix do."""
    rng = np.random.default_rng(0)
    x, E = np.zeros(2 * N), rng.normal(size=2 * N)
    box = np.repeat([-1.0, 0.0], N), np.repeat([0.0, 1.0], N)
    twice = np.tile(K, (2, 2))
    half = SmoState(x, E, *box, list(K), K.diagonal(), groups=groups)
    full = SmoState(x, E, *box, list(twice), twice.diagonal(), groups=groups)
    for step, other in islice(zip(half.steps(), full.steps(), strict=True), 60):
        assert step == pytest.approx(other, rel=1e-9)
    np.testing.assert_allclose(half.x, full.x, atol=1e-12)


def test_what_is_kept_is_not_computed_again(asked):
    computed, rows = asked
    rows.take(np.arange(4))
    assert computed == [0, 1, 2, 3]
    np.testing.assert_array_equal(rows.take(np.array([5, 2, 0])), K[[5, 2, 0]])
    np.testing.assert_array_equal(rows[3], K[3])
    assert computed == [0, 1, 2, 3, 5]


def test_the_oldest_rows_make_room(asked):
    computed, rows = asked
    np.testing.assert_array_equal(rows.take(np.arange(30)), K[:30])
    assert len(rows.rows) == 10
    computed.clear()
    rows.take(np.arange(20, 30))
    assert computed == []
    np.testing.assert_array_equal(rows[0], K[0])
    assert computed == [0]
    for i in range(20):
        rows.inverse_roots[i] = K[i]
    assert len(rows.inverse_roots) <= 10 // module.ROWS_PER_ROOT


def test_the_rows_kept_are_within_cache_size(monkeypatch):
    """And the model is the same, however few they are."""
    n, caches, kept = 700, [], module._Newest

    class Counted(kept):
        def __init__(self, most):
            super().__init__(most)
            self.largest = 0
            caches.append(self)

        def __setitem__(self, i, row):
            super().__setitem__(i, row)
            self.largest = max(self.largest, len(self))

    monkeypatch.setattr(module, "_Newest", Counted)
    X, y = sample("moons", n)
    models = {}
    for megabytes in (0.5, 200.0):
        caches.clear()
        models[megabytes] = SVC(gamma=20.0, C=10.0, cache_size=megabytes).fit(X, y)
        pairs = zip(caches[::2], caches[1::2], strict=True)  # rows and inverse roots
        most = [8 * n * (rows.largest + roots.largest) for rows, roots in pairs]
        assert most or megabytes > 1.0  # K as a whole fits
        assert max(most, default=0) <= megabytes * 1e6
    few, many = models.values()
    np.testing.assert_allclose(few.decision_function(X), many.decision_function(X), atol=1e-6)
