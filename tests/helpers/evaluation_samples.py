"""What the tests of evaluation trial have in common."""

from __future__ import annotations

from sklearn.datasets import make_moons

from svmcore.model_selection.candidate import Candidate

GAMMA = 0.7

RBF = Candidate(parameters=(("gamma", GAMMA),), C=2.0)

X2, Y2 = make_moons(80, noise=0.35, random_state=2)

BOX = (-3.0, 3.0, -3.0, 3.0)
