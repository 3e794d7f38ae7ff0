"""Programs that import NumPy alone: the loop of an animation, short enough to be typed.

Each keeps the model after every update in the list `path`.
"""

from typing import NamedTuple

import numpy as np

from pages.export.descent_code import DescentProgram
from pages.export.numpy_kernel import kernel_lines
from svmcore.kernels import Kernel
from svmcore.losses import Hinge, HuberHinge
from svmcore.multiclass.loss import ScoreLoss
from svmcore.objective import TubeLoss
from svmcore.sgd.schedule import BatchPlan
from svmcore.sgd.update_rules import Mirror

RATES = {
    "constant": "eta0",
    "inverse_sqrt": "eta0 / np.sqrt(t)",
    "inverse": "eta0 / t",
    "pegasos": "1.0 / (rho * t)",
}


class Slope(NamedTuple):
    """A loss in words, and the lines of the function that gives its slope."""

    loss: str
    lines: tuple[str, ...]


# in m, the margin y f(x), or for the tube the residual f(x) - z
SLOPES = {
    "Hinge": Slope("max(0, 1 - m)", ("return np.where(m < 1.0, -1.0, 0.0)",)),
    "SquaredHinge": Slope("max(0, 1 - m)^2", ("return -2.0 * np.maximum(0.0, 1.0 - m)",)),
    "HuberHinge": Slope("Huber hinge", ("return -np.clip((1.0 + h - m) / (2.0 * h), 0.0, 1.0)",)),
    "PerceptronLoss": Slope("max(0, -m)", ("return np.where(m <= 0.0, -1.0, 0.0)",)),
    "TubeLoss": Slope(
        "max(0, |m| - epsilon)", ("return np.where(np.abs(m) > epsilon, np.sign(m), 0.0)",)
    ),
}
# in the scores F, a row of k numbers for each point
CLASS_SLOPES = {
    "WestonWatkins": Slope(
        "sum over j != y of max(0, f_j - f_y + delta)",
        (
            "rows = np.arange(len(y))",
            "G = (F - (F[rows, y] - delta)[:, None] > 0.0).astype(float)",
            "G[rows, y] = 0.0",
            "G[rows, y] = -G.sum(axis=1)",
            "return G",
        ),
    ),
    "CrammerSinger": Slope(
        "max(0, max over j != y of f_j - f_y + delta)",
        (
            "rows, G = np.arange(len(y)), np.zeros_like(F)",
            "short = F - (F[rows, y] - delta)[:, None]",
            "short[rows, y] = 0.0",
            "rival = short.argmax(axis=1)",
            "G[rows, rival] = short[rows, rival] > 0.0",
            "G[rows, y] -= short[rows, rival] > 0.0",
            "return G",
        ),
    ),
    "OneVersusRest": Slope(
        "max(0, delta - f_y) + sum over j != y of max(0, delta + f_j)",
        (
            "sign = np.where(np.arange(F.shape[1]) == y[:, None], 1.0, -1.0)",
            "return np.where(delta - sign * F > 0.0, -sign, 0.0)",
        ),
    ),
}
PREDICT = '''

def predict(Z):
    """The class with the largest score at the rows of Z."""
    return classes[decision_function(Z).argmax(axis=1)]'''
SMO = """
K, lower, upper = kernel(X, X), np.minimum(0.0, y * C), np.maximum(0.0, y * C)
x, E = np.zeros(len(y)), y.copy()  # x = y alpha, E_i = y_i - sum_j x_j K_ij
path = [np.abs(x)]  # alpha after every step
for step in range({steps}):
    up = np.where(x < upper, E, -np.inf)  # where x may grow
    low = np.where(x > lower, E, np.inf)  # where x may fall
    i = up.argmax()
    if up[i] - low.min() <= {tol!r}:  # the KKT violation
        break
    curvature = np.maximum(K[i, i] + K.diagonal() - 2.0 * K[i], 1e-12)
    j = ((E[i] - low) / np.sqrt(curvature)).argmax()  # the largest gain
    room_i, room_j = upper[i] - x[i], x[j] - lower[j]
    d = min((E[i] - E[j]) / curvature[j], room_i, room_j)  # clipped to the box
    x[i] = upper[i] if d == room_i else x[i] + d
    x[j] = lower[j] if d == room_j else x[j] - d
    E = E - d * (K[i] - K[j])
    path.append(np.abs(x))
free = (lower < x) & (x < upper) & (x != 0.0)  # 0 < alpha < C
b = E[free].mean() if free.any() else (up.max() + low.min()) / 2.0"""


def numpy_descent(program: DescentProgram) -> str:
    """The loop of a descent of one score function; it ends with `decision_function`."""
    loss, plain, y = program.objective.loss, program.kernel is None, program.target
    name = "w" if plain else "a"
    numbers = f"h = {loss.h!r}" if isinstance(loss, HuberHinge) else ""
    numbers = f"epsilon = {loss.epsilon!r}" if isinstance(loss, TubeLoss) else numbers
    w, b = program.start or ([0.0] * (2 if y == "y" else 1), 0.0)
    zero = f"np.array({w!r}), {b!r}" if plain else f"np.zeros({program.plan.n}), {b!r}"
    slope = f"slope(f - {y}[B])" if isinstance(loss, TubeLoss) else "slope(y[B] * f) * y[B]"
    weight = " * weight[B]" if program.weighed else ""
    lines = [
        *_constants(program, numbers),
        *_functions(program.kernel, SLOPES[type(loss).__name__], "m"),
        *_batches(program.plan, program.last),
        *([] if plain else ["K = kernel(X, X)"]),
        f"{name}, b = {zero}",
        f"path = [({name}, b)]  # the model after every update",
        *(_radius(program) if _projects(program) else []),
        *(_theta(program, name) if isinstance(program.rule, Mirror) else []),
        "for t, B in enumerate(batches, start=1):  # update t sees the points B",
        f"    f = {'X[B] @ w' if plain else 'K[B] @ a'} + b",
        f"    g = {slope}{weight}",
        *(f"    {line}" for line in _update(program, name, "g.mean()")),
        f"    path.append(({name}, b))",
        *(_mean(name) if program.average and program.last else []),
    ]
    columns = 2 if y == "y" else 1
    return "\n".join([*lines, *_ending(f"f at the rows of Z, shape (m, {columns})", plain, name)])


def numpy_classes(program: DescentProgram, loss: ScoreLoss) -> str:
    """The same for several score functions, whose loss stands in the place of that of `program`.

    w, a and b have one column for each class.
    """
    plain = program.kernel is None
    name = "W" if plain else "A"
    rows = "X.shape[1]" if plain else "len(X)"
    share = " * share[B, None]" if program.weighed else ""
    lines = [
        "classes, y = np.unique(labels, return_inverse=True)",
        *_constants(program, f"delta = {loss.delta!r}"),
        *_functions(program.kernel, CLASS_SLOPES[type(loss).__name__], "F, y"),
        *_batches(program.plan, program.last),
        *([] if plain else ["K = kernel(X, X)"]),
        *(["share = weight / weight.mean()"] if program.weighed else []),
        *_class_start(program, name, rows),
        f"path = [({name}, b)]  # the model after every update",
        "for t, B in enumerate(batches, start=1):  # update t sees the points B",
        f"    F = {'X[B] @ W' if plain else 'K[B] @ A'} + b",
        f"    g = slope(F, y[B]){share}",
        *(f"    {line}" for line in _update(program, name, "g.mean(axis=0)")),
        f"    path.append(({name}, b))",
    ]
    about = "f of each class at the rows of Z, shape (m, classes)"
    return "\n".join([*lines, *_ending(about, plain, name, PREDICT.splitlines())])


def numpy_smo(kernel: Kernel, steps: int, tol: float) -> str:
    """SMO on the dual of X, y and C, at most so many steps."""
    lines = [*kernel_lines(kernel), *SMO.strip().format(steps=steps, tol=tol).splitlines()]
    return "\n".join([*lines, *_ending("f at the rows of Z, shape (m, 2)", False, "x")])


def _constants(program: DescentProgram, numbers: str) -> list[str]:
    J = program.objective
    if J.rho == 0.0:
        return [numbers, "", ""] if numbers else []
    size = "(|w|^2 + b^2)" if J.bias_inside else "|w|^2"
    more = [f"eta0 = {program.eta0!r}"] if program.rate != "pegasos" else []
    more += [numbers] if numbers else []
    return [
        f"rho, kappa = {J.rho!r}, {J.kappa!r}  # J = rho/2 {size} + kappa times the mean loss",
        *more,
        "",
        "",
    ]


def _functions(kernel: Kernel | None, slope: Slope, arguments: str) -> list[str]:
    return [
        *([] if kernel is None else kernel_lines(kernel)),
        f"def slope({arguments}):",
        f'    """A slope of the loss {slope.loss}."""',
        *(f"    {line}" for line in slope.lines),
        "",
        "",
    ]


def _batches(plan: BatchPlan, last: int) -> list[str]:
    """`batches`: the points that each update sees, up to the last update."""
    n, size = plan.n, plan.batch_size
    if size >= n:
        return [f"batches = [np.arange({n})] * {last}  # all points"]
    random, orders = plan.shuffle or plan.replace, f"[np.arange({n})] * {plan.epochs}"
    if plan.replace:
        orders = f"rng.integers({n}, size=({plan.epochs}, {n}))  # with replacement"
    elif plan.shuffle:
        orders = f"[rng.permutation({n}) for epoch in range({plan.epochs})]"
    return [
        *([f"rng = np.random.default_rng({plan.seed})"] if random else []),
        f"orders = {orders}",
        f"batches = [order[k : k + {size}] for order in orders for k in range(0, {n}, {size})]",
        *(
            [f"batches = batches[:{last}]  # up to the model that is shown"]
            if last < plan.total
            else []
        ),
    ]


def _class_start(program: DescentProgram, name: str, rows: str) -> list[str]:
    """Weights and biases before the first update."""
    size, k = f"({rows}, len(classes))", "len(classes)"
    if program.start_seed is None:
        return [f"{name}, b = np.zeros({size}), np.zeros({k})"]
    return [
        f"rng = np.random.default_rng({program.start_seed})",
        f"{name}, b = rng.standard_normal({size}), rng.standard_normal({k})",
    ]


def _projects(program: DescentProgram) -> bool:
    return not isinstance(program.rule, Mirror) and getattr(program.rule, "project", False)


def _radius(program: DescentProgram) -> list[str]:
    """Of the ball that holds the optimum: see `projection_radius`."""
    loss = program.objective.loss
    kappa = "kappa * weight.mean()" if program.weighed else "kappa"
    if isinstance(loss, Hinge):
        return [f"radius = np.sqrt({kappa} / rho)"]
    at_zero = float(loss(np.zeros(1))[0])
    return [f"radius = np.sqrt(2.0 * {at_zero!r} * {kappa} / rho)  # J(0) = rho/2 radius^2"]


def _theta(program: DescentProgram, name: str) -> list[str]:
    inside = program.objective.bias_inside
    return [f"theta, theta_b = 0.0 * {name}, 0.0" if inside else f"theta = 0.0 * {name}"]


def _update(program: DescentProgram, name: str, mean: str) -> list[str]:
    """The lines that make the next model of g, the slopes at the points of the batch."""
    J, plain = program.objective, program.kernel is None
    if J.rho == 0.0:  # the perceptron
        copied = ["a, b = a.copy(), b - g.sum()", "a[B] -= g"]
        return ["w, b = w - X[B].T @ g, b - g.sum()"] if plain else copied
    if isinstance(program.rule, Mirror):
        return [
            "theta = theta - kappa * X[B].T @ g / len(g)"
            if plain
            else "theta[B] -= kappa * g / len(g)",
            f"{name} = theta / (rho * t)",
            *(
                [f"theta_b = theta_b - kappa * {mean}", "b = theta_b / (rho * t)"]
                if J.bias_inside
                else [f"b = b - kappa * {mean} / (rho * t)"]
            ),
        ]
    lines = [
        f"eta = {RATES[program.rate]}",
        *(
            [f"{name} = {name} - eta * (rho * {name} + kappa * X[B].T @ g / len(g))"]
            if plain
            else [
                f"{name} = (1.0 - eta * rho) * {name}",
                f"np.subtract.at({name}, B, eta * kappa * g / len(g))  # B may have a point twice"
                if program.plan.replace
                else f"{name}[B] -= eta * kappa * g / len(g)",
            ]
        ),
        f"b = b - eta * (rho * b + kappa * {mean})"
        if J.bias_inside
        else f"b = b - eta * kappa * {mean}",
    ]
    if _projects(program):
        square = "w @ w" if plain else "a @ K @ a"
        lines += [
            f"size = np.sqrt({square}{' + b * b' if J.bias_inside else ''})",
            "if size > radius:  # back onto the ball",
            f"    {name} = {name} * (radius / size)",
            *(["    b = b * (radius / size)"] if J.bias_inside else []),
        ]
    return lines


def _mean(name: str) -> list[str]:
    return [
        f"{name} = np.mean([one for one, _ in path[1:]], axis=0)  # the mean of all models",
        "b = np.mean([one for _, one in path[1:]])",
    ]


def _ending(about: str, plain: bool, name: str, more: list[str] | None = None) -> list[str]:
    return [
        "",
        "",
        "def decision_function(Z):",
        f'    """{about}."""',
        "    Z = np.asarray(Z, dtype=float)",
        f"    return {'Z' if plain else 'kernel(Z, X)'} @ {name} + b",
        *(more or []),
        "",
        "",
        'print(f"after {len(path) - 1} updates b = {b}")',
        "",
    ]
