"""A kernel that is written as a formula, on the board and in links."""

import numpy as np

from pages.model_selection.kernel_formula import parse
from pages.state.board.experiment import Experiment, change
from pages.state.link.codec import from_code, to_code
from pages.state.model.run import run
from svmcore.kernels import Linear
from svmcore.params import check
from tests.helpers.links import from_query, to_query
from tests.helpers.refusals import refuses


def test_a_built_kernel_trains_and_travels_in_links():
    built = change(Experiment(), kernel="built", recipe="(1 + linear)^2", margin="soft")
    same = change(Experiment(), kernel="poly", degree=2, gamma=1.0, coef0=1.0)
    np.testing.assert_allclose(run(built).scores, run(same).scores, atol=1e-5)
    assert from_query(to_query(built)) == built
    assert from_query(from_code(to_code(to_query(built)))) == built
    assert from_query({"kernel": "built", "recipe": "rbf("}).recipe == Experiment().recipe
    refuses("a formula is made of", lambda: change(Experiment(), recipe="exp(1)"))
    check(built.build_kernel())
    assert isinstance(parse("linear"), Linear)
