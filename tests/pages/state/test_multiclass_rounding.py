from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pages.plots.multiclass import multiclass_figure, scores_figure
from pages.state.board import Placed
from pages.state.experiment import Experiment, change
from pages.state.multiclass_run import Scheme, multiclass_run
from pages.state.multiclass_scene import multiclass_scene
from pages.state.multiclass_verdict import (
    multiclass_badge,
    multiclass_metrics,
    multiclass_sentence,
    place_report,
    unclear,
)
from pages.state.scene import fit_view
from svmcore.multiclass import SCHEMES
from svmcore.problems.certificate import Status
from tests.helpers.multiclass_boards import BOARDS, drawn, holds, places


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
    figure = multiclass_figure(scene, fit_view(run.data))
    assert [t["uid"] for t in figure["data"]] == ["wrong", "points"]
    assert place_report(run, (0.0, 0.0)) is None
    assert scores_figure(None)["data"] == []


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


@pytest.mark.parametrize("bias", ["free", "column"])
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("kernel", ["linear", "poly"])
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


def test_a_class_that_has_most_points_on_one_place_wins_everywhere():
    board = Experiment(
        dataset="own",
        placed=tuple(Placed(0.3, 0.7, c, 1_000_000 + i) for i, c in enumerate((0, 1, 1, 2))),
    )
    for scheme in SCHEMES:
        run, scene = drawn(board, scheme)
        assert (run.many.predict(places(scene, 200)) == 1).all()
        assert [len(region) > 0 for region in scene.regions] == [False, True, False]
        shares = unclear(run, scene)
        assert shares.get("nobody", 0.0) == shares.get("tie", 0.0) == 0.0


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
