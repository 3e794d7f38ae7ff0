from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.state.board import FIRST_PLACED_ID, LIMIT, Edit, Placed, renumbered
from pages.state.codec import from_code, to_code
from pages.state.experiment import FIELDS, Experiment, change, optional_parameters
from pages.state.run import data_of
from svmcore.datasets.two_class import DATASETS
from svmcore.kernels import KERNELS
from svmcore.model_selection.splits import held_out
from svmcore.params import parameters
from svmcore.solvers import SOLVERS
from tests.helpers.links import from_query, to_query

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
    assert to_query(experiment) == {
        "kernel": "poly",
        "degree": "4",
        "C": "0.5",
        "removed": "0-2.7",
    }


NONSENSE = [
    "",
    "-1e9",
    "inf",
    "1e999",
    "9" * 5000,
    "%00",
    "4AA!A",
    "1AAAA",
    "5-2",
    "0-9999999999",
]


@pytest.mark.parametrize("name", [*FIELDS, *optional_parameters()])
def test_nonsense_leaves_the_default_and_the_other_words(name: str):
    other = "seed" if name == "C" else "C"
    for text in NONSENSE:
        experiment = from_query({name: text, other: "3"})
        assert experiment[other] == 3, text
        assert experiment[name] == Experiment()[name], text


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
    import base64
    import zlib

    bomb = base64.urlsafe_b64encode(zlib.compress(b"C=1&" * 5_000_000, 9)).decode().rstrip("=")
    with pytest.raises(ValueError, match="damaged"):
        from_query(from_code("SVM1-" + bomb))


def test_spaces_and_line_breaks_in_a_code_do_not_matter():
    code = to_code(to_query(change(Experiment(), C=3.0)))
    assert from_query(from_code(f"  {code[:9]}\n{code[9:]} ")).C == 3.0


def edited() -> Experiment:
    """A sample with points moved, taken away and placed, in an order of their own."""
    board = Experiment().board()
    moves = tuple((0.1 * k, 1.5) for k in range(12))
    board = board.apply(Edit("move", ids=tuple(range(20, 32)), points=moves, stroke=3))
    for stroke in (5, 9, 4):
        board = board.apply(Edit("add", points=((stroke, 2.0),), label=1, stroke=stroke))
    return Experiment().with_board(board.apply(Edit("delete", ids=(2, 25), stroke=12)))


def test_a_link_keeps_who_is_apart():
    """Lots are drawn by id: a link that gave other ids would show another test."""
    sent = edited()
    came = from_query(to_query(sent))
    before, after = data_of(sent), data_of(came)
    assert after.ids == before.ids
    for share in (0.2, 0.5):
        np.testing.assert_array_equal(
            held_out(after.ids, after.y, share, 1), held_out(before.ids, before.y, share, 1)
        )
    heavy = sent.with_board(sent.board().apply(Edit("weigh", ids=(40,), factor=2.0)))
    assert from_query(to_query(heavy)) == heavy


def test_points_with_weights_have_the_ids_of_points_without():
    """Ids that reading gives anyway are not written; id 0 is that of a sample's first point."""
    points = (Placed(1.0, 2.0, 1, 0, 2.0), Placed(0.5, 0.0, 0, 0))
    sent = Experiment(removed=(0, 7), placed=renumbered(points))
    assert from_query(to_query(sent)) == sent
    other = replace(sent, placed=(sent.placed[0], replace(sent.placed[1], id=FIRST_PLACED_ID + 9)))
    assert len(to_query(sent)["placed"]) < len(to_query(other)["placed"])


@pytest.mark.parametrize("other", [{"seed": "7"}, {"dataset": "xor"}, {"removed": "1-5"}])
def test_a_link_that_was_tampered_with_gives_no_id_twice(other: dict[str, str]):
    came = from_query(to_query(edited()) | other)
    ids = came.board().ids
    assert len(set(ids)) == len(ids)
    assert len(came.placed) == len(edited().placed)
    twice = Placed(0.0, 0.0, 0, 30), Placed(1.0, 0.0, 0, 30)
    came = from_query({"placed": to_query(Experiment(placed=twice))["placed"], "removed": "30"})
    assert len({p.id for p in came.placed}) == 2
