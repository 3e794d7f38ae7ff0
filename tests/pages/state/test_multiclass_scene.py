"""The pictures and sentences of several classes, against their machines and scikit-learn."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.classes.text import hatched_text
from pages.model_selection.multiclass_model import SCHEMES
from pages.plots.multiclass import hatches_of, multiclass_figure
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of
from pages.state.model.scene import fit_view
from pages.state.multiclass.multiclass_run import Scheme, multiclass_run, multiclass_sample_C
from pages.state.multiclass.multiclass_scene import component, insides, multiclass_scene
from pages.state.multiclass.multiclass_verdict import (
    multiclass_badge,
    multiclass_metrics,
    multiclass_sentence,
    place_report,
    unclear,
)
from svmcore.problems.certificate import Status
from tests.helpers.figures import traces
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


@pytest.mark.parametrize(("scheme", "i", "j"), [("ovr", 2, -1), ("ovo", 1, 3)])
def test_the_lines_of_one_machine(scheme, i, j):
    run, scene = drawn(BOARDS["blobs"], scheme)
    some = np.isin(run.labels, (i, j)) if j >= 0 else np.ones(len(run.labels), dtype=bool)
    reference = SVC(C=1.0, gamma=0.5, tol=1e-9).fit(run.data.X[some], run.labels[some] == i)
    for level, line in zip((-1.0, 0.0, 1.0), component(run, i, j, scene.extent).lines, strict=True):
        real = line[np.isfinite(line[:, 0])]
        assert len(real) > 5
        np.testing.assert_allclose(reference.decision_function(real), level, atol=1e-3)
    assert component(run, 9, j, scene.extent) is None  # no such machine
    assert component(run, i, 3 if j < 0 else -1, scene.extent) is None  # not in this scheme


def test_the_lines_of_a_pair_of_joint_scores():
    run = multiclass_run(BOARDS["blobs"], Scheme("crammer_singer", delta=2.0))
    extent = fit_view(run.data)
    line = component(run, 0, 1, extent).lines[0]
    scores = run.many.decide(line[np.isfinite(line[:, 0])]).scores
    np.testing.assert_allclose(scores[:, 0] - scores[:, 1], -2.0, atol=1e-3)
    assert component(run, 1, 1, extent) is None


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


def test_a_tie_says_who_is_predicted_and_who_would_be():
    run, scene = drawn(BOARDS["moons"], "ovo")
    Z = places(scene)
    votes = run.many.decide(Z).votes
    tied = Z[(votes == votes.max(1, keepdims=True)).sum(1) > 1][0]
    said = place_report(run, tuple(tied))
    most = [c for c, v in zip(said.classes, said.votes, strict=True) if v == max(said.votes)]
    assert len(most) > 1
    assert said.predicted == most[0]
    assert f"{most[0]}, is predicted" in said.sentence


@pytest.mark.parametrize(
    ("placed", "word"),
    [
        ((), "The board is empty"),
        (((0, 0, 4),), "only one point"),
        (((0, 0, 4), (1, 1, 4)), "share"),
    ],
)
def test_without_a_machine_a_sentence_says_why(placed, word):
    points = tuple(Placed(*p, k) for k, p in enumerate(placed))
    run, scene = drawn(change(Experiment(dataset="own"), placed=points), "ovo")
    assert word in multiclass_sentence(run)
    assert run.many is None
    assert multiclass_badge(run.many).text == "no model yet"
    assert multiclass_metrics(run, scene) == ()
    assert set(traces(multiclass_figure(scene, fit_view(run.data)))) == {"wrong", "points"}
    assert place_report(run, (0.0, 0.0)) is None


def test_absent_classes_take_no_part():
    points = tuple(
        Placed(x, y, c, k) for k, (x, y, c) in enumerate([(0, 0, 7), (1, 0, 2), (0, 1, 9)])
    )
    run, scene = drawn(change(Experiment(dataset="own"), placed=points), "weston_watkins")
    assert scene.classes == (2, 7, 9)
    assert run.accuracy == 1.0
    assert run.predicted.tolist() == [7, 2, 9]


def alike(n: int, k: int) -> Experiment:
    """n points of k classes on the same place."""
    return Experiment(
        dataset="own", placed=tuple(Placed(0.3, 0.7, i % k, 1_000_000 + i) for i in range(n))
    )


@pytest.mark.parametrize(
    ("kernel", "scheme", "bias"), grid(["linear", "poly"], SCHEMES, ["free", "column"])
)
def test_classes_on_one_place_have_no_regions_made_of_rounding_errors(kernel, scheme, bias):
    # as many of each class: every score is the same, and so is every vote but for rounding
    for n in (3, 30):
        run = multiclass_run(change(alike(n, 3), kernel=kernel, C=0.001), Scheme(scheme, bias=bias))
        scene = multiclass_scene(run, fit_view(run.data))
        values = run.many.values(places(scene, 200))
        assert np.ptp(values, axis=0).max() < 1e-12
        assert run.constant
        assert multiclass_sentence(run).endswith("the same class is predicted everywhere.")
        assert not any(len(part) for part in (*scene.regions, *scene.deep, *scene.edges))
        assert unclear(run, scene).get("tie", 0.0) == 0.0


def test_only_differences_that_are_none_are_left_out_where_scores_are_equal():
    # mixed classes and a small C: all but one of the machines against the rest have w = 0
    rng = np.random.default_rng(0)
    X, labels = np.round(1.2 * rng.normal(size=(30, 2))), rng.integers(0, 8, 30)
    points = zip(X.tolist(), labels.tolist(), strict=True)
    placed = tuple(Placed(x, y, c, 1_000_000 + i) for i, ((x, y), c) in enumerate(points))
    board = change(Experiment(dataset="own", placed=placed), kernel="linear", C=0.001)
    run, scene = drawn(board, "ovr")
    assert not run.constant
    Z = places(scene, 1000)
    values = run.many.values(Z)
    ordered = np.sort(values, axis=1)
    clear = ordered[:, -1] - ordered[:, -2] > 1e-9
    assert 0.1 < clear.mean() < 0.9
    best = values.argmax(1)
    for k, region in enumerate(scene.regions):
        assert (holds(region, Z) != (clear & (best == k))).sum() <= 2


def test_an_unfinished_machine_says_so_unless_it_is_as_good_as_finished():
    run = multiclass_run(BOARDS["two"], Scheme("ovr"))
    for gap, unfinished in ((0.5, True), (1e-4, False)):
        proofs = tuple(
            replace(
                proof,
                status=Status.STALLED,
                certificate=replace(proof.certificate, dual=proof.certificate.primal / (1.0 + gap)),
            )
            for proof in run.many.proofs
        )
        other = replace(run, many=replace(run.many, proofs=proofs))
        assert multiclass_sentence(other).startswith("The optimum is not reached") is unfinished
        assert multiclass_badge(other.many).kind == "failed"


BLOBS = change(Experiment(), dataset="blobs", classes=4, n_samples=80, noise=0.8)
# as the caption of the pictures side by side calls them
SHAPES = {"nobody": "/", "several": "\\", "tie": "x"}
SAID = {"nobody": "f > 0 for no class", "several": "f > 0 for several classes", "tie": "tied votes"}


def meant(kind, values):
    """Whether a place is in a zone, from the values of the machines at it."""
    if kind == "nobody":
        return bool((values < 0.0).all())
    if kind == "several":
        return bool((values > 0.0).sum() > 1)
    votes, pairs = np.zeros(4), [(i, j) for i in range(4) for j in range(i + 1, 4)]
    for (i, j), f in zip(pairs, values, strict=True):
        votes[i if f > 0.0 else j] += 1
    return bool((votes == votes.max()).sum() > 1)


@pytest.mark.parametrize(("scheme", "kinds"), [("ovr", ("nobody", "several")), ("ovo", ("tie",))])
def test_each_zone_has_the_hatch_that_the_caption_says(scheme, kinds):
    run = multiclass_run(change(BLOBS, kernel="linear"), Scheme(scheme))
    scene = multiclass_scene(run, fit_view(run.data))
    figure = multiclass_figure(scene, fit_view(run.data))
    hatched = {t["uid"]: t for t in figure["data"] if "fillpattern" in t}
    assert tuple(hatched) == kinds
    words = hatched_text(hatches_of(figure))
    found = [SAID[kind] + (f" ({SHAPES[kind]})" if len(kinds) > 1 else "") for kind in kinds]
    assert words == f"Hatched: {' or '.join(found)}."
    bare = multiclass_figure(scene, fit_view(run.data), show=("regions",))
    assert hatched_text(hatches_of(bare)) == ""
    x, y = np.meshgrid(scene.grid.x[1:-1:2], scene.grid.y[1:-1:2])
    Z = np.column_stack([x.ravel(), y.ravel()])
    values = run.many.kernel(Z, run.many.X) @ run.many.coef.T + run.many.intercept
    for kind, trace in hatched.items():
        assert trace["fillpattern"]["shape"] == SHAPES[kind]
        truth = np.array([meant(kind, row) for row in values])
        drawn = holds(np.column_stack([trace["x"], trace["y"]]), Z)
        assert truth.any()
        assert (drawn & truth).sum() > 0.8 * truth.sum()
        assert (drawn != truth).mean() < 3e-3
        assert unclear(run, scene)[kind] == pytest.approx(truth.mean(), abs=0.02)


@pytest.mark.parametrize("delta", [1.0, 0.3])
def test_on_a_margin_a_class_leads_by_as_much_as_delta(delta):
    scheme = Scheme("crammer_singer", delta=delta)
    run = multiclass_run(change(BLOBS, C=10.0), scheme)
    many, X = run.many, run.data.X
    f = many.kernel(X, many.X) @ many.coef.T + many.intercept
    ordered = np.sort(f, axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    off = np.abs(lead / delta - 1.0)
    near, far = np.flatnonzero(off < 1e-5), np.flatnonzero(off > 1e-3)
    assert len(near) > 3
    assert place_report(run, tuple(X[0])).levels[0] == pytest.approx(ordered[0, -1] - delta)
    for i in near:
        assert f"by {delta:g}, as much as δ = {delta:g}." in place_report(run, tuple(X[i])).sentence
    for i in far:
        more = "more than" if lead[i] > delta else "less than"
        said = place_report(run, tuple(X[i])).sentence
        assert f"class {f[i].argmax()} leads class {f[i].argsort()[-2]} by {lead[i]:.3g}" in said
        assert f"{more} δ = {delta:g}." in said
