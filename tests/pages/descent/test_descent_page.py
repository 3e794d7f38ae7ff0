"""The page of the descents through Streamlit's own test harness."""

from __future__ import annotations

import pytest

from pages.descent.model.film import film
from pages.descent.model.start import StartWeights
from pages.descent.remembered import FilmMemory
from pages.descent.text import equivalents, film_badge, film_sentence
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import Descent, change_descent
from svmcore.objective import CONVENTIONS
from tests.helpers.links import to_query, words_of
from tests.helpers.opened import (
    again,
    badge,
    board_of,
    control,
    controls,
    move,
    open_page,
    verdict,
    visit_of,
)


def test_the_page_says_what_its_film_shows():
    app = open_page("descent")
    shown = film(Experiment(), Descent())
    assert film_sentence(shown) in verdict(app)
    assert badge(app) == film_badge(shown).text
    table = next(h.value for h in app.get("html") if "svm-ways" in h.value)
    for each in equivalents(shown):
        assert each.constant in table


@pytest.mark.parametrize("method", ["minibatch", "perceptron"])
def test_every_method_has_its_film_and_its_link(method):
    app = open_page("descent")
    app.selectbox(key="w_method").set_value(method).run()
    wanted = change_descent(Descent(), method=method)
    assert visit_of(app).value(Descent) == wanted
    assert film_sentence(film(Experiment(), wanted)) in verdict(app)
    assert dict(app.query_params) == words_of(wanted)
    keys = set(controls(app))
    assert ("w_eta0" in keys) == (method in ("sgd", "minibatch", "gd"))
    assert ("w_batch_size" in keys) == (method == "minibatch")


@pytest.mark.parametrize("objective", ["average", "lambda"])
def test_the_constant_is_shown_in_the_chosen_way_of_writing(objective):
    app = open_page("descent")
    app.selectbox(key="w_objective").set_value(objective).run()
    key = f"w_constant_{objective}"
    way, n = CONVENTIONS[objective], len(film(Experiment(), Descent()).split.train)
    assert control(app, key)["value"] == pytest.approx(way.constant_of(1.0, n), rel=1e-5)
    wanted = 0.1 if objective == "lambda" else 100.0
    move(app, key, wanted)
    C = board_of(app).experiment.C
    assert pytest.approx(way.C_of(wanted, n)) == C
    here = board_of(app)
    here.edit([Edit("add", points=tuple((0.1 * k, 1.5) for k in range(20)), label=1)])
    again(app)
    more = len(film(here.experiment, here.visit.value(Descent)).split.train)
    assert more > n
    assert control(app, key)["value"] == pytest.approx(way.constant_of(C, more), rel=1e-5)


def test_the_run_before_stays_as_a_ghost_and_a_gesture_makes_none():
    app = open_page("descent")
    here = board_of(app)
    assert here.visit.remembered(FilmMemory).ghost is None
    app.button_group(key="w_schedule").set_value("constant").run()
    assert here.visit.remembered(FilmMemory).ghost == (Experiment(), Descent(), StartWeights())
    before = here.visit.remembered(FilmMemory).filmed
    first = here.experiment.board().ids[0]
    here.edit([Edit("move", ids=(first,), points=((0.0, 0.0),), live=True)])
    again(app)
    assert here.visit.remembered(FilmMemory).filmed == before
    here.live = False
    again(app)
    assert here.visit.remembered(FilmMemory).ghost == before


def test_a_link_opens_the_descent_and_another_page_keeps_it():
    wanted = change_descent(Descent(), method="minibatch", batch_size=4, epochs=7, space="kernel")
    app = open_page("descent", words_of(wanted) | to_query(change(Experiment(), C=10.0)))
    assert visit_of(app).value(Descent) == wanted
    assert board_of(app).experiment.C == 10.0
    app.switch_page("pages/playground/page.py").run()
    assert dict(app.query_params).items() >= words_of(wanted).items()
    app.switch_page("pages/descent/page.py").run()
    assert visit_of(app).value(Descent) == wanted


def test_no_feature_space_and_an_overflow_are_said():
    app = open_page("descent", {"kernel": "sigmoid", "d_space": "kernel"})
    assert "the descent has no w" in verdict(app)
    app.button_group(key="w_space").set_value("plane").run()
    assert "updates" in verdict(app)
    app = open_page("descent", {"d_schedule": "constant", "d_eta0": "5"})
    assert "η must stay below 2" in verdict(app)
