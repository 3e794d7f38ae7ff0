"""The path of C: every machine from the softest to the hardest, exactly."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.ui import page
from pages.ui.dual import parts
from pages.ui.session import Desk
from pages.ui.timeline import name_of
from svmcore.figures.path import alphas_figure, counts_figure, errors_figure
from svmcore.figures.path_film import path_dict
from svmcore.path_story import PathStory, obstacle, path_story
from svmcore.report import number
from svmcore.run import data_of
from svmcore.scene import cover

RUN = "path"  # the film's key
SHARE = 0.25  # of the points that are kept for the test error


def show(here: Desk) -> None:
    """The machine of the chosen C, the slider of C, and what changes along the path."""
    experiment = parts.solved(here)
    story = path_story(experiment, SHARE)
    said = obstacle(experiment) if story is None else _said(story)
    data = data_of(experiment)
    held = [] if story is None else story.test
    left, right = st.columns(parts.WIDTHS, gap="medium")
    with left:
        film = None if story is None else lambda: _film(here, story)
        parts.filmed(here, RUN, film, data, held, said)
    with right:
        parts.choose(here)
        if story is not None:
            page.chart("path_alphas", alphas_figure(story), 240, film=RUN)
            page.chart("path_counts", counts_figure(story), 170, film=RUN)
            page.chart("path_errors", errors_figure(story), 190, film=RUN)


def _film(here: Desk, story: PathStory) -> dict[str, Any]:
    name = name_of((story.experiment, SHARE), here.live)
    return path_dict(story, name, cover(here.view), here.live)


def _said(story: PathStory) -> str:
    low, high = story.C[[0, -1]]
    said = (
        f"From C = {number(low)} to {number(high)} points change their case (α = 0, free or "
        f"α = {story.data.top}) {len(story.events)} times; in between every α is a straight line "
        "in C."
    )
    apart = len(story.test)
    return f"{said} The {apart} hollow points are kept apart for the test error." if apart else said
