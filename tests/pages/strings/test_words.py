"""Lists of words: how a text is read, what is refused in one sentence, and how they travel."""

from __future__ import annotations

import pytest

from pages.state.codec import from_code, to_code
from pages.strings import PAGE
from pages.strings.model.words import MAX_LETTERS, MAX_WORDS, read_word, read_words
from pages.strings.settings import StringSettings

[ENTRY] = PAGE.entries


def test_words_are_read_once_each_in_small_letters():
    assert read_words(" Cat,dog;\nCAT  O’Neil\tété 3-way ") == (
        "cat",
        "dog",
        "o’neil",
        "été",
        "3-way",
    )
    assert read_words("e\u0301te\u0301") == ("été",)
    assert read_words("\u210cut \u2122 \ufb01n") == ("hut", "tm", "fin"), "what a link reads again"
    assert read_words(" ,; ") == ()
    assert read_word(" Ciao ") == "ciao"
    assert read_word("") == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a" * (MAX_LETTERS + 1), "at most 30 letters, got aaaaaaaaaaaa… with 31"),
        ("<b>bold</b>", "letters, digits, hyphens and apostrophes, got <b>bold</b>"),
        ("a.b", "got a.b"),
    ],
)
def test_what_is_no_word_is_refused_in_one_sentence(text: str, why: str):
    with pytest.raises(ValueError, match=r"^a word must") as error:
        read_words(text)
    assert why in str(error.value)


def test_lists_without_a_model_are_refused():
    with pytest.raises(ValueError, match="each class must have at least one word"):
        StringSettings(minus=())
    many = tuple(f"w{k}" for k in range(MAX_WORDS))
    assert len(StringSettings(minus=many[:-1], plus=("x",)).minus) == MAX_WORDS - 1
    with pytest.raises(ValueError, match="at most 60 words, got 61"):
        StringSettings(minus=many, plus=("x",))
    with pytest.raises(ValueError, match="a single word, got 2"):
        StringSettings(word="two words")
    with pytest.raises(ValueError, match="kernel must be one of"):
        StringSettings(kernel="rbf")
    with pytest.raises(ValueError, match="length must be"):
        StringSettings(length=4)


def test_words_and_settings_travel_in_links_and_codes():
    wanted = StringSettings(
        minus=("été", "l’eau"), plus=("ice-cream", "x"), kernel="spectrum", length=3, word="eis"
    )
    words = ENTRY.encode(wanted)
    assert words == {
        "s_minus": "été.l’eau",
        "s_plus": "ice-cream.x",
        "s_kernel": "spectrum",
        "s_length": "3",
        "s_word": "eis",
    }
    assert ENTRY.decode(words) == wanted
    assert ENTRY.decode(from_code(to_code(words))) == wanted
    assert ENTRY.encode(StringSettings()) == {}


def test_a_list_in_a_link_that_makes_no_sense_stays_as_it_was():
    many = ".".join(f"w{k}" for k in range(61))
    for text in ("", "...", "<script>alert(1)</script>", "w" * 31, many, "w." * 60_000):
        assert ENTRY.decode({"s_minus": text, "s_length": "1"}) == StringSettings(length=1)
    assert ENTRY.decode({"s_minus": "Cat.DOG.cat"}).minus == ("cat", "dog")
