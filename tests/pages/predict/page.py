"""The page Predict as its tests open, read and answer it."""

from __future__ import annotations

import re

from pages.predict.session import PredictMemory
from tests.helpers.opened import (
    again,
    blocks,
    open_page,
    plain,
    sent,
    session,
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


def mark(app, ids):
    here = session(app)
    for id in ids:
        here.remembered(PredictMemory).mark(here.sample, id)
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
