"""The values that travel in links and share codes: what is written reads back as the same."""

import zlib
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.datasets.two_class import DATASETS
from pages.losses.model import LossesSettings
from pages.model_selection.kernel_formula import KERNELS
from pages.state.board.board import LIMIT, Edit, Placed, renumbered
from pages.state.board.experiment import FIELDS, Experiment, change, optional_parameters
from pages.state.board.inspected import Inspected
from pages.state.link.base64_text import to_base64
from pages.state.link.codec import from_code, to_code
from pages.state.link.formats import LARGEST_COORDINATE, write_number
from pages.state.model.run import data_of
from pages.state.registry import BOARDS, ENTRIES
from svmcore.params import parameters
from svmcore.solvers import SOLVERS
from tests.helpers.links import PAGES, PREFIXES, board, from_query, to_query, value_of, words_of

coordinate = st.floats(-LIMIT, LIMIT).map(lambda v: round(v, 4))
placed = st.lists(
    st.builds(Placed, coordinate, coordinate, st.integers(0, 1), st.just(0)), max_size=30
).map(lambda points: renumbered(tuple(points)))


@st.composite
def experiments(draw: st.DrawFn) -> Experiment:
    words = {
        "dataset": draw(st.sampled_from(list(DATASETS))),
        "kernel": draw(st.sampled_from(list(KERNELS))),
        "margin": draw(st.sampled_from(["soft", "hard"])),
        "formulation": draw(st.sampled_from(["primal", "dual"])),
        "solver": draw(st.sampled_from(list(SOLVERS))),
        "placed": draw(placed),
    }
    for p in (*parameters(Experiment), *optional_parameters().values()):
        number = st.integers(int(p.low), int(p.high)) if p.integer else st.floats(p.low, p.high)
        words[p.name] = draw(number)
    experiment = change(Experiment(), **words)
    gone = draw(st.frozensets(st.integers(0, 40), max_size=20))
    return change(experiment, removed=tuple(sorted(gone)))


@given(experiments())
def test_link_and_code_give_the_experiment_back(experiment: Experiment):
    assert from_query(to_query(experiment)) == experiment
    assert from_query(from_code(to_code(to_query(experiment)))) == experiment


def test_the_words_are_readable():
    experiment = change(Experiment(), kernel="poly", degree=4, C=0.5, removed=(0, 1, 2, 7))
    words = {"kernel": "poly", "degree": "4", "C": "0.5", "removed": "0-2.7"}
    assert to_query(experiment) == words


@pytest.mark.parametrize(
    "text", ["", "-1e9", "%00", "4AA!A", "1CAAeSDSBfAOkGXJ7", "5-2", "0-9999999999"]
)
def test_nonsense_leaves_the_points_and_the_other_words(text: str):
    query = {"placed": text, "removed": text, "weights": text, "C": "3"}
    assert from_query(query) == change(Experiment(), C=3.0)


@given(st.dictionaries(st.sampled_from([*FIELDS, *optional_parameters()]), st.text(max_size=40)))
def test_any_text_opens(query: dict[str, str]):
    assert isinstance(from_query(query), Experiment)


def test_a_link_cannot_ask_for_a_machine_that_does_not_exist():
    experiment = from_query({"kernel": "sigmoid", "margin": "hard", "solver": "interior_point"})
    assert (experiment.kernel, experiment.margin) == ("sigmoid", "soft")
    assert experiment.solver in experiment.choices()["solver"]


@pytest.mark.parametrize("code", ["", "hello", "SVM1-", "SVM1-AAAA", "SVM1-eNoDAAAAA", "SVM1-é"])
def test_a_damaged_code_is_refused_with_a_sentence(code: str):
    with pytest.raises(ValueError, match="a share code must"):
        from_query(from_code(code))


def test_a_code_that_unpacks_to_a_mountain_is_refused():
    with pytest.raises(ValueError, match="damaged"):
        from_code(f"SVM1-{to_base64(zlib.compress(b'C=1&' * 5_000_000, 9))}")


def edited() -> Experiment:
    """A sample with points moved, taken away and placed, in an order of their own."""
    board = Experiment().board()
    moves = tuple((0.1 * k, 1.5) for k in range(12))
    board = board.apply(Edit("move", ids=tuple(range(20, 32)), points=moves, stroke=3))
    for stroke in (5, 9, 4):
        board = board.apply(Edit("add", points=((stroke, 2.0),), label=1, stroke=stroke))
    return Experiment().with_board(board.apply(Edit("delete", ids=(2, 25), stroke=12)))


def test_a_link_keeps_ids_and_weights():
    """Lots are drawn by id: a link that gave other ids would show another test."""
    sent = edited()
    assert data_of(from_query(to_query(sent))).ids == data_of(sent).ids
    heavy = sent.with_board(sent.board().apply(Edit("weigh", ids=(40,), factor=2.0)))
    assert from_query(to_query(heavy)) == heavy


@pytest.mark.parametrize("other", [{"seed": "7"}, {"dataset": "xor"}, {"removed": "1-5"}])
def test_a_link_that_was_tampered_with_gives_no_id_twice(other: dict[str, str]):
    came = from_query(to_query(edited()) | other)
    ids = came.board().ids
    assert len(set(ids)) == len(ids)
    assert len(came.placed) == len(edited().placed)
    twice = Placed(0.0, 0.0, 0, 30), Placed(1.0, 0.0, 0, 30)
    came = from_query({"placed": to_query(Experiment(placed=twice))["placed"], "removed": "30"})
    assert len({p.id for p in came.placed}) == 2


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


def test_zero_is_written_without_a_sign():
    assert [write_number(v) for v in (-0.0, 0, -0.5, 3.0)] == ["0", "0", "-0.5", "3"]


@pytest.mark.parametrize("kind", WITH_PLACE)
@pytest.mark.parametrize(
    "text", ["1", "1,2,3", "a,b", "nan,1", "1,inf", f"0,-{LARGEST_COORDINATE}", "", "💥"]
)
def test_what_is_no_place_or_too_far_is_left_out(kind, text):
    assert value_of(kind, {PREFIXES[kind] + "place": text}) == kind()


@pytest.mark.parametrize("kind", GENERIC)
def test_every_number_and_choice_of_every_value_travels(kind):
    # the penalty |w|_1 has one loss
    usual = kind(loss="squared_hinge") if kind is LossesSettings else kind()
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
        assert entry.encode(entry.start) == {}, "a link leaves out what was never chosen"
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
