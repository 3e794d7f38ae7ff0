"""What is left of an experiment where it does not matter how its machine is trained."""

from __future__ import annotations

from pages.dual.model.path import path_record
from pages.state.experiment import Experiment, change, with_default_training


def test_points_and_kernel_stay_and_the_training_goes():
    words = {"kernel": "poly", "gamma": 1.5, "degree": 2, "noise": 0.05, "C": 0.37}
    trained = {"margin": "hard", "solver": "smo", "tol": 1e-3, "max_iter": 9}
    found = with_default_training(change(Experiment(), **words, **trained))
    assert found == change(Experiment(), **words)
    for name, value in words.items():
        assert found[name] == value


def test_the_path_has_the_kernel_that_was_asked_for():
    record = path_record(change(Experiment(n_samples=20), gamma=1.5))
    assert record.kernel.gamma == 1.5
