"""A film tells of every moment what can be recomputed from its machine and the points alone."""

import numpy as np
import pytest

from pages.descent.model.film import MOST_UPDATES, film
from pages.descent.model.frame_schedule import BRIEF, BRIEF_FRAMES, FRAMES, MOMENTS, moments
from pages.descent.model.problem import obstacle
from pages.descent.text import film_sentence
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import METHODS, WORDS, Descent, change_descent
from svmcore.kernels import RBF
from svmcore.losses import LOSSES
from svmcore.objective import CONVENTIONS
from svmcore.sgd.schedule import BatchPlan
from tests.helpers.weighted import weighed


def descent(**words):
    return change_descent(Descent(), **words)


EVERY = [
    pytest.param(experiment, descent(**words), id="-".join(map(str, words.values())) or "default")
    for experiment, words in [
        (Experiment(), {}),
        (Experiment(n_samples=60), {"method": "minibatch", "batch_size": 7, "output": "mean"}),
        (weighed(), {"method": "gd", "objective": "average", "loss": "huber_hinge"}),
        (Experiment(), {"method": "pegasos", "objective": "lambda"}),
        (weighed(C=0.1), {"method": "mirror", "objective": "square", "loss": "squared_hinge"}),
        (Experiment(dataset="blobs"), {"method": "perceptron", "epochs": 3}),
        (weighed(), {"method": "perceptron"}),
        (weighed(), {"space": "kernel", "epochs": 2}),
        (Experiment(), {"test_share": 0.0, "order": "data", "schedule": "constant"}),
    ]
]
every_film = pytest.mark.parametrize(("experiment", "how"), EVERY)


def scores_of(shown, v, b, Z):
    """f at Z of one machine, by the formula."""
    if v.shape == (2,) and shown.descent.space == "plane":
        return Z @ v + b
    return RBF(shown.experiment["gamma"])(Z, shown.data.X[shown.split.train]) @ v + b


def square_of(shown, v):
    if shown.descent.space == "plane":
        return v @ v
    X = shown.data.X[shown.split.train]
    return v @ RBF(shown.experiment["gamma"])(X, X) @ v


@every_film
def test_costs_are_those_of_the_machine_shown(experiment, how):
    shown = film(experiment, how)
    way = CONVENTIONS[how.objective]
    constant = way.constant_of(experiment.C, len(shown.split.train))
    loss = LOSSES[how.loss]()
    half = {"sum": 0.5, "average": 0.5, "square": 1.0, "lambda": 0.5 * constant}[how.objective]
    n = len(shown.split.train)
    price = {"sum": n * constant, "average": constant, "square": constant, "lambda": 1.0}
    for k in (0, len(shown.update) // 2, len(shown.update) - 1):
        v, b = shown.v[k], shown.b[k]
        size = square_of(shown, v) + (b * b if way.bias_inside else 0.0)
        for points, total in zip(shown.split, (shown.terms.total, shown.test_cost), strict=True):
            if not len(points):
                assert np.isnan(total).all()
                continue
            margins = shown.data.y[points] * scores_of(shown, v, b, shown.data.X[points])
            losses = shown.data.weight[points] * loss(margins)
            cost = half * size + price[how.objective] * losses.mean()
            assert total[k] == pytest.approx(cost, rel=1e-12)


@every_film
def test_the_optimum_is_below_every_moment_and_no_step_from_it_helps(experiment, how):
    shown = film(experiment, how)
    assert shown.floor is not None
    assert shown.terms.total.min() >= shown.floor * (1.0 - 1e-9)
    np.testing.assert_allclose(shown.above + 1.0, shown.terms.total / shown.floor, rtol=1e-9)
    v, b = shown.best
    rng = np.random.default_rng(0)
    for _ in range(50):
        other_v, other_b = v + 1e-3 * rng.standard_normal(len(v)), b + 1e-3 * rng.standard_normal()
        margins = shown.data.y * scores_of(shown, other_v, other_b, shown.data.X)
        square = np.array([square_of(shown, other_v)])
        margins, weight = margins[None, shown.split.train], shown.data.weight[shown.split.train]
        other = shown.cost.terms(margins, square, np.array([other_b]), weight).total[0]
        assert other >= shown.floor * (1.0 - 1e-9)


@every_film
def test_each_update_follows_from_its_batch(experiment, how):
    shown = film(experiment, how)
    walk, drive = shown.walk, shown.objective
    for k in range(1, len(shown.update), max(1, len(shown.update) // 25)):
        t = int(shown.update[k])
        batch = shown.batches[k][shown.batches[k] >= 0]
        assert sorted(batch) == sorted(shown.split.train[shown.plan.batch(t)])
        v, b = walk.v_before[k], walk.b_before[k]
        margins = shown.data.y[batch] * scores_of(shown, v, b, shown.data.X[batch])
        np.testing.assert_allclose(shown.margins[k][: len(batch)], margins, atol=1e-9)
        pull = -drive.loss.slope(margins) * shown.data.y[batch] * drive.kappa / len(batch)
        pull *= shown.data.weight[batch]
        rate = walk.rate[k]
        new_b = b + rate * pull.sum() - (rate * drive.rho * b if drive.bias_inside else 0.0)
        new = (1.0 - rate * drive.rho) * v
        if how.space == "plane":
            new = new + rate * pull @ shown.data.X[batch]
            push, push_b = shown.push
            np.testing.assert_allclose(drive.kappa * push[k], pull @ shown.data.X[batch], atol=1e-9)
            assert drive.kappa * push_b[k] == pytest.approx(pull.sum(), abs=1e-9)
        else:
            np.add.at(new, np.searchsorted(shown.split.train, batch), rate * pull)
        if how.method == "pegasos":  # brought back into its ball
            size = np.sqrt(new @ new + new_b**2)
            shrink = min(1.0, np.sqrt(drive.kappa / drive.rho) / size) if size else 1.0
            new, new_b = shrink * new, shrink * new_b
        np.testing.assert_allclose(walk.v[k], new, atol=1e-9 * max(1.0, np.abs(new).max()))
        assert walk.b[k] == pytest.approx(new_b, abs=1e-9 * max(1.0, abs(new_b)))


def test_moments_are_all_or_the_first_the_ends_and_those_near_the_focus():
    short = BatchPlan(50, 10)
    assert moments(short, True).tolist() == list(range(501))
    long = BatchPlan(50, 200)
    kept = moments(long, True)
    assert len(kept) <= MOMENTS + 1
    assert set(range(0, 10_001, 50)) <= set(kept.tolist())
    assert 7_777 not in kept
    near = moments(long, True, focus=7_777)
    assert set(range(7_700, 7_850)) <= set(near.tolist())
    assert len(moments(long, False)) <= FRAMES + 1
    assert len(moments(long, True, brief=True)) <= BRIEF + 1
    assert moments(long, False, focus=10_000)[-1] == 10_000


def test_a_run_that_overflows_ends_where_it_did():
    shown = film(Experiment(), descent(schedule="constant", eta0=5.0))
    assert shown.walk.diverged == shown.update[-1] + 1
    assert np.isfinite(shown.v).all()
    # w is multiplied by 1 - 5 * 1 = -4 every time
    norms = np.hypot(*shown.v[-20:].T)
    np.testing.assert_allclose(norms[1:] / norms[:-1], 4.0, rtol=1e-6)


def test_mistakes_are_counted_over_all_updates_and_bounded():
    experiment, how = Experiment(dataset="blobs", n_samples=400), descent(method="perceptron")
    shown = film(experiment, change_descent(how, epochs=50))
    assert len(shown.update) < shown.plan.total
    train, w = shown.split.train, np.zeros(3)
    X, y = shown.data.X[train], shown.data.y[train]
    longer, mistakes = np.column_stack([X, np.ones(len(X))]), 0
    for i in shown.plan.order.ravel():
        if y[i] * (longer[i] @ w) <= 0.0:
            w, mistakes = w + y[i] * longer[i], mistakes + 1
    assert shown.mistakes == mistakes
    assert mistakes <= shown.limit
    assert film(experiment, Descent()).mistakes is None


def test_a_run_nobody_would_wait_for_ends_early():
    how = descent(space="kernel", epochs=1000)
    shown = film(Experiment(), how)
    assert film_sentence(shown).startswith("The run ends early")
    assert shown.plan.epochs == MOST_UPDATES["kernel"] // len(shown.split.train)
    assert shown.update[-1] == shown.plan.total <= MOST_UPDATES["kernel"]
    assert film(Experiment(), descent(epochs=1000)).plan.epochs == 1000


def test_a_gesture_asks_for_little():
    shown = film(Experiment(), descent(space="kernel"), focus=200, brief=True)
    assert len(shown.update) <= BRIEF_FRAMES + 1
    assert shown.best is None
    assert np.isnan(shown.above).all()
    assert film(Experiment(), Descent(), brief=True).best is not None


def test_no_film_without_two_classes_or_a_feature_space():
    one = change(Experiment(), dataset="own", placed=())
    assert film(one, Descent()) is None
    sigmoid = change(Experiment(), kernel="sigmoid")
    assert film(sigmoid, descent(space="kernel")) is None
    assert "positive semi-definite" in obstacle(sigmoid, descent(space="kernel"))
    assert film(sigmoid, Descent()) is not None


@pytest.mark.parametrize("method", METHODS)
def test_a_change_never_leaves_a_choice_that_does_not_exist(method):
    changed = descent(method=method)
    assert all(getattr(changed, name) in options for name, options in changed.choices().items())
    again = change_descent(changed, method="sgd")
    assert set(WORDS) >= set(changed.choices())
    assert again.method == "sgd"
    with pytest.raises(ValueError, match="no word"):
        change_descent(changed, speed=3)
    with pytest.raises(ValueError, match="objective must be one of"):
        change_descent(changed, objective="nothing")
