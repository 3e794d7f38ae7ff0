"""What SubgradientSVC refuses, each in one sentence."""

from __future__ import annotations

import re

import numpy as np
import pytest

from svmcore import SubgradientSVC
from tests.helpers.descent_samples import overlapping

REFUSED = [
    ({"loss": "log"}, "loss must be one of 'hinge', 'squared_hinge', 'huber_hinge', 'perceptron'"),
    ({"penalty": "l1"}, "penalty must be one of 'l2', got 'l1'"),
    ({"objective": "mean"}, "objective must be one of 'sum', 'average', 'square', 'lambda'"),
    ({"learning_rate": "optimal"}, "learning_rate must be one of 'constant', 'inverse_sqrt'"),
    ({"C": 0.0}, "C must be > 0 and finite, got 0.0"),
    ({"eta0": np.nan}, "eta0 must be > 0 and finite, got nan"),
    ({"max_iter": 0}, "max_iter must be a whole number >= 1, got 0"),
    ({"tol": 0.0}, "tol must be > 0 and <= 1, got 0.0"),
    ({"n_iter_no_change": 0}, "n_iter_no_change must be a whole number >= 1, got 0"),
    ({"batch_size": 0}, "batch_size must be a whole number >= 1, got 0"),
    ({"shuffle": 2}, "shuffle must be one of True, False, got 2"),
    ({"random_state": "a"}, "cannot be used to seed"),
    ({"penalty": None}, "learning_rate='pegasos' needs a penalty, got penalty=None"),
    (
        {"penalty": None, "learning_rate": "constant", "project": True},
        "project=True needs a penalty, got penalty=None",
    ),
]


@pytest.mark.parametrize(("parameters", "law"), REFUSED)
def test_what_cannot_be_is_refused_in_one_sentence(parameters, law):
    X, y = overlapping(20, 2)
    for act in ("fit", "partial_fit"):
        more = {"classes": [-1.0, 1.0]} if act == "partial_fit" else {}
        with pytest.raises(ValueError, match=re.escape(law)) as caught:
            getattr(SubgradientSVC(**parameters), act)(X, y, **more)
        assert "\n" not in str(caught.value)


def test_streams_refuse_what_they_cannot_know():
    X, y = overlapping(20, 2)
    machine = SubgradientSVC()
    with pytest.raises(ValueError, match="classes must be given in the first call"):
        machine.partial_fit(X, y)
    with pytest.raises(ValueError, match="'sum' needs the number of all points"):
        SubgradientSVC(objective="sum").partial_fit(X, y, classes=[-1, 1])
    machine.partial_fit(X, y, classes=[-1, 1]).partial_fit(X[:1], y[:1])
    with pytest.raises(ValueError, match=re.escape("classes must stay [-1  1], got [1 2]")):
        machine.partial_fit(X, y, classes=[1, 2])
    with pytest.raises(ValueError, match=re.escape("y must hold the classes [-1  1], got 3.0")):
        machine.partial_fit(X, np.where(y > 0, 3.0, y))
    assert machine.t_ == 21
