"""The losses of the margin side by side, two penalties, and their models of the same points."""

from pages.losses import panels
from pages.losses.export import losses_export
from pages.losses.model.choice import LossesSettings
from pages.losses.model.minimiser import loss_run
from pages.losses.text import RINGS, loss_cards
from pages.ui import display
from pages.ui.page_shell import run_page
from pages.ui.session import Session, value


def show(session: Session) -> None:
    """The picture with both boundaries, and beside it the losses, or first the weights."""
    run = loss_run(session.experiment, value(LossesSettings))
    left, right = display.columns()
    with left:
        panels.picture(session, run)
    with right:
        (panels.weights if run.sparse else panels.curves)(session, run)
        display.show_cards(*loss_cards(run))
        if run.weights is not None:
            (panels.curves if run.sparse else panels.weights)(session, run)
        panels.words(session, run)


run_page(
    panels.sidebar,
    show,
    rings=RINGS,
    exports=lambda session: losses_export(session.experiment, value(LossesSettings)),
)
