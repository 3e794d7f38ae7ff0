"""Words that were read are read as the same ones: a link opens what it was written for."""

from __future__ import annotations

from pages.strings.model.words import read_words


def test_a_sign_that_is_made_of_capital_letters_is_small_at_once():
    assert read_words("\u210cut \u2122 \ufb01n") == ("hut", "tm", "fin")
