"""The page of the descents through Streamlit's own test harness."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from pages.descent.model.film import film
from pages.descent.model.start import StartWeights
from pages.descent.session import FilmMemory
from pages.descent.text import equivalents, film_badge, film_sentence
from pages.state.board import Edit
from pages.state.codec import from_code, to_code
from pages.state.experiment import Experiment, change
from svmcore.objective import CONVENTIONS
from svmcore.sgd.methods import METHODS, Descent, change_descent
from tests.helpers import ROOT
from tests.helpers.links import descent_of, from_query, to_query, words_of
from tests.helpers.opened import control, controls, move


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    def start(query: dict[str, str] | None = None) -> AppTest:
        app = AppTest.from_file(f"{ROOT}/app.py", default_timeout=60)
        for name, value in (query or {}).items():
            app.query_params[name] = value
        app.run()
        app.switch_page("pages/descent/page.py").run()
        assert not app.exception
        return app

    return start


def verdict(app: AppTest) -> str:
    assert not app.exception
    return next(h.value for h in app.get("html") if "svm-verdict" in h.value)


def session(app: AppTest):
    return app.session_state["session"]


def test_the_page_says_what_its_film_shows(open_page):
    app = open_page()
    shown = film(Experiment(), Descent())
    assert film_sentence(shown) in verdict(app)
    assert film_badge(shown).text in verdict(app)
    table = next(h.value for h in app.get("html") if "svm-ways" in h.value)
    for each in equivalents(shown):
        assert each.constant in table
    assert dict(app.query_params) == {}


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_its_film_and_its_link(open_page, method):
    app = open_page()
    app.selectbox(key="w_method").set_value(method).run()
    wanted = change_descent(Descent(), method=method)
    assert session(app).value(Descent) == wanted
    assert film_sentence(film(Experiment(), wanted)) in verdict(app)
    assert dict(app.query_params) == words_of(wanted)
    keys = set(controls(app))
    assert ("w_eta0" in keys) == (method in ("sgd", "minibatch", "gd"))
    assert ("w_batch_size" in keys) == (method == "minibatch")


def test_every_number_of_epochs_on_the_slider_can_be_chosen(open_page):
    app = open_page()
    for epochs in control(app, "w_epochs")["stops"][:7]:
        move(app, "w_epochs", epochs)
        assert film_sentence(film(Experiment(), session(app).value(Descent))) in verdict(app)
        assert session(app).value(Descent).epochs == epochs
        assert isinstance(session(app).value(Descent).epochs, int)


@pytest.mark.parametrize("objective", CONVENTIONS)
def test_the_constant_is_shown_in_the_chosen_way_of_writing(open_page, objective):
    app = open_page()
    app.selectbox(key="w_objective").set_value(objective).run()
    key = f"w_constant_{objective}"
    way, n = CONVENTIONS[objective], len(film(Experiment(), Descent()).split.train)
    assert control(app, key)["value"] == pytest.approx(way.constant_of(1.0, n), rel=1e-5)
    wanted = 0.1 if objective == "lambda" else 100.0
    move(app, key, wanted)
    assert not app.exception
    assert pytest.approx(way.C_of(wanted, n)) == session(app).experiment.C
    shown = film(session(app).experiment, session(app).value(Descent))
    assert way.constant_of(session(app).experiment.C, n) == pytest.approx(wanted)
    own = shown.cost.kappa if objective in ("average", "square") else None
    assert own is None or own == pytest.approx(100.0)


def test_the_run_before_stays_as_a_ghost(open_page):
    app = open_page()
    assert session(app).remembered(FilmMemory).ghost is None
    app.button_group(key="w_schedule").set_value("constant").run()
    assert session(app).remembered(FilmMemory).ghost == (Experiment(), Descent(), StartWeights())
    move(app, "w_epochs", 10)
    assert session(app).remembered(FilmMemory).ghost == (
        Experiment(),
        change_descent(Descent(), schedule="constant"),
        StartWeights(),
    )


def test_an_edit_while_dragging_makes_no_ghost(open_page):
    app = open_page()
    here = session(app)
    before = here.remembered(FilmMemory).filmed
    board = here.experiment.board()
    here.edit([Edit("move", ids=(board.all_points[0].id,), points=((0.0, 0.0),), live=True)])
    app.run()
    assert not app.exception
    assert session(app).remembered(FilmMemory).filmed == before
    here.live = False
    app.run()
    assert session(app).remembered(FilmMemory).ghost == before


def test_the_constant_follows_the_number_of_points(open_page):
    app = open_page({"d_objective": "average"})
    here = session(app)
    before = control(app, "w_constant_average")["value"]
    here.edit([Edit("add", points=tuple((0.1 * k, 1.5) for k in range(20)), label=1)])
    app.run()
    n = len(film(session(app).experiment, session(app).value(Descent)).split.train)
    assert control(app, "w_constant_average")["value"] == pytest.approx(float(n), rel=1e-5)
    assert before != n


def test_a_link_opens_the_descent_and_nonsense_in_it_is_ignored(open_page):
    wanted = change_descent(Descent(), method="minibatch", batch_size=4, epochs=7, space="kernel")
    assert descent_of(words_of(wanted)) == wanted
    app = open_page(words_of(wanted) | to_query(change(Experiment(), C=10.0)))
    assert session(app).value(Descent) == wanted
    assert session(app).experiment.C == 10.0
    bad = {"d_method": "magic", "d_epochs": "1e9", "d_eta0": "nan", "d_batch_size": "3.5"}
    assert descent_of(bad | {"d_loss": "huber_hinge"}) == Descent(loss="huber_hinge")
    assert all(name.startswith("d_") for name in words_of(wanted))


def test_a_code_holds_the_descent_too(open_page):
    wanted = change_descent(Descent(), method="pegasos", objective="lambda")
    code = to_code(to_query(Experiment(C=3.0)) | words_of(wanted))
    assert descent_of(from_code(code)) == wanted
    assert from_query(from_code(code)) == Experiment(C=3.0)


def test_no_points_one_class_and_no_feature_space_are_said(open_page):
    assert "The board is empty" in verdict(open_page({"dataset": "own"}))
    app = open_page({"kernel": "sigmoid", "d_space": "kernel"})
    assert "the descent has no w" in verdict(app)
    app.button_group(key="w_space").set_value("plane").run()
    assert "updates" in verdict(app)


def test_a_run_that_overflows_is_a_lesson(open_page):
    app = open_page({"d_schedule": "constant", "d_eta0": "5"})
    assert "diverged" in verdict(app)
    assert "η must stay below 2" in verdict(app)


def test_the_playground_keeps_what_was_chosen_for_the_descent(open_page):
    app = open_page({"d_method": "pegasos"})
    app.switch_page("pages/playground/page.py").run()
    assert not app.exception
    assert dict(app.query_params) == {"d_method": "pegasos"}
    app.switch_page("pages/descent/page.py").run()
    assert session(app).value(Descent).method == "pegasos"
