"""The four schemes on the same points, side by side."""

from __future__ import annotations

from html import escape

import streamlit as st

from pages.ui.canvas import canvas
from pages.ui.classes import parts
from pages.ui.session import Desk, ask, desk, value
from svmcore.figures.many import many_figure, small_figure
from svmcore.figures.theme import PALETTE
from svmcore.many_report import unclear
from svmcore.many_run import TITLES, ManyRun, Scheme, many_run
from svmcore.many_scene import ManyScene, many_scene
from svmcore.report import number

HEIGHT = 190  # of a small picture


def show(here: Desk) -> None:
    """The picture on the left; all four schemes on the right."""
    run = parts.trained(here)
    left, right = st.columns(parts.WIDTHS, gap="medium")
    with left:
        figure = many_figure(
            many_scene(run, here.view), here.home, show=desk().show, revision=str(here.fits)
        )
        parts.hero(here, figure, run)
    with right:
        parts.choose()
        scheme: Scheme = value("c_")
        names = list(TITLES)
        for start in (0, 2):
            for name, column in zip(names[start : start + 2], st.columns(2), strict=True):
                with column:
                    _cell(here, Scheme(name, scheme.delta, scheme.bias))
        st.caption(
            "Hatched: nobody says yes (/), several do (\\\\), or the votes are tied (×). The joint "
            "schemes have one score a class, and ties only on lines."
        )


def _cell(here: Desk, scheme: Scheme) -> None:
    run = many_run(here.experiment, scheme)
    drawn = many_scene(run, here.home)
    name = scheme.scheme
    canvas(
        f"cell_{name}",
        small_figure(drawn, here.home),
        palette=PALETTE,
        tools=(),
        height=HEIGHT,
        alt=f"{TITLES[name]}: {_words(run, drawn)}",
    )
    st.button(
        TITLES[name],
        key=f"take_{name}",
        on_click=lambda: ask("c_", scheme=name),
        width="stretch",
        type="primary" if value("c_").scheme == name else "secondary",
    )
    st.html(f'<small class="svm-cell">{escape(_words(run, drawn))}</small>')


def _words(run: ManyRun, drawn: ManyScene) -> str:
    if run.many is None:
        return "no machine"
    held, wrong = int(run.support.sum()), int(run.wrong.sum())
    words = f"{held} SVs, {wrong} wrong"
    shares = unclear(run, drawn)
    return f"{words}, {number(100.0 * sum(shares.values()), 2)} % unclear" if shares else words
