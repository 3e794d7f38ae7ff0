"""Maps into feature space: written down, to be drawn and checked; and kernel PCA."""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, factorial
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array
from svmcore.kernels import Kernel, Polynomial

# --- Maps of the plane into a space of more coordinates ---
# A kernel is an inner product after such a map: K(x, z) = <phi(x), phi(z)>. Neither the map nor the
# space is unique: "constant" and "doubled" belong to the same kernel.
#
# Source: Schölkopf, Smola, Learning with Kernels (2002), section 2.1,
# https://doi.org/10.7551/mitpress/4175.001.0001

ROOT2 = float(np.sqrt(2.0))
SUPERSCRIPTS = {1: "", 2: "²", 3: "³"}


@dataclass(frozen=True)
class Powers:
    """K(x, z) = sum_p (x1 z1)^p, of the first coordinate alone: a coordinate x1^p for each p."""

    title: ClassVar[str] = "Powers"
    psd: ClassVar[bool] = True

    powers: tuple[int, ...]

    @property
    def formula(self) -> str:
        return f"K(x, z) = {' + '.join(f'(x₁z₁){SUPERSCRIPTS[p]}' for p in self.powers)}"

    def __call__(self, X: Array, Z: Array) -> Array:
        products = np.multiply.outer(X[:, 0], Z[:, 0])
        return np.asarray(sum(products**p for p in self.powers))


@dataclass(frozen=True)
class Round:
    """K(x, z) = <x, z> + |x|^2 |z|^2."""

    title: ClassVar[str] = "Round"
    psd: ClassVar[bool] = True
    formula: ClassVar[str] = "K(x, z) = ⟨x, z⟩ + ‖x‖²‖z‖²"

    def __call__(self, X: Array, Z: Array) -> Array:
        return np.asarray(X @ Z.T + np.multiply.outer((X * X).sum(1), (Z * Z).sum(1)))


@dataclass(frozen=True)
class Lift:
    """A map phi from the plane into D coordinates, and the kernel that it belongs to.

    names : of the D coordinates
    kernel : K(x, z) = <phi(x), phi(z)> without the map
    columns : the coordinates of n points, each of shape (n,), from x1 and x2, (n,)
    flat : whether only x1 is used, so that the image is a curve
    """

    title: str
    formula: str
    names: tuple[str, ...]
    kernel: Kernel
    columns: Callable[[Array, Array], tuple[Array, ...]]
    flat: bool = False

    def map(self, X: Array) -> Array:
        """phi(x_i), shape (n, D), of the rows of X, shape (n, 2)."""
        return np.column_stack(self.columns(*X.T))


LIFTS: dict[str, Lift] = {
    "homogeneous": Lift(
        "Degree 2, homogeneous",
        "φ(x) = (x₁², √2 x₁x₂, x₂²)",
        ("x₁²", "√2 x₁x₂", "x₂²"),
        Polynomial(degree=2, gamma=1.0, coef0=0.0),
        lambda a, b: (a * a, ROOT2 * a * b, b * b),
    ),
    "constant": Lift(
        "Degree 2 with the constant",
        "ψ(x) = (1, √2 x₁, √2 x₂, √2 x₁x₂, x₁², x₂²)",
        ("1", "√2 x₁", "√2 x₂", "√2 x₁x₂", "x₁²", "x₂²"),
        Polynomial(degree=2, gamma=1.0, coef0=1.0),
        lambda a, b: (np.ones_like(a), ROOT2 * a, ROOT2 * b, ROOT2 * a * b, a * a, b * b),
    ),
    "doubled": Lift(
        "The same kernel in 7 coordinates",
        "ψ₂(x) = (1, √2 x₁, √2 x₂, x₁x₂, x₁x₂, x₁², x₂²)",
        ("1", "√2 x₁", "√2 x₂", "x₁x₂", "x₁x₂", "x₁²", "x₂²"),
        Polynomial(degree=2, gamma=1.0, coef0=1.0),
        lambda a, b: (np.ones_like(a), ROOT2 * a, ROOT2 * b, a * b, a * b, a * a, b * b),
    ),
    # an interval of the line becomes what lies below a line of the plane
    "parabola": Lift(
        "Parabola: x → (x, x²)",
        "φ(x) = (x₁, x₁²)",
        ("x₁", "x₁²"),
        Powers((1, 2)),
        lambda a, b: (a, a * a),
        flat=True,
    ),
    # a disc of the plane becomes what lies below a plane
    "paraboloid": Lift(
        "Paraboloid",
        "φ(x) = (x₁, x₂, x₁² + x₂²)",
        ("x₁", "x₂", "x₁² + x₂²"),
        Round(),
        lambda a, b: (a, b, a * a + b * b),
    ),
    "cusp": Lift(
        "Cusp: x → (x³, x²)",
        "φ(x) = (x₁³, x₁²)",
        ("x₁³", "x₁²"),
        Powers((3, 2)),
        lambda a, b: (a * a * a, a * a),
        flat=True,
    ),
}


def dimension(n_features: int, degree: int) -> int:
    """The number of coordinates of `polynomial_map`: (d + p)! / (d! p!) for d features, degree p.

    That many monomials of d variables have a degree of at most p.
    """
    return comb(n_features + degree, degree)


def multiplications(n_features: int, degree: int) -> int:
    """The multiplications in (1 + <x, z>)^p: d for the inner product, p - 1 for the power."""
    return n_features + degree - 1


def polynomial_map(X: npt.ArrayLike, degree: int) -> Array:
    """A map phi with <phi(x), phi(z)> = (1 + <x, z>)^p: shape (n, D) for X of shape (n, d).

    A coordinate for every monomial of degree at most p, x_1^k_1 ... x_d^k_d times the root of the
    multinomial coefficient p! / (k_0! k_1! ... k_d!), where k_0 = p - k_1 - ... - k_d; D is
    `dimension(d, p)`. The monomials are formed feature by feature, ordered by their degree.

    Raises ValueError if the degree is below 1.
    """
    if degree < 1:
        raise ValueError(f"degree must be at least 1, got {degree}")
    X = np.asarray(X, dtype=float)
    roots = np.sqrt([float(factorial(k)) for k in range(degree + 1)])
    levels = [np.ones((len(X), 1)), *(np.empty((len(X), 0)) for _ in range(degree))]
    for x in X.T:
        powers = [x[:, None] ** k / roots[k] for k in range(degree + 1)]
        levels = [
            np.hstack([levels[s - k] * powers[k] for k in range(s + 1)]) for s in range(degree + 1)
        ]
    return np.hstack([levels[s] * (roots[-1] / roots[degree - s]) for s in range(degree + 1)])


class Term(NamedTuple):
    """One product of an inner product: a coordinate's name, its two values, their product."""

    name: str
    x: float
    z: float
    product: float


@dataclass(frozen=True)
class Agreement:
    """Both sides of K(x, z) = <phi(x), phi(z)> in numbers.

    terms, total : phi_k(x) phi_k(z) for each coordinate, and their sum
    plain, inner : the same of x and z themselves, from which the kernel is computed
    kernel : K(x, z) by the kernel itself, without the map
    """

    lift: Lift
    terms: tuple[Term, ...]
    total: float
    plain: tuple[Term, ...]
    inner: float
    kernel: float


def agreement(lifts: Lift | tuple[Lift, ...], x: Array, z: Array) -> tuple[Agreement, ...]:
    """Both sides for two points of the plane, each of shape (2,); one entry a lift."""
    x, z = np.asarray(x, dtype=float), np.asarray(z, dtype=float)
    plain = _terms(("x₁", "x₂"), x, z)
    inner = plain[0].product + plain[1].product
    found = []
    for lift in lifts if isinstance(lifts, tuple) else (lifts,):
        terms = _terms(lift.names, lift.map(x[None])[0], lift.map(z[None])[0])
        total = float(sum(term.product for term in terms))
        known = float(lift.kernel(x[None], z[None])[0, 0])
        found.append(Agreement(lift, terms, total, plain, inner, known))
    return tuple(found)


def _terms(names: tuple[str, ...], u: Array, v: Array) -> tuple[Term, ...]:
    rows = zip(names, u.tolist(), v.tolist(), strict=True)
    return tuple(Term(name, a, b, a * b) for name, a, b in rows)


def written_out(found: Agreement) -> tuple[str, str]:
    """Both sides as lines of text with their numbers: by the map, and by the kernel.

    Numbers have four digits: who multiplies them by hand gets the sums up to such rounding.
    """
    phi = found.lift.formula.partition("(")[0]
    by_map = f"⟨{phi}(x), {phi}(z)⟩ = {_products(found.terms)} = {_number(found.total)}"
    return by_map, f"K(x, z) = {' = '.join(_steps(found))} = {_number(found.kernel)}"


def _steps(found: Agreement) -> tuple[str, str]:
    """The kernel with the numbers of both points put in, and with its inner products worked out."""
    kernel = found.lift.kernel
    inner, value = _products(found.plain), _number(found.inner)
    if isinstance(kernel, Powers):
        one, worked = _products(found.plain[:1]), _number(found.plain[0].product)
        first, second = (
            " + ".join(f"({text}){SUPERSCRIPTS[p]}" for p in kernel.powers)
            for text in (one, worked)
        )
        return first, second
    if isinstance(kernel, Round):
        x, z = (tuple(getattr(term, name) for term in found.plain) for name in "xz")
        squares = [" + ".join(f"{_factor(v)}·{_factor(v)}" for v in point) for point in (x, z)]
        sizes = [_number(sum(v * v for v in point)) for point in (x, z)]
        return f"{inner} + ({squares[0]})·({squares[1]})", f"{value} + {sizes[0]}·{sizes[1]}"
    if getattr(kernel, "coef0", 0.0):
        return f"(1 + {inner})²", f"(1 + {_factor(found.inner)})²"
    return f"({inner})²", f"({value})²"


def _products(terms: tuple[Term, ...]) -> str:
    return " + ".join(f"{_factor(term.x)}·{_factor(term.z)}" for term in terms)


def _factor(value: float) -> str:
    text = _number(value)
    return f"({text})" if text.startswith("−") else text


def _number(value: float) -> str:
    return f"{value + 0.0:.4g}".replace("-", "−")  # + 0.0: no minus before a 0


# --- Kernel PCA: coordinates along the directions of feature space with most variance ---

EPS = float(np.finfo(float).eps)


def principal(K: Array, count: int) -> tuple[Array, Array]:
    """The first kernel PCA coordinates of the points of K, (n, count), and their shares, (count,).

    sqrt(lambda_k) v_k of H K H, H = 1 - 11'/n, signed so that the entry that is largest in size is
    positive; a share is lambda_k / trace(H K H). Both are 0 beyond the rank.

    Source: Schölkopf, Smola, Müller, Nonlinear component analysis as a kernel eigenvalue problem
    (1998), https://doi.org/10.1162/089976698300017467
    """
    n = len(K)
    coordinates, shares = np.zeros((n, count)), np.zeros(count)
    if not n:
        return coordinates, shares
    middle, noise = centred(K), rounding(K)
    values, vectors = np.linalg.eigh(middle)
    trace = float(middle.trace())
    for k in range(min(count, n)):
        value, v = float(values[-1 - k]), vectors[:, -1 - k]
        if value > noise:
            coordinates[:, k] = np.sqrt(value) * v * np.sign(v[np.abs(v).argmax()])
            shares[k] = value / trace if trace > 0.0 else np.nan
    return coordinates, shares


def centred(K: Array) -> Array:
    """H K H with H = 1 - 11'/n: the Gram matrix of the points around their mean."""
    once = K - K.mean(axis=0)
    return np.asarray(once - once.mean(axis=1)[:, None])


def rounding(K: Array) -> float:
    """What rounding makes of an eigenvalue 0 of H K H."""
    return len(K) ** 2 * EPS * float(np.abs(K).max())


# --- Where a plane cuts a box ---


def cut(w: Array, level: float, low: Array, high: Array) -> Array:
    """Where <w, u> = level cuts the box from `low` to `high`, each (D,): the corners in order.

    (k, 3) for D = 3 with k from 3 to 6, (2, 2) for D = 2; empty where nothing is cut, w is 0 or
    D is another number.
    """
    d = len(w)
    if d not in (2, 3):
        return np.empty((0, d))
    corners = np.array(np.meshgrid(*[(0.0, 1.0)] * d, indexing="ij")).reshape(d, -1).T
    size = high - low
    values = (low + corners * size) @ w - level
    first, second = np.triu_indices(2**d, 1)
    edges = np.abs(corners[first] - corners[second]).sum(axis=1) == 1.0
    changes = (values[first] >= 0.0) != (values[second] >= 0.0)
    i, j = first[edges & changes], second[edges & changes]
    if not len(i):
        return np.empty((0, d))
    t = values[i] / (values[i] - values[j])
    unit = corners[i] + t[:, None] * (corners[j] - corners[i])  # every axis counts alike
    if d == 3:
        normal = w * size
        across = np.cross(normal, np.eye(3)[np.abs(normal).argmin()])
        away = unit - unit.mean(axis=0)
        angle = np.arctan2(away @ np.cross(normal, across) / np.linalg.norm(normal), away @ across)
        unit = unit[angle.argsort()]
    return np.asarray(low + unit * size)
