"""What Export offers on the page Dual: the model, and in the view Solvers the loop of SMO."""

from dataclasses import replace

from pages.dual.model.smo_record import MOST_STEPS, first_tie, smo_record
from pages.dual.settings import DualView
from pages.export.numpy_code import numpy_smo
from pages.export.numpy_kernel import typed_gram
from pages.export.program import CodeParts, Exported
from pages.export.program_text import points_code
from pages.export.two_class import two_class_export
from pages.state.board.experiment import Experiment

TIE = (
    "In step {} two pairs have the same gain up to rounding, and the program with NumPy may take "
    "the other pair: from there on its steps are others, and they lead to the same optimum."
)


def dual_export(experiment: Experiment, view: DualView) -> Exported:
    """The points and the model; the steps of SMO are those of the animation."""
    exported = two_class_export(experiment)
    record = smo_record(experiment) if (view.dual, view.by) == ("smo", "smo") else None
    if exported.code is None or record is None:
        return exported
    data = f"import numpy as np\n\n{points_code(experiment, record.data)}"
    loop = CodeParts(data, numpy_smo(record.kernel, MOST_STEPS, record.experiment.tol))
    tie = first_tie(experiment, typed_gram)
    note = TIE.format(tie) if tie else ""
    return replace(exported, code=replace(exported.code, loop=loop, loop_note=note))
