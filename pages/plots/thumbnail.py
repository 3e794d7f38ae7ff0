"""Thumbnails of datasets and curves: inline SVG, coloured by the page's style sheet."""

from functools import lru_cache

import numpy as np

from pages.datasets.curves import CURVES, sample_curve
from pages.datasets.multiclass import generated
from pages.datasets.two_class import DATASETS, WINDOW

SIZE = 44.0


@lru_cache(maxsize=64)
def thumbnail(dataset: str, classes: int = 2) -> str:
    """An SVG of about 36 points; class 0 are circles `.c0`, class 1 diamonds `.c1`, and so on."""
    X, labels = generated(dataset, DATASETS[dataset](), 36, classes, 0.5, 3)
    x0, x1, _, _ = WINDOW
    scale = SIZE / (x1 - x0)
    marks = []
    for (a, b), label in zip(X, labels, strict=True):
        u, v = 0.5 * SIZE + a * scale, 0.5 * SIZE - b * scale
        if label % 2 == 0:
            marks.append(f'<circle class="c{label}" cx="{u:.1f}" cy="{v:.1f}" r="1.9"/>')
        else:
            marks.append(
                f'<path class="c{label}" d="M{u:.1f} {v - 2.3:.1f}l2.3 2.3-2.3 2.3-2.3-2.3z"/>'
            )
    return _svg(marks)


@lru_cache(maxsize=16)
def curve_thumbnail(name: str) -> str:
    """An SVG of the curve as a line and 24 points of a sample around it, all `.dot`."""
    curve = CURVES[name]
    x, z = sample_curve(name, 24, 0.25, 3)
    x0, x1, _, _ = WINDOW
    scale = SIZE / (x1 - x0)
    places = zip(0.5 * SIZE + x * scale, 0.5 * SIZE - z * scale, strict=True)
    marks = [f'<circle class="dot" cx="{u:.1f}" cy="{v:.1f}" r="1.6"/>' for u, v in places]
    if not curve.empty:
        t = np.linspace(0.94 * x0, 0.94 * x1, 60)
        line = zip(0.5 * SIZE + t * scale, 0.5 * SIZE - curve.f(t) * scale, strict=True)
        path = "L".join(f"{u:.1f} {v:.1f}" for u, v in line)
        marks.append(f'<path class="plus" d="M{path}"/>')
    return _svg(marks)


def _svg(marks: list[str]) -> str:
    if not marks:  # an empty board: a plus sign
        marks = [f'<path class="plus" d="M{SIZE / 2} 14v16M14 {SIZE / 2}h16"/>']
    return f'<svg viewBox="0 0 {SIZE:g} {SIZE:g}" aria-hidden="true">{"".join(marks)}</svg>'
