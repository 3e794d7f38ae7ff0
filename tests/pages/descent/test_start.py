"""Start weights of a descent: what the film begins with, what is said, and its link."""

from __future__ import annotations

import numpy as np

from pages.descent.model.film import film
from pages.descent.model.start import StartWeights
from pages.descent.remembered import FilmMemory
from pages.descent.text import FORGOTTEN, film_sentence
from pages.state.board.board import FIRST_PLACED_ID, Placed
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import Descent, change_descent
from tests.helpers.opened import controls, move, open_page, verdict, visit_of

PLACED = tuple(
    Placed(x, 0.0, label, FIRST_PLACED_ID + k) for k, (x, label) in enumerate([(0.5, 0), (2.5, 1)])
)
TWO = Experiment(dataset="own", placed=PLACED, kernel="linear", C=0.5)
WHOLE = change_descent(Descent(), method="gd", objective="average", test_share=0.0)
TYPED = StartWeights(w1=2.0, b=1.0)


def test_the_cost_at_the_typed_start_is_that_of_the_pencil():
    shown = film(TWO, WHOLE, TYPED)
    assert shown.terms.total[0] == 4.0  # (4 + 1)/2 + (3 + 0)/2
    np.testing.assert_array_equal([*shown.v[0], shown.b[0]], [2.0, 0.0, 1.0])
    assert film_sentence(shown).startswith("At the start w = (2, 0), b = 1, and J = 4. After 5 ")
    assert film_sentence(film(TWO, WHOLE)).startswith("After 5 epochs")
    assert film(TWO, WHOLE, TYPED) is shown
    assert film(TWO, WHOLE) is not shown


def test_a_perceptron_that_does_not_begin_with_zero_has_no_bound_of_novikoff():
    how = change_descent(Descent(), method="perceptron", test_share=0.0)
    apart = change(Experiment(), dataset="linear", n_samples=20)
    assert "Novikoff" in film_sentence(film(apart, how))
    shown = film(apart, how, StartWeights(w1=-3.0))
    assert "Novikoff" not in film_sentence(shown)
    every = shown.walk  # few updates: all are kept
    changed = (every.v != every.v_before).any(axis=1) | (every.b != every.b_before)
    assert shown.mistakes == changed.sum() > film(apart, how).mistakes


def test_a_kernel_model_has_no_start_and_one_with_weights_is_typed_and_travels():
    app = open_page("descent", {"d_test_share": "0"})
    move(app, "w_w1", 2.0)
    move(app, "w_b", -1.5)
    chosen = visit_of(app).value(StartWeights)
    assert chosen == StartWeights(w1=2.0, b=-1.5)
    how = change_descent(Descent(), test_share=0.0)
    assert verdict(app).endswith(film_sentence(film(Experiment(), how, chosen)))
    assert visit_of(app).remembered(FilmMemory).filmed == (Experiment(), how, chosen)
    app.button_group(key="w_space").set_value("kernel").run()
    assert "w_w1" not in controls(app)
    assert "At the start" not in verdict(app)
    there = open_page("descent", {"d_w1": "2", "d_method": "pegasos"})
    assert FORGOTTEN in [caption.value for caption in there.caption]


def test_the_first_update_of_pegasos_forgets_the_start():
    how = change_descent(Descent(), method="pegasos", test_share=0.0)
    shown = film(Experiment(), how, StartWeights(w1=2.0, w2=1.0))
    rate, rho = shown.walk.rate[1], shown.objective.rho
    assert 1.0 - rate * rho == 0.0
    np.testing.assert_allclose(shown.walk.v[1], rate * shown.objective.kappa * shown.push[0][1])
