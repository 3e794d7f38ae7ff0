"""The losses of the margin side by side, and the model that each makes of the same points."""

from pages.losses import panels
from pages.losses.export import losses_export
from pages.losses.model.choice import LossesSettings
from pages.losses.model.minimiser import loss_run
from pages.losses.text import RINGS, loss_cards
from pages.ui import display
from pages.ui.page_shell import run_page
from pages.ui.session import Session, value


def show(session: Session) -> None:
    """The picture with both boundaries, and the curves beside it."""
    run = loss_run(session.experiment, value(LossesSettings))
    left, right = display.columns()
    with left:
        panels.picture(session, run)
    with right:
        panels.curves(session, run)
        display.show_cards(*loss_cards(run))
        panels.words(session, run)


run_page(
    panels.sidebar,
    show,
    rings=RINGS,
    exports=lambda session: losses_export(session.experiment, value(LossesSettings)),
)
