"""The choice of a kernel against scikit-learn's own cross-validation on the same folds."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import plotly.graph_objects as go
import pytest
from sklearn import svm
from sklearn.model_selection import cross_val_score

from pages.kernels.figures.compare import choice_figure
from pages.kernels.text.views import marks_text
from pages.model_selection.compare_kernels import COSTS, GRIDS, comparing, obstacle
from pages.model_selection.kernel_choice import KernelChoice, advice, best_of, percent, simplest
from pages.model_selection.splits import k_fold
from pages.plots.theme import resolve
from svmcore.estimators import SVC
from tests.helpers.grids import few
from tests.helpers.samples import sample

KERNELS = ("linear", "poly", "rbf")
OPTIMISTIC = (
    " These scores are slightly optimistic: each is the best of its settings, chosen by that score."
)


def compare(X, y, ids=None, **options):
    """The last word of `comparing`."""
    *_, last = comparing(X, y, ids, **options)
    return last.found


def grid(kernel):
    settings = {
        "linear": [{}],
        "poly": [{"degree": d, "gamma": 1.0, "coef0": 1.0} for d in (2, 3)],
        "rbf": [{"gamma": g} for g in (0.1, 0.5, 2.0, 10.0)],
    }[kernel]
    return [{"C": C} | words for C, words in product((0.1, 1.0, 10.0, 100.0), settings)]


@pytest.mark.parametrize(("name", "n"), few(("circles", 40), ("moons", 60)))
def test_scores_are_those_of_scikit_learns_cross_validation(name, n):
    """Of our machine for every setting, and of theirs, which may differ by a point on the line."""
    X, y = sample(name, n)
    theirs = k_fold(y > 0.0, 3, seed=3)
    for choice, kernel in zip(compare(X, y, folds=3, seed=3), KERNELS, strict=True):
        assert choice.kernel == kernel
        every = [
            cross_val_score(SVC(kernel=kernel, **words), X, y, cv=theirs) for words in grid(kernel)
        ]
        first = int(np.argmax(np.round([scores.mean() for scores in every], 12)))
        best = grid(kernel)[first]
        said = dict(choice.settings)
        assert said.items() <= best.items()
        assert set(best) - set(said) <= ({"gamma", "coef0"} if kernel == "poly" else set())
        assert choice.scores == tuple(every[first])
        assert choice.accuracy == pytest.approx(every[first].mean())
        assert choice.error == pytest.approx(every[first].std(ddof=1) / np.sqrt(3))
        assert choice.fits == 3 * len(every) + 1
        libsvm = svm.SVC(kernel=kernel, tol=1e-9, **best)
        scores = cross_val_score(libsvm, X, y, cv=theirs)
        assert np.abs(scores - choice.scores).max() <= 1.0 / min(len(test) for _, test in theirs)
        assert choice.n_support == libsvm.fit(X, y).n_support_.sum()


def test_the_order_of_points_matters_not_with_ids():
    X, y = sample("moons", 16)
    comparison = compare(X, y, tuple(range(16)), folds=2, seed=5)
    order = np.random.default_rng(0).permutation(16)
    again = compare(X[order], y[order], order, folds=2, seed=5)
    assert [c.scores for c in again] == [c.scores for c in comparison]


def test_progress_counts_every_fit_and_ends_with_the_choices():
    X, y = sample("moons", 20)
    steps = list(comparing(X, y, folds=2))
    total = sum(2 * len(COSTS) * len(words) + 1 for words in GRIDS.values())
    assert {step.total for step in steps} == {total}
    done = [step.done for step in steps]
    assert done == sorted(set(done))
    assert done[-1] == total == sum(choice.fits for choice in steps[-1].found)
    assert np.diff([0, *done]).max() == 3


def test_what_cannot_be_compared_is_refused():
    X, y = sample("moons", 40)
    few = np.where(np.arange(40) < 4, 1.0, -1.0)
    assert "has 4" in obstacle(few)
    assert obstacle(few, 4) == "" == obstacle(y)
    for words, arguments, folds in (
        ("smaller one has 4", (X, few), 5),
        ("2 folds", (X, y), 1),
        ("one id a point", (X, y, (1, 2)), 5),
        ("finite", (X * np.nan, y), 5),
    ):
        with pytest.raises(ValueError, match=words):
            comparing(*arguments, folds=folds)


def choices(*pairs):
    return tuple(
        KernelChoice(kernel, (("C", 1.0),), (accuracy, accuracy), accuracy, error, 9, 21)
        for kernel, (accuracy, error) in zip(KERNELS, pairs, strict=True)
    )


def test_the_simplest_kernel_within_one_standard_error_of_the_best_is_taken():
    near = choices((0.90, 0.01), (0.93, 0.01), (0.94, 0.02))
    assert best_of(near).kernel == "rbf"
    assert simplest(near).kernel == "poly"
    said = "Poly is as good as any here: 93 % cross-validation accuracy, "
    assert advice(near) == said + "and RBF has 94 % ± 2 % (standard error)." + OPTIMISTIC
    tied = choices((0.6 + 0.3, 0.0), (0.9, 0.0), (0.9, 0.0))  # 0.8999999999999999 and 0.9
    assert tied[0].accuracy < tied[1].accuracy
    assert simplest(tied).kernel == best_of(tied).kernel == "linear"
    said = "Linear is as good as any here: 90 % cross-validation accuracy."
    assert advice(tied) == said + OPTIMISTIC
    within = choices((0.2, 0.0), (0.3 - 1e-15, 0.0), (0.4, 0.1))
    assert simplest(within).kernel == "poly"
    far = choices((0.60, 0.3), (0.899, 0.3), (0.951, 0.05))
    assert simplest(far).kernel == "rbf"
    said = "RBF is the best here: 95.1 % cross-validation accuracy, "
    assert advice(far) == said + "more than one standard error above any simpler one." + OPTIMISTIC
    just = choices((0.90, 0.0), (0.5, 0.0), (0.95, 0.05))
    assert simplest(just).kernel == "linear"


def test_guessing_is_said_to_be_as_good():
    poor = choices((0.5, 0.02), (0.55, 0.05), (0.52, 0.05))
    said = advice(poor, 0.51)
    assert "larger class (51 % right)" in said
    assert said.endswith("the best, Poly, has 55 % ± 5 % (standard error)." + OPTIMISTIC)
    assert "larger" not in advice(poor, 0.49)
    exact = choices((0.75, 0.25), (0.5, 0.0), (0.5, 0.0))
    assert "larger class" in advice(exact, 0.5)  # one standard error above it is not more
    shares = (0.989, 1.0, 0.1, 0.0)
    assert [percent(share) for share in shares] == ["98.9 %", "100 %", "10 %", "0 %"]


def test_figure_shows_the_numbers():
    comparison = (
        *choices((0.90, 0.01), (0.93, 0.01), (0.94, 0.02))[:2],
        replace(choices((0, 0), (0, 0), (0.94, 0.02))[2], settings=(("C", 10.0), ("gamma", 0.5))),
    )
    drawn = choice_figure(comparison)
    go.Figure(resolve(drawn, "light"))
    folds, means = drawn["data"]
    np.testing.assert_allclose(means["x"], [90.0, 93.0, 94.0])
    np.testing.assert_allclose(means["error_x"]["array"], [1.0, 1.0, 2.0])
    assert means["y"] == ["Linear", "Poly", "RBF"]
    assert means["customdata"][2] == "C = 10, γ = 0.5; 9 support vectors"
    np.testing.assert_allclose(folds["x"], [90.0, 90.0, 93.0, 93.0, 94.0, 94.0])
    assert folds["y"] == ["Linear"] * 2 + ["Poly"] * 2 + ["RBF"] * 2
    assert drawn["layout"]["shapes"][0]["x0"] == pytest.approx(92.0)
    assert "one of 5 folds" in marks_text(5)
    assert choice_figure(())["data"] == []
    assert len(choice_figure(comparison[:1])["data"]) == 2
