"""A dataset in a few pixels: inline SVG, coloured by the page's own style rules."""

from __future__ import annotations

from functools import lru_cache

from svmcore.datasets import DATASETS, WINDOW, sample

SIZE = 44.0


@lru_cache(maxsize=64)
def thumbnail(dataset: str) -> str:
    """An SVG of about 36 points; class 0 are circles `.c0`, class 1 diamonds `.c1`."""
    X, y = sample(DATASETS[dataset](), 36, 0.5, 3)
    x0, x1, _, _ = WINDOW
    scale = SIZE / (x1 - x0)
    marks = []
    for (a, b), label in zip(X, y, strict=True):
        u, v = 0.5 * SIZE + a * scale, 0.5 * SIZE - b * scale
        if label < 0:
            marks.append(f'<circle class="c0" cx="{u:.1f}" cy="{v:.1f}" r="1.9"/>')
        else:
            marks.append(f'<path class="c1" d="M{u:.1f} {v - 2.3:.1f}l2.3 2.3-2.3 2.3-2.3-2.3z"/>')
    if not marks:  # an empty board: a plus sign
        marks.append(f'<path class="plus" d="M{SIZE / 2} 14v16M14 {SIZE / 2}h16"/>')
    return f'<svg viewBox="0 0 {SIZE:g} {SIZE:g}" aria-hidden="true">{"".join(marks)}</svg>'
