"""Mirror descent and the perceptron side by side, and the film of a race."""

from __future__ import annotations

import numpy as np
import pytest

from pages.race.figures import duel_dict, race_dict
from pages.race.model.duel import duel, obstacle
from pages.race.model.race import enter, race, track_of
from pages.race.model.race_film import Watch, race_film, stands
from pages.race.text import DUEL_WHY_HELP, duel_why, duel_words, film_words
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of
from pages.state.model.scene import cover, fit_view
from pages.ui.timeline.timeline import _check
from tests.helpers.opened import open_page, sent, verdict

LINE = change(Experiment(), n_samples=30, kernel="linear", C=0.5)


def test_both_are_the_loops_of_the_books_on_the_same_points():
    found = duel(LINE)
    X, y, lam = found.data.X, found.data.y, 1.0 / (30 * 0.5)
    theta, w, own = np.zeros(3), np.zeros(3), np.zeros(3)
    for t in range(1, 101):
        i = int(found.sample[t])
        x = np.append(X[i], 1.0)
        if y[i] * w @ x < 1.0:
            theta = theta + y[i] * x
        w = theta / (lam * t)
        if y[i] * own @ x <= 0.0:
            own = own + y[i] * x
        for side, wanted in ((found.sides["mirror"], w), (found.sides["perceptron"], own)):
            np.testing.assert_allclose([*side.v[t], side.b[t]], wanted, rtol=1e-9, atol=1e-12)
    assert found.lam == pytest.approx(lam)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_why_an_update_did_what_it_did(kernel):
    found = duel(change(LINE, kernel=kernel))
    film = duel_dict(found, "duel", cover(fit_view(found.data)), live=False)
    _check(film)
    why, words = duel_why(found), duel_words(found)
    for method, side in found.sides.items():
        lines = {line for text in why[method] for line in text.split("\n")} - {"Play or step."}
        assert all(line.startswith(tuple(DUEL_WHY_HELP[method])) for line in lines), "all explained"
        limit, inclusive = (1.0, False) if method == "mirror" else (0.0, True)
        for k in range(1, len(found.update)):
            i, margin = int(found.sample[k]), side.margin[k]
            acts = margin <= limit if inclusive else margin < limit
            moved = not np.allclose(side.v[k] * k, side.v_before[k] * (k - 1))
            if method == "perceptron":
                moved = bool((side.v[k] != side.v_before[k]).any())
            text = why[method][k]
            assert text.startswith(f"Point {i + 1}, class {'+1' if found.data.y[i] > 0 else '−1'}")
            assert ("the loss is active" in text or "a mistake." in text) == acts
            if found.update[k] == k:
                assert moved == acts
    assert all(len(texts) == len(found.update) for texts in words.values())


def test_a_single_update_that_the_film_lacks_is_fetched():
    large = change(LINE, n_samples=300)
    assert 777 not in duel(large).update
    assert set(range(770, 785)) <= set(duel(large, 777).update.tolist())
    assert "board is empty" in obstacle(change(LINE, dataset="own"))


def test_every_moment_of_a_race_is_where_the_racers_stand():
    experiment = change(Experiment(), n_samples=30)
    track = track_of(experiment, "hinge")
    found = race(track, [enter(track, name) for name in ("smo", "interior")])
    extent = cover(fit_view(data_of(experiment)))
    film = race_film(found, Watch(), extent)
    _check(race_dict(film, "race", film_words(film)))
    assert film.moments[film.at(2.0)] == 2.0, "the moment of the link is one of them"
    for k in range(0, len(film.moments), 7):
        standing = stands(found, float(film.moments[k]), "passes", fit_view(data_of(experiment)))
        assert film.row[k].tolist() == [stand.k for stand in standing]
    own = race_film(found, Watch(bold="interior"), extent)
    steps = found.entrants[1].passes
    assert set(own.moments) - {2.0} == set(steps) - {2.0}, "the iterates of who is highlighted"


def test_the_page_shows_both():
    app = open_page("race", {"ra_view": "duel", "kernel": "linear"})
    assert verdict(app).startswith("Both see the same points")
    shown = sent(app)
    assert shown["main"].header["layer"] == "lines"
    assert set(shown["duel"].figure["film"]["why"]) == {"mirror", "perceptron"}
