"""The class densities of the generators: against the samples, and against integrals."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from svmcore.datasets.density import KNOWN, BoxMixture, class_densities
from svmcore.datasets.two_class import DATASETS, Moons, Spirals, sample

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
