"""The model of the board as Python with `svmcore`: the same numbers by the same steps."""

from pages.export.program import CodeParts
from pages.export.program_text import call, kernel_classes, points_code
from pages.model_selection.margin_tolerance import MARGIN_TOLERANCE, UNFINISHED_MARGIN_TOLERANCE
from pages.state.model.run import Run
from svmcore.problems.certificate import Status

DEFAULT_TOL, DEFAULT_MAX_ITER = 1e-6, 100_000  # of `svmcore.solve`

SUPPORT = f'''
def support_vectors():
    """Which points have alpha > 0: those where a gradient step of the dual leaves it."""
    alpha, margins = y * solution.coef, y * model(X)
    if solution.status.name not in ("OPTIMAL", "STATIONARY"):
        # alpha is far from its end: on the margin or inside it
        return margins <= 1.0 + {UNFINISHED_MARGIN_TOLERANCE}
    spread = float(K.diagonal().mean() - K.mean())
    step = np.minimum(1.0 / spread if spread > 0.0 else np.inf, 10.0 * C)
    return alpha + step * (1.0 - margins) > {MARGIN_TOLERANCE} * step
'''
DECISION = '''
def decision_function(Z):
    """f(z) at the rows of Z, shape (m, 2): class +1 where it is 0 or more."""
    return model(np.asarray(Z, dtype=float))
'''
REPORT = """
proof = solution.certificate
print(f"status:          {solution.status.name} after {solution.n_iter} iterations")
print(f"objective:       {proof.primal:.10g}  (primal)")
"""
GAP = 'print(f"gap:             {proof.gap:.3g}  (relative: {proof.relative_gap:.3g})")'
VIOLATION = 'print(f"KKT violation:   {proof.violation:.3g}  (no gap: the kernel is not psd)")'
BIAS = 'print(f"b:               {solution.intercept:.10g}")'
COUNT = 'print(f"support vectors: {support_vectors().sum()} of {len(y)}")'

CLOCK = (
    "# The page stopped this run by its clock: another computer may come further, or less far.\n"
)


def svmcore_parts(result: Run) -> CodeParts:
    """The program that trains the model of a run again; there must be one.

    It states the problem of `pages.state.model.run`, takes its solver and its budget.
    """
    experiment, solver = result.experiment, result.experiment.build_solver()
    kernel = experiment.build_kernel()
    hard = experiment.margin == "hard"
    problem = "PrimalProblem" if experiment.formulation == "primal" else "DualProblem"
    budget = experiment.max_iter or solver.max_iter_default
    options = "" if experiment.tol == DEFAULT_TOL else f", tol={experiment.tol!r}"
    options += "" if budget == DEFAULT_MAX_ITER else f", max_iter={budget}"
    options += "" if kernel.psd else ", convex=False"
    imports = [
        "from svmcore import solve",
        *(["from svmcore.engine.methods.hulls import decide"] if hard else []),
        *(["from svmcore.engine.spaces import GramSpace"] if hard else []),
        "from svmcore.engine.solve import space_of",
        f"from svmcore.kernels import {kernel_classes(kernel)}",
        "from svmcore.model import Model",
        f"from svmcore.problems import {problem}",
        f"from svmcore.solvers import {type(solver).__name__}",
    ]
    training = [
        *imports,
        "",
        f"kernel = {call(kernel)}",
        "K = kernel(X, X)",
        "space = space_of(kernel, X)",
        'phi = getattr(space, "phi", None)  # features, where they are few',
        *(["hulls = decide(GramSpace(K) if phi is None else space, y)"] if hard else []),
        f"problem = {problem}(K, y, C, psd=kernel.psd, phi=phi{', hulls=hulls' if hard else ''})",
        f"solution = solve(problem, {call(solver)}{options})",
        "model = Model(kernel, X, solution.coef, solution.intercept)",
        "",
    ]
    gap = GAP if kernel.psd else VIOLATION
    report = REPORT + "\n".join([gap, BIAS, COUNT, ""])
    timed = result.solution is not None and result.solution.status is Status.TIMEOUT
    text = "\n".join(training) + f"\n{SUPPORT}\n{DECISION}\n" + (CLOCK if timed else "") + report
    data = f"import numpy as np\n\n{points_code(experiment, result.data)}"
    return CodeParts(data, text)
