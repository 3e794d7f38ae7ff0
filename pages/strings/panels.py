"""The picture of the words, their Gram matrix, and a new word."""

import streamlit as st

from pages.plots.layout_sizes import ROWS_CHART, SQUARE_CHART
from pages.state.text.markdown import unmarked
from pages.strings.figures import gram_figure, parts_figure, words_figure
from pages.strings.model import NewWord, WordModel, make_kernel, new_word, word_model
from pages.strings.remembered import typed
from pages.strings.settings import StringSettings
from pages.strings.text import (
    NEW_WORD,
    NEW_WORD_HELP,
    cards,
    new_word_text,
    picture_text,
    sentence,
)
from pages.ui.board import display
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.options import ONLY_LOOK
from pages.ui.page.screen_parts import alt_text, without_hidden_parts
from pages.ui.visit.visit import value


def trained() -> tuple[WordModel, NewWord | None]:
    """The model of the settings, and the new word if there is one."""
    now = value(StringSettings)
    kernel = make_kernel(now.kernel, now.length, now.decay)
    model = word_model(now.minus, now.plus, kernel, now.C)
    return model, new_word(model, now.word) if now.word else None


def picture(model: WordModel, new: NewWord | None) -> None:
    """The words in the plane of kernel PCA, and below it what the model comes to."""
    text = sentence(model)
    figure = without_hidden_parts(words_figure(model, new))
    canvas("words", figure, alt_text(text, len(model.words)), tools=ONLY_LOOK)
    display.picture_first()
    display.show_sentence(None, text)


def beside(model: WordModel, new: NewWord | None) -> None:
    """A new word, the cards, the matrix, and what the picture is."""
    words, complain = typed("word")
    st.text_input(NEW_WORD, help=NEW_WORD_HELP, **words)
    complain()
    if new is not None:
        st.caption(unmarked(new_word_text(model, new)))
        if new.nearest:
            display.chart("parts", parts_figure(model, new), ROWS_CHART)
    display.show_cards(*cards(model))
    st.caption(picture_text(model))
    display.chart("gram_words", gram_figure(model), SQUARE_CHART)
