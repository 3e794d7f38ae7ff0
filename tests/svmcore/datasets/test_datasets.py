from __future__ import annotations

import hashlib
import re

import numpy as np
import pytest

from pages.plots.thumbnail import thumbnail
from svmcore.datasets.two_class import DATASETS, Circles, Line, sample
from svmcore.kernels import Polynomial
from svmcore.problems.separation import separation
from tests.helpers.grids import grid

GENERATED = [name for name in DATASETS if name != "own"]


def test_the_same_points_on_every_machine():
    """Digests of rounded coordinates, written down once: another machine must agree."""
    digest = {}
    for name in GENERATED:
        X, y = sample(DATASETS[name](), 50, 0.5, 11)
        whole = np.column_stack([np.rint(X * 1e4), y]).astype("<i8")
        digest[name] = hashlib.sha256(whole.tobytes()).hexdigest()[:8]
    assert digest == {
        "blobs": "f64de552",
        "moons": "95aa28b9",
        "circles": "3e7a16ec",
        "xor": "1795bb27",
        "spirals": "114ccfab",
        "linear": "5ae32920",
        "outlier": "e4125fb3",
        "imbalanced": "a8c3d36f",
        "mixture": "840b7b01",
        "random": "92cf0020",
    }


SIZES = [(2, 0.5), (3, 0.05), (100, 0.3), (600, 0.95)]


@pytest.mark.parametrize(("name", "size"), grid(GENERATED, SIZES))
def test_size_and_balance(name: str, size: tuple[int, float]):
    n, balance = size
    X, y = sample(DATASETS[name](), n, balance, 0)
    share = balance * getattr(DATASETS[name], "share", 1.0)
    assert X.shape == (n, 2)
    assert np.isfinite(X).all()
    assert int((y > 0).sum()) == min(max(round(n * share), 1), n - 1)
    assert not X.flags.writeable


def test_a_degree_2_kernel_separates_circles_as_their_help_says():
    """Without noise always; with the default noise in some samples, and not in others."""
    kernel, parted = Polynomial(degree=2, gamma=1.0, coef0=1.0), {}
    for circles in (Circles(noise=0.0), Circles()):
        drawn = [sample(circles, 90, 0.5, seed) for seed in range(12)]
        found = [separation(kernel(X, X), y).separable for X, y in drawn]
        parted[circles.noise] = sum(found)
    assert parted[0.0] == 12
    assert 0 < parted[Circles().noise] < 12
    assert "without noise a degree-2 kernel separates them" in Circles.help


@pytest.mark.parametrize("gap", [0.2, 2.0])
def test_the_linear_sample_leaves_a_street_of_the_chosen_width(gap: float):
    X, y = sample(Line(gap=gap), 400, 0.5, 5)
    across = X @ [0.8, 0.6]
    free = across[y > 0].min() - across[y < 0].max()
    assert gap - 1e-3 <= free < gap + 0.1


@pytest.mark.parametrize("name", list(DATASETS))
def test_a_thumbnail_shows_both_classes(name: str):
    svg = thumbnail(name)
    circles, diamonds = len(re.findall("<circle", svg)), len(re.findall('class="c1"', svg))
    assert circles + diamonds == (0 if name == "own" else 36)
    assert (circles > 0) == (diamonds > 0) == (name != "own")
