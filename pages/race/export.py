"""What Export offers on the page Race: every solver, stopped at the moment that is looked at."""

from pages.export.figure_code import PLANE, PLANE_END, TWO_CLASSES
from pages.export.points import two_class_table
from pages.export.program import CodeParts, Exported, ModelCode
from pages.export.program_text import call, kernel_classes, points_code, short_name, title
from pages.race.model.race import TOL, Entrant, Race, Track, options_of
from pages.race.model.race_film import Watch
from pages.race.model.racers import RACERS
from pages.state.text.number_format import number
from svmcore.losses import LOSSES

NONE = "No solver has run yet: the export needs at least one."
LACKS = (
    "scikit-learn's code is left out: of these solvers it has SMO alone for kernels, and it gives "
    "the optimum, not the models on the way."
)
PERCEPTRON = """
class Perceptron:
    \"\"\"Steps for mistakes alone: it has a cost of its own, and one iterate is an epoch.\"\"\"

    unit = "epoch"

    def iterates(self, problem):
        cost = Objective(rho=0.0, kappa=1.0, bias_inside=False, loss=PerceptronLoss())
        return epochs(problem, cost, SCHEDULES["constant"])


"""
LONGEST = 88  # characters of a line
RUN = """
models = {{}}
for name, (solver, problem, n) in racers.items():
    found = solve(problem, solver, tol={tol}, max_iter=n, max_seconds=60.0, evenly=False)
    models[name] = Model(kernel, X, found.coef, found.intercept)
"""
END = """

def decision_function(Z):
    \"\"\"f at the rows of Z: shape (m, {m}), a column a solver.\"\"\"
    Z = np.asarray(Z, dtype=float)
    return np.column_stack([model(Z) for model in models.values()])


def cost(model):
    \"\"\"J = 1/2 |w|^2 + sum C loss(y f).\"\"\"
    return 0.5 * model.coef @ K @ model.coef + C @ loss(y * model(X))


optimum = {optimum}  # J of the exact optimum
for name, model in models.items():
    J = cost(model)
    print(f"{{name:20}} J = {{J:.10g}}, (J - J*) / J* = {{(J - optimum) / optimum:.4g}}")
"""
LINES = """colors = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999")
for k, name in enumerate(models):
    figure.add_contour(
        x=xs, y=ys, z=values[..., k], name=name, showscale=False, hoverinfo="skip",
        contours=dict(type="constraint", operation="=", value=0), showlegend=True,
        line=dict(color=colors[k % len(colors)], width=2),
    )
"""


def race_export(track: Track, race: Race | None, watch: Watch) -> Exported:
    """The points, and the models of all who ran, at the moment that is looked at."""
    name = f"{short_name(track.experiment)}_{track.loss}_{watch.at:g}{watch.by}"
    there = race is not None and race.track == track and len(race.entrants) > 0
    refusal = track.refusal()
    return Exported(
        name=name,
        code=_code(race, watch) if race is not None and there and not refusal else None,
        why="" if there and not refusal else refusal or NONE,
        points=two_class_table(track.data),
    )


def _code(race: Race, watch: Watch) -> ModelCode:
    track = race.track
    data = f"import numpy as np\n\n{points_code(track.experiment, track.data)}"
    unit = "passes" if watch.by == "passes" else "ms"
    moment = f"after {number(watch.at)} {unit}"
    return ModelCode(
        title=f"{title(track.experiment)}, {LOSSES[track.loss].title}: a race {moment}",
        ours=CodeParts(data, _svmcore(race, watch)),
        lacks=LACKS,
        figure=PLANE + LINES + TWO_CLASSES + PLANE_END,
    )


def _iterations(track: Track, entrant: Entrant, watch: Watch) -> int:
    """How many iterations of its solver lead to the moment."""
    kind = RACERS[entrant.racer].kind
    passes = float(entrant.passes[entrant.at(watch.at, watch.by)])
    return round(passes / kind.passes(len(track.data)))


def _svmcore(race: Race, watch: Watch) -> str:
    track = race.track
    kernel, loss = track.experiment.build_kernel(), LOSSES[track.loss]()
    entries = []
    for one in race.entrants:
        solver = RACERS[one.racer].build(dict(options_of(one.racer, track.experiment)))
        dual = solver.formulations[0] == "dual" and track.loss == "hinge"
        problem, n = "dual" if dual else "primal", _iterations(track, one, watch)
        entries.append((RACERS[one.racer].title, solver, problem, n))
    duals = any(problem == "dual" for _, _, problem, _ in entries)
    own = any(one.racer == "perceptron" for one in race.entrants)
    solvers = sorted({type(solver).__name__ for _, solver, _, _ in entries} - {"Perceptron"})
    lines = [
        "from svmcore import solve",
        f"from svmcore.kernels import {kernel_classes(kernel)}",
        f"from svmcore.losses import {type(loss).__name__}",
        "from svmcore.model import Model",
        *(["from svmcore.objective import Objective, PerceptronLoss"] if own else []),
        f"from svmcore.problems import {'DualProblem, ' * duals}PrimalProblem",
        *(["from svmcore.sgd.schedule import SCHEDULES"] if own else []),
        *_imported(solvers),
        *(
            ["from svmcore.solvers.stochastic import epochs", "", PERCEPTRON.rstrip(), "", ""]
            if own
            else [""]
        ),
        f"kernel, loss = {call(kernel)}, {call(loss)}",
        "K = kernel(X, X)",
        "primal = PrimalProblem(K, y, C, psd=True, loss=loss)",
        *(["dual = DualProblem(K, y, C, psd=True)"] if duals else []),
        "# each solver, its problem, and how many of its iterations had been made at the moment",
        "racers = {",
        *(
            f'    "{name}": ({call(solver)}, {problem}, {n}),'
            for name, solver, problem, n in entries
        ),
        "}",
    ]
    end = END.format(m=len(race.entrants), optimum=repr(race.optimum))
    return "\n".join(lines) + RUN.format(tol=repr(TOL)) + end


def _imported(solvers: list[str]) -> list[str]:
    """The line that imports them, or several."""
    if not solvers:
        return []
    names = "".join(f"    {name},\n" for name in solvers)
    line = f"from svmcore.solvers import {', '.join(solvers)}"
    return [line if len(line) <= LONGEST else f"from svmcore.solvers import (\n{names})"]
