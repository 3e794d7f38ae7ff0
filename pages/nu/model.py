"""The models with nu: classification, one class, and the sphere around it."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar

import numpy as np

from pages.datasets.limits import Extent
from pages.state.board.experiment import Experiment, with_default_training
from pages.state.link.choices import CheckedChoices
from pages.state.model.grid import DecisionGrid, decision_grid, level_lines
from pages.state.model.nu_solution import MODES, NuSolution, kept, solved
from pages.state.model.run import Data, Run, data_of
from pages.state.model.scene import Scene, cover, scene, simplify_polyline
from pages.state.model.square_distance import SquareDistance
from pages.state.text.board_words import EMPTY_BOARD
from pages.state.text.number_format import number
from pages.state.text.verdict import sentence as said_of
from svmcore.arrays import Array, Bools, read_only
from svmcore.engine import Space, space_of
from svmcore.kernels import Kernel, diagonal_of
from svmcore.model import Model
from svmcore.params import param
from svmcore.problems.certificate import Certificate, Status

# --- Models in which a share nu replaces C: nu-SVM, one class, and the sphere around it ---

NODES = 24  # models of a sweep
TIE_TOL = 1e-9  # difference of two shares that only rounding errors have made
OUTSIDE = {  # of no, of one, of several points
    "nu_svc": (
        "margin errors",
        "a margin error (cross, red if misclassified)",
        "margin errors (crosses, red if misclassified)",
    ),
    "one_class": ("outside (f(x) < 0)", "outside (cross, f(x) < 0)", "outside (crosses, f(x) < 0)"),
    "sphere": ("outside", "outside (cross)", "outside (crosses)"),
}
UNFINISHED = "It is not certified optimal."
NO_WIDTH = {
    "nu_svc": "With ν = {nu} no margin was found that has a width (ρ = 0 up to rounding): a "
    "larger ν or a more flexible kernel may help.",
    "sphere": "With ν = {nu} no sphere was found whose R² is above 0 by more than rounding.",
    "one_class": "With ν = {nu} no outline was found that separates the points from the origin of "
    "feature space (ρ = 0 up to rounding): the RBF kernel always has one.",
}


@dataclass(frozen=True)
class NuSettings(CheckedChoices):
    """Which model, and the share nu of the points that it bounds."""

    mode: str = "nu_svc"
    nu: float = param(
        0.2,
        0.01,
        1.0,
        label="ν",
        help="Upper bound on the share of points outside, lower bound on that of support vectors.",
    )

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"mode": MODES}

    @property
    def one(self) -> bool:
        """Whether all points are of one class: their labels are ignored."""
        return self.mode != "nu_svc"


@dataclass(frozen=True, eq=False, kw_only=True)
class NuRun:
    """What came out; `model`, `status` and `certificate` are None where no model was trained.

    model : f, for the nu-machine divided by rho, so that its margins are f = -1 and +1; for the
        sphere R^2 - |phi(x) - c|^2
    a : shape (n,), the multipliers before that, 0 <= a_i <= 1 with sum a = nu n
    rho : what y f has to reach before the division; for one class what f + rho has to reach; for
        the sphere R^2
    support, bound : a > 0 and a = 1
    outside : y f < 1, the margin errors of the nu-machine; f < 0 for one class
    largest : the largest nu there is, 2 min(n+, n-) / n for the nu-machine, 1 for one class
    sentence : the result in plain words, or why there is no model
    certificate : the proof of min 1/2 |w|^2 - nu rho n + sum_i max(0, rho - s_i g(x_i)) with
        s = y and g = f before the division, for one class with s = 1 and g = f + rho; for the
        sphere that of `data_description`

    Sources: Schoelkopf, Smola, Williamson and Bartlett, New support vector algorithms, Neural
    Computation 12 (2000), propositions 5 and 6; Schoelkopf, Platt, Shawe-Taylor, Smola and
    Williamson, Estimating the support of a high-dimensional distribution, Neural Computation 13
    (2001), proposition 4; Tax and Duin, Support vector data description, Machine Learning 54
    (2004).
    """

    experiment: Experiment
    choice: NuSettings
    data: Data
    largest: float
    sentence: str = ""
    model: Model | None = None
    a: Array
    rho: float = 0.0
    support: Bools
    bound: Bools
    outside: Bools
    status: Status | None = None
    certificate: Certificate | None = None

    @cached_property
    def drawn(self) -> Run:
        """Points and model in the form of which a scene can be made: always the same object."""
        return Run(self.experiment, self.data, self.model)

    @cached_property
    def scores(self) -> Array:
        """f(x_i), shape (n,); zeros without a model."""
        return self.drawn.scores

    @property
    def C(self) -> float | None:
        """1 / rho: the soft margin with this C is the same model. None where there is none."""
        if self.model is None or self.choice.one:
            return None
        return 1.0 / self.rho

    @property
    def sphere_C(self) -> float | None:
        """1 / (nu n), the C of min R^2 + C sum_i xi_i; None for what is no sphere."""
        if self.model is None or self.choice.mode != "sphere":
            return None
        return 1.0 / (self.choice.nu * len(self.data))

    @property
    def alpha(self) -> Array:
        """The multipliers of `model`, shape (n,): a C, for the sphere too, or a for one class."""
        return self.a * (self.C or self.sphere_C or 1.0)

    @property
    def outside_share(self) -> float:
        """The share of margin errors, or of points outside."""
        return float(self.outside.sum()) / max(1, len(self.data))

    @property
    def support_share(self) -> float:
        """The share of support vectors."""
        return float(self.support.sum()) / max(1, len(self.data))


@dataclass(frozen=True, eq=False)
class NuSweep:
    """The shares for many nu, all of shape (m,); NaN where there is no model.

    nu : evenly from largest / m to the largest there is
    outside, support : the shares that nu bounds from above and from below
    rho : of the model before its division
    """

    mode: str
    nu: Array
    outside: Array
    support: Array
    rho: Array


def nu_run(experiment: Experiment, choice: NuSettings) -> NuRun:
    """The model with this nu on the points and the kernel of an experiment.

    Its C and how it is trained play no part: experiments that differ in these share one result.
    """
    return _nu_run(_plain(experiment), choice)


def nu_sweep(experiment: Experiment, mode: str, nodes: int = NODES) -> NuSweep:
    """The shares outside and of support vectors over nu; empty where there is nothing to train.

    It trains `nodes` models: for hundreds of points and a kernel that is not smooth, seconds.
    """
    return _nu_sweep(_plain(experiment), mode, nodes)


def largest_nu(data: Data, mode: str) -> float:
    """The largest nu for which there is a model; 0 where the points have none at all.

    In the nu-machine each class carries sum a = nu n / 2, and a <= 1: 2 min(n+, n-) / n.
    """
    if not len(data):
        return 0.0
    few = min(int((data.y > 0.0).sum()), int((data.y < 0.0).sum()))
    return 2.0 * few / len(data) if mode == "nu_svc" else 1.0


def _plain(experiment: Experiment) -> Experiment:
    """What the model depends on."""
    return replace(with_default_training(experiment), C=Experiment.C)


@lru_cache(maxsize=32)
def _nu_run(experiment: Experiment, choice: NuSettings) -> NuRun:
    data = data_of(experiment)
    largest = largest_nu(data, choice.mode)
    a = read_only(np.zeros(len(data)))
    nobody = kept(np.zeros(len(data), dtype=bool))
    nothing = NuRun(
        experiment=experiment,
        choice=choice,
        data=data,
        largest=largest,
        a=a,
        support=nobody,
        bound=nobody,
        outside=nobody,
    )
    if largest == 0.0 or choice.nu > largest * (1.0 + TIE_TOL):
        return replace(nothing, sentence=_why_none(nothing))
    found = solved(_space(experiment), data.y, choice.mode, min(choice.nu, largest))
    judged = replace(nothing, status=found.status, certificate=found.certificate)
    if not found.real:
        return replace(judged, sentence=NO_WIDTH[choice.mode].format(nu=number(choice.nu)))
    trained = replace(
        judged,
        model=_model(experiment, choice.mode, data, found),
        a=read_only(found.a),
        rho=found.rho,
        support=found.support,
        bound=found.bound,
        outside=found.outside,
    )
    return replace(trained, sentence=_nu_sentence(trained))


def _model(experiment: Experiment, mode: str, data: Data, found: NuSolution) -> Model:
    kernel = experiment.build_kernel()
    if mode == "sphere":
        alpha = read_only(found.a / found.a.sum())
        return Model(SquareDistance(kernel), data.X, alpha, found.b)
    if mode == "one_class":
        return Model(kernel, data.X, read_only(found.a), found.b)
    return Model(kernel, data.X, read_only(data.y * found.a / found.rho), found.b / found.rho)


@lru_cache(maxsize=16)
def _nu_sweep(experiment: Experiment, mode: str, nodes: int) -> NuSweep:
    data = data_of(experiment)
    largest = largest_nu(data, mode)
    nus = largest * np.arange(1, nodes + 1) / nodes if largest > 0.0 else np.zeros(0)
    rows = np.full((len(nus), 3), np.nan)
    for k, nu in enumerate(nus):
        found = solved(_space(experiment), data.y, mode, float(nu))
        if found.real:
            rows[k] = found.outside.mean(), found.support.mean(), found.rho
    return NuSweep(mode, read_only(nus), *(read_only(column) for column in rows.T))


@lru_cache(maxsize=4)
def _space(experiment: Experiment) -> Space:
    return space_of(experiment.build_kernel(), data_of(experiment).X)


def _why_none(run: NuRun) -> str:
    """Why nothing was trained."""
    if not len(run.data):
        return EMPTY_BOARD
    if run.largest == 0.0:
        return said_of(run.drawn)
    n = len(run.data)
    few = round(0.5 * run.largest * n)
    return (
        f"ν = {number(run.choice.nu)} is too large: the α of each class sum to half of ν n, "
        "and the "
        f"smaller class has {few} of {n} points, so ν may be at most {number(run.largest)}."
    )


def _nu_sentence(run: NuRun) -> str:
    """Both shares on their sides of nu, and the C of the soft margin that this is."""
    out, held = int(run.outside.sum()), int(run.support.sum())
    named = OUTSIDE[run.choice.mode][min(out, 2)]
    found = f"{out} of {len(run.data)} points {'is' if out == 1 else 'are'} {named}"
    vectors = "1 is a support vector" if held == 1 else f"{held} are support vectors"
    low, middle, high = (
        f"{number(100.0 * share, 4)} %"
        for share in (run.outside_share, run.choice.nu, run.support_share)
    )
    text = f"{found}, {vectors}: " + f"{low} ≤ ν = {middle} ≤ {high}".replace(" ", "\u00a0")
    if run.C is not None:
        text += ", and " + f"C = 1/\u2060ρ = {number(run.C, 4)}".replace(" ", "\u00a0")
    text += "."
    if run.status is Status.STATIONARY:
        return f"{text} This kernel is not positive semi-definite: a better solution may exist."
    return text if run.status is Status.OPTIMAL else f"{text} {UNFINISHED}"


# --- The geometry of a model with nu for its picture ---

TOP = 0.99  # of the surface of one class: words may not stand across f = -1 and +1


@lru_cache(maxsize=32)
def nu_scene(run: NuRun, view: Extent) -> Scene:
    """The geometry of a run for a picture that shows `view`.

    That of the nu-machine is a soft margin's. One class has f / rho as its surface, -1 where
    nothing is similar to the sample, cut off before -1 and +1, where it has no lines; of these it
    has the outline f = 0 alone. So has the sphere, with R^2 for rho.
    """
    if not run.choice.one or run.model is None:
        return scene(run.drawn, view)
    start = time.perf_counter()
    extent = cover(view)
    grid = decision_grid(run.model, extent)
    (outline,) = level_lines(grid, (0.0,), run.model)
    shown = DecisionGrid(grid.x, grid.y, read_only(np.clip(grid.values / run.rho, -TOP, TOP)))
    none = np.empty((0, 2))
    lines = (none, simplify_polyline(outline, extent), none)
    return Scene(
        run=run.drawn, extent=extent, grid=shown, lines=lines, seconds=time.perf_counter() - start
    )


# --- The one-class SVM beside the sphere with the same nu ---

EQUAL = 1e-12  # relative difference of two K(x, x) that only rounding errors have made
PROBES = np.array([[0.0, 0.0], [0.7, -1.3], [3.1, 2.2], [-4.0, 0.9]])


@dataclass(frozen=True, eq=False)
class OutlinePair:
    """A sphere and the one-class SVM on the same points with the same nu.

    same : whether K(x, x) is constant, for which both are one problem
    differ : how many points are outside one outline alone; all that are, without `one_class.model`
    """

    sphere: NuRun
    one_class: NuRun
    same: bool
    differ: int


@lru_cache(maxsize=32)
def outline_pair(sphere: NuRun) -> OutlinePair | None:
    """The one-class SVM beside a sphere; None for what is no sphere.

    The dual of the sphere is max sum_i alpha_i K_ii - alpha' K alpha. Where K(x, x) is constant the
    first term is, and what is left is the dual of the one-class SVM.
    """
    if sphere.choice.mode != "sphere" or sphere.model is None:
        return None
    other = nu_run(sphere.experiment, replace(sphere.choice, mode="one_class"))
    same = constant_diagonal(sphere.experiment.build_kernel())
    return OutlinePair(sphere, other, same, int((sphere.outside != other.outside).sum()))


def constant_diagonal(kernel: Kernel) -> bool:
    """Whether K(x, x) is the same at all of some places in the plane."""
    square = diagonal_of(kernel, PROBES)
    return float(np.ptp(square)) <= EQUAL * float(np.abs(square).max())
