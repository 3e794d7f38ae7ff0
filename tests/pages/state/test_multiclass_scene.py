from __future__ import annotations

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.state.board import Placed
from pages.state.experiment import Experiment, change
from pages.state.multiclass_run import Scheme, multiclass_run, multiclass_sample_C
from pages.state.multiclass_scene import component, insides
from pages.state.multiclass_verdict import place_report, unclear
from pages.state.run import data_of
from svmcore.multiclass import SCHEMES
from tests.helpers.grids import grid
from tests.helpers.multiclass_boards import BOARDS, drawn, holds, places


@pytest.mark.parametrize(("board", "scheme"), grid(BOARDS, SCHEMES))
def test_a_region_is_where_its_class_is_predicted(board: str, scheme: str):
    run, scene = drawn(BOARDS[board], scheme)
    Z = places(scene)
    predicted = run.many.predict(Z)
    depths = insides(run.many, run.many.values(Z))
    np.testing.assert_array_equal(run.many.classes[depths.argmax(1)], predicted)
    for c, region in zip(scene.classes, scene.regions, strict=True):
        # where three regions meet a corner is cut off by less than a cell
        assert (holds(region, Z) != (predicted == c)).sum() <= 2


@pytest.mark.parametrize("scheme", SCHEMES)
def test_edges_lie_where_two_classes_are_equal(scheme: str):
    run, scene = drawn(BOARDS["blobs"], scheme)
    h = 1e-4 * (scene.extent[1] - scene.extent[0])  # a tenth of a pixel
    for k, edge in enumerate(scene.edges):
        real = edge[np.isfinite(edge[:, 0])]
        assert len(real) > 10
        around = real[:, None] + h * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
        depth = insides(run.many, run.many.values(around.reshape(-1, 2)))[:, k].reshape(-1, 4)
        assert ((depth.min(1) <= 0.0) & (depth.max(1) >= 0.0)).mean() > 0.97


@pytest.mark.parametrize("board", ["blobs", "moons"])
def test_zones_are_where_machines_do_not_agree(board: str):
    for scheme, names in (("ovr", ("nobody", "several")), ("ovo", ("tie",))):
        run, scene = drawn(BOARDS[board], scheme)
        Z = places(scene)
        said = run.many.decide(Z)
        truth = {"nobody": said.unclaimed, "several": said.overclaimed, "tie": said.tie}
        areas = {zone.kind: zone.area for zone in scene.zones}
        assert set(areas) <= set(names)
        shares = unclear(run, scene)
        for name in names:
            found = holds(areas[name], Z) if name in areas else np.zeros(len(Z), dtype=bool)
            assert (found != truth[name]).mean() < 3e-3
            assert shares[name] == pytest.approx(truth[name].mean(), abs=0.02)
        assert max(shares.values()) > 0.001
    for scheme in ("weston_watkins", "crammer_singer"):
        assert drawn(BOARDS[board], scheme)[1].zones == ()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_deeper_shade_is_where_a_class_wins_by_the_whole_margin(scheme: str):
    run, scene = drawn(BOARDS["moons"], scheme)
    many, Z = run.many, places(scene)
    values = many.values(Z)
    for k, deep in enumerate(scene.deep):
        if scheme == "ovo":
            signs = [
                values[:, m] if i == k else -values[:, m]
                for m, (i, j) in enumerate(many.pairs)
                if k in (i, j)
            ]
            truth = np.min(signs, axis=0) > 1.0
        else:
            others = np.delete(values, k, axis=1).max(1)
            lead = values[:, k] - others
            truth = (lead > 0.0) & (values[:, k] > 1.0) if scheme == "ovr" else lead > many.delta
        assert (holds(deep, Z) != truth).mean() < 3e-3


def test_the_lines_of_one_machine():
    run, scene = drawn(BOARDS["blobs"], "ovr")
    one = component(run, 2, -1, scene.extent)
    X, y = run.data.X, np.where(run.labels == 2, 1.0, -1.0)
    reference = SVC(C=1.0, gamma=0.5, tol=1e-9).fit(X, y)
    for level, line in zip((-1.0, 0.0, 1.0), one.lines, strict=True):
        real = line[np.isfinite(line[:, 0])]
        assert len(real) > 5
        np.testing.assert_allclose(reference.decision_function(real), level, atol=1e-3)
    assert component(run, 2, 3, scene.extent) is None  # no such machine in this scheme
    pair_run, _ = drawn(BOARDS["blobs"], "ovo")
    pair = component(pair_run, 1, 3, scene.extent)
    some = np.isin(run.labels, (1, 3))
    reference = SVC(C=1.0, gamma=0.5, tol=1e-9).fit(X[some], run.labels[some] == 1)
    real = pair.lines[2][np.isfinite(pair.lines[2][:, 0])]
    np.testing.assert_allclose(reference.decision_function(real), 1.0, atol=1e-3)
    joint_run = multiclass_run(BOARDS["blobs"], Scheme("crammer_singer", delta=2.0))
    joint = component(joint_run, 0, 1, scene.extent)
    real = joint.lines[0][np.isfinite(joint.lines[0][:, 0])]
    scores = joint_run.many.decide(real).scores
    np.testing.assert_allclose(scores[:, 0] - scores[:, 1], -2.0, atol=1e-3)
    assert component(run, 9, -1, scene.extent) is None
    assert component(joint_run, 1, 1, scene.extent) is None


def test_votes_at_a_place_are_those_of_scikit_learn():
    run, scene = drawn(BOARDS["moons"], "ovo")
    data = run.data
    reference = SVC(C=1.0, gamma=2.0, tol=1e-9, decision_function_shape="ovo")
    reference.fit(data.X, run.labels)
    Z = places(scene, 300)
    np.testing.assert_array_equal(
        [place_report(run, tuple(z)).predicted for z in Z], reference.predict(Z)
    )
    values = reference.decision_function(Z)
    for z, row in zip(Z[:40], values[:40], strict=True):
        votes = np.zeros(5, dtype=int)
        for (i, j), f in zip(run.many.pairs, row, strict=True):
            votes[i if f > 0.0 else j] += 1
        assert place_report(run, tuple(z)).votes == tuple(votes)


def test_weights_of_classes_and_points_are_factors_of_C():
    board = (Placed(0, 0, 0, 0, 2.0), Placed(1, 0, 1, 1), Placed(0, 1, 2, 2), Placed(0, 2, 2, 3))
    own = change(Experiment(dataset="own"), placed=board, C=3.0)
    data = data_of(own)
    assert multiclass_sample_C(own, data).tolist() == [6.0, 3.0, 3.0, 3.0]
    weighed = change(own, class_weight="own", weights=(1.0, 0.5, 4.0))
    assert multiclass_sample_C(weighed, data).tolist() == [6.0, 1.5, 12.0, 12.0]
    balanced = multiclass_sample_C(change(own, class_weight="balanced"), data)
    np.testing.assert_allclose(balanced, 3.0 * 5.0 / 3.0 * np.array([1.0, 1.0, 0.5, 0.5]))
    found = multiclass_run(weighed, Scheme("ovr")).many
    assert found.C.tolist() == [6.0, 1.5, 12.0, 12.0]


def test_a_joint_scheme_needs_a_kernel_that_is_one():
    sigmoid = change(BOARDS["blobs"], kernel="sigmoid")
    assert "positive semi-definite" in multiclass_run(sigmoid, Scheme("crammer_singer")).why
    assert multiclass_run(sigmoid, Scheme("ovo")).many is not None


@pytest.mark.parametrize("scheme", SCHEMES)
def test_two_classes_have_the_same_boundary_in_all_schemes_that_ask_the_same(scheme: str):
    """Of two joint scores, w_1 = -w_0 = w / 2: 1/4 |w|^2 + C sum max(0, delta - y f), which for
    delta = 1 is the machine of 2 C, and f = f_1 - f_0.
    """
    experiment = BOARDS["two"]
    run, scene = drawn(experiment, scheme)
    C = 2.0 if run.many.joint else 1.0
    reference = SVC(C=C, gamma=0.5, tol=1e-9).fit(run.data.X, run.data.y)
    Z = places(scene, 300)
    f = reference.decision_function(Z)
    twice = 2.0 if scheme == "ovr" else 1.0  # there each class has a machine of its own
    np.testing.assert_allclose(run.many.pair(1, 0)(Z), twice * f, atol=1e-3)
    assert (run.many.predict(Z) == (f > 0))[np.abs(f) > 1e-3].all()


def test_a_tie_says_who_is_predicted_and_who_would_be():
    run, scene = drawn(BOARDS["moons"], "ovo")
    Z = places(scene)
    tied = Z[run.many.decide(Z).tie][0]
    said = place_report(run, tuple(tied))
    most = [c for c, v in zip(said.classes, said.votes, strict=True) if v == max(said.votes)]
    assert len(most) > 1
    assert said.predicted == most[0]
    assert f"{most[0]}, is predicted" in said.sentence


def test_a_joint_scheme_says_by_how_much_a_class_leads():
    run = multiclass_run(BOARDS["blobs"], Scheme("weston_watkins", delta=2.0))
    said = place_report(run, (-1.2, 1.2))
    scores = run.many.decide(np.array([[-1.2, 1.2]])).scores[0]
    order = np.argsort(-scores)
    lead = scores[order[0]] - scores[order[1]]
    assert f"class {order[0]} leads class {order[1]} by {lead:.3g}" in said.sentence
    assert ("more than δ = 2" in said.sentence) == (lead >= 2.0)
    assert said.levels[0] == pytest.approx(scores.max() - 2.0)
