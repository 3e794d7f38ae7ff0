"""The regularisation path of an experiment: the model at some 100 to 200 values of C.

With weights omega point i has the bound C omega_i, so that at its bound alpha_i grows by omega_i as
C grows by 1. The machines are those of `svmcore.path.c_path`, which follows the optimum from event
to event; the moments of the record only choose at which C it is looked at.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pages.model_selection.splits import Split, held_out
from pages.state.board.experiment import Experiment, with_default_training
from pages.state.model.run import Data, data_of
from svmcore.arrays import Array, Bools, Indices, read_only
from svmcore.engine import space_of
from svmcore.kernels import Kernel
from svmcore.path import CPath, c_path
from svmcore.path.steps import BOUND, FREE
from svmcore.problems.certificate import Status

LOW, HIGH = 1e-2, 1e3  # the path's ends, further apart where the experiment's C asks for it
MOMENTS = 121  # even in log C: 24 a decade between the usual ends
ROUNDING = 4.0 * float(np.finfo(float).eps)  # of |w|^2, relative to the terms of its sum
MOST = 200  # moments together with those of the events, if the events fit

# what an event is called, of one point and of several
WORDS = {
    "zero->free": ("enters the margin", "enter the margin"),
    "free->zero": ("leaves the margin", "leave the margin"),
    "free->bound": ("reaches C", "reach C"),
    "bound->free": ("falls below C", "fall below C"),
    "zero->bound": ("enters the margin and reaches C", "enter the margin and reach C"),
    "bound->zero": ("falls below C and leaves the margin", "fall below C and leave the margin"),
}


class PathEvent(NamedTuple):
    """At C, `point` (counted as in the data) changes its state; kind is that of `Event`.

    moment : the first moment of the record at or after this C.
    """

    C: float
    point: int
    kind: str
    moment: int


@dataclass(frozen=True, eq=False)
class PathStates:
    """The models of M moments, over n points.

    alpha : (M, n), 0 for points kept apart. b : (M,). scores : (M, n), f at all points
    case : (M, n), 0 for alpha = 0, 1 free, 2 at C omega: the case from this C on
    """

    alpha: Array
    b: Array
    case: npt.NDArray[np.int8]
    scores: Array


@dataclass(frozen=True, eq=False)
class Curves:
    """What is drawn over C, each (M,).

    n_free, n_bound : the points of case 1 and of case 2. width : 2/|w|; infinite where w = 0 but
        for rounding
    train_error, test_error : the share of the points on the wrong side of f = 0 (f = 0 itself is
        class +1); test_error is NaN without points kept apart
    """

    n_free: Indices
    n_bound: Indices
    width: Array
    train_error: Array
    test_error: Array


@dataclass(frozen=True, eq=False, kw_only=True)
class PathRecord:
    """M moments of the path, C increasing; points are counted as in `data`.

    path : every C exactly, over the training points
    C : (M,)
    events : every one between the ends, in the order of C
    own : the moment of the experiment's own C
    """

    experiment: Experiment
    data: Data
    split: Split
    path: CPath
    C: Array
    states: PathStates
    curves: Curves
    events: tuple[PathEvent, ...]
    own: int

    def __len__(self) -> int:
        return len(self.C)

    @property
    def kernel(self) -> Kernel:
        return self.experiment.build_kernel()

    @property
    def proved(self) -> bool:
        """Whether every model of the path is certified to be the optimum."""
        return self.path.status is Status.OPTIMAL


def obstacle(experiment: Experiment) -> str:
    """Why there is no path, as a sentence; empty if there is one."""
    y = data_of(experiment).y
    if not len(y):
        return "There are no points yet: place some of both classes."
    if len(set(y.tolist())) < 2:
        return "Only one class has points: a model needs both."
    if not experiment.build_kernel().psd:
        return (
            "This kernel is not positive semi-definite, so there is no optimum to follow "
            "along C: choose another kernel."
        )
    return ""


def path_record(experiment: Experiment, test_share: float = 0.0) -> PathRecord | None:
    """The soft margin of the experiment's points and kernel for every C; None with an obstacle.

    `test_share` of each class, from 0 to below 1, is kept apart (see `held_out`). Margin,
    formulation and solver do not matter.
    """
    return _path_record(with_default_training(experiment), test_share)


@lru_cache(maxsize=8)
def _path_record(experiment: Experiment, test_share: float) -> PathRecord | None:
    if obstacle(experiment):
        return None
    low, high = ends(experiment.C)
    # the path is the same for every C: moving the slider of C does not walk it again
    split, path = _path(replace(experiment, C=1.0), test_share, low, high)
    data, C = data_of(experiment), _moments(path, experiment.C)
    states, square = _states(experiment, split.train, path, C)
    wrong = (states.scores >= 0.0) != (data.y > 0.0)
    with np.errstate(divide="ignore"):
        width = 2.0 / np.sqrt(square)
    return PathRecord(
        experiment=experiment,
        data=data,
        split=split,
        path=path,
        C=read_only(C),
        states=states,
        curves=Curves(
            n_free=(states.case == FREE).sum(axis=1),
            n_bound=(states.case == BOUND).sum(axis=1),
            width=read_only(width),
            train_error=read_only(_share(wrong[:, split.train])),
            test_error=read_only(_share(wrong[:, split.test])),
        ),
        events=tuple(
            PathEvent(e.C, int(split.train[e.point]), e.kind, int(np.searchsorted(C, e.C)))
            for e in path.events
        ),
        own=int(np.searchsorted(C, experiment.C)),
    )


def _states(
    experiment: Experiment, train: Indices, path: CPath, C: Array
) -> tuple[PathStates, Array]:
    """The models at some C, and their |w|^2, (M,), 0 where it is nothing but rounding."""
    data = data_of(experiment)
    alpha, case = np.zeros((len(C), len(data))), np.zeros((len(C), len(data)), dtype=np.int8)
    alpha[:, train] = path.alphas(C)
    case[:, train] = path.state[[path.stretch(float(c)) for c in C]]
    case.setflags(write=False)
    b = np.array([path.intercept(float(c)) for c in C])
    coef = (alpha * data.y)[:, train]
    K = experiment.build_kernel()(data.X[train], data.X)
    products = coef @ K
    square = np.maximum((coef * products[:, train]).sum(axis=1), 0.0)
    terms = ((np.abs(coef) @ np.abs(K[:, train])) * np.abs(coef)).sum(axis=1)
    states = PathStates(
        alpha=read_only(alpha), b=read_only(b), case=case, scores=read_only(products + b[:, None])
    )
    return states, np.where(square > ROUNDING * terms, square, 0.0)


def _share(wrong: Bools) -> Array:
    """The share of each row that is true, NaN for rows without entries."""
    return wrong.mean(axis=1) if wrong.shape[1] else np.full(len(wrong), np.nan)


def ends(C: float) -> tuple[float, float]:
    """The path's ends, powers of ten: 0.01 and 1000, or further apart where C is outside these."""
    low = min(LOW, 10.0 ** np.floor(np.log10(C)))
    high = max(HIGH, 10.0 ** np.ceil(np.log10(C)))
    return float(min(low, C)), float(max(high, C))  # log10 may be off by a rounding error


@lru_cache(maxsize=8)
def _path(
    experiment: Experiment, test_share: float, low: float, high: float
) -> tuple[Split, CPath]:
    data = data_of(experiment)
    split = Split.of(held_out(data.ids, data.y, test_share, experiment.seed))
    X, y, weight = (values[split.train] for values in (data.X, data.y, data.weight))
    return split, c_path(space_of(experiment.build_kernel(), X), y, low, high, shares=weight)


def _moments(path: CPath, own: float) -> Array:
    """Values of C, increasing: even in log C, the events' own where they are few, and `own`."""
    even = np.geomspace(path.C[0], path.C[-1], MOMENTS)
    even[[0, -1]] = path.C[[0, -1]]
    near = int(np.abs(np.log(even / own)).argmin())
    if 0 < near < MOMENTS - 1:  # its neighbour would be almost the same moment twice
        even[near] = own
    C = np.union1d(even, own)
    events = np.unique([event.C for event in path.events])
    return np.union1d(C, events) if len(C) + len(events) <= MOST else C


def describe_events(events: Iterable[PathEvent], top: str = "C") -> str:
    """Some events in words: "a point reaches C", "2 points enter the margin, 1 reaches C".

    `top` is what the bound is called.
    """
    counts = Counter(event.kind for event in events)
    if not counts:
        return ""
    parts: list[str] = []
    for kind, many in counts.most_common():
        one, several = WORDS[kind]
        subject = "" if parts else " points" if many > 1 else " point"
        did = (several if many > 1 else one).replace(" C", f" {top}")
        parts.append(f"{many}{subject} {did}")
    return "a" + parts[0][1:] if len(parts) == 1 and parts[0][:2] == "1 " else ", ".join(parts)
