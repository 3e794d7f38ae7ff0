"""What is inspected, and what the session makes of a click."""

from __future__ import annotations

import re

import pytest

from pages.dual.session import SmoMemory
from pages.dual.settings import VIEWS as DUAL_VIEWS
from pages.dual.settings import DualView
from pages.kernels.settings import SPACES, KernelsView
from pages.kernels.settings import VIEWS as KERNELS_VIEWS
from pages.state.experiment import Experiment
from pages.state.inspected import Inspected
from pages.ui.canvas import Pick
from pages.ui.session import new_session
from svmcore.kernels.feature_maps import LIFTS
from tests.helpers import ROOT
from tests.helpers.links import words_of
from tests.helpers.opened import again, open_page, session


def test_every_view_and_space_that_can_be_named_exists():
    for page, views in (("dual", DUAL_VIEWS), ("kernels", KERNELS_VIEWS)):
        source = (ROOT / f"pages/{page}/page.py").read_text(encoding="utf-8")
        assert re.findall(r'^    "(\w+)": \w+\.show,$', source, re.MULTILINE) == list(views)
    assert set(SPACES) == {*LIFTS, "surface", "pca"}


@pytest.mark.parametrize("page", ["dual", "kernels", "playground", "race", "descent"])
def test_every_page_keeps_the_words_it_does_not_show(page):
    asked = [
        DualView("path"),
        KernelsView("gram", "kernels", "paraboloid", "given"),
        Inspected(8, 2),
    ]
    words = {name: text for value in asked for name, text in words_of(value).items()}
    app = open_page(page, words | {"i_dull": "1", "racers": "smo.interior"})
    assert [session(app).value(type(value)) for value in asked] == asked
    session(app).choose(C=10.0)
    again(app)
    assert {n: v for n, v in app.query_params.items() if n.startswith("i_")} == words
    assert app.query_params["C"] == "10"


def test_back_and_forth_in_the_history_asks_again():
    app = open_page("dual", {"i_point": "4"})
    session(app).set_fields(DualView, dual="path")
    again(app)
    assert dict(app.query_params) == {"i_dual": "path", "i_point": "4"}
    app.query_params.clear()
    app.query_params["i_point"] = "4"
    again(app)
    assert session(app).value(Inspected) == Inspected(4)
    assert session(app).value(DualView) == DualView()
    assert app.button_group(key="w_dual_view").value == "points"


def test_two_clicks_ask_about_two_points_and_a_third_about_the_last_two():
    here = new_session(Experiment())
    here.pick(Pick(id=3))
    assert (here.value(Inspected).point, here.value(Inspected).other) == (3, -1)
    here.pick(Pick(id=5))
    assert (here.value(Inspected).point, here.value(Inspected).other) == (5, 3)
    here.pick(Pick(id=9))
    assert (here.value(Inspected).point, here.value(Inspected).other) == (9, 5)
    here.pick(Pick(id=9))
    assert here.value(Inspected) == Inspected(), "the same point once more lets go of both"
    assert here.touched


def test_a_place_is_asked_about_instead_of_a_point():
    here = new_session(Experiment())
    here.pick(Pick(id=3))
    here.pick(Pick(place=(0.5, 1.0)))
    assert (here.value(Inspected).point, here.value(Inspected).place) == (-1, (0.5, 1.0))
    here.pick(Pick(id=3))
    assert (here.value(Inspected).point, here.value(Inspected).place) == (3, None)


def test_a_step_of_smo_belongs_to_its_film():
    here = new_session(Experiment())
    memory = here.remembered(SmoMemory)
    assert memory.step_of("a") == -1
    memory.step_in("a", 70)
    assert (memory.step_of("a"), memory.step_of("b")) == (70, -1)
    assert here.remembered(SmoMemory) is memory
    assert not here.touched, "looking closely is no word of the link"
