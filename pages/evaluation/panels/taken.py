"""What Export takes of the view that is shown: its trial, with its split or its folds."""

from pages.evaluation.export import Judged, evaluation_export
from pages.evaluation.panels import common, probabilities
from pages.evaluation.panels.chosen import source_and_candidate
from pages.evaluation.settings import ONE_SPLIT, EvaluationSettings
from pages.export.program import Exported
from pages.ui.session import Session, value
from svmcore.model_selection.splits import leave_one_out


def exported(_: Session) -> Exported:
    """The model of the view, or why there is none."""
    of, by = source_and_candidate()
    settings = value(EvaluationSettings)
    once = settings.view in ONE_SPLIT
    if settings.view == "probabilities":
        found = probabilities.trial_of(of, by)
    else:
        found = common.trial_of(of, by) if once else common.trained(of, by)
    folds = () if once else common.folded(of)
    if settings.view == "leave_one_out":
        folds = common.attempt(of, lambda: leave_one_out(of.y))
    for answer in (found, folds):
        if isinstance(answer, str):
            return Exported(name="", why=answer)
    return evaluation_export(
        Judged(
            settings=settings,
            title=of.title,
            classes=of.class_names,
            trial=found,
            w=of.w,
            folds=folds,
            table=of.table,
        )
    )
