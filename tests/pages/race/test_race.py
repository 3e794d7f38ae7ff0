"""The race: every number from the machines alone, every racer against the exact optimum."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest

from pages.race.model import race as module
from pages.race.model.race import (
    Entrant,
    Track,
    best,
    enter,
    entered,
    options_of,
    race,
    racing,
    track_of,
)
from pages.race.model.race_film import stands
from pages.race.model.racers import RACERS, possible_racers
from pages.race.text import sentence
from pages.state.board.experiment import Experiment, change
from pages.state.text.number_format import number, percent_above
from svmcore.losses import LOSSES
from svmcore.solvers import Status, base
from tests.helpers.weighted import weighed

LINEAR = change(Experiment(), kernel="linear", dataset="blobs", n_samples=40)
CURVED = change(Experiment(), n_samples=40)
WEIGHED = weighed(30)


@pytest.fixture(autouse=True, scope="module")
def patience():
    """Passes end a run here, never the clock."""
    slow = {name: replace(racer, seconds=1e9) for name, racer in RACERS.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "RACERS", slow)
        patch.setattr(module, "PASSES", 300.0)
        patch.setattr(module, "_ran", OrderedDict())
        yield


def run(track: Track, name: str) -> Entrant:
    return enter(track, name, options_of(name, track.experiment))


def cost(K, data, C, loss, coef, b):
    """J from coef, b and K."""
    return 0.5 * coef @ K @ coef + C * data.weight @ LOSSES[loss]()(data.y * (K @ coef + b))


EVERY = [(loss, name) for loss in LOSSES for name in possible_racers(loss)]


# how near the optimum each comes in 300 passes; the perceptron has another cost
FINAL = dict.fromkeys(("smo", "projected", "interior", "auto"), 1e-8)
FINAL |= dict.fromkeys(("sgd", "minibatch", "pegasos"), 1e-2)
FINAL |= {"newton": 1e-10, "gradient": 0.1}


@pytest.mark.parametrize(
    ("raced", "experiment"), list(zip(EVERY, cycle([LINEAR, WEIGHED]), strict=False))
)
def test_every_number_is_that_of_its_machine(raced, experiment):
    loss, name = raced
    track = track_of(experiment, loss)
    entrant = run(track, name)
    X = track.data.X
    K = experiment.build_kernel()(X, X)
    coef, b, ideal = best(track)
    assert ideal == pytest.approx(cost(K, track.data, experiment.C, loss, coef, b), rel=1e-12)
    for k in range(0, len(entrant), 5):
        J = cost(K, track.data, experiment.C, loss, entrant.coef[k], entrant.intercept[k])
        assert entrant.value[k] == pytest.approx(J, rel=1e-12)
        assert entrant.suboptimality[k] == pytest.approx(max(J / ideal - 1.0, 1e-16), abs=1e-12)
    assert (entrant.value >= ideal * (1.0 - 1e-9)).all(), "nobody is better than the optimum"
    assert (entrant.suboptimality >= 1e-16).all()
    assert (np.diff(entrant.seconds) > 0.0).all()
    assert (np.diff(entrant.passes) > 0.0).all()
    step = 2.0 / len(X) if name == "smo" else 1.0
    np.testing.assert_allclose(entrant.passes[:2], [0.0, step])
    assert entrant.passes[-1] <= 300.0
    if name in FINAL:
        assert entrant.suboptimality[-1] <= FINAL[name]
        assert entrant.suboptimality[0] > 0.1, "the start is far from it"


def test_what_does_not_matter_for_a_race_is_not_part_of_its_track():
    other = change(CURVED, formulation="primal", solver="subgradient", tol=1e-2, max_iter=7)
    assert track_of(change(other, learning_rate=1.0), "hinge") == track_of(CURVED, "hinge")
    hard = change(change(CURVED, kernel="linear"), margin="hard")
    assert track_of(hard, "hinge") == track_of(change(CURVED, kernel="linear"), "hinge")
    for changes in ({"C": 2.0}, {"gamma": 2.0}, {"seed": 3}, {"noise": 0.1}):
        assert track_of(change(CURVED, **changes), "hinge") != track_of(CURVED, "hinge"), changes
    assert track_of(CURVED, "huber_hinge") != track_of(CURVED, "hinge")


def test_a_racer_runs_once():
    fresh = change(CURVED, seed=5)
    track = track_of(fresh, "hinge")
    assert entered(track, "smo") is None
    first = enter(track, "smo")
    assert enter(track, "smo") is first is entered(track_of(fresh, "hinge"), "smo")
    slow, fast = (enter(track, "sgd", (("learning_rate", rate),)) for rate in (0.01, 1.0))
    assert slow.value[1] != fast.value[1]


def test_who_ends_by_itself_runs_first_and_who_has_run_does_not_run_again(monkeypatch):
    monkeypatch.setattr(module, "RACERS", RACERS)
    monkeypatch.setattr(module, "PASSES", 3.0)
    track = track_of(change(CURVED, seed=6), "hinge")
    names = dict.fromkeys(("gradient", "sgd", "smo", "interior"), ())
    assert list(dict.fromkeys(racing(track, names))) == ["smo", "interior", "gradient", "sgd"]
    assert all(entered(track, name) is not None for name in names)
    assert list(racing(track, names)) == []


def test_a_race_that_is_closed_enters_nobody(monkeypatch):
    monkeypatch.setattr(base, "PIECE", -1.0)
    track = track_of(change(CURVED, seed=7), "hinge")
    race_now = racing(track, {"smo": (), "interior": ()})
    assert [next(race_now) for _ in range(9)] == ["smo"] * 9
    race_now.close()
    assert entered(track, "smo") is None


def test_a_common_moment_is_the_last_one_before_it():
    track = track_of(CURVED, "hinge")
    whole = race(track, [enter(track, name) for name in ("gradient", "smo", "interior")])
    view = (-3.0, 3.0, -2.4, 2.4)
    for by, clock in (("passes", "passes"), ("ms", "seconds")):
        scale = 1.0 if by == "passes" else 1e3
        for at in (0.0, 0.05, 1.0, 3.0, 1e6):
            for stand in stands(whole, at, by, view):
                times = getattr(stand.entrant, clock) * scale
                assert stand.k == max(int((times <= at).sum()) - 1, 0)
                coef, b = stand.entrant.coef[stand.k], stand.entrant.intercept[stand.k]
                scores = track.parametrization.matrix @ coef + b
                assert stand.wrong == int(((scores >= 0.0) != (track.data.y > 0.0)).sum())
                line = stand.line[~np.isnan(stand.line).any(axis=1)]
                if len(line):
                    f = track.model(coef, float(b))(line)
                    assert np.abs(f).max() <= 1e-3 * np.abs(scores).max()
    start = stands(whole, 0.0, "passes", view)
    assert not len(start[0].line), "w = 0 has no boundary"
    late = stands(whole, 1e6, "passes", view)
    assert all(len(stand.line) for stand in late)


def test_the_sentence_names_who_leads_who_is_last_and_who_was_stopped():
    def said(entrants, at, by="passes"):
        return sentence(stands(race(track, entrants), at, by, (-3.0, 3.0, -2.4, 2.4)), at, by)

    track = track_of(CURVED, "hinge")
    slow, smo = enter(track, "gradient"), enter(track, "smo")
    assert said([slow, smo], 1.0).startswith("After 1 pass SMO leads, ")
    late = said([slow, smo], 100.0)
    assert late.startswith("After 100 passes SMO has reached the optimum; ")
    behind = percent_above(slow.suboptimality[slow.at(100.0, "passes")])
    assert late.endswith(f"Gradient descent is last, {behind}.")
    assert said([smo], 100.0, "ms") == "After 100 ms SMO has reached the optimum."
    names = ("passes", "seconds", "value", "suboptimality", "coef", "intercept")
    short = replace(
        slow, status=Status.TIMEOUT, **{name: getattr(slow, name)[:6] for name in names}
    )
    end = float(short.passes[-1])
    assert said([short, smo], 100.0).endswith(f", stopped at the time limit after {end:g} passes.")
    for moment in (2.0, end):  # on its way, and where it was stopped
        assert "stopped" not in said([short, smo], moment)


def test_the_leader_and_the_last_are_given_in_the_same_unit():
    """The last is far above 10 times the optimum, where one number alone would be "times"."""
    track = track_of(change(CURVED, C=1000.0), "hinge")
    whole = race(track, [enter(track, name) for name in ("gradient", "smo")])
    found = stands(whole, 0.5, "passes", (-3.0, 3.0, -2.4, 2.4))
    first, last = sorted(stand.suboptimality for stand in found)
    assert last > 10.0
    said = sentence(found, 0.5, "passes")
    assert f"leads, {number(100.0 * first, 2)} % above the optimum" in said
    assert f"is last, {number(100.0 * last, 2)} % above the optimum" in said


def test_rounding_errors_are_no_boundary():
    """coef with w = X'coef = 0: f is 0 but for rounding, and changes sign all over the picture."""
    track = track_of(LINEAR, "hinge")
    coef = np.linalg.svd(track.data.X.T)[2][-1]
    assert np.abs(track.data.X.T @ coef).max() < 1e-14
    entrant = enter(track, "smo")
    ghost = replace(entrant, coef=coef[None], intercept=np.zeros(1), passes=np.zeros(1))
    (stand,) = stands(race(track, [ghost]), 1.0, "passes", (-3.0, 3.0, -2.4, 2.4))
    assert not len(stand.line)
