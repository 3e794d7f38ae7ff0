"""The page Predict: nothing is told before the answer, and scores count once."""

import re

import numpy as np
import pytest

from pages.predict.model.what_changes import KINDS, change_task
from pages.predict.model.which_kernel import kernel_task
from pages.predict.model.which_support import marking
from pages.predict.remembered import PredictMemory, settle
from pages.predict.settings import PredictSettings
from pages.predict.text import (
    CHOOSE_FIRST,
    KEYS,
    MARK_FIRST,
    NOT_COUNTED,
    change_choices,
    change_sentence,
    kernel_sentence,
    marking_sentence,
)
from pages.state.board.board import Edit
from pages.state.model.run import Run, run
from pages.state.model.scene import scene
from pages.ui.board.board_state import board_state
from pages.ui.board.inspected_point import dual_experiment
from pages.ui.canvas.events import Command
from pages.ui.visit.visit import value
from tests.helpers.opened import (
    again,
    blocks,
    board_of,
    captions,
    in_session,
    open_page,
    plain,
    sent,
    verdict,
)

SMALL = {"n_samples": "20", "dataset": "blobs", "kernel": "linear"}
MODEL = {"regions", "boundary", "below", "above", "slack", "street", "normal", "ghosta", "ghost"}


def opened(**words):
    return open_page("predict", words)


def picture(app):
    canvases = sent(app)
    return canvases.get("main") or canvases.get("marks") or canvases["task"]


def uids(app):
    return {trace["uid"] for trace in picture(app).figure["data"]}


def hover(app):
    return "".join(picture(app).trace("points")["customdata"])


def is_silent(app, seen=frozenset()):
    """Nothing on the screen tells the answer, to the eye or to a screen reader."""
    assert not blocks(app, "svm-verdict")
    assert not any("Score" in block for block in blocks(app, "svm-cards"))
    assert not any(tell in hover(app) for tell in ("α", "slack", "y f", "support vector"))
    questions = [plain(block) for block in blocks(app, "svm-question")]
    alt = picture(app).header["alt"]
    assert alt in questions or re.fullmatch(r"\d+ points\. \d+ of \d+ points marked", alt)
    points = picture(app).trace("points")["marker"]
    assert set(points["line"]["color"]) == {"$page"}
    assert uids(app) & MODEL == set(seen)


def press(app, name):
    app.button(key=f"predict_{name}").click()
    return again(app)


def keys(app):
    return [button.key for button in app.button]


def mark(app, ids):
    here = board_of(app)
    for id in ids:
        here.visit.remembered(PredictMemory).mark(here.sample, id)
    return again(app)


def cards(app):
    [block] = blocks(app, "svm-cards")
    return plain(block)


def choices(app):
    [found] = [group for group in app.button_group if group.key.startswith("w_q_")]
    return found


def marked_choices(app):
    """The choices once the answer is shown, each with its sign and its words."""
    [block] = blocks(app, "svm-choices")
    return [plain(item).strip() for item in re.findall(r"<li.*?</li>", block)]


def choose(app, title):
    choices(app).set_value(title)
    return again(app)


def test_marks_are_hidden_until_they_are_compared_with_the_model():
    app = opened(**SMALL)
    result = run(dual_experiment(board_of(app)))
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
    assert len(picture(app).trace("missed")["x"]) == len(held) - 1
    assert "α" in hover(app)
    assert f"{100 * found.score:.0f} %" in cards(app)
    assert dict(app.query_params) == SMALL, "marks and scores are in no link"


def test_only_the_first_answer_of_a_task_counts():
    app = opened(**SMALL)
    result = run(dual_experiment(board_of(app)))
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
    before, said = board_of(app).experiment, verdict(app)
    app = press(app, "next")
    is_silent(app)
    assert board_of(app).experiment.seed == before.seed + 1
    assert dict(app.query_params) == SMALL | {"seed": str(before.seed + 1)}
    board_of(app).edit([Command.UNDO])
    app = again(app)
    assert board_of(app).experiment == before
    assert verdict(app) == said, "with the marks it was answered with"
    board_of(app).edit([Command.REDO])
    assert again(app).query_params["seed"] == str(before.seed + 1)


def test_without_a_finished_model_nothing_is_asked(monkeypatch):
    app = opened(kernel="linear", margin="hard", q_sample="board")
    assert "No straight line separates" in verdict(app)
    assert "predict_show" not in keys(app)
    monkeypatch.setattr(Run, "finished", property(lambda run: False))
    app = opened(**SMALL)
    assert verdict(app)
    assert "predict_show" not in keys(app)


def test_many_points_can_be_made_fewer():
    app = press(opened(q_sample="board"), "few")
    assert board_of(app).experiment.n_samples == 20
    assert "predict_few" not in keys(app)


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


def test_the_sample_of_the_playground_is_a_choice_and_stays_one_while_it_grows():
    app = opened(C="3")
    assert picture(app).header["key"] == "marks", "90 points are too many to judge"
    app.button_group(key="w_predict_sample").set_value("board")
    app = again(app)
    assert len(picture(app).trace("points")["x"]) == 90
    assert dict(app.query_params) == {"C": "3", "q_sample": "board"}
    app = opened(**SMALL)
    assert app.button_group(key="w_predict_sample").value == "board"
    board_of(app).choose(n_samples=60)
    app = again(app)
    assert picture(app).header["key"] == "main"
    assert app.query_params["q_sample"] == "board"
    app = opened(**SMALL)
    sprayed = Edit("add", points=tuple((0.1 * k, 1.0) for k in range(25)), label=1)
    found = []

    def edited():
        board_state().edit([sprayed])
        settle()  # as the fragment does, which runs without the page
        found.append(value(PredictSettings).sample)

    in_session(app, edited)
    assert found == ["board"]
    board_of(app).choose(n_samples=60)
    app = again(app)
    app.button_group(key="w_predict_sample").set_value("task")
    app = again(app)
    assert picture(app).header["key"] == "marks"
    assert board_of(app).experiment.n_samples == 60
