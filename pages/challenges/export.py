"""What Export offers on the page Challenges: the board of a goal, or the task of the margin."""

from dataclasses import replace

from pages.challenges.settings import ChallengesView, LineTask
from pages.export.program import Exported
from pages.export.two_class import two_class_export, two_class_points
from pages.state.board.experiment import Experiment


def challenge_export(view: ChallengesView, task: LineTask, experiment: Experiment) -> Exported:
    """The model of the goal's board; of the task the points, and the optimum once it is shown."""
    if view.view == "goals":
        return two_class_export(experiment)
    chosen = task.drawing.experiment
    found = two_class_export(chosen) if task.shown else two_class_points(chosen)
    return replace(found, name=f"widest{task.seed}_{task.margin}")
