"""The values that travel in links: what is written reads back as the same value."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from pages.state.experiment import Experiment, change
from pages.state.formats import LARGEST_COORDINATE
from pages.state.inspected import Inspected
from pages.state.registry import BOARDS, ENTRIES
from svmcore.params import parameters
from tests.helpers.links import PAGES, PREFIXES, board, from_query, to_query, value_of, words_of

KINDS = tuple(PREFIXES)
GENERIC = tuple(kind for kind in KINDS if hasattr(kind, "CHOICES"))
WITH_PLACE = tuple(kind for kind in KINDS if hasattr(kind(), "place"))
PLACES = [
    (0.5, 1.0),
    (123.4567, -0.0001),  # the coordinates of points have four decimals
    (-999999.9999, 1000000.0),
    (1.0 / 3.0, 2.0**-40),
    (-0.1 - 0.2, 9.9e8),
    (0.0, -0.0),
]


@pytest.mark.parametrize("kind", WITH_PLACE)
def test_a_place_is_the_same_to_the_last_digit(kind):
    for place in PLACES:
        value = kind(place=place)
        words = words_of(value)
        assert list(words) == [PREFIXES[kind] + "place"]
        assert value_of(kind, words) == value


@pytest.mark.parametrize("kind", WITH_PLACE)
@pytest.mark.parametrize(
    "text",
    [
        "1",
        "1,2,3",
        "a,b",
        "nan,1",
        "1,inf",
        f"0,-{LARGEST_COORDINATE}",
        "",
        "💥",
    ],
)
def test_what_is_no_place_or_too_far_is_left_out(kind, text):
    assert value_of(kind, {PREFIXES[kind] + "place": text}) == kind()


@pytest.mark.parametrize("kind", GENERIC)
def test_every_number_and_choice_of_every_value_travels(kind):
    usual = kind()
    for parameter in parameters(usual):
        for end in (parameter.low, parameter.high, parameter.default):
            value = replace(usual, **{parameter.name: end})
            assert value_of(kind, words_of(value)) == value
    for name, known in kind.CHOICES.items():
        for choice in known:
            value = replace(usual, **{name: choice})
            assert value_of(kind, words_of(value)) == value
        with pytest.raises(ValueError, match=f"{name} must be one of .*got 'magic'"):
            replace(usual, **{name: "magic"})


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_is_unusual_is_a_word(kind):
    assert words_of(kind()) == {}
    assert value_of(kind, {}) == kind()


@pytest.mark.parametrize("kind", GENERIC)
@pytest.mark.parametrize("text", ["magic", "", "<script>", "9" * 5000, "-", "💥"])
def test_a_word_that_makes_no_sense_is_ignored_alone(kind, text):
    names = [f.name for f in fields(kind)]
    numbers = {p.name for p in parameters(kind)}
    for name in {*kind.CHOICES, *numbers} & set(names):
        assert value_of(kind, {PREFIXES[kind] + name: text}) == kind()


@pytest.mark.parametrize("text", ["five", "1.5", "1e3", "", "9" * 5000, "-", "-2"])
@pytest.mark.parametrize("name", ["point", "other"])
def test_what_is_no_id_is_left_out(name, text):
    good = {"i_other" if name == "point" else "i_point": "3"}
    assert value_of(Inspected, good | {f"i_{name}": text}) == value_of(Inspected, good)


def test_no_word_of_a_link_means_two_things():
    known: dict[str, type] = {}
    entries = [*ENTRIES.values(), *(kind.entry for kind in BOARDS.values())]
    for entry in entries:
        names = [f.name for f in fields(entry.start) if f.name != "options"]
        for name in {*names, *entry.optional()}:
            word = entry.prefix + name
            assert word not in known, f"{word}: {type(entry.start)} and {known[word]}"
            known[word] = type(entry.start)
    unlike = to_query(change(Experiment(), C=3.0, kernel="poly", degree=2, seed=5))
    assert all(value_of(kind, unlike) == kind() for kind in KINDS)
    assert from_query({f"{mark}C": "3" for mark in PREFIXES.values() if mark}) == Experiment()


def test_every_page_is_registered_once_and_brings_what_it_says():
    folders = [page.folder for page in PAGES]
    assert len(set(folders)) == len(folders) == len({page.title for page in PAGES})
    for page in PAGES:
        for entry in page.entries:
            assert ENTRIES[type(entry.start)] == entry
        for name in page.boards:
            assert board(name) is page.boards[name].entry
