"""What a browser needs to train the model of a picture itself, while the answer is on its way."""

from pages.datasets.limits import Extent
from pages.state.board.board import MAX_POINTS
from pages.state.model.run import Run
from svmcore.params import parameters
from svmcore.problems.certificate import Status

LOOSEST = 1e-3  # tolerance up to which the server's model looks like the optimum


def trainable(run: Run, view: Extent, show: tuple[str, ...]) -> dict[str, object] | None:
    """The kernel and all values that its model depends on, as the browser's `Trainable`.

    None where a browser has no use for it: without an optimum, with an infinite or a weighted C,
    or with too many points. The browser knows which kernels it can train. `view` is the box and
    `show` are the layers of the picture.
    """
    experiment, solution = run.experiment, run.solution
    if solution is None or solution.status is not Status.OPTIMAL or experiment.tol > LOOSEST:
        return None
    if experiment.margin == "hard" or run.data.top != "C" or len(run.data) > MAX_POINTS:
        return None
    kernel = experiment.build_kernel()
    values = {p.name: getattr(kernel, p.name) for p in parameters(kernel)}
    return {
        "kernel": experiment.kernel,
        "values": {"C": experiment.C, **values},
        "limit": MAX_POINTS,
        "view": list(view),
        "rings": "support" in show,
    }
