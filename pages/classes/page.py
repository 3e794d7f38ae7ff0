"""More than two classes: four ways to tell them apart, and where each of them is not sure."""

from pages.classes.export import classes_export
from pages.classes.model import MulticlassDescent
from pages.classes.panels import descent, regions, side_by_side
from pages.classes.settings import ClassesView
from pages.state.detail import hidden_of_data
from pages.state.multiclass_run import Scheme
from pages.ui import controls, data_controls
from pages.ui.detail import more_settings
from pages.ui.multiclass_controls import scheme_menu
from pages.ui.page_shell import run_page
from pages.ui.session import Session, value
from pages.ui.show import PLAIN_RINGS
from pages.ui.widgets import heading, slider

VIEWS = {
    "regions": regions.show,
    "beside": side_by_side.show,
    "descent": descent.show,
}


def sidebar(session: Session) -> None:
    """The controls of a model for several classes."""
    data_controls.data(session, many=True)
    descends = value(ClassesView).view == "descent"
    heading("Descent" if descends else "Model")
    if descends:
        descent.sidebar()
        slider(session, data_controls.OWN["C"])
        descent.constant(session)
    else:
        scheme_menu(session)
    controls.kernel(session)
    more_settings(
        lambda: data_controls.more_of_data(session, many=True), hidden_of_data(session.experiment)
    )


run_page(
    sidebar,
    lambda session: VIEWS[value(ClassesView).view](session),
    "classes",
    ("regions", "zones", "support"),
    PLAIN_RINGS,
    follows=lambda: value(ClassesView).view,
    exports=lambda session: classes_export(
        session.experiment, value(Scheme), value(ClassesView), value(MulticlassDescent)
    ),
)
