"""What the page Playground says."""

from pages.state.model.run import Run

HINT = "Drag a ringed point. Move C. Can you make the model overfit?"
TEST_LINK = "Does it overfit? Test it on new points"


def derivation_key(result: Run) -> str:
    """The derivation that a link beside a model opens."""
    if result.experiment.margin == "hard":
        return "objective"
    return "width" if result.experiment.kernel == "linear" else "slack"
