from __future__ import annotations

import hashlib
import re

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from pages.datasets.density import KNOWN, BoxMixture, class_densities
from pages.datasets.two_class import DATASETS, Circles, Line, Moons, Spirals, sample
from pages.plots.thumbnail import thumbnail
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


NAMES = [name for name, kind in DATASETS.items() if kind in KNOWN]
BOXES = [(-1.0, 0.4, -2.0, 0.3), (0.0, 2.5, -0.5, 1.5), (-3.0, -0.5, 0.0, 3.0)]
MANY = 40_000


def share_in(density, box) -> float:
    """The integral of a density over a box, by the midpoint rule."""
    x0, x1, y0, y1 = box
    h, v = (x1 - x0) / 400, (y1 - y0) / 400
    xs, ys = (
        np.arange(low + 0.5 * step, high, step) for low, high, step in ((x0, x1, h), (y0, y1, v))
    )
    return float(density.on_grid(xs, ys).sum() * h * v)


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_falls_into_boxes_as_its_density_says(name: str):
    X, y = sample(DATASETS[name](), MANY, 0.5, 3)
    for density, sign in zip(class_densities(DATASETS[name](), 3), (-1.0, 1.0), strict=True):
        own = X[y == sign]
        for box in BOXES:
            x0, x1, y0, y1 = box
            a, b = own.T
            found = ((a > x0) & (a < x1) & (b > y0) & (b < y1)).mean()
            wanted = share_in(density, box)
            assert found == pytest.approx(wanted, abs=4.0 * np.sqrt(0.25 / len(own)))


@pytest.mark.parametrize("name", NAMES)
def test_a_density_sums_to_one_and_is_the_same_at_points_and_on_a_grid(name: str):
    for density in class_densities(DATASETS[name](), 1):
        x0, x1, y0, y1 = density.extent
        xs, ys = np.linspace(x0, x1, 301), np.linspace(y0, y1, 301)
        p = density.on_grid(xs, ys)
        assert p.sum() * (xs[1] - xs[0]) * (ys[1] - ys[0]) == pytest.approx(1.0, abs=1e-7)
        points = [(xs[a], ys[b]) for a, b in ((150, 150), (120, 190), (200, 90))]
        np.testing.assert_allclose(
            np.exp(density.log(points)), [p[150, 150], p[190, 120], p[90, 200]], rtol=1e-9
        )
        assert np.isfinite(density.log([[300.0, -300.0], [-50.0, 80.0]])).all()


def test_a_noisy_box_is_the_convolution_of_uniform_and_normal():
    box = BoxMixture(np.ones(1), 0.3, np.array([[[0.35, 1.9], [-1.0, 0.5]]]))

    def convolved(x: float, low: float, high: float) -> float:
        return quad(lambda u: norm.pdf(x - u, scale=0.3), low, high)[0] / (high - low)

    for x, y in ((1.0, 0.0), (2.6, 0.4), (-0.4, -1.9)):
        wanted = convolved(x, 0.35, 1.9) * convolved(y, -1.0, 0.5)
        assert np.exp(box.log([[x, y]]))[0] == pytest.approx(wanted, rel=1e-8)


@pytest.mark.parametrize(
    ("dataset", "why"),
    [
        (Moons(noise=0.0), "noise is too small"),
        (Spirals(noise=0.15), "noise is too small"),  # a third of it is added
        (DATASETS["linear"](), "do not overlap"),
        (DATASETS["random"](), "same density"),
        (DATASETS["outlier"](), "fixed place"),
        (DATASETS["own"](), "not known"),
    ],
)
def test_where_no_density_is_known_it_says_why(dataset, why: str):
    with pytest.raises(ValueError, match=why):
        class_densities(dataset, 1)
