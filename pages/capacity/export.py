"""What Export offers on the page Capacity: the labelling that is drawn large, and its margin."""

from dataclasses import replace

from pages.capacity.model import KERNELS, labels_of
from pages.capacity.settings import CapacityView, ShatteredPoints
from pages.export.program import Exported
from pages.export.two_class import two_class_export, two_class_points
from pages.state.board.board import FIRST_PLACED_ID, Placed
from pages.state.board.experiment import Experiment, change
from svmcore.params import parameters


def capacity_export(view: CapacityView, chosen: ShatteredPoints, board: Experiment) -> Exported:
    """The points with their labels and the hard margin; of Cover's count the points alone."""
    if view.view != "shattering":
        return two_class_points(board)
    y = labels_of(view.shown, view.n)
    placed = tuple(
        Placed(x1, x2, int(label > 0.0), FIRST_PLACED_ID + k)
        for k, ((x1, x2), label) in enumerate(zip(chosen.places(view.n), y.tolist(), strict=True))
    )
    kernel = KERNELS[view.kernel]
    numbers = {one.name: getattr(kernel, one.name) for one in parameters(type(kernel))}
    words = {"kernel": view.kernel, "margin": "hard", **numbers}
    found = two_class_export(change(Experiment(), dataset="own", placed=placed, **words))
    return replace(found, name=f"{view.points}_labelling{view.shown + 1}_{view.kernel}")
