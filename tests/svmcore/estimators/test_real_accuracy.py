"""Machines for three classes on iris and wine, judged on points they never saw, over 20 seeds."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC as REFERENCE

from svmcore import SVC, JointSVC, OneVsRestSVC

SETS = {"iris": load_iris, "wine": load_wine}
MACHINES = {
    "ovo": SVC,
    "ovr": OneVsRestSVC,
    "weston_watkins": lambda: JointSVC(loss="weston_watkins"),
    "crammer_singer": lambda: JointSVC(loss="crammer_singer"),
}


def scores(machine, name: str) -> np.ndarray:
    X, y = SETS[name](return_X_y=True)
    found = []
    for seed in range(20):
        kept = train_test_split(X, y, test_size=0.3, random_state=seed, stratify=y)
        train, test, c, d = kept
        scale = StandardScaler().fit(train)
        found.append(machine().fit(scale.transform(train), c).score(scale.transform(test), d))
    return np.array(found)


@pytest.mark.parametrize("name", SETS)
def test_test_accuracy_is_within_a_point_of_scikit_learns(name: str):
    wanted = scores(REFERENCE, name)
    assert wanted.mean() > 0.95
    np.testing.assert_array_equal(scores(SVC, name), wanted)  # the same machines
    for title, machine in MACHINES.items():
        assert abs(scores(machine, name).mean() - wanted.mean()) < 0.01, title
