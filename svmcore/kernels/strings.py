"""Kernels of strings: how many substrings or subsequences of one length two strings share."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Protocol

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.params import POSITIVE, Parametrized, param

FILL = (-1, -2)  # what follows the shorter strings of either list: equal to nothing


def part_length() -> Any:
    """How many letters the compared parts have."""
    return param(
        2,
        1,
        3,
        label="k",
        help="Number of letters of the compared parts of the words.",
        domain=(1, inf),
    )


def gap_decay() -> Any:
    """What a subsequence counts less for each letter that it extends over."""
    return param(
        0.5,
        0.1,
        1.0,
        label="λ",
        help="Factor for each letter that a subsequence extends over.",
        domain=(POSITIVE[0], 1.0),
    )


class StringKernel(Protocol):
    """K(s, t) = sum_u phi_u(s) phi_u(t) over the strings u of one length."""

    def __hash__(self) -> int: ...

    def __call__(self, S: Sequence[str], T: Sequence[str]) -> Array:
        """The matrix K(s_i, t_j), shape (len(S), len(T))."""

    def features(self, s: str) -> Mapping[str, float]:
        """phi_u(s) for every u with phi_u(s) > 0."""


@dataclass(frozen=True)
class SpectrumKernel(Parametrized):
    """Spectrum kernel: phi_u(s) is how often u, of `length` letters, is a substring of s.

    Source: Leslie, Eskin and Noble, The spectrum kernel: a string kernel for SVM protein
    classification (2002), https://pubmed.ncbi.nlm.nih.gov/11928508/
    """

    title: ClassVar[str] = "Spectrum"

    length: int = part_length()

    def __call__(self, S: Sequence[str], T: Sequence[str]) -> Array:
        """K(s, t), the number of pairs of equal substrings, shape (len(S), len(T))."""
        left, right = ([self.features(s) for s in strings] for strings in (S, T))
        known = {u: k for k, u in enumerate(sorted({u for found in left for u in found}))}
        counts = [np.zeros((len(rows), len(known))) for rows in (left, right)]
        for matrix, rows in zip(counts, (left, right), strict=True):
            for i, found in enumerate(rows):
                for u, count in found.items():
                    if u in known:
                        matrix[i, known[u]] = count
        return np.asarray(counts[0] @ counts[1].T)

    def features(self, s: str) -> Mapping[str, float]:
        k = self.length
        return Counter(s[i : i + k] for i in range(len(s) - k + 1))


@dataclass(frozen=True)
class SubsequenceKernel(Parametrized):
    """Subsequence kernel: phi_u(s) is the sum of decay^l over the places of u in s.

    u, of `length` letters, may have gaps in s; l is how many letters of s it extends over, from its
    first to its last one. decay is the lambda of the source.

    Source: Lodhi, Saunders, Shawe-Taylor, Cristianini and Watkins, Text classification using
    string kernels, JMLR 2 (2002), https://www.jmlr.org/papers/v2/lodhi02a.html
    """

    title: ClassVar[str] = "Subsequence"

    length: int = part_length()
    decay: float = gap_decay()

    def __call__(self, S: Sequence[str], T: Sequence[str]) -> Array:
        """K(s, t) by dynamic programming over prefixes, shape (len(S), len(T)).

        K'_0 = 1, K'_l(s x, t y) = sum over matches x_i = y_j of decay^(|s| - i + |t| - j + 2)
        K'_(l-1) before the match; K is decay^2 times the sum of K'_(length - 1) before all
        matches. The sums over i and over j are products with a triangular matrix.
        """
        codes = [_codes(S, FILL[0]), _codes(T, FILL[1])]
        fall = [_powers(self.decay, chars.shape[1]) for chars in codes]
        K = np.zeros((len(S), len(T)))
        for i, row in enumerate(codes[0]):
            match = (row[:, None] == codes[1][:, None, :]) * self.decay**2  # (m, |s|, |t|)
            before = np.ones_like(match)
            for _ in range(self.length - 1):
                before = fall[0] @ (match * before) @ fall[1].T
            K[i] = (match * before).sum(axis=(1, 2))
        return K

    def features(self, s: str) -> Mapping[str, float]:
        partial: list[dict[str, float]] = [defaultdict(float) for _ in range(self.length)]
        found: dict[str, float] = defaultdict(float)
        for place, letter in enumerate(s):
            partial[0][""] = self.decay**-place  # one that begins here extends over no letter yet
            for size in reversed(range(self.length)):  # longer ones first: one letter, one use
                for u, weight in partial[size].items():
                    if size + 1 < self.length:
                        partial[size + 1][u + letter] += weight
                    else:
                        found[u + letter] += weight * self.decay ** (place + 1)
        return found


def normalised(K: Array, left: Array, right: Array) -> Array:
    """K(s, t) / sqrt(K(s, s) K(t, t)); 0 for a string that has no part of the length.

    K : (m, n). left, right : K(s, s), (m,), and K(t, t), (n,)
    """
    size = np.sqrt(np.multiply.outer(left, right))
    return np.divide(K, size, out=np.zeros_like(K), where=size > 0.0)


def _codes(strings: Sequence[str], fill: int) -> Indices:
    """The letters as numbers, a row a string, filled up to one length of at least 1."""
    found = np.full((len(strings), max(map(len, strings), default=1) or 1), fill, dtype=np.intp)
    for row, s in zip(found, strings, strict=True):
        row[: len(s)] = [ord(letter) for letter in s]
    return found


def _powers(decay: float, n: int) -> Array:
    """decay^(i - j - 1) for j < i, else 0: from a match at j to the prefix that ends before i."""
    gap = np.subtract.outer(np.arange(n), np.arange(n)) - 1
    return np.where(gap >= 0, decay ** np.maximum(gap, 0), 0.0)
