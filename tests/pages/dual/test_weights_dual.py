"""Films and charts of SMO and of the path over C with weights: every bound is that of its point."""

from __future__ import annotations

import numpy as np

from pages.dual.figures.path import alphas_figure, counts_figure
from pages.dual.figures.path_film import path_dict
from pages.dual.figures.smo import smo_dict
from pages.dual.model.path import describe_events, path_record
from pages.dual.model.smo_record import smo_record
from tests.helpers.weighted import apart, unweighed, weighed

EXTENT = (-3.0, 3.0, -2.0, 2.5)


def test_weights_mean_nothing_to_the_hard_margin():
    record, plain = smo_record(apart()), smo_record(unweighed(apart()))
    np.testing.assert_array_equal(record.states.alpha, plain.states.alpha)
    assert np.isinf(record.bound).all()
    film = smo_dict(record, "run", EXTENT)
    assert (film["C"], film["weighed"], "box" in film) == (None, False, False)


def test_the_film_of_smo_has_the_box_of_every_pair():
    record = smo_record(weighed(C=2.0))
    film = smo_dict(record, "run", EXTENT)
    assert (film["C"], film["weighed"]) == (2.0, True)
    np.testing.assert_array_equal(film["box"], record.box.astype(np.float32))
    alpha, bound = record.states.alpha, 2.0 * record.data.weight
    expected = np.where(alpha == 0.0, 0, np.where(alpha == bound, 2, 1))
    np.testing.assert_array_equal(film["case"], expected)
    assert smo_dict(smo_record(unweighed(weighed())), "run", EXTENT)["weighed"] is False


def test_the_words_of_the_path_name_the_bound():
    record = path_record(weighed())
    reached = [event for event in record.events if event.kind == "free->bound"]
    assert describe_events(reached[:1], record.data.top) == "a point reaches C × weight"
    assert describe_events(reached[:1]) == "a point reaches C"
    film = path_dict(record, "run", EXTENT)
    assert any("reaches C × weight" in words for words in film["words"]["above"])
    assert film["words"]["step"][-1].endswith("at C × weight")
    assert counts_figure(record)["data"][1]["name"] == "at C × weight"
    bound = record.C[-1] * record.data.weight * (1.0 - 1e-9)
    np.testing.assert_array_equal(film["case"][-1] == 2, record.states.alpha[-1] >= bound)
    assert alphas_figure(record)["data"][-1]["name"] == "α = C × weight 1"
    assert alphas_figure(path_record(unweighed(weighed())))["data"][-1]["name"] == "α = C"
