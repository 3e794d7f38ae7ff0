"""The trained multiclass model and its decisions."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from svmcore.arrays import BLOCK_ENTRIES, Array, Indices, read_only
from svmcore.kernels import Kernel, on_grid
from svmcore.model import Model
from svmcore.multiclass.binary import pairs, vote_scores, votes
from svmcore.multiclass.joint_problem import JOINT
from svmcore.problems.certificate import Certificate, Status

SCHEMES = ("ovr", "ovo", *JOINT)


@dataclass(frozen=True, eq=False)
class Decision:
    """Decisions at q places, from the values of the components there, shape (q, m).

    scheme : of SCHEMES. `classes` : (k,), sorted, the class numbers of the columns of `scores`. The
    first of equals wins, as in https://scikit-learn.org/stable/modules/multiclass.html
    """

    values: Array
    classes: Indices
    scheme: str

    @cached_property
    def votes(self) -> Indices:
        """How many pairs each class wins, shape (q, k): f > 0 is the first one's vote.

        Raises ValueError if nobody votes: in every scheme but "ovo".
        """
        if self.scheme != "ovo":
            raise ValueError(f"only one-vs-one votes, got {self.scheme}")
        return votes(self.values > 0.0, len(self.classes))

    @cached_property
    def scores(self) -> Array:
        """One number a class, shape (q, k): the values, or those of `vote_scores`."""
        if self.scheme != "ovo":
            return self.values
        # the vote of f = 0 goes to the second of a pair, of f < 0 as well
        return vote_scores(self.values, self.values > 0.0, len(self.classes))

    @cached_property
    def places(self) -> Indices:
        """The column of the winning class, shape (q,): most votes, or the largest value."""
        return np.asarray((self.votes if self.scheme == "ovo" else self.values).argmax(1))

    @property
    def predicted(self) -> Indices:
        """The number of the winning class, shape (q,)."""
        return np.asarray(self.classes[self.places])


@dataclass(frozen=True, eq=False)
class ComponentProof:
    """The certificate of one of the problems that were solved, its status and n_iter."""

    certificate: Certificate
    status: Status
    n_iter: int


@dataclass(frozen=True, eq=False)
class MulticlassModel:
    """Multiclass model: components f_j = sum_i coef_ji K(x_i, .) + intercept_j, points X, (n, d).

    kernel : K.
    labels : the class number of each point, shape (n,).
    classes : the class numbers that points have, sorted, shape (k,): the others take no part.
    coef : (m, n), intercept : (m,); m = k, a score function a class ("ovr" and the joint schemes),
        or m = k (k - 1) / 2 ("ovo"): pairs (0, 1), (0, 2), .. (1, 2), .. of places in `classes`,
        positive for the first.
    C : (n,), the price of a loss at each point. scheme : of SCHEMES. bias_inside : see `Joint`.
    delta : the margin that is asked between scores (joint schemes), 1 for binary models.
    proofs : one for each problem that was solved: m of them, or the joint one.
    Arrays are read-only.
    """

    kernel: Kernel
    X: Array
    labels: Indices
    classes: Indices
    scheme: str
    coef: Array
    intercept: Array
    C: Array
    delta: float
    bias_inside: bool
    proofs: tuple[ComponentProof, ...]

    def __post_init__(self) -> None:
        for name in ("X", "coef", "intercept", "C"):
            object.__setattr__(self, name, read_only(getattr(self, name)))
        for name in ("labels", "classes"):
            frozen = np.array(getattr(self, name), dtype=np.intp)
            frozen.setflags(write=False)
            object.__setattr__(self, name, frozen)

    @property
    def k(self) -> int:
        """How many classes take part."""
        return len(self.classes)

    @property
    def joint(self) -> bool:
        """Whether all score functions come from one problem."""
        return self.scheme in JOINT

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The places in `classes` that the components of "ovo" tell apart, in their order."""
        return pairs(self.k)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the components: "0 vs. rest" ("ovr"), "0 vs. 1" ("ovo") or "class 0" (joint)."""
        if self.scheme == "ovo":
            return tuple(f"{self.classes[i]} vs. {self.classes[j]}" for i, j in self.pairs)
        return tuple(f"class {c}" if self.joint else f"{c} vs. rest" for c in self.classes)

    @cached_property
    def certificate(self) -> Certificate:
        """The joint proof, or those of all components as one: values added, errors the worst."""
        return Certificate.joined([proof.certificate for proof in self.proofs])

    @property
    def status(self) -> Status:
        """How training ended, of the worst component."""
        return max((proof.status for proof in self.proofs), key=tuple(Status).index)

    @property
    def n_iter(self) -> int:
        """Iterations of all components."""
        return sum(proof.n_iter for proof in self.proofs)

    @cached_property
    def support(self) -> Indices:
        """Points with weight in some component, shape (s,)."""
        return np.flatnonzero((self.coef != 0.0).any(0))

    def values(self, Z: Array) -> Array:
        """f of each component at the points Z, shape (len(Z), m)."""
        there, coef = self.X[self.support], self.coef[:, self.support].T
        found = np.empty((len(Z), len(self.coef)))
        step = max(1, BLOCK_ENTRIES // max(1, len(there)))
        for start in range(0, len(Z), step):
            rows = slice(start, start + step)
            found[rows] = self.kernel(Z[rows], there) @ coef
        return np.asarray(found + self.intercept)

    def on_grid(self, xs: Array, ys: Array) -> Array:
        """f of each component at (xs_a, ys_b), shape (len(ys), len(xs), m)."""
        there, coef = self.X[self.support], self.coef[:, self.support]
        grids = [on_grid(self.kernel, xs, ys, there, row) for row in coef]
        return np.asarray(np.stack(grids, axis=-1) + self.intercept)

    def judge(self, values: Array) -> Decision:
        """What values of the components, shape (.., m), say; places in the order of the rows."""
        return Decision(values.reshape(-1, len(self.coef)), self.classes, self.scheme)

    def decide(self, Z: Array) -> Decision:
        """What the model says at the points Z, shape (len(Z), d)."""
        return self.judge(self.values(Z))

    def predict(self, Z: Array) -> Indices:
        """The number of the winning class at the points Z, shape (len(Z),)."""
        return self.decide(Z).predicted

    def model(self, j: int) -> Model:
        """Component j by itself."""
        return Model(self.kernel, self.X, self.coef[j], float(self.intercept[j]))

    def pair(self, i: int, j: int) -> Model:
        """What tells place i of `classes` from place j: positive for i.

        "ovo": their own model, whose margins are +-1. Joint: f_i - f_j, whose margins are
        +-delta. "ovr": f_i - f_j too, where the winner changes, but no margin belongs to it.

        Raises ValueError if i and j are the same.
        """
        if i == j:
            raise ValueError(f"a pair needs two classes, got {i} twice")
        if self.scheme == "ovo":
            m, sign = self.pairs.index((min(i, j), max(i, j))), 1.0 if i < j else -1.0
            coef, b = sign * self.coef[m], sign * self.intercept[m]
        else:
            coef, b = self.coef[i] - self.coef[j], self.intercept[i] - self.intercept[j]
        return Model(self.kernel, self.X, coef, float(b))
