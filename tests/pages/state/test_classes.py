import hashlib

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.datasets.multiclass import GENERATORS, generated, possible_datasets
from pages.datasets.two_class import DATASETS, sample
from pages.plots.decision import decision_figure
from pages.state.board.board import HEAVIEST, LIGHTEST, Edit, Placed
from pages.state.board.edits import two_sided
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of, run
from pages.state.model.scene import fit_view, scene
from pages.ui.board.board_state import new_board
from pages.ui.visit.visit import Visit
from tests.helpers.figures import traces
from tests.helpers.links import from_query, to_query

OWN = Experiment(dataset="own")


def placed(*points: tuple[float, float, int] | tuple[float, float, int, float]) -> Experiment:
    board = tuple(Placed(p[0], p[1], p[2], k, *p[3:]) for k, p in enumerate(points))
    return change(OWN, placed=board, kernel="linear")


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize(
    ("n", "k", "balance"),
    [(300, 3, 0.5), (200, 10, 0.7), (12, 5, 0.05), (10, 10, 0.3), (6, 10, 0.9)],
)
def test_from_one_class_to_the_next_the_number_of_points_grows_by_one_factor(name, n, k, balance):
    _, labels = generated(name, DATASETS[name](), n, k, balance, 1)
    sizes = np.bincount(labels, minlength=k)
    assert sizes.sum() == n
    if n < k:
        assert sizes.max() == 1
        return
    assert sizes.min() >= 1
    factor = (balance / (1.0 - balance)) ** (1.0 / (k - 1))
    wanted = factor ** np.arange(k)
    wanted *= n / wanted.sum()
    lent = np.maximum(0.0, 1.0 - wanted).sum()  # what classes without a point are given
    assert np.abs(sizes - wanted).max() <= 1.0 + lent
    if lent == 0.0:
        assert np.abs(sizes.cumsum() - wanted.cumsum()).max() <= 0.5 + 1e-9
    assert (np.diff(sizes) * np.sign(factor - 1.0) >= -1.0).all()


def test_the_same_crowds_on_every_machine():
    digest = {}
    for name in GENERATORS:
        X, labels = generated(name, DATASETS[name](), 60, 4, 0.5, 11)
        whole = np.column_stack([np.rint(X * 1e4), labels]).astype("<i8")
        digest[name] = hashlib.sha256(whole.tobytes()).hexdigest()[:8]
    assert digest == DIGESTS


DIGESTS = {
    "blobs": "42c3c747",
    "moons": "c3d5e303",
    "circles": "9fc40894",
    "spirals": "d6af5d35",
    "linear": "58448f10",
    "random": "6acedebf",
}


def test_a_sample_that_does_not_exist_for_so_many_classes_gives_way():
    assert "xor" in possible_datasets(2)
    assert "xor" not in possible_datasets(3)
    assert change(Experiment(dataset="xor"), classes=4).dataset == "blobs"
    assert change(Experiment(), classes=4).dataset == "moons"
    with pytest.raises(ValueError, match="dataset must be one of"):
        Experiment(dataset="xor", classes=3)


def test_one_class_stands_against_the_others():
    experiment = change(Experiment(), dataset="blobs", classes=4, positive=2)
    data = data_of(experiment)
    np.testing.assert_array_equal(data.y > 0.0, np.array(data.labels) == 2)
    assert {*data.labels} == {0, 1, 2, 3}
    reference = SVC(C=1.0, kernel="rbf", gamma=experiment["gamma"], tol=1e-8).fit(data.X, data.y)
    np.testing.assert_allclose(
        run(experiment).scores, reference.decision_function(data.X), atol=1e-4
    )


def test_edits_of_a_two_sided_picture_keep_the_other_classes():
    three = placed((0, 0, 0), (1, 0, 1), (2, 0, 2))
    three = change(three, positive=2)
    ids = three.board().ids
    here = new_board(three, Visit())
    here.edit([Edit("flip", ids=ids, stroke=1)])
    assert [p.label for p in here.experiment.board().all_points] == [2, 2, 0]
    here.edit([Edit("flip", ids=ids, stroke=2)], many=True)
    assert [p.label for p in here.experiment.board().all_points] == [0, 0, 1]
    two = placed((0, 0, 0), (1, 0, 1))
    edit = Edit("flip", ids=two.board().ids)
    assert two_sided(edit, two) == (edit,)


@pytest.mark.parametrize("formulation", ["dual", "primal"])
def test_every_exact_solver_counts_weights(formulation: str):
    experiment = change(
        Experiment(), n_samples=40, class_weight="own", weights=(1.0, 4.0), formulation=formulation
    )
    data = data_of(experiment)
    reference = SVC(C=1.0, gamma=experiment["gamma"], class_weight={1.0: 4.0}, tol=1e-8)
    wanted = reference.fit(data.X, data.y).decision_function(data.X)
    for solver in ("auto", "interior_point", "subgradient" if formulation == "primal" else "smo"):
        found = run(change(experiment, solver=solver))
        if found.finished:
            np.testing.assert_allclose(found.scores, wanted, atol=1e-3, err_msg=solver)
    assert run(experiment).finished


def test_balanced_is_that_of_scikit_learn():
    experiment = change(Experiment(), dataset="imbalanced", class_weight="balanced", C=0.3)
    data = data_of(experiment)
    reference = SVC(C=0.3, gamma=experiment["gamma"], class_weight="balanced", tol=1e-8)
    wanted = reference.fit(data.X, data.y).decision_function(data.X)
    np.testing.assert_allclose(run(experiment).scores, wanted, atol=1e-4)
    for side in (data.y > 0.0, data.y < 0.0):
        assert data.weight[side].sum() == pytest.approx(len(data) / 2)


def test_a_heavier_mark_is_larger_and_says_so():
    heavy = placed((0, 0, 0), (1, 0, 1, 4.0))
    view = fit_view(data_of(heavy))
    points = traces(decision_figure(scene(run(heavy), view), view))["points"]
    light, larger = points["marker"]["size"]
    assert larger == pytest.approx(2.0 * light, abs=0.1)
    assert ["weight 4: α up to 4" in said for said in points["customdata"]] == [False, True]


def test_weighing_is_an_edit():
    board = Experiment().board()
    heavier = board.apply(Edit("weigh", ids=(3, 4), factor=2.0))
    assert [p.weight for p in heavier.placed] == [2.0, 2.0]
    assert [p.id for p in heavier.placed] == [3, 4]
    again = heavier.apply(Edit("weigh", ids=(3,), factor=1e9))
    assert {p.id: p.weight for p in again.placed} == {3: HEAVIEST, 4: 2.0}
    light = heavier.apply(Edit("weigh", ids=(3,), factor=1e-9))
    assert {p.id: p.weight for p in light.placed} == {3: LIGHTEST, 4: 2.0}
    copy = heavier.apply(Edit("duplicate", ids=(4,)))
    assert copy.placed[-1].weight == 2.0
    with pytest.raises(ValueError, match="a weight must be a number above 0, got nan"):
        board.apply(Edit("weigh", ids=(3,), factor=float("nan")))


def test_weights_and_classes_travel_in_links():
    board = Experiment().board().apply(Edit("weigh", ids=(3, 8), factor=0.5))
    board = board.apply(Edit("add", points=((1.0, -2.0),), label=9), classes=10)
    sent = change(
        Experiment().with_board(board), class_weight="own", weights=(0.5, 1.0, 2.0), positive=9
    )
    assert to_query(sent)["weights"] == "0.5_1_2"
    assert from_query(to_query(sent)) == sent
    assert from_query({"weights": "1_x", "classes": "40", "positive": "-1"}) == Experiment()


@pytest.mark.parametrize("name", ["blobs", "moons"])
def test_of_two_classes_1_is_the_positive_one(name: str):
    X, labels = generated(name, DATASETS[name](), 40, 2, 0.3, 5)
    points, y = sample(DATASETS[name](), 40, 0.3, 5)
    np.testing.assert_array_equal(X, points)
    np.testing.assert_array_equal(labels == 1, y > 0.0)
    assert labels.sum() == 12
