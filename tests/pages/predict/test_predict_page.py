"""The page Predict without a browser: nothing is told before the answer, and scores count once."""

from __future__ import annotations

import numpy as np
import pytest

from pages.predict.model.marking import marking
from pages.predict.model.what_changes import KINDS, change_task
from pages.predict.model.which_kernel import kernel_task
from pages.predict.text.answers import NOT_COUNTED, kernel_sentence, marking_sentence
from pages.predict.text.changes import change_sentence
from pages.predict.text.controls import (
    CHOOSE_FIRST,
    KEYS,
    MARK_FIRST,
    change_choices,
)
from pages.state.run import Run, run
from pages.state.scene import scene
from pages.ui.canvas import Command
from pages.ui.inspected_point import dual_experiment
from tests.helpers.opened import (
    again,
    blocks,
    captions,
    session,
    verdict,
)
from tests.pages.predict.page import (
    SMALL,
    cards,
    choices,
    choose,
    hover,
    is_silent,
    mark,
    marked_choices,
    opened,
    picture,
    press,
    uids,
)


def test_marks_are_hidden_until_they_are_compared_with_the_model():
    app = opened(**SMALL)
    result = run(dual_experiment(session(app)))
    is_silent(app)
    assert app.button(key="predict_show").disabled, "a prediction comes first"
    assert MARK_FIRST in captions(app)
    held = [i for i, one in zip(result.data.ids, result.support, strict=True) if one]
    marked = {held[0], next(i for i in result.data.ids if i not in held)}
    app = mark(app, marked)
    is_silent(app)
    assert KEYS in captions(app)
    assert MARK_FIRST not in captions(app)
    rings = picture(app).trace("asked")
    X = result.data.X[[i in marked for i in result.data.ids]]
    np.testing.assert_allclose(np.column_stack([rings["x"], rings["y"]]).reshape(-1, 2), X)
    app = press(app, "show")
    found = marking(result, marked)
    assert verdict(app) == marking_sentence(found, result)
    assert {"boundary", "hits", "missed", "extra"} <= uids(app)
    assert "wrong" not in uids(app), "crosses are misclassified points, which nobody asked for"
    symbols = {picture(app).trace(name)["marker"]["symbol"] for name in ("hits", "missed", "extra")}
    assert len(symbols) == 3
    assert len(picture(app).trace("missed")["x"]) == len(held) - 1
    assert "α" in hover(app)
    assert f"{100 * found.score:.0f} %" in cards(app)
    assert dict(app.query_params) == SMALL, "marks and scores are in no link"


def test_only_the_first_answer_of_a_task_counts():
    app = opened(**SMALL)
    result = run(dual_experiment(session(app)))
    held = {i for i, one in zip(result.data.ids, result.support, strict=True) if one}
    app = press(mark(app, held), "show")
    assert NOT_COUNTED not in verdict(app)
    app = press(app, "again")
    is_silent(app)
    assert not len(picture(app).trace("asked")["x"])
    other = next(i for i in result.data.ids if i not in held)
    app = press(mark(app, {other}), "show")
    assert verdict(app).endswith(NOT_COUNTED)
    assert "Score0 %" in cards(app).replace(" ", " ")
    assert "100 %mean of 1 task" in cards(app)


def test_the_next_task_is_another_sample_and_undo_brings_the_one_before_back():
    app = opened(**SMALL)
    app = press(mark(app, {0, 3}), "show")
    before, said = session(app).experiment, verdict(app)
    app = press(app, "next")
    is_silent(app)
    assert session(app).experiment.seed == before.seed + 1
    assert dict(app.query_params) == SMALL | {"seed": str(before.seed + 1)}
    session(app).edit([Command.UNDO])
    app = again(app)
    assert session(app).experiment == before
    assert verdict(app) == said, "with the marks it was answered with"
    session(app).edit([Command.REDO])
    assert again(app).query_params["seed"] == str(before.seed + 1)


def test_without_a_model_nothing_is_asked():
    app = opened(kernel="linear", margin="hard", q_sample="board")
    assert "No straight line separates" in verdict(app)
    assert not [button for button in app.button if button.key == "predict_show"]


def test_a_model_that_is_not_finished_is_no_answer(monkeypatch):
    monkeypatch.setattr(Run, "finished", property(lambda run: False))
    app = opened(**SMALL)
    assert verdict(app)
    assert not [button for button in app.button if button.key == "predict_show"]


def test_many_points_can_be_made_fewer():
    app = press(opened(q_sample="board"), "few")
    assert session(app).experiment.n_samples == 20
    assert not [button for button in app.button if button.key == "predict_few"]


@pytest.mark.parametrize("kind", ["removal", "width"])
def test_a_change_is_predicted_before_it_is_shown(kind):
    words = {"q_view": "change", "q_about": kind, "q_task": "3"}
    app, task = opened(**words), change_task(kind, 3)
    is_silent(app, {"boundary"} | ({"below", "above"} if kind == "width" else set()))
    line = picture(app).trace("boundary")
    old = np.column_stack([line["x"], line["y"]]).reshape(-1, 2)
    old = old[np.isfinite(old).all(axis=1)]
    assert np.abs(task.before.model(old)).max() < 0.05, "what is going to change is seen"
    assert len(picture(app).trace("asked")["x"]) == (kind == "removal")
    assert app.button(key="predict_show").disabled
    assert CHOOSE_FIRST in captions(app)
    assert not blocks(app, "svm-line")
    app = press(choose(app, task.answer), "show")
    text = verdict(app)
    assert text.startswith("Right: ")
    assert text.endswith(change_sentence(task))
    assert {"ghostb", "boundary"} <= uids(app)
    ghost = picture(app).trace("ghostb")
    places = np.column_stack([ghost["x"], ghost["y"]]).reshape(-1, 2)
    places = places[np.isfinite(places).all(axis=1)]
    assert np.abs(task.before.model(places)).max() < 0.05
    assert "svm-line svm-before" in blocks(app, "svm-line")[0]
    assert [line[:1] for line in marked_choices(app)].count("✓") == 1
    assert dict(app.query_params) == words


def test_the_next_task_has_the_next_number_in_the_link_and_in_the_sidebar():
    app = opened(q_view="change", q_task="4")
    task = change_task(KINDS[3], 4)
    wrong = next(name for name in ("more", "fewer", "same") if name != task.answer)
    app = press(choose(app, wrong), "show")
    assert verdict(app).startswith("No. The answer is: ")
    titles = change_choices(task)
    assert set(marked_choices(app)) == {
        f"✗ {titles[wrong]} (your choice)",
        f"✓ {titles[task.answer]} (right)",
        *(titles[name] for name in titles if name not in (wrong, task.answer)),
    }
    assert "0 %not right" in cards(app)
    app = press(app, "next")
    assert dict(app.query_params) == {"q_view": "change", "q_task": "5"}
    assert not blocks(app, "svm-choices")
    assert app.number_input(key="w_task").value == 5
    assert choices(app).value is None
    app = press(app, "skip")
    assert app.query_params["q_task"] == "6"


def test_a_kernel_is_named_after_it_was_guessed():
    app, task = opened(q_view="kernel", q_task="5"), kernel_task(5)
    is_silent(app, {"regions", "boundary"})
    app = press(choose(app, task.answer), "show")
    assert verdict(app).startswith("Right: ")
    assert verdict(app).endswith(kernel_sentence(task, scene(task.run, task.view)))
    assert "α" in hover(app)
    app = press(press(app, "again"), "skip")
    assert app.query_params["q_task"] == "6"
