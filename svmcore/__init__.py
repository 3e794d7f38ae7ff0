"""Support vector machines that prove their answers.

    from svmcore import Experiment, change, run
    result = run(change(Experiment(), kernel="rbf", gamma=2.0, C=10.0))
    result.solution.certificate.relative_gap

`docs/architecture.md` shows the rooms of the house, `docs/adding.md` how to add to it.
"""

from svmcore.experiment import Experiment, change
from svmcore.run import Run, run
from svmcore.share import from_code, from_query, to_code, to_query
from svmcore.solvers import Solution, Status, solve

__all__ = [
    "Experiment",
    "Run",
    "Solution",
    "Status",
    "change",
    "from_code",
    "from_query",
    "run",
    "solve",
    "to_code",
    "to_query",
]
