"""A in the link: as the words in which it differs from B."""

import pytest

from pages.state.board.board import MAX_POINTS, Edit
from pages.state.board.experiment import Experiment, change
from pages.state.link.codec import from_code, to_code
from pages.state.model.comparison import FrozenModel
from pages.state.registry import ENTRIES
from tests.helpers.links import from_query, to_query

B = change(Experiment(), C=10.0, kernel="poly", degree=2, seed=5)
CROWD = tuple((0.0101 * k - 3.0, 0.013 * (k % 90) - 1.0) for k in range(MAX_POINTS))


def moved(experiment: Experiment, *ids: int) -> Experiment:
    """The experiment with some points elsewhere."""
    places = tuple((0.5 + 0.25 * k, -1.25) for k in range(len(ids)))
    return experiment.with_board(experiment.board().apply(Edit("move", ids=ids, points=places)))


def full(experiment: Experiment) -> Experiment:
    """A full board of points placed by hand."""
    empty = experiment.board().apply(Edit("clear"))
    return experiment.with_board(empty.apply(Edit("add", points=CROWD, label=1)))


def words(a: Experiment | None, b: Experiment) -> dict[str, str]:
    """The words of a link to B with A."""
    beside = to_query(b)
    return beside | ENTRIES[FrozenModel].encode(FrozenModel(a), beside)


def opened(found: dict[str, str]) -> Experiment | None:
    a = ENTRIES[FrozenModel].decode(found).frozen
    assert a is None or isinstance(a, Experiment)
    return a


CASES = {
    "equal to B": (B, B, "same"),
    "a value that B has changed from its default": (change(B, C=1.0), B, "-C"),
    "another kernel": (change(B, kernel="rbf", gamma=2.0), B, "gamma.2~-kernel"),
    "the default": (Experiment(), B, "-seed~-C~-kernel~-degree"),
    "a formula": (change(B, kernel="built", recipe="2 * rbf(gamma=3) + linear^2"), B, None),
    "own weights": (change(B, class_weight="own", weights=(2.0, 0.5)), B, None),
    "moved points": (moved(B, 0, 7), B, None),
    "the same moved points": (moved(change(B, C=2.0), 3), moved(B, 3), "C.2"),
    "another sample": (change(B, dataset="circles", n_samples=40), B, None),
    "several classes": (change(Experiment(), dataset="blobs", classes=4, positive=2), B, None),
    "a full board": (full(B), B, None),
    "two full boards": (full(change(B, C=3.0)), full(B), "C.3"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_comes_back_from_the_link_and_the_share_code(name):
    a, b, text = CASES[name]
    found = words(a, b)
    assert sorted(found) == sorted({*to_query(b), "frozen"})
    if text is not None:
        assert set(found["frozen"].split("~")) == set(text.split("~"))
    for link in (found, from_code(to_code(found))):
        back = opened(link)
        assert back is not None
        assert to_query(back) == to_query(a)
        assert to_query(from_query(link)) == to_query(b)


@pytest.mark.parametrize(
    "text",
    [
        *["", "C.", "-C.3", "C.banana", "C.1e999", "kernel.magic", "D.3", "C.3~~gamma.2"],
        *["placed.9xyz", "recipe.eval(1)", "seed." + "9" * 6000, "removed." + "1." * 60_000],
    ],
)
def test_a_text_that_makes_no_sense_is_no_a_and_leaves_b_alone(text):
    found = to_query(B) | {"frozen": text}
    assert opened(found) is None
    assert from_query(found) == B
    assert words(None, B) == to_query(B)


def test_what_is_wrong_with_b_is_not_wrong_with_a():
    found = {"C": "1e999", "seed": "5", "frozen": "gamma.2"}
    assert opened(found) == change(Experiment(), seed=5, gamma=2.0)
