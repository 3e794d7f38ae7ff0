"""What is said of a film is what is in it."""

import re

import numpy as np
import pytest
from sklearn.svm import SVC, LinearSVC

from pages.descent.model.film import film
from pages.descent.text import (
    RELATIONS,
    bias_text,
    constant_text,
    equivalents,
    film_badge,
    film_sentence,
    norm_text,
    runs_away,
    trouble,
)
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import Descent, change_descent
from pages.state.text.number_format import number
from svmcore.losses import Hinge
from svmcore.objective import CONVENTIONS
from tests.helpers.dual_problems import placed
from tests.helpers.opened import numeral


def shown(experiment=None, **words):
    return film(experiment or Experiment(), change_descent(Descent(), **words))


def test_the_sentence_counts_epochs_updates_and_points():
    made = shown(epochs=3)
    wrong = (made.data.y * made.scores[-1]) < 0.0
    said = film_sentence(made)
    assert said.startswith(f"After 3 epochs ({3 * len(made.split.train)} updates) ")
    assert f"{wrong[made.split.train].sum()} of {len(made.split.train)} training points" in said
    assert f"{wrong[made.split.test].sum()} of {len(made.split.test)} test points" in said
    assert "test points" not in film_sentence(shown(test_share=0.0))


def test_the_badge_gives_the_distance_from_the_exact_optimum():
    near = shown(epochs=1000, loss="squared_hinge")
    assert near.above[-1] < 1e-3
    assert film_badge(near).kind == "certified"
    far = shown(epochs=1)
    percent = float(re.match(r"run ends ([\d.]+) % above the optimum$", film_badge(far).text)[1])
    assert percent == pytest.approx(100.0 * far.above[-1], rel=0.05)
    assert film_badge(far).kind == "plain"


def test_a_run_that_ended_far_away_is_not_given_in_percent():
    far = shown(
        eta0=1e-7, test_share=0.0, experiment=change(Experiment(), dataset="linear", C=100.0)
    )
    assert far.above[-1] > 10.0
    times = float(re.match(r"run ends at ([\d.e]+) times the optimum", film_badge(far).text)[1])
    assert times == pytest.approx(far.terms.total[-1] / far.floor, rel=0.06)


def test_a_perceptron_says_how_often_it_learnt():
    apart = shown(change(Experiment(), dataset="blobs", noise=0.4), method="perceptron")
    assert f"It made {apart.mistakes} mistake" in film_sentence(apart)
    assert f"Novikoff's bound is {int(apart.limit)}." in film_sentence(apart)
    assert film_badge(apart).text == "no training errors"
    mixed = shown(method="perceptron")
    assert mixed.limit is None
    assert "Novikoff" not in film_sentence(mixed)
    assert film_badge(mixed).text == "training errors remain"


def test_an_overflow_is_said_with_its_place_and_its_cause():
    made = shown(schedule="constant", eta0=5.0)
    per = made.plan.per_epoch
    where = made.walk.diverged
    assert f"at update {where}, in epoch {-(-where // per)}." in trouble(made)
    assert "1 − ηρ = −4: η must stay below 2." in trouble(made)
    assert film_badge(made).kind == "failed"


def test_the_cause_that_is_named_is_the_cause():
    made = shown(schedule="constant", eta0=1.999, epochs=1)  # it does not overflow
    assert made.walk.diverged == -1
    assert runs_away(made)
    said = numeral(re.search(r"is (\S.*) times", trouble(made))[1])
    assert said == pytest.approx(made.terms.total[-1] / made.terms.total[0], rel=0.06)
    assert trouble(shown()) == ""
    falling = shown(schedule="inverse_sqrt", eta0=10.0, epochs=1)
    assert "The first step multiplies w by 1 − ηρ = −9" in trouble(falling)
    steep = shown(change(Experiment(), C=1e4), method="mirror", loss="squared_hinge")
    assert steep.walk.diverged > 0
    assert "a smaller C" in trouble(steep)


def test_equal_constants_stand_for_equal_machines():
    made = shown(change(Experiment(), C=0.5))
    n = len(made.split.train)
    constants = [float(each.constant.split("= ")[-1]) for each in equivalents(made)]
    expected = [0.5, 0.5 * n, n, 1.0, 1.0 / (0.5 * n)]
    np.testing.assert_allclose(constants, expected, rtol=1e-3)
    assert [each.chosen for each in equivalents(made)] == [True, *[False] * 4]
    relations = {"N C": n * 0.5, "2 N C": 2 * n * 0.5, "2 C": 2 * 0.5, "1/(N C)": 1.0 / (n * 0.5)}
    for name, relation in RELATIONS.items():
        assert relations[relation] == pytest.approx(CONVENTIONS[name].constant_of(0.5, n))
    assert f"λ = 1/(N C) = {number(1.0 / (0.5 * n), 4)}, " in constant_text("lambda", 0.5, n)


def test_the_costs_are_equal_up_to_a_factor_and_the_price_of_the_bias():
    """At any (w, b), over rho: 1/2 |w|^2 + C sum loss, and in two of them 1/2 b^2."""
    y, w, b, C, n = np.array([1.0, -1.0, 1.0, -1.0, -1.0]), np.array([0.4, -1.1]), 0.7, 0.3, 5
    X = np.random.default_rng(4).normal(size=(n, 2))
    margins = y * (X @ w + b)
    plain = 0.5 * w @ w + C * np.maximum(0.0, 1.0 - margins).sum()
    extra = []
    for way in CONVENTIONS.values():
        cost = way.objective(way.constant_of(C, n), n, Hinge())
        total = cost.terms(margins[None], np.array([w @ w]), np.array([b])).total[0]
        extra.append(total / cost.rho - plain)
    assert extra == pytest.approx([0.0, 0.5 * b * b, 0.0, 0.0, 0.5 * b * b])
    assert "up to a factor, except that two of them penalise the bias b" in bias_text(shown())


def test_a_penalised_bias_is_told_from_a_free_one_by_numbers():
    """Far from the origin a penalised bias cannot follow: half of these points are wrong."""
    points = [(9.0 + 2.0 * (i % 2), 0.1 * i, i % 2) for i in range(30)]
    far = shown(placed(points, kernel="linear", C=0.1), test_share=0.0)
    X = np.column_stack([far.data.X, np.ones(30)])
    inside = LinearSVC(C=0.1, loss="hinge", fit_intercept=False, tol=1e-9, max_iter=10**7)
    inside.fit(X, far.data.y)
    assert (inside.predict(X) != far.data.y).sum() == 15
    b = inside.coef_[0, -1]
    text = bias_text(far)
    assert text.endswith(
        "At the optimum with a free bias b = −10 and 0 of 30 points are wrong; with a penalised "
        f"bias b = {number(b)} and 15 of 30 points are wrong."
    )
    assert text == bias_text(shown(far.experiment, test_share=0.0, objective="lambda"))
    brief = film(Experiment(), Descent(), brief=True)
    assert bias_text(brief).endswith("penalise the bias b: their optimum can be a different one.")


def test_the_norm_that_is_not_squared_has_a_constant_of_its_own():
    """C = N C'/|w| of the optimum that scikit-learn finds, whatever convention is chosen."""
    experiment = change(Experiment(), kernel="linear", dataset="blobs", noise=0.9, C=0.3)
    made = shown(experiment, test_share=0.0)
    theirs = SVC(C=0.3, kernel="linear", tol=1e-10).fit(made.data.X, made.data.y)
    length = float(np.linalg.norm(theirs.coef_))
    text = norm_text(made)
    assert "C′ = 0.3, if" in text
    assert f"C = N C′/‖w‖ = {number(90 * 0.3 / length, 4)}, with ‖w‖ = {number(length, 4)}" in text
    assert text == norm_text(shown(experiment, test_share=0.0, objective="average"))
    assert norm_text(film(experiment, Descent(), brief=True)) == ""
