"""The sidebar, in the order of thought: data, model, kernel.

Every widget is drawn from the session and answers to it. A parameter that a dataset, a kernel or a
solver declares gets its slider here without a line of its own.
"""

from html import escape

import streamlit as st

from pages.model_selection.kernel_formula import KERNELS, atoms
from pages.state.detail import hidden_of_data, hidden_of_training
from pages.state.experiment import LOSS
from pages.state.kernel_words import kernel_notes
from pages.ui.data_controls import OWN, data, more_of_data
from pages.ui.detail import is_expert, more_settings
from pages.ui.session import Session
from pages.ui.widget_state import NO_MISTAKE
from pages.ui.widgets import bound, controlled, heading, segments, select, slider
from svmcore.params import Parameter
from svmcore.solvers import SOLVERS

RECIPE_HELP = (
    "Sums, products and powers of {} and numbers: "
    "`2 * rbf(gamma=3) + linear`, say, or `(1 + linear)^2`. The result is a valid "
    "kernel again."
)
MODEL_TITLES = {
    "soft": "Soft margin",
    "hard": "Hard margin",
    "primal": "Primal",
    "dual": "Dual",
}
SAME_OPTIMUM = {  # by the margin; true of any board, as an edit does not draw it anew
    "soft": "Same optimum for any points of two classes: strong duality.",
    "hard": "Same optimum if the classes can be separated: strong duality. If not, the primal is "
    "infeasible and the dual unbounded.",
}
INDEFINITE = (
    "The {} kernel is not positive semi-definite with these parameters: it has a soft margin only, "
    "trained in the dual."
)


def sidebar(session: Session, *, solver: bool = True) -> None:
    """All controls of an experiment, with or without those of its formulation and solver."""
    data(session)
    margin(session)
    if solver:
        _formulation(session)
    kernel(session)
    experiment = session.experiment
    hard = experiment.margin == "hard"

    def more() -> None:
        more_of_data(session, hard=hard)
        slider(session, OWN["tol"])
        if solver:
            slider(session, OWN["max_iter"], typed=True)

    training = hidden_of_training(experiment) if solver else ()
    more_settings(more, (*hidden_of_data(experiment, hard=hard), *training))


def dual_sidebar(session: Session) -> None:
    """The controls of the dual: formulation and solver are the page's own."""
    sidebar(session, solver=False)


def margin(session: Session) -> None:
    """Hard or soft, and C."""
    heading("Model")
    only = len(session.experiment.choices()["margin"]) == 1
    segments(session, "margin", _titles("hard", "soft"), disabled=only)
    slider(session, OWN["C"], off="∞" if session.experiment.margin == "hard" else "")
    if only:
        st.caption(INDEFINITE.format(KERNELS[session.experiment.kernel].title.lower()))


def _formulation(session: Session) -> None:
    experiment = session.experiment
    only = len(experiment.choices()["formulation"]) == 1
    segments(session, "formulation", _titles("primal", "dual"), disabled=only)
    if not only:
        st.caption(SAME_OPTIMUM[experiment.margin])
    if is_expert():
        _solver(session)


def _solver(session: Session) -> None:
    experiment = session.experiment
    choices = experiment.choices()
    missing = [
        cls.title
        for name, cls in SOLVERS.items()
        if LOSS in cls.losses and name not in choices["solver"]
    ]
    select(
        session,
        "solver",
        {name: SOLVERS[name].title for name in choices["solver"]},
        f"Not available for this margin, formulation and kernel: {', '.join(missing)}."
        if missing
        else "",
    )
    for parameter in experiment.parameters()["solver"]:
        slider(session, parameter)


def kernel(session: Session) -> None:
    """The choice of the kernel and its parameters."""
    kernel_of(session, tuple(KERNELS), session.experiment.parameters()["kernel"])


def kernel_of(session: Session, names: tuple[str, ...], declared: tuple[Parameter, ...]) -> None:
    """The choice among some kernels, and the parameters of the chosen one."""
    experiment = session.experiment
    heading("Kernel")
    st.pills(
        "Kernel",
        names,
        format_func=lambda name: KERNELS[name].title,
        required=True,
        label_visibility="collapsed",
        width="stretch",
        **controlled(session, "kernel"),
    )
    for parameter in declared:
        slider(session, parameter)
    if experiment.kernel == "built":
        _formula(session)
    st.caption("  \n".join(kernel_notes(experiment)))


def _formula(session: Session) -> None:
    """The formula of a kernel built by hand; what is none stays in the field, with the reason."""
    recipe = session.experiment.recipe
    of, typed, why = session.widgets.mistake
    if of != recipe:  # another formula has come, by undo or a link
        typed, why = "", ""

    def changed(text: str) -> None:
        try:
            session.choose(recipe=text)
            session.widgets.mistake = NO_MISTAKE
        except ValueError as error:
            session.widgets.mistake = (recipe, text, str(error))

    help = RECIPE_HELP.format(", ".join(f"**{word}**" for word in atoms()))
    st.text_input("Formula", help=help, **bound("w_recipe", typed or recipe, changed, "value"))
    if why:
        st.html(f'<p class="svm-wrong" role="alert">{escape(why[:1].upper() + why[1:])}.</p>')


def _titles(*words: str) -> dict[str, str]:
    return {word: MODEL_TITLES[word] for word in words}
