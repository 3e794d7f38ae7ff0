"""Links hold where a film was stopped, and open it there."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.descent.settings import DescentMoment
from pages.dual.settings import SmoMoment
from pages.state.descent.film_moment import FilmMoment
from pages.ui.board.filmed import stopped
from tests.helpers.opened import again, board_of, in_session, open_page, sent, visit_of

SMALL = {"n_samples": "30", "kernel": "linear"}
# page, words of its view, key of the film, kind, its word, an update that is no moment of itself
FILMS = [
    ("descent", {"d_epochs": "100"}, "descent", DescentMoment, "d_at", 1234),
    ("dual", {"i_dual": "smo", "C": "100"}, "smo", SmoMoment, "i_smo_at", 208),
]
of_films = pytest.mark.parametrize(("page", "view", "key", "kind", "word", "at"), FILMS)


def opens(app: AppTest, key: str) -> list[int] | None:
    return sent(app)[key].header["opens"]


def bytes_of(app: AppTest, key: str) -> bytes:
    """The whole message to the timeline."""
    found = [element.proto.bytes for element in app.get("bidi_component")]
    return next(sent for sent in found if sent.startswith(f'{{"key":"{key}"'.encode()))


def stop(app: AppTest, key: str, kind: type[FilmMoment], at: int) -> None:
    """What the timeline's message does, see `filmed`."""
    film = sent(app)[key].figure["film"]["id"]
    in_session(app, lambda: stopped(kind, film, at))
    again(app)


@of_films
def test_a_link_opens_a_film_at_its_moment(page, view, key, kind, word, at):
    query = SMALL | view | {word: str(at)}
    app = open_page(page, query)
    assert opens(app, key) == [at, 1]
    film = sent(app)[key].figure["film"]
    assert at in film["update"], "the moment itself is there, and not one near it"
    assert visit_of(app).value(kind).film == film["id"]
    assert dict(again(app).query_params) == query
    assert opens(app, key) == [at, 1], "the film need not travel again"


@of_films
def test_where_it_was_stopped_is_in_the_address_until_the_run_is_another(
    page, view, key, kind, word, at
):
    app = open_page(page, SMALL | view)
    before = bytes_of(app, key)
    stop(app, key, kind, at)
    assert dict(app.query_params) == SMALL | view | {word: str(at)}
    assert bytes_of(app, key) == before, "no film travels twice for what the browser said itself"
    in_session(app, lambda: board_of(app).choose(C=3.0))
    again(app)
    assert dict(app.query_params) == SMALL | view | {"C": "3"}
    assert opens(app, key) is None
    app.query_params.clear()  # Back
    app.query_params.update(SMALL | view | {word: str(at)})
    again(app)
    assert opens(app, key) == [at, 1]
