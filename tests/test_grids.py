"""A thinned grid leaves out combinations, but no value and no pair of ends."""

from __future__ import annotations

import itertools

import pytest

from tests.helpers.grids import diagonals


@pytest.mark.parametrize("sizes", [(1,), (1, 1), (2, 3), (9, 5), (2, 7, 3), (4, 3, 2, 3)])
def test_every_value_and_all_pairs_of_ends_are_there(sizes):
    axes = [[f"{a}{i}" for i in range(size)] for a, size in zip("abcd", sizes, strict=False)]
    found = diagonals(*axes)
    assert len(found) == len(set(found)) <= 2 * max(sizes)
    for axis, values in zip(axes, zip(*found, strict=True), strict=True):
        assert set(values) == set(axis)
    for k, (one, other) in enumerate(itertools.pairwise(axes)):
        pairs = {case[k : k + 2] for case in found}
        assert pairs >= {(a, b) for a in (one[0], one[-1]) for b in (other[0], other[-1])}
