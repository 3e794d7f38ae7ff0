"""The descent for several classes update by update, its δ, and λ in numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pages.classes.figures import course_film, with_seen
from pages.classes.model import BETWEEN, STARTS, MulticlassDescent, multiclass_descent
from pages.classes.text import (
    RELATIONS,
    constant_text,
    course_badge,
    course_figures,
    gradient_text,
)
from pages.state.board.experiment import Experiment, change
from pages.state.descent.multiclass_descent import OBJECTIVES, continued, descend
from pages.state.model.scene import cover, fit_view
from pages.state.text.conventions import WRITTEN
from pages.state.text.number_format import number
from pages.ui.timeline.timeline import _check
from pages.ui.visit.visit import set_fields
from svmcore.multiclass.loss import SCORE_LOSSES
from tests.helpers.opened import again, badge, controls, in_session, move, open_page, sent
from tests.helpers.score_losses import optimum, slope_of

BLOBS = change(
    Experiment(), dataset="blobs", classes=3, n_samples=40, kernel="linear", noise=0.8, C=0.5
)
ASKED = MulticlassDescent(passes=3, step=0.5, lot=4)


def test_every_update_is_that_of_a_run_that_keeps_them_all():
    found = multiclass_descent(BLOBS, ASKED)
    run, n = found.run, found.run.plan.per_epoch
    whole = descend(run.data, 3, run.course, moments=np.arange(3 * n + 1))
    for epoch in (1, 2, 3):
        assert found.updates(epoch) == n
        for update in range(1, n + 1, 3):
            t = (epoch - 1) * n + update
            part, m = found.at(epoch, update)
            assert int(part.update[m]) == t
            for name in ("V", "b", "V_before", "b_before", "rate"):
                got, wanted = (np.asarray(getattr(r, name)[k]) for r, k in ((part, m), (whole, t)))
                np.testing.assert_allclose(got, wanted, rtol=1e-9, atol=1e-12)
            terms = run.course.cost.terms_at(run.data, whole.V[t], whole.b[t])
            assert part.total[m] == pytest.approx(float(terms.total), rel=1e-9)
    assert len(found._between) <= BETWEEN
    assert found.at(2, 0) == found.at(2, n) == (run, 2)
    assert found.updates(0) == 0


def test_what_is_said_and_drawn_is_of_the_update():
    found = multiclass_descent(BLOBS, ASKED)
    n = found.run.plan.per_epoch
    t = n + 7
    why, point = found.explained(2, 7), int(found.run.plan.batch(t)[0])
    assert (why.update, why.points.tolist()) == (t, [point])
    assert course_badge(found, 2, 7).text == f"update {t} of {3 * n}"
    cost, _, rate, wrong = course_figures(found, 2, 7)
    assert float(rate.value) == pytest.approx(0.5 / t**0.5, rel=1e-2)
    assert rate.detail == f"update {t}"
    assert float(cost.value) == pytest.approx(found.at(2, 7)[0].total[0], rel=1e-3)
    assert wrong.value == str(int(found.shown(2, 7).wrong.sum()))
    ring = with_seen({"data": []}, found, 2, 7)["data"][0]
    assert [ring["x"][0], ring["y"][0]] == found.data.X[point].tolist()


def test_the_number_of_an_update_is_its_epoch_and_its_place_there():
    found = multiclass_descent(BLOBS, ASKED)
    n = found.run.plan.per_epoch
    for t, place in ((0, (0, 0)), (1, (1, 1)), (n, (1, 0)), (n + 7, (2, 7)), (3 * n, (-1, 0))):
        assert found.place(t) == place
        assert found.number(*place) == t
    with pytest.raises(ValueError, match=f"from {n + 1} to {3 * n}"):
        continued(found.run, 1, n)


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_the_film_has_every_update_its_scores_and_what_is_wrong(kernel, start):
    found = multiclass_descent(change(BLOBS, kernel=kernel), replace(ASKED, start=start))
    drawn = "W" if kernel == "linear" else "a"
    first = "W ← 0" if start == "zero" else f"{drawn} ← normal random numbers"
    extent = cover(fit_view(found.data))
    film = course_film(found, 120, "run", extent, live=False)
    _check(film)
    assert film["algorithm"]["lines"][0]["text"].startswith(first)
    assert film["update"].tolist() == list(range(121))
    for t in (0, 1, 47, 120):
        run = found.shown(*found.place(t))
        assert (film["crossed"][t] == (run.wrong if t or start == "random" else 0)).all()
        assert film["sample"][t].tolist() == (found.run.plan.batch(t).tolist() if t else [-1])
        if kernel == "linear":
            w = np.column_stack([film["w"][t].reshape(3, 2), film["b"][t]])
            scores = np.column_stack([found.data.X, np.ones(len(found.data))]) @ w.T
            exact = run.many.values(found.data.X)
        else:
            m = film["frame"][t]
            scores = film["scores"][m].reshape(3, -1).T * film["size"][m] / 32767.0
            xs, ys = np.linspace(*extent[:2], film["k"]), np.linspace(*extent[2:], film["k"])
            nodes = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
            own = int(film["update"][np.flatnonzero(film["frame"] == m)[0]])
            exact = found.shown(*found.place(own)).many.values(nodes)
        np.testing.assert_allclose(scores, exact, atol=1e-4 * max(1.0, np.abs(exact).max()))


@pytest.mark.parametrize("loss", SCORE_LOSSES)
def test_the_subgradient_is_an_indicator_times_the_point(loss):
    """Of the loss at the scores before the update, from its definition."""
    found = multiclass_descent(BLOBS, MulticlassDescent(loss=loss, passes=2, step=0.5))
    for update in range(1, 12):
        why = found.explained(1, update)
        slope = slope_of(loss, why.scores[0].tolist(), int(why.labels[0]), 1.0)
        words = {0: "0", 1: "φ(x)", -1: "−φ(x)", -2: "−2 φ(x)"}
        each = ", ".join(
            f"∂loss/∂w{name} = {words[round(s)]}" for name, s in zip("₀₁₂", slope, strict=True)
        )
        assert gradient_text(why, [0, 1, 2]) == f"Subgradient: {each}."


@pytest.mark.parametrize("loss", ["weston_watkins", "crammer_singer"])
def test_delta_is_the_lead_of_the_loss_and_of_the_optimum(loss):
    found = multiclass_descent(BLOBS, MulticlassDescent(loss=loss, passes=1, delta=2.5))
    y, X, n = found.labels, found.data.X, len(found.labels)
    assert found.run.total[0] == pytest.approx(2.5 * (2 if loss == "weston_watkins" else 1))
    least, _, _ = optimum(loss, X, y, 3, 2.5, 1.0 / (BLOBS.C * n), 1.0, True, np.ones(n))
    assert found.floor == pytest.approx(least, rel=1e-5)
    assert found.shown(1).many.delta == 2.5


@pytest.mark.parametrize("way", OBJECTIVES)
def test_the_constant_in_words_is_that_of_the_run(way):
    """With λ or C of the words the cost of the run comes out: its rho, kappa from the formula."""
    cost, n = multiclass_descent(BLOBS, MulticlassDescent(way=way, passes=1)).run.course.cost, 40
    text = constant_text(way, BLOBS.C, n)
    assert text.startswith(f"{WRITTEN[way].formula}.")
    if way == "sum":
        assert "N =" not in text
        return
    own = {
        "average": cost.kappa,
        "square": cost.kappa,
        "square_sum": cost.kappa / n,
        "lambda": cost.rho,
        "course": cost.rho / 2.0,
    }[way]
    assert text.endswith(f"= {RELATIONS[way]} = {number(own, 4)}.")
    assert constant_text(way, 1.0, 0.0) == f"{WRITTEN[way].formula}."


def test_the_page_steps_and_its_link_holds_the_update():
    query = {"v_view": "descent", "cd_passes": "2"}
    app = open_page("classes", query | {"cd_epoch": "1", "cd_update": "5", "cd_delta": "2"})
    assert badge(app) == "update 5 of 240"
    assert sent(app)["course_film"].header["opens"] == [5, 1]
    in_session(app, lambda: set_fields(MulticlassDescent, epoch=1, update=6))
    assert badge(again(app)) == "update 6 of 240"
    assert sent(app)["main"].header["still"][1] == 6
    assert dict(app.query_params) == query | {
        "cd_epoch": "1",
        "cd_update": "6",
        "cd_delta": "2",
    }
    in_session(app, lambda: set_fields(MulticlassDescent, epoch=1, update=0))
    assert badge(again(app)) == "epoch 1 of 2"
    assert "cd_update" not in app.query_params
    move(app, "w_delta", 1.0)
    assert "cd_delta" not in app.query_params
    assert any("λ = 1/(2 N C) = 0.004167" in c.value for c in app.caption)
    app.selectbox(key="w_course_loss").set_value("one_versus_rest").run()
    assert "w_delta" not in controls(app)
