"""An idea on the page Guide: its pictures, its sentences and its links."""

from html import escape

import streamlit as st

from pages.guide.figures.ideas import image
from pages.guide.text.idea import Content, Idea, content
from pages.ui.controls.widgets import one_stop


def show_idea(idea: Idea) -> None:
    """A picture beside its sentences; several pictures stand side by side above them."""
    found = content(idea)
    if len(found.pictures) > 1:
        pictures(found)
        words(idea.key, found)
        return
    left, right = st.columns((1.0, 1.15), gap="medium")
    with left:
        pictures(found)
    with right:
        words(idea.key, found)


def pictures(found: Content) -> None:
    """The pictures with their captions."""
    figures = "".join(
        f'<figure><img src="{image(one.name)}" alt="{escape(one.spoken)}">'
        f"<figcaption>{escape(one.caption)}</figcaption></figure>"
        for one in found.pictures
    )
    st.html(f'<div class="svm-pictures">{figures}</div>')


def words(key: str, found: Content) -> None:
    """The sentences and the links."""
    st.markdown(found.text)
    with one_stop(key, horizontal=True, gap="small"):
        for link in found.links:
            path = f"pages/{link.folder}/page.py"
            st.page_link(path, label=link.label, query_params=link.words)
