"""What is asked of a machine, as words of a link; and what the desk makes of a click."""

from __future__ import annotations

import pytest

from pages.ui.canvas import Pick
from pages.ui.inside import DUAL, KERNELS, ORDERS, SPACES, Inside, inside_of
from pages.ui.session import new_desk
from svmcore.board import FIRST_PLACED_ID
from svmcore.experiment import Experiment, change
from svmcore.gram_view import ORDERS as KNOWN_ORDERS
from svmcore.lifts import LIFTS
from svmcore.share import DESCENT, descent_to_query, from_query, to_query
from tests.opened import again, desk, open_page

ASKED = [
    Inside(),
    *[Inside(dual=view) for view in DUAL],
    *[Inside(kernels=view) for view in KERNELS],
    *[Inside(lift=space) for space in SPACES],
    *[Inside(order=order) for order in ORDERS],
    *[Inside(along=along) for along in ("gamma", "sigma", "degree", "coef0")],
    Inside(point=0),
    Inside(point=FIRST_PLACED_ID, other=3),
    Inside(place=(-1.25, 0.5)),
    Inside(place=(0.0, -0.0)),
    Inside("smo", "gram", "sigma", "pca", "distance", 4, 2, (3.0, 1e-3)),
]


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_survives_a_link(asked):
    words = asked.words()
    assert inside_of(words) == asked
    assert all(name.startswith("i_") and isinstance(text, str) for name, text in words.items())
    assert inside_of(words | {"C": "10", "kernel": "rbf", "point": "7"}) == asked


def test_only_what_is_unusual_is_a_word():
    assert Inside().words() == {}
    assert Inside(dual="path", point=5).words() == {"i_dual": "path", "i_point": "5"}
    assert Inside(place=(0.1 + 0.2, -2.0)).words() == {"i_place": "0.30000000000000004,-2"}


def test_a_place_comes_back_to_the_last_digit():
    place = (1.2345678901234567, -123456.789)
    [text] = Inside(place=place).words().values()
    assert inside_of({"i_place": text}).place == place


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("dual", "magic"),
        ("dual", ""),
        ("dual", "Points"),
        ("dual", "gallery"),
        ("kernels", "points"),
        ("kernels", "<script>"),
        ("lift", "kpca"),
        ("order", "random"),
        ("point", "five"),
        ("point", "1.5"),
        ("point", "1e3"),
        ("point", ""),
        ("point", "9" * 5000),
        ("other", "-"),
        ("place", "1"),
        ("place", "1,2,3"),
        ("place", "1;2"),
        ("place", ",,"),
        ("place", "nan,1"),
        ("place", "1,inf"),
        ("place", "1e9,0"),
        ("place", "💥,0"),
    ],
)
def test_a_word_that_makes_no_sense_is_ignored_alone(word, text):
    good = Inside(dual="beside", kernels="apart", lift="cusp", order="given", point=3, other=2)
    words = {name: value for name, value in good.words().items() if name != f"i_{word}"}
    assert inside_of(words | {f"i_{word}": text}) == inside_of(words)
    assert len(inside_of(words).words()) == len(words)


@pytest.mark.parametrize("word", ["dual", "kernels", "lift", "order"])
def test_what_does_not_exist_is_refused_by_name(word):
    with pytest.raises(ValueError, match=f"{word} must be one of .*got 'magic'"):
        Inside(**{word: "magic"})


def test_every_view_order_and_space_that_can_be_named_exists():
    from pages.ui import dual, kernels

    assert tuple(dual.VIEWS) == tuple(DUAL)
    assert tuple(kernels.VIEWS) == tuple(KERNELS)
    assert tuple(ORDERS) == KNOWN_ORDERS
    assert set(SPACES) == {*LIFTS, "surface", "pca"}


def test_no_word_of_a_link_means_two_things():
    """Experiment, descent, race and inside share one address."""
    every = Inside("smo", "gram", "sigma", "pca", "distance", 4, 2, (3.0, 1.0)).words()
    assert len(every) == 8
    assert from_query(every) == Experiment()
    assert not any(name.startswith(DESCENT) for name in every)
    unlike = to_query(change(Experiment(), C=3.0, kernel="poly", degree=2, seed=5))
    assert inside_of(unlike) == Inside()
    assert inside_of(descent_to_query(new_desk(Experiment()).descent)) == Inside()


@pytest.mark.parametrize("page", ["dual", "kernels", "playground", "race", "descent"])
def test_every_page_keeps_the_words_it_does_not_show(page):
    asked = Inside("path", "gram", "kernels", "paraboloid", "given", 8, 2)
    app = open_page(page, asked.words() | {"i_dull": "1", "racers": "smo.interior"})
    assert desk(app).inside == asked
    desk(app).choose(C=10.0)
    again(app)
    assert {n: v for n, v in app.query_params.items() if n.startswith("i_")} == asked.words()
    assert app.query_params["C"] == "10"


def test_back_and_forth_in_the_history_asks_again():
    app = open_page("dual", {"i_point": "4"})
    desk(app).ask(dual="path")
    again(app)
    assert dict(app.query_params) == {"i_dual": "path", "i_point": "4"}
    app.query_params.clear()
    app.query_params["i_point"] = "4"
    again(app)
    assert desk(app).inside == Inside(point=4)
    assert app.button_group(key="w_dual_view").value == "points"


def test_two_clicks_ask_about_two_points_and_a_third_about_the_last_two():
    here = new_desk(Experiment())
    here.pick(Pick(id=3))
    assert (here.inside.point, here.inside.other) == (3, -1)
    here.pick(Pick(id=5))
    assert (here.inside.point, here.inside.other) == (5, 3)
    here.pick(Pick(id=9))
    assert (here.inside.point, here.inside.other) == (9, 5)
    here.pick(Pick(id=9))
    assert here.inside == Inside(), "the same point once more lets go of both"
    assert here.touched


def test_a_place_is_asked_about_instead_of_a_point():
    here = new_desk(Experiment())
    here.pick(Pick(id=3))
    here.pick(Pick(place=(0.5, 1.0)))
    assert (here.inside.point, here.inside.place) == (-1, (0.5, 1.0))
    here.pick(Pick(id=3))
    assert (here.inside.point, here.inside.place) == (3, None)


def test_a_step_of_smo_belongs_to_its_film():
    here = new_desk(Experiment())
    assert here.step_of("a") == -1
    here.step_in("a", 70)
    assert (here.step_of("a"), here.step_of("b")) == (70, -1)
    assert not here.touched, "looking closely is no word of the link"
