"""The record of prepared data: points with classes, in units of their own or of the table."""

from dataclasses import dataclass, field

import numpy as np

from pages.tables.record import Column
from pages.tables.treating import filled
from svmcore.arrays import Array, Indices


@dataclass(frozen=True, eq=False)
class Prepared:
    """Prepared data: points with classes, ready for a model.

    title : the table's
    X : (n, d), (raw - mean) / scale
    y : (n,), places in `class_names`
    class_names, feature_names : k and d names, all different
    mean, scale : (d,), what was subtracted and divided by; 0 and 1 where nothing was. The standard
        deviation is the root of the mean square, without the correction for a sample
    rows : (n,), the rows of the table that the points come from
    weight : (n,), how many points each counts as where it is learnt from; mean and scale do not
        weigh
    notes : what was done, one sentence each
    target : the column of the classes
    columns : d columns of the whole table, of which X was made
    pair : that of the choice: the other columns may be filled with their mean
    """

    title: str
    X: Array = field(repr=False)
    y: Indices = field(repr=False)
    class_names: tuple[str, ...]
    feature_names: tuple[str, ...]
    mean: Array = field(repr=False)
    scale: Array = field(repr=False)
    rows: Indices = field(repr=False)
    weight: Array = field(repr=False)
    notes: tuple[str, ...] = ()
    target: str = ""
    columns: tuple[Column, ...] = field(default=(), repr=False)
    pair: tuple[str, ...] = ()

    @property
    def raw(self) -> Array:
        """The cells of the rows in the units of the table, (n, d); gaps are filled with the mean.

        They are the table's own numbers: X * scale + mean would be rounded.
        """
        cells = np.column_stack([column.values[self.rows] for column in self.columns])
        return filled(cells) if np.isnan(cells).any() else cells

    @property
    def weighed(self) -> bool:
        """Whether some point does not count once."""
        return bool((self.weight != 1.0).any())

    @property
    def standardised(self) -> bool:
        """Whether X is in other units than the table."""
        return bool((self.mean != 0.0).any() or (self.scale != 1.0).any())
