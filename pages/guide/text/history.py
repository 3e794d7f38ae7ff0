"""Where the names come from: the texts in which they were printed, by year."""

from typing import NamedTuple


class HistoryRow(NamedTuple):
    """A key of `SOURCES`, what the text has, and the name that was taken from it."""

    key: str
    text: str
    name: str


INTRODUCTION = (
    "The support vector machine was put together over thirty years. A longer list, with the "
    "slack variables of Smith (1968), is the [history at svms.io](https://svms.io/history.html)."
)
ROWS = (
    HistoryRow("mercer", "when a symmetric function K is positive semi-definite", "Mercer kernel"),
    HistoryRow("rosenblatt", "a linear classifier, trained point by point", "perceptron"),
    HistoryRow(
        "vapnik-lerner",
        "a linear classifier for classes that can be separated, from which the hard margin grew: "
        "“the SVM of 1963”",
        "generalised portrait",
    ),
    HistoryRow(
        "aizerman",
        "K(x, z) as an inner product in a feature space",
        "potential function, today kernel",
    ),
    HistoryRow(
        "boser",
        "the widest margin with K in place of the inner product: curved boundaries",
        "optimal margin classifier",
    ),
    HistoryRow(
        "cortes-vapnik",
        "slack for classes that cannot be separated; the points that determine the margin",
        "soft margin, support vectors",
    ),
    HistoryRow("platt-smo", "the dual solved for two multipliers at a time", "SMO"),
    HistoryRow(
        "trick-distances",
        "K in place of distances: its title has the name",
        "kernel trick",
    ),
)
