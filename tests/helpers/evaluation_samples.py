"""What the tests of evaluation trial have in common."""

from __future__ import annotations

from sklearn.datasets import make_moons

from pages.model_selection.candidate import Candidate
from pages.model_selection.cross_validation import leaving_each_out
from pages.model_selection.curves import growing

GAMMA = 0.7

RBF = Candidate(parameters=(("gamma", GAMMA),), C=2.0)

X2, Y2 = make_moons(80, noise=0.35, random_state=2)

BOX = (-3.0, 3.0, -3.0, 3.0)


def curve_of(machine, X, y, splits, kind, at, **words):
    """The end of `growing`."""
    *_, last = growing(machine, X, y, splits, kind, at, **words)
    return last.found


def leave_each_out(machine, X, y, w=None):
    """The end of `leaving_each_out`."""
    *_, last = leaving_each_out(machine, X, y, w)
    return last.found
