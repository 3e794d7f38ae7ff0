"""What every page says in words: the verdict under the picture and the cards beside it."""

from __future__ import annotations

from html import escape

import streamlit as st

from svmcore.grid import COARSE, Extent
from svmcore.report import Figure, badge, figures, number, sentence
from svmcore.run import Run
from svmcore.scene import outside


def verdict(run: Run, extent: Extent) -> None:
    """The optimality badge and the one sentence that states the result.

    Points beyond `extent`, where the surface ends, are in no picture of it.
    """
    kind, text = badge(run)
    said = sentence(run)
    hidden = outside(run.data, extent)
    if hidden:
        said += f" {hidden} {'lies' if hidden == 1 else 'lie'} outside the picture."
    st.html(
        f'<div class="svm-verdict" role="status"><span class="svm-badge svm-{kind}">'
        f"{escape(text)}</span> <span>{escape(said)}</span></div>"
    )


def cards(run: Run, picture_seconds: float, nodes: int) -> None:
    """The figures of a run, each with its explanation for the pointer that rests on it."""
    items = "".join(
        f'<div class="svm-card" title="{escape(card.help)}"><dt>{escape(card.name)}</dt>'
        f"<dd>{escape(card.value)}</dd><small>{escape(card.detail)}</small></div>"
        for card in (*figures(run), _clock(run, picture_seconds, nodes))
    )
    st.html(f'<dl class="svm-cards">{items}</dl>')


def _clock(run: Run, picture_seconds: float, nodes: int) -> Figure:
    name = "Time to fit"
    if run.model is None:
        return Figure(name, "–", "no machine", "What training and the picture took.")
    coarse = ", coarse" if nodes < COARSE else ""
    return Figure(
        name,
        f"{number(1e3 * run.seconds, 2)} ms",
        f"picture {number(1e3 * picture_seconds, 2)} ms{coarse}",
        f"Training on {len(run.data)} points; the picture is computed on {nodes} × {nodes} nodes.",
    )
