"""What SubgradientSVC refuses before it looks at data."""

from typing import Any

from svmcore.class_weight import BALANCED
from svmcore.estimators import parameters as law
from svmcore.losses import LOSSES
from svmcore.objective import CONVENTIONS, PerceptronLoss
from svmcore.sgd.schedule import SCHEDULES

COSTS = {**LOSSES, "perceptron": PerceptronLoss}
OWN_LAWS: dict[str, law.Law] = {
    "loss": law.one_of(*COSTS),
    "penalty": law.or_none(law.one_of("l2")),
    "objective": law.one_of(*CONVENTIONS),
    "learning_rate": law.one_of(*SCHEDULES),
    "eta0": law.POSITIVE,
    "max_iter": law.COUNT,
    "tol": law.or_none(law.SHARE),
    "n_iter_no_change": law.COUNT,
    "batch_size": law.or_none(law.COUNT),
    **dict.fromkeys(("shuffle", "average", "project", "warm_start"), law.one_of(True, False)),
}
STREAMED = tuple(name for name, way in CONVENTIONS.items() if "N" not in way.kappa)


def check_descent(estimator: Any) -> None:
    """Refuse what the parameters may not be, and what does not go together.

    Raises ValueError.
    """
    law.check_parameters(estimator, OWN_LAWS)
    pegasos = estimator.learning_rate == "pegasos"
    if estimator.penalty is None and (pegasos or estimator.project):
        what = "project=True" if estimator.project else "learning_rate='pegasos'"
        raise ValueError(f"{what} needs a penalty, got penalty=None")


def check_stream(estimator: Any) -> None:
    """`check_descent`, and refuse what depends on all points, which a stream does not know.

    Raises ValueError.
    """
    check_descent(estimator)
    if estimator.objective not in STREAMED:
        others, way = ", ".join(map(repr, STREAMED)), estimator.objective
        raise ValueError(f"objective={way!r} needs the number of all points: stream with {others}")
    asked = estimator.class_weight
    if isinstance(asked, str) and asked in BALANCED:
        raise ValueError(
            f"class_weight={asked!r} needs the labels of all points: stream with a dict of weights"
        )
