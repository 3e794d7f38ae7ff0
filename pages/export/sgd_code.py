"""A descent as a program with scikit-learn's SGDClassifier or SGDRegressor: the same updates."""

from pages.export.descent_code import DescentProgram
from svmcore.losses import Hinge, SquaredHinge
from svmcore.objective import PerceptronLoss, TubeLoss

POWERS = {"constant": None, "inverse_sqrt": 0.5, "inverse": 1.0, "pegasos": 1.0}  # of 1 / t
WORDS: dict[type, str] = {Hinge: "hinge", SquaredHinge: "squared_hinge"}
WORDS |= {PerceptronLoss: "perceptron", TubeLoss: "epsilon_insensitive"}
ORDER = "# the points in the order in which they come, a row an epoch"
SCALE = "# the cost is divided by kappa: alpha = rho / kappa, and the rate is kappa times as large"
INTO_W = """
def features(Z):
    \"\"\"The points with one more coordinate, always 1: its weight is b.\"\"\"
    Z = np.asarray(Z, dtype=float)
    return np.column_stack([Z, np.ones(len(Z))])

"""


def sklearn_descent(found: DescentProgram) -> str:
    """The program: the same updates in the same order; see `DescentProgram.missing`."""
    inside = bias_in_w(found)
    value = "predict" if found.estimator == "SGDRegressor" else "decision_function"
    there = "features(Z)" if inside else "np.asarray(Z, dtype=float)"
    lines = [
        f"from sklearn.linear_model import {found.estimator}",
        "",
        *([INTO_W] if inside else []),
        *order_lines(found),
        *made(found),
        _trained(found),
        "",
        "",
        "def decision_function(Z):",
        f'    """f at the rows of Z, shape (m, {2 if found.target == "y" else 1})."""',
        f"    return sgd.{value}({there})",
        "",
        "",
        'print(f"after {sgd.t_ - 1:g} updates: w = {sgd.coef_.ravel()}, b = {sgd.intercept_}")',
        "",
    ]
    return "\n".join(lines)


def bias_in_w(found: DescentProgram) -> bool:
    """Whether b is penalised, as one more coordinate of w."""
    return found.objective.bias_inside and found.objective.rho > 0.0


def order_lines(found: DescentProgram) -> list[str]:
    """`seen`: the points that the updates see, in their order, up to the last update."""
    plan = found.plan
    rows = f"np.tile(np.arange({plan.n}), ({plan.epochs}, 1))"
    if plan.replace:
        drawn = f"integers({plan.n}, size=({plan.epochs}, {plan.n}))  # with replacement"
        rows = f"np.random.default_rng({plan.seed}).{drawn}"
    shuffle = f"order = np.random.default_rng({plan.seed}).permuted(order, axis=1)"
    return [
        ORDER,
        f"order = {rows}",
        *([shuffle] if plan.shuffle and not plan.replace else []),
        f"seen = order.ravel()[:{found.last}]  # up to the update whose model is shown",
    ]


def made(found: DescentProgram) -> list[str]:
    """The estimator, before its first update."""
    J, loss = found.objective, found.objective.loss
    eta0 = J.kappa / J.rho if found.rate == "pegasos" else found.eta0 * J.kappa
    power = POWERS[found.rate]
    scaled = f'learning_rate="invscaling", power_t={power!r}'
    options = [f'loss="{WORDS[type(loss)]}"']
    options += [f"epsilon={loss.epsilon!r}"] if isinstance(loss, TubeLoss) else []
    options += [f"alpha={J.rho / J.kappa!r}"] if J.rho > 0.0 else ["penalty=None"]
    options += ['learning_rate="constant"' if power is None else scaled, f"eta0={eta0!r}"]
    options += ["average=True"] if found.average else []
    options += ["fit_intercept=False"] if bias_in_w(found) else []
    options += ["shuffle=False", "max_iter=1", "tol=None"]
    note = [SCALE] if J.rho > 0.0 and J.kappa != 1.0 else []
    return [*note, f"sgd = {found.estimator}(", *(f"    {one}," for one in options), ")"]


def _trained(found: DescentProgram) -> str:
    """One call with all updates: `fit` for a start of its own, which needs both classes."""
    X = "features(X)" if bias_in_w(found) else "X"
    taken = [f"{X}[seen]", f"{found.target}[seen]"]
    weight = ["sample_weight=weight[seen]"] if found.weighed else []
    if found.start is None:
        classes = [] if found.estimator == "SGDRegressor" else ["classes=[-1.0, 1.0]"]
        return f"sgd.partial_fit({', '.join([*taken, *classes, *weight])})"
    w, b = found.start
    begin = [f"coef_init={[[*w, b] if bias_in_w(found) else w]!r}"]
    begin += [] if bias_in_w(found) else [f"intercept_init=[{b!r}]"]
    return f"sgd.fit({', '.join([*taken, *begin, *weight])})"
