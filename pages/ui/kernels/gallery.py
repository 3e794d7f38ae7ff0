"""The same points under every kernel, along one parameter, and what the width of the RBF does."""

from __future__ import annotations

from html import escape

import streamlit as st

from pages.ui import page
from pages.ui.canvas import canvas
from pages.ui.inside import ALONG
from pages.ui.kernels import parts
from pages.ui.session import Desk
from pages.ui.widgets import choice
from svmcore.experiment import Experiment
from svmcore.figures.gallery import cell_figure, flexibility_figure
from svmcore.figures.theme import PALETTE
from svmcore.gallery import SIGMAS, Cell, flexible, gallery, said, sweep, swept

HEIGHT = 138  # of a small picture
KERNELS_WORD = "kernels"


def show(here: Desk) -> None:
    """The picture on the left; six small ones of other machines on the right."""
    drawn = parts.machine(here)
    experiment = parts.solved(here)
    left, right = st.columns(parts.WIDTHS, gap="medium")
    with left:
        parts.hero(here, drawn)
    with right:
        parts.choose(here)
        along = _along(here)
        cells = gallery(experiment) if along == KERNELS_WORD else sweep(experiment, along)
        _cells(here, cells)
        if experiment.kernel == "rbf" and not here.live:
            _flexibility(experiment, len(drawn.run.data))


def _flexibility(experiment: Experiment, n: int) -> None:
    rows = []
    for sigma in SIGMAS:
        rows.append(flexible(experiment, sigma))
        page.let_in()
    sigma = (0.5 / experiment["gamma"]) ** 0.5
    page.chart("flexibility", flexibility_figure(tuple(rows), n, sigma), 190)
    st.caption(said(tuple(rows)))


def _along(here: Desk) -> str:
    """What the small pictures differ in."""
    known = (KERNELS_WORD, *swept(parts.solved(here)))
    along = here.inside.along if here.inside.along in known else KERNELS_WORD
    titles = {word: ALONG[word] for word in known}
    choice("Along", titles, "w_along", along, lambda chosen: here.ask(along=chosen))
    return along


def _cells(here: Desk, cells: tuple[Cell, ...]) -> None:
    for start in range(0, len(cells), 3):
        row = st.columns(3, gap="small")
        for k, cell in enumerate(cells[start : start + 3], start):
            with row[k - start]:
                canvas(
                    f"cell{k}",
                    cell_figure(cell),
                    palette=PALETTE,
                    tools=(),
                    height=HEIGHT,
                    alt=f"{cell.title}: {_words(cell, 'support vectors')}",
                )
                _choice(here, cell, k)


def _choice(here: Desk, cell: Cell, k: int) -> None:
    """The cell's name, which chooses it, and what it comes to."""

    def take() -> None:
        experiment = cell.experiment
        names = [p.name for p in experiment.parameters()["kernel"]]
        here.choose(kernel=experiment.kernel, **{name: experiment[name] for name in names})

    st.button(cell.title, key=f"cell_{k}", on_click=take, width="stretch", help=cell.note or None)
    st.html(f'<small class="svm-cell">{escape(_words(cell))}</small>')


def _words(cell: Cell, held: str = "SVs") -> str:
    if cell.support is None:
        return "no machine"
    return f"{cell.support} {held}, {cell.errors} wrong"
