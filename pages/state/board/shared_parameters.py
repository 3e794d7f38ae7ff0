"""Parameters that several pages have, each with one default, one range and one explanation."""

from typing import Any

from pages.state.board.board import MAX_POINTS
from svmcore.params import param


def penalty(
    help: str = "Penalty on margin violations: large C, fewer violations, narrower margin.",
) -> Any:
    """The field C."""
    return param(1.0, 1e-3, 1e4, log=True, label="C", help=help)


def sample_size() -> Any:
    """The field of the number of points of a generated sample."""
    return param(90, 2, MAX_POINTS, label="Points", help="Size of the sample.")


def sample_seed() -> Any:
    """The field of the seed of a generated sample."""
    help = "The same seed gives the same points on every computer."
    return param(1, 0, 9999, label="Seed", help=help)


def test_share() -> Any:
    """The field of the share of points that no model is trained on."""
    help = "Share of the points used for testing only, drawn hollow."
    return param(0.25, 0.0, 0.5, label="Test share", help=help)


def split_seed() -> Any:
    """The field of the seed of a random split."""
    return param(0, 0, 9999, label="Split seed", help="Seed of the random split.")


def score_margin() -> Any:
    """The field of delta, the margin between the scores of two classes."""
    help = "By how much the score of the right class must exceed the others."
    return param(1.0, 0.1, 10.0, log=True, label="δ", help=help)
