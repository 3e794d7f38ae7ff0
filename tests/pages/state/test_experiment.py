from itertools import product

import numpy as np
import pytest

from pages.datasets.two_class import DATASETS
from pages.model_selection.kernel_formula import KERNELS
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change, optional_parameters, possible_solvers
from pages.state.model.run import run
from svmcore.params import parameters
from svmcore.solvers import SOLVERS


def test_one_name_means_one_thing():
    """The same parameter declared twice has one default, one range, one scale."""
    seen: dict[str, tuple[object, ...]] = {}
    for owner in (*DATASETS.values(), *KERNELS.values(), *SOLVERS.values(), Experiment):
        for p in parameters(owner):
            meaning = (p.default, p.low, p.high, p.log)
            assert seen.setdefault(p.name, meaning) == meaning, p.name
            assert p.low <= p.default <= p.high
            assert p.help


@pytest.mark.parametrize(
    "changes",
    [
        *[{"C": 0.0}, {"C": float("nan")}, {"C": float("inf")}, {"gamma": 0.0}, {"degree": 2.5}],
        *[{"n_samples": 601}, {"kernel": "cubic"}, {"margin": "medium"}, {"classes": 11}],
        *[{"weights": (1.0, 0.0)}, {"weights": (1.0,) * 11}, {"no_such": 1.0}],
    ],
)
def test_bad_values_are_refused_with_law_and_offender(changes: dict[str, object]):
    (name,) = changes
    with pytest.raises(ValueError, match=name):
        change(Experiment(), **changes)


def test_what_does_not_exist_cannot_be_expressed():
    with pytest.raises(ValueError, match="margin must be one of soft, got 'hard'"):
        Experiment(kernel="sigmoid", margin="hard")
    with pytest.raises(ValueError, match="solver must be one of"):
        Experiment(formulation="dual", solver="subgradient")


def test_a_choice_that_becomes_impossible_gives_way():
    hard = change(Experiment(), margin="hard", formulation="primal")
    sigmoid = change(hard, kernel="sigmoid")
    assert (sigmoid.margin, sigmoid.formulation) == ("soft", "dual")
    primal = change(Experiment(solver="smo"), formulation="primal")
    assert primal.solver in primal.choices()["solver"]
    bent = change(change(Experiment(), kernel="poly", margin="hard"), coef0=-1.0)
    assert bent.margin == "soft", "a negative constant makes the polynomial indefinite"


def test_every_choice_that_is_offered_runs():
    base = change(Experiment(), n_samples=12, gamma=0.5, coef0=0.0, max_iter=10)
    count = 0
    for kernel, margin, formulation in product(KERNELS, ("soft", "hard"), ("primal", "dual")):
        chosen = change(base, kernel=kernel)
        if margin not in chosen.choices()["margin"]:
            continue
        if formulation not in chosen.choices()["formulation"]:
            continue
        chosen = change(chosen, margin=margin, formulation=formulation)
        assert chosen.choices()["solver"]
        for solver in chosen.choices()["solver"]:
            result = run(change(chosen, solver=solver))
            assert (result.solution is None) == (
                result.separation is not None and not result.separation.separable
            )
            count += 1
    assert count >= 20


def test_no_parameter_is_ignored():
    """Every declared parameter changes the run of an experiment it belongs to."""
    home = {
        "gap": {"dataset": "linear"},
        "positive": {"classes": 3},
        "learning_rate": {"formulation": "primal", "solver": "subgradient"},
        "batch": {"formulation": "primal", "solver": "minibatch"},
    }
    other = {"max_iter": 3, "seed": 5, "tol": 1e-2, "degree": 2, "coef0": 0.5}
    other |= {"classes": 3, "positive": 2}
    for p in (*parameters(Experiment), *optional_parameters().values()):
        kernels = [name for name, kind in KERNELS.items() if p in parameters(kind)]
        usual = {"kernel": kernels[0]} if kernels else {}
        experiment = change(Experiment(), n_samples=40, **home.get(p.name, usual))
        value = other.get(p.name, p.default * 0.5 if not p.integer else p.default // 2)
        before, after = run(experiment), run(change(experiment, **{p.name: value}))
        same = len(before.data) == len(after.data) and np.array_equal(before.alpha, after.alpha)
        assert not same, f"{p.name} = {value} changes nothing"


def test_another_sample_keeps_placed_points_with_their_ids_and_forgets_what_was_removed():
    """A selection on the canvas holds ids: it must not pass to other points."""
    board = Experiment().board()
    for stroke, x in ((1, 0.0), (2, 1.0), (3, 2.0)):
        board = board.apply(Edit("add", points=((x, x),), stroke=stroke))
    first, second, third = board.ids[-3:]
    board = board.apply(Edit("move", ids=(5,), points=((9, 9),), stroke=4))
    board = board.apply(Edit("delete", ids=(first,), stroke=5))
    edited = Experiment().with_board(board)
    fresh = change(edited, dataset="xor")
    assert [(p.id, p.x) for p in fresh.placed] == [(second, 1.0), (third, 2.0)]
    assert fresh.removed == ()
    more = change(edited, n_samples=100)  # of the same sample: the moved point stays
    assert [(p.id, p.x) for p in more.placed] == [(second, 1.0), (third, 2.0), (third + 1, 9.0)]
    assert len(set(more.board().ids)) == len(more.board()) == 103
    assert change(change(edited, seed=3), seed=4).placed == fresh.placed
    assert change(edited, C=3.0).removed == edited.removed != ()


def test_a_solver_is_offered_for_the_losses_it_takes():
    kinked = ("auto", "interior_point", "subgradient", "minibatch", "sgd", "pegasos")
    assert possible_solvers("primal", "soft", True) == kinked
    smooth = (*kinked, "newton")
    assert possible_solvers("primal", "soft", True, "huber_hinge") == smooth
    curved = tuple(name for name in smooth if name != "pegasos")
    assert possible_solvers("primal", "soft", True, "squared_hinge") == curved
    assert possible_solvers("dual", "soft", True, "squared_hinge") == ()
    assert possible_solvers("primal", "hard", True, "squared_hinge") == ()
