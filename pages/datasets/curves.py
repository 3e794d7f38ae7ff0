"""Samples of points (x, z) around a curve, made to show one thing each.

Adding one: a line in `CURVES`. Points lie in the window of the two-class samples, rounded to
`DECIMALS`, so that the last bit of a machine's sine cannot make two machines disagree.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pages.datasets.limits import DECIMALS
from svmcore.arrays import Array, read_only

REACH = 2.7  # x is drawn evenly from [-REACH, REACH]
STRAY_EVERY = 10  # of the sample with outliers, one point in so many goes astray
STRAY = (1.2, 2.0)  # by how much at least and at most
TOP = 2.4  # |z| that a sample does not exceed: what noise puts higher is put there


@dataclass(frozen=True)
class Curve:
    """A dataset: z = f(x) + noise spread(x) N(0, 1), and outliers where `strays`.

    f : the curve itself, from x, shape (m,), to z, shape (m,)
    spread : by what the standard deviation of the noise is multiplied at x
    empty : whether no points are generated at all
    """

    title: str
    help: str
    f: Callable[[Array], Array]
    spread: Callable[[Array], Array] = np.ones_like
    strays: bool = False
    empty: bool = False


CURVES: dict[str, Curve] = {
    "sine": Curve("Sine", "A wave, which no line fits.", lambda x: 1.3 * np.sin(2.0 * x)),
    "line": Curve("Line", "A straight line.", lambda x: 0.6 * x),
    "step": Curve("Step", "A jump: a smooth f rounds its corners.", np.sign),
    "sinc": Curve("Sinc", "A peak with ripples beside it.", lambda x: 2.0 * np.sinc(x) - 0.4),
    "parabola": Curve("Parabola", "A bowl: degree 2 is enough.", lambda x: 0.5 * x**2 - 1.6),
    "outliers": Curve(
        "Outliers",
        "A line with one point in ten far off: each α is at most C.",
        lambda x: 0.3 * x,
        strays=True,
    ),
    "uneven": Curve(
        "Uneven noise",
        "Noise that grows from left to right: one tube is too wide here and too narrow there.",
        lambda x: 0.4 * x,
        spread=lambda x: 0.2 + 0.7 * (x + REACH) / REACH,
    ),
    "own": Curve(
        "My own",
        "No sample: the board holds only the points you place yourself.",
        np.zeros_like,
        empty=True,
    ),
}


def sample_curve(name: str, n_samples: int, noise: float, seed: int) -> tuple[Array, Array]:
    """Draw a sample of a curve: x and z, both of shape (n_samples,), (0,) for an empty one.

    Nothing but the four arguments decides the result. More noise moves points up and down and
    leaves their x and the direction in which they go.

    Raises ValueError if there is no curve of that name.
    """
    if name not in CURVES:
        raise ValueError(f"curve must be one of {', '.join(CURVES)}, got {name!r}")
    curve = CURVES[name]
    if curve.empty:
        return read_only([]), read_only([])
    rng = np.random.default_rng(seed)
    x = rng.uniform(-REACH, REACH, n_samples).round(DECIMALS)
    z = curve.f(x) + noise * curve.spread(x) * rng.standard_normal(n_samples)
    if curve.strays:
        stray = np.arange(n_samples) % STRAY_EVERY == STRAY_EVERY - 1
        away = rng.uniform(*STRAY, n_samples) * rng.choice([-1.0, 1.0], n_samples)
        z = z + np.where(stray, away, 0.0)
    z = np.clip(z, -TOP, TOP).round(DECIMALS)
    return read_only(x + 0.0), read_only(z + 0.0)  # + 0.0: no negative zeros
