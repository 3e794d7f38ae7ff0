import numpy as np
import pytest

from pages.datasets.two_class import WINDOW
from pages.plots.decision import decision_figure
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import Data, data_of, run
from pages.state.model.scene import fit_view, outside, scene, simplify_polyline
from pages.ui.board.display import COARSER
from tests.helpers.figures import traces
from tests.helpers.grids import grid
from tests.helpers.opened import open_page, verdict

LINEAR = change(Experiment(), dataset="blobs", noise=0.6, kernel="linear")


def placed(*points: tuple[float, float, int]) -> Experiment:
    board = change(Experiment(), dataset="own").board()
    for x, y, label in points:
        board = board.apply(Edit("add", points=((x, y),), label=label))
    return change(Experiment(), dataset="own", kernel="linear").with_board(board)


def test_two_points_give_the_textbook_street():
    """(1, 2) against (3, 4): w = (-1/2, -1/2), b = 5/2, width 2 sqrt 2."""
    result = run(change(placed((1, 2, 1), (3, 4, 0)), margin="hard"))
    np.testing.assert_allclose(result.model.weights, [-0.5, -0.5], atol=1e-6)
    assert result.model.intercept == pytest.approx(2.5, abs=1e-6)
    assert result.width == pytest.approx(2 * np.sqrt(2))
    drawn = scene(result, fit_view(result.data))
    ends = drawn.street
    assert np.hypot(*(ends[1] - ends[0])) == pytest.approx(result.width)
    np.testing.assert_allclose(result.model(ends), [-1.0, 1.0], atol=1e-6)
    np.testing.assert_allclose(drawn.normal[1] - drawn.normal[0], [-0.5, -0.5], atol=1e-6)
    assert result.model(drawn.normal[:1]) == pytest.approx(0.0, abs=1e-6)


def test_linear_slack_is_perpendicular_and_of_length_slack_over_w():
    result = run(LINEAR)
    segments = scene(result, fit_view(result.data)).slacks.reshape(-1, 3, 2)
    slack = 1.0 - result.margins
    inside = slack > 1e-6
    assert len(segments) == int(inside.sum()) > 3
    w = result.model.weights
    length = np.hypot(*(segments[:, 1] - segments[:, 0]).T)
    np.testing.assert_allclose(length, slack[inside] / np.hypot(*w), rtol=1e-6)
    np.testing.assert_allclose(result.model(segments[:, 1]), result.data.y[inside], atol=1e-9)
    np.testing.assert_array_equal(segments[:, 0], result.data.X[inside])


@pytest.mark.parametrize(
    "changes",
    [{}, {"gamma": 20.0}, {"kernel": "sigmoid"}, {"dataset": "spirals", "gamma": 10.0, "C": 10.0}],
)
def test_curved_slack_ends_where_it_first_meets_the_margin(changes: dict[str, object]):
    """Nothing before the end of a segment reaches y f = 1.

    The first crossing is looked for on a surface that is linear along each edge of its cells: it
    differs from f by at most an eighth of the second differences, one in each direction.
    """
    result = run(change(Experiment(), noise=0.5, **changes))
    drawn = scene(result, fit_view(result.data))
    bends = [np.abs(np.diff(drawn.grid.values, 2, axis=axis)).max() for axis in (0, 1)]
    tolerance = sum(bends) / 8.0
    assert tolerance < 0.05
    segments = drawn.slacks.reshape(-1, 3, 2)
    by_start = {tuple(x): y for x, y in zip(result.data.X, result.data.y, strict=True)}
    assert len(segments) >= 3
    before = np.arange(50)[:, None] / 50.0
    for start, end, _ in segments:
        margins = by_start[tuple(start)] * result.model(start + before * (end - start))
        assert (margins < 1.0 + tolerance).all()
        assert result.model(end[None])[0] == pytest.approx(by_start[tuple(start)], abs=1e-3)


FOUR = [(1, 2, 1), (-1, 0, 0), (0, 1, 1)]


@pytest.mark.parametrize(
    ("points", "far"),
    [
        ([*FOUR, (6, 0, 0)], 0),
        ([*FOUR, (5000, 0, 0)], 1),
        ([(0, 0, 1), (1, 0, 0), (50, 1, 1), (51, 0, 0)], 0),
    ],
)
def test_far_points_widen_the_view_and_absurd_ones_are_left_outside(points, far):
    data = data_of(placed(*points))
    view = fit_view(data)
    assert outside(data, view) == far
    assert (view[1] > data.X[:, 0].max()) == (far == 0)
    assert view[1] < 100.0


@pytest.mark.parametrize(
    "points",
    [[], [(0, 0, 0)], [(0, 0, 0), (1, 1, 0)], [(0, 0, 0), (0, 0, 1)], [(0, 0, 0), (1e6, 1e6, 1)]],
)
@pytest.mark.parametrize("margin", ["soft", "hard"])
@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf"])
def test_extreme_boards_give_a_picture(points, margin: str, kernel: str):
    result = run(change(placed(*points), margin=margin, kernel=kernel))
    drawn = scene(result, fit_view(result.data))
    if result.model is None:
        assert drawn.grid is None
        assert all(len(line) == 0 for line in drawn.lines)
        assert not result.alpha.any()
    else:
        assert np.isfinite(drawn.grid.values).all()


def test_both_hulls_are_drawn_where_they_meet_and_nowhere_else():
    result = run(change(Experiment(), kernel="linear", margin="hard"))
    there = scene(result, WINDOW)
    drawn = traces(decision_figure(there, WINDOW))
    for uid, sign in (("hullminus", -1.0), ("hullplus", 1.0)):
        corners = np.column_stack([drawn[uid]["x"], drawn[uid]["y"]]).astype(float)
        assert (corners[0] == corners[-1]).all()
        (ax, ay), (bx, by) = corners[:-1].T, corners[1:].T
        X = result.data.X[result.data.y == sign]
        left = (bx - ax) * (X[:, 1:] - ay) - (by - ay) * (X[:, :1] - ax)
        assert left.min() > -1e-5  # all its points are on one side of every edge
    alone = run(change(placed((0.3, 0.7, 0), (0.3, 0.7, 1)), margin="hard"))
    assert [len(hull) for hull in scene(alone, WINDOW).hulls] == [3, 3]
    assert scene(run(Experiment()), WINDOW).hulls == ()


PAIR = [(0.3, 0.7, 0), (0.3, 0.7, 1)]
ELSEWHERE = [(1.1, -0.3, 0), (1.1, -0.3, 1)]


EQUAL = [
    (PAIR, 0.0),
    (PAIR + ELSEWHERE, 0.0),
    ([*PAIR, (0.3, 0.7, 1)], 1.0),
    (PAIR * 4 + PAIR[:1], -1.0),
]
EXACT = [("dual", "smo"), ("primal", "interior_point")]


@pytest.mark.parametrize(
    ("board", "kernel", "C", "how"), grid(EQUAL, ["linear", "poly", "rbf"], [1e-3, 1.0, 1e4], EXACT)
)
def test_a_machine_that_is_the_same_everywhere_has_no_lines(board, kernel, C, how):
    """Its terms cancel but for rounding errors, whose own lines would fill the picture."""
    (points, value), (formulation, solver) = board, how
    wanted = {"kernel": kernel, "C": C, "formulation": formulation, "solver": solver}
    result = run(change(placed(*points), **wanted))
    assert result.constant
    drawn = scene(result, fit_view(result.data))
    assert [len(line) for line in drawn.lines] == [0, 0, 0]
    assert drawn.normal is drawn.street is None
    assert len(drawn.slacks) == 0
    assert np.unique(drawn.grid.values).size == 1
    assert drawn.grid.values[0, 0] == pytest.approx(value, abs=1e-9)


def test_a_faint_machine_keeps_its_line():
    """Two points a ten-thousandth apart: f is below 1e-3 all over the picture."""
    result = run(change(placed((0.3, 0.7, 0), (0.3001, 0.7, 1)), C=1.0, kernel="rbf"))
    assert len(scene(result, fit_view(result.data)).lines[1]) > 0


def test_thinning_keeps_the_shape():
    angle = np.linspace(0.0, 2.0 * np.pi, 2001)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    line = np.linspace([-1, -1], [1, 1], 300)
    pause = np.full((1, 2), np.nan)
    slim = simplify_polyline(np.vstack([circle, pause, line]), (-2, 2, -2, 2))
    cut = int(np.flatnonzero(np.isnan(slim[:, 0]))[0])
    ring, straight = slim[:cut], slim[cut + 1 :]
    assert len(ring) < 600
    assert len(straight) < 30
    np.testing.assert_array_equal(ring[[0, -1]], circle[[0, -1]])
    np.testing.assert_array_equal(straight[[0, -1]], line[[0, -1]])
    middle = 0.5 * (ring[1:] + ring[:-1])
    assert 1.0 - np.hypot(*middle.T).min() < 5e-4, "an eighth of a pixel of 1,000"


@pytest.mark.parametrize("way", [(0, 1), (1, 0)])
def test_points_in_a_row_outside_the_window_have_room_on_all_sides(way):
    across, along = way
    places = np.array([(4.0, -1.0), (4.0, 1.0)])[:, [across, along]] + [0.0, 20.0]
    one = np.ones(2)
    view = fit_view(Data(places, np.array([1.0, -1.0]), (0, 1), (1, 0), one, one))
    low, high = np.array(view[::2]), np.array(view[1::2])
    assert (places.min(axis=0) - low >= 0.1).all()
    assert (high - places.max(axis=0) >= 0.1).all()
    assert (high - low).min() >= 0.5 * (high - low).max() - 1e-12


def test_a_costly_picture_is_drawn_coarser_and_says_so(monkeypatch):
    board = run(change(Experiment(kernel="laplacian"), n_samples=200))
    exact = scene(board, WINDOW)
    assert not exact.coarse
    monkeypatch.setattr("pages.state.model.grid.LINE_BUDGET", 0)
    monkeypatch.setattr("pages.state.model.scene.SLACK_BUDGET", 0)
    coarse = scene.__wrapped__(board, WINDOW)
    assert coarse.coarse
    lengths = [np.hypot(*(s[1::3] - s[::3]).T) for s in (exact.slacks, coarse.slacks)]
    assert abs(len(lengths[0]) - len(lengths[1])) <= 0.1 * len(lengths[0])
    assert np.mean(lengths[1]) == pytest.approx(np.mean(lengths[0]), rel=0.1)
    app = open_page("playground", {"kernel": "sigmoid", "n_samples": "600"})
    assert verdict(app).endswith(COARSER)
    assert COARSER not in verdict(open_page("playground"))
