"""The model of a board of two classes, its points and its programs."""

from pages.export.figure_code import MODEL_FIGURE
from pages.export.points import two_class_table
from pages.export.program import Exported, ModelCode
from pages.export.program_text import short_name, title
from pages.export.sklearn_code import missing, sklearn_parts
from pages.export.svmcore_code import svmcore_parts
from pages.state.board.experiment import Experiment
from pages.state.model.run import Run, data_of, run

NO_MODEL = "There is no model to export: the points and settings of the board give none."


def two_class_points(experiment: Experiment) -> Exported:
    """The points of an experiment alone."""
    return Exported(name=experiment.dataset, points=two_class_table(data_of(experiment)))


def two_class_export(experiment: Experiment) -> Exported:
    """The points of an experiment, and its model."""
    result = run(experiment)
    return Exported(
        name=short_name(experiment),
        code=None if result.model is None else two_class_code(result),
        why=NO_MODEL if result.model is None else "",
        points=two_class_table(result.data),
    )


def two_class_code(result: Run) -> ModelCode:
    """The programs that train the model of a run again; there must be one."""
    lacks = missing(result)
    return ModelCode(
        title=title(result.experiment),
        ours=svmcore_parts(result),
        theirs=None if lacks else sklearn_parts(result),
        lacks=lacks,
        figure=MODEL_FIGURE,
    )
