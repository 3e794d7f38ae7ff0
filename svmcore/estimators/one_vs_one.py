"""Several classes as the votes of models for two."""

from abc import abstractmethod
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from sklearn.utils.multiclass import _ovr_decision_function

from svmcore.arrays import Array, Indices
from svmcore.engine import Space
from svmcore.estimators.fitting import Options, Part, options
from svmcore.estimators.kernel_estimator import KernelClassifier
from svmcore.estimators.training_data import KernelData, Sample


@dataclass(kw_only=True, eq=False, repr=False)
class OneVsOne(KernelClassifier):
    """A machine for every two classes, which vote; two classes need one machine.

    Models come in the order (0, 1), (0, 2), .. (1, 2), .. and are positive for the first class
    of their pair; the only model of two classes is positive for classes_[1].
    """

    solver: str = "auto"
    decision_function_shape: str = "ovr"
    break_ties: bool = False
    random_state: Any = None

    def _fit_classes(self, data: Sample, there: KernelData, index: Indices, factors: Array) -> None:
        parts, dual, members = self._fit_pairs(there, index, factors)
        held = [inside[dual[:, inside].any(0)] for inside in members]
        support = np.concatenate(held)
        self.n_support_ = np.array([len(inside) for inside in held], dtype=np.int32)
        self.n_iter_ = np.array([part.n_iter for part in parts], dtype=np.int32)
        intercept = np.array([part.intercept for part in parts])
        self._remember(data, there, support, dual[:, support], intercept, parts)

    def decision_function(self, X: Any) -> Array:
        """f at the rows of X: shape (m,) for two classes.

        For more, shape (m, classes): the votes for each class, ties broken by how clear they were
        ("ovr"); or shape (m, machines): what each machine says ("ovo").

        Raises NotFittedError before a fit, ValueError or TypeError where X does not fit it.
        """
        values = self._values(X)
        if len(self.classes_) == 2:
            return values[:, 0]
        if self.decision_function_shape == "ovr":
            return np.asarray(_ovr_decision_function(values < 0.0, -values, len(self.classes_)))
        return values

    def predict(self, X: Any) -> Any:
        """The class with most votes at each row of X; of several, the first.

        With `break_ties`, the one with the largest decision function.

        Raises NotFittedError, ValueError or TypeError if nothing was learnt, or X does not fit what
        was, or `break_ties` is asked for without decision_function_shape="ovr".
        """
        k = len(self.classes_) if hasattr(self, "classes_") else 0
        if self.break_ties and self.decision_function_shape == "ovo":
            raise ValueError("break_ties must be False when decision_function_shape is 'ovo'")
        if self.break_ties and k > 2:
            return self.classes_.take(self.decision_function(X).argmax(1))
        values = self._values(X)
        if k == 2:
            return self.classes_.take((values[:, 0] >= 0.0).astype(np.intp))
        votes = np.zeros((len(values), k), dtype=np.intp)
        for (first, second), value in zip(combinations(range(k), 2), values.T, strict=True):
            votes[:, first] += value > 0.0
            votes[:, second] += value <= 0.0
        return self.classes_.take(votes.argmax(1))

    @abstractmethod
    def _fit_part(self, space: Space, y: Array, factors: Array, how: Options) -> Part:
        """One machine for y in {-1, +1}, with the weights of the points."""

    def _fit_pairs(
        self, there: KernelData, index: Indices, factors: Array
    ) -> tuple[list[Part], Array, list[Indices]]:
        """The models; their coefficients in scikit-learn's layout; the points of each class.

        A point of class c takes part in k - 1 models: row j - 1 has its coefficient against a
        later class j, row i that against an earlier class i.
        """
        k, how = len(self.classes_), options(self)
        members = [np.flatnonzero(index == c) for c in range(k)]
        if k == 2:
            part = self._fit_part(there.space(), np.where(index, 1.0, -1.0), factors, how)
            return [part], part.coef[None], members
        parts, dual = [], np.zeros((k - 1, len(index)))
        for i, j in combinations(range(k), 2):
            rows = np.concatenate([members[i], members[j]])
            y = np.repeat([1.0, -1.0], [len(members[i]), len(members[j])])
            part = self._fit_part(there.space(rows), y, factors[rows], how)
            dual[j - 1, members[i]] = part.coef[: len(members[i])]
            dual[i, members[j]] = part.coef[len(members[i]) :]
            parts.append(part)
        return parts, dual, members

    def _join(self, products: list[Array]) -> Array:
        if len(products) == 1:
            return products[0]
        pairs = combinations(range(len(products)), 2)
        return np.stack([products[i][:, j - 1] + products[j][:, i] for i, j in pairs], axis=1)
