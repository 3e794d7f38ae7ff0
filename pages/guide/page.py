"""Ideas with pictures and links, how to read the picture, a glossary, what is being solved."""

from html import escape
from pathlib import Path

import streamlit as st

from pages.datasets.two_class import DATASETS
from pages.guide.figures.marks import mark
from pages.guide.panels import show_idea
from pages.guide.text import beyond, history, reading, two_classes
from pages.guide.text.glossary import TERMS
from pages.state.text.publications import READING, cite
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import heading, one_stop
from pages.ui.page.page_shell import run_page
from pages.ui.page.styles import show_styles

IDEAS = (*two_classes.IDEAS, *beyond.IDEAS)


def contents(key: str) -> None:
    """The table of contents: beside the page, and on a phone, which hides the sidebar, in it."""
    rows = [(idea.key, idea.title) for idea in IDEAS]
    rows += [part[:2] for part in reading.PARTS]
    with st.container(key=key):
        heading(reading.CONTENTS)
        with one_stop(key):
            st.markdown("\n".join(f"* [{title}](#{anchor})" for anchor, title in rows))


def show_text(anchor: str, title: str, text: str) -> None:
    """A part of the page that is text alone."""
    st.subheader(title, anchor=anchor)
    st.markdown(text)


def legend() -> None:
    """The marks of the app's pictures, each with its meaning."""
    st.subheader(reading.MARKS[1], anchor=reading.MARKS[0])
    rows = "".join(
        f'<tr><td><img src="{mark(key)}" alt=""></td><th>{escape(name)}</th>'
        f"<td>{escape(meaning)}</td></tr>"
        for key, name, meaning in reading.ROWS
    )
    st.html(f'<table class="svm-legend"><tbody>{rows}</tbody></table>')
    st.markdown(reading.NOTES)


def glossary() -> None:
    """The terms, each with its symbol and the page where it is seen."""
    st.subheader(reading.GLOSSARY[1], anchor=reading.GLOSSARY[0])
    rows = "".join(
        f"<div><dt><b>{escape(term.name)}</b> <span>{escape(term.symbol)}</span></dt>"
        f"<dd>{escape(term.text)} <small>{escape(term.page)}</small></dd></div>"
        for term in TERMS
    )
    st.html(f'<dl class="svm-glossary">{rows}</dl>')


def formulas() -> None:
    """The two problems, and why their difference proves an optimum."""
    st.subheader(reading.FORMULAS[1], anchor=reading.FORMULAS[0])
    st.latex(reading.PRIMAL)
    st.latex(reading.DUAL)
    st.markdown(reading.GAP)


def samples() -> None:
    """The generated samples."""
    rows = "\n".join(f"* **{cls.title}**: {cls.help}" for cls in DATASETS.values())
    show_text(*reading.SAMPLES, rows)


def names() -> None:
    """Where the names of the field come from, by year."""
    show_text(*reading.HISTORY, history.INTRODUCTION)
    rows = "\n".join(f"| {cite(row.key)} | {row.text} | {row.name} |" for row in history.ROWS)
    with one_stop("history"):
        st.markdown(f"| source | what | name |\n|---|---|---|\n{rows}")


def sources() -> None:
    """What to read, in groups, in the order of the registry."""
    anchor, title = reading.SOURCES
    st.subheader(title, anchor=anchor)
    for k, (name, group) in enumerate(READING.items()):
        with one_stop(f"sources_{k}"):
            st.markdown(f"**{name}**\n\n" + "\n".join(f"* {one.full}" for one in group.values()))


def show(_: BoardState) -> None:
    """The whole text; ideas whose pictures take long come last."""
    with st.container(key="guide"):
        st.markdown(f"## {reading.TITLE}\n\n{reading.INTRODUCTION}")
        contents("contents_here")
        late = []
        for idea in IDEAS:
            st.subheader(idea.title, anchor=idea.key)
            place = st.container()
            if idea.late:
                late.append((idea, place))
                continue
            with place:
                show_idea(idea)
        legend()
        show_text(*reading.TOOLS)
        glossary()
        formulas()
        samples()
        names()
        sources()
        for idea, place in late:
            with place:
                show_idea(idea)


show_styles(Path(__file__).parent / "guide.css")
run_page(lambda _: contents("contents"), show)
