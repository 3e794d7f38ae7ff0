"""The two columns that the picture of a table shows, and that a model of two columns uses."""

from dataclasses import replace

import numpy as np

from pages.tables.columns import ColumnChoice
from pages.tables.prepared import Prepared
from pages.tables.preparing import prepare
from pages.tables.record import Table, TableError, once_a_table, shown


def most_separating_columns(prepared: Prepared) -> tuple[int, int]:
    """The two columns that separate the classes most, each by itself; in their order.

    By F, the variance between the classes over that within them.

    Raises TableError if there is one column only; with what was done to the others.
    """
    X, y = prepared.X, prepared.y
    if X.shape[1] < 2:
        only = shown(prepared.feature_names[0])
        why = f"The picture needs two columns beside the class, and only {only} is left:"
        raise TableError(" ".join((f"{why} choose or add another.", *prepared.notes)))
    counts = np.bincount(y)
    units = (X - X.mean(0)) / np.abs(X - X.mean(0)).max(0)
    means = np.array([units[y == c].mean(0) for c in range(len(counts))])
    within = ((units - means[y]) ** 2).sum(0)
    between = counts @ means**2
    score = between / np.maximum(within, 1e-300)
    i, j = sorted(np.argsort(-score, kind="stable")[:2].tolist())
    return i, j


def pair_of(prepared: Prepared, asked: tuple[str, str]) -> tuple[int, int]:
    """The places of the columns that are asked for; of the best ones where they are not there.

    Raises TableError as `most_separating_columns` does.
    """
    pair, names = most_separating_columns(prepared), prepared.feature_names
    known = [name for name in asked if name in names]
    if len(set(known)) == 2:
        return names.index(known[0]), names.index(known[1])
    if not known:
        return pair
    i = names.index(known[0])
    other = pair[0] if pair[0] != i else pair[1]
    return (i, other) if asked[0] in known else (other, i)


@once_a_table
def pair_with_gaps(table: Table, choice: ColumnChoice, asked: tuple[str, str]) -> tuple[str, ...]:
    """The names of that pair, where rows would be left out for the gaps of other columns; else ().

    It is found with all gaps filled with the mean.
    """
    if not any(np.isnan(table.column(name).values).any() for name in choice.features):
        return ()
    try:
        prepared = prepare(table, replace(choice, missing="mean"))
        i, j = pair_of(prepared, asked)
    except TableError:
        return ()  # the same error comes from the choice itself
    return prepared.feature_names[i], prepared.feature_names[j]
