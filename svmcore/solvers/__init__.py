"""The solvers, and what each can do.

A solver says with `formulations`, `losses`, `hard` (C = infinity) and `indefinite` (a kernel that
is not positive semi-definite) which problems exist for it; the rest is not offered.
"""

from svmcore.problems.certificate import Status
from svmcore.solvers.auto import Auto
from svmcore.solvers.base import Iterate, Solution, Solver, solve
from svmcore.solvers.interior_point import InteriorPoint
from svmcore.solvers.newton import Newton
from svmcore.solvers.projected_gradient import ProjectedGradient
from svmcore.solvers.smo import SMO
from svmcore.solvers.stochastic import SGD, MiniBatch, Pegasos, Subgradient

__all__ = [
    "SGD",
    "SMO",
    "SOLVERS",
    "Auto",
    "InteriorPoint",
    "Iterate",
    "MiniBatch",
    "Newton",
    "Pegasos",
    "ProjectedGradient",
    "Solution",
    "Solver",
    "Status",
    "Subgradient",
    "solve",
]

SOLVERS: dict[str, type[Solver]] = {
    "auto": Auto,
    "smo": SMO,
    "projected_gradient": ProjectedGradient,
    "interior_point": InteriorPoint,
    "subgradient": Subgradient,
    "minibatch": MiniBatch,
    "sgd": SGD,
    "pegasos": Pegasos,
    "newton": Newton,
}
