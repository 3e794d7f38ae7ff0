"""The page Strings through Streamlit's test harness."""

from pages.state.text.markdown import unmarked
from pages.strings.model import EXAMPLES, make_kernel, new_word, word_model
from pages.strings.settings import StringSettings
from pages.strings.text import new_word_text, picture_text, sentence
from tests.helpers.opened import (
    blocks,
    captions,
    move,
    open_page,
    plain,
    sent,
    verdict,
    visit_of,
    widgets_of,
)


def settings(app) -> StringSettings:
    return visit_of(app).value(StringSettings)


def model(now: StringSettings):
    kernel = make_kernel(now.kernel, now.length, now.decay)
    return word_model(now.minus, now.plus, kernel, now.C)


def complaints(app) -> list[str]:
    return [plain(text) for text in blocks(app, "svm-wrong") if "role" in text]


def test_the_page_opens_with_an_example_and_says_its_numbers():
    app = open_page("strings")
    found = model(StringSettings())
    assert verdict(app) == sentence(found)
    assert picture_text(found) in captions(app)
    assert "https://www.jmlr.org/papers/v2/lodhi02a.html" in captions(app)
    assert {"words", "gram_words"} == set(sent(app))
    assert app.text_area(key="w_s_minus").value == " ".join(EXAMPLES["medicines"].minus)
    assert dict(app.query_params) == {}


def test_words_are_typed_and_travel_in_the_link():
    app = open_page("strings")
    app.text_area(key="w_s_minus").set_value("Cat, dog\nbird").run()
    app.text_area(key="w_s_plus").set_value("gatto cane uccello").run()
    move(app, "w_length", 1)
    move(app, "w_C", 10.0)
    app.text_input(key="w_s_word").set_value("cavallo").run()
    assert not app.exception
    now = settings(app)
    assert dict(app.query_params) == {
        "s_minus": "cat.dog.bird",
        "s_plus": "gatto.cane.uccello",
        "s_length": "1",
        "s_C": "10",
        "s_word": "cavallo",
    }
    found = model(now)
    assert unmarked(new_word_text(found, new_word(found, "cavallo"))) in captions(app)
    assert verdict(app) == sentence(found)
    assert "parts" in sent(app)
    assert settings(open_page("strings", dict(app.query_params))) == now


def test_what_is_no_list_of_words_stays_typed_with_the_reason():
    app = open_page("strings")
    app.text_area(key="w_s_plus").set_value("<img src=x> gatto").run()
    assert not app.exception
    assert settings(app) == StringSettings()
    [why] = complaints(app)
    assert why.startswith("A word must be made of letters, digits, hyphens and apostrophes")
    assert not any("<img" in text for text in blocks(app, "svm-wrong"))
    assert app.text_area(key="w_s_plus").value == "<img src=x> gatto"
    visit_of(app).store(StringSettings(plus=("x",)))  # as a link does
    app.run()
    assert complaints(app) == []
    assert app.text_area(key="w_s_plus").value == "x"
    app.text_area(key="w_s_plus").set_value("a_b").run()
    app.text_input(key="w_s_word").set_value("two words").run()
    assert len(complaints(app)) == 2
    app.text_area(key="w_s_plus").set_value(" ".join(f"w{k}" for k in range(61))).run()
    assert "Both lists together must have at most 60 words" in " ".join(complaints(app))
    app.button(key="example_languages").click().run()
    assert complaints(app) == []
    assert app.text_area(key="w_s_plus").value == " ".join(EXAMPLES["languages"].plus)


def test_the_spectrum_kernel_has_no_decay():
    app = open_page("strings", {"s_kernel": "spectrum"})
    keys = {"w_length", "w_decay", "w_C"}
    assert keys & set(widgets_of(app).controls) == {"w_length", "w_C"}
    assert "pubmed" in captions(app)
    app.button_group(key="w_s_kernel").set_value("subsequence").run()
    assert keys <= set(widgets_of(app).controls)
