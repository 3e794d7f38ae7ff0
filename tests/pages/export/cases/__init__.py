"""Models of all pages as they are exported, with the values that the pages show."""

from collections.abc import Callable

from tests.pages.export.case import Case
from tests.pages.export.cases.models import BOARDS, COURSES, SEVERAL, TUBES
from tests.pages.export.cases.rows import ROWS

CASES: dict[str, Callable[[], Case]] = BOARDS | TUBES | SEVERAL | COURSES | ROWS
# what the sentence says of models that scikit-learn lacks
LACKING = {
    "sigmoid": "not positive semi-definite",
    "sgd": "stopped before the optimum",
    "Huber hinge": "Huber",
    "nu linear": "NuSVC may choose others",
    "nu sigmoid": "not positive semi-definite",
    "sphere linear": "no support vector data description",
    "tube ill": "single precision",
    "tube of ends": "SVR may choose",
    "flat tube": "SVR may choose",
    "nu tube weighed": "stopped before the optimum",
    "tube descent all": "SGDRegressor has no kernels",
    "Weston-Watkins": "no Weston–Watkins scheme",
    "Crammer-Singer free": "penalises the biases",
    "class descent": "no Weston–Watkins loss",
    "class descent target": "no Weston–Watkins loss",
    "class descent batch": "no Crammer–Singer loss",
    "descent start of all": "no model before the first update",
    "minibatch": "never with a batch",
    "gd kernel": "SGDClassifier has no kernels",
    "pegasos": "no projection onto a ball",
    "mirror": "SGDClassifier has no kernels",
    "turned": "sets w to 0",
    "race": "SMO alone",
    "race of the squared hinge": "SMO alone",
    "table as it is": "no support vector lies on its margin",
    "Weston-Watkins folds": "no Weston–Watkins scheme",
}
UNCOUNTED = ("curve of scores",)  # LinearSVC does not know its support vectors
CHOICE = (
    "grid",
    "learning curve",
    "split",
    "folds of scores",
    "folds with a flat column",
    "table of all columns",
    "own table in a file",
    "race",
    "words",
    "descent stopped",
    "perceptron",
    "Crammer-Singer",
    "class descent random",
    "sphere",
    "labelling",
    "widest margin",
    "weighed",
    "hard",
    "logistic",
    "squared hinge",
    "nu tube",
    "tube descent weighed",
)
