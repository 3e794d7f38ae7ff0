"""Training of all support vector machines, to the last digit: `train(space, task)`."""

from svmcore.engine.methods.hulls import hard_margin
from svmcore.engine.solve import space_of, train
from svmcore.engine.spaces import FeatureSpace, GramSpace, KernelSpace, Space
from svmcore.engine.tasks import (
    Task,
    classification,
    data_description,
    nu_classification,
    nu_regression,
    one_class,
    regression,
)
from svmcore.problems.result import Result

__all__ = [
    "FeatureSpace",
    "GramSpace",
    "KernelSpace",
    "Result",
    "Space",
    "Task",
    "classification",
    "data_description",
    "hard_margin",
    "nu_classification",
    "nu_regression",
    "one_class",
    "regression",
    "space_of",
    "train",
]
