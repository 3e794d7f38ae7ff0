"""The sidebar, in the order of thought: data, model, kernel.

Every widget is drawn from the session and answers to it. A parameter that a dataset, a kernel or a
solver declares gets its slider here without a line of its own.
"""

from html import escape

import streamlit as st

from pages.model_selection.kernel_formula import KERNELS, atoms
from pages.state.board.experiment import LOSS, PARAMETERS
from pages.state.screen.detail import hidden_of_data, hidden_of_training
from pages.state.text.kernel_words import kernel_notes
from pages.ui.board.board_state import BoardState
from pages.ui.controls.data_controls import data, more_of_data
from pages.ui.controls.widgets import bound, controlled, heading, segments, select, slider
from pages.ui.page.detail import is_expert, more_settings
from pages.ui.visit.widget_state import NO_MISTAKE, widget_state
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


def sidebar(board: BoardState, *, solver: bool = True) -> None:
    """All controls of an experiment, with or without those of its formulation and solver."""
    data(board)
    margin(board)
    if solver:
        _formulation(board)
    kernel(board)
    experiment = board.experiment
    hard = experiment.margin == "hard"

    def more() -> None:
        more_of_data(board, hard=hard)
        slider(board, PARAMETERS["tol"])
        if solver:
            slider(board, PARAMETERS["max_iter"], typed=True)

    training = hidden_of_training(experiment) if solver else ()
    more_settings(more, (*hidden_of_data(experiment, hard=hard), *training))


def dual_sidebar(board: BoardState) -> None:
    """The controls of the dual: formulation and solver are the page's own."""
    sidebar(board, solver=False)


def margin(board: BoardState) -> None:
    """Hard or soft, and C."""
    heading("Model")
    only = len(board.experiment.choices()["margin"]) == 1
    segments(board, "margin", _titles("hard", "soft"), disabled=only)
    slider(board, PARAMETERS["C"], off="∞" if board.experiment.margin == "hard" else "")
    if only:
        st.caption(INDEFINITE.format(KERNELS[board.experiment.kernel].title.lower()))


def _formulation(board: BoardState) -> None:
    experiment = board.experiment
    only = len(experiment.choices()["formulation"]) == 1
    segments(board, "formulation", _titles("primal", "dual"), disabled=only)
    if not only:
        st.caption(SAME_OPTIMUM[experiment.margin])
    if is_expert():
        _solver(board)


def _solver(board: BoardState) -> None:
    experiment = board.experiment
    choices = experiment.choices()
    missing = [
        cls.title
        for name, cls in SOLVERS.items()
        if LOSS in cls.losses and name not in choices["solver"]
    ]
    select(
        board,
        "solver",
        {name: SOLVERS[name].title for name in choices["solver"]},
        f"Not available for this margin, formulation and kernel: {', '.join(missing)}."
        if missing
        else "",
    )
    for parameter in experiment.parameters()["solver"]:
        slider(board, parameter)


def kernel(board: BoardState) -> None:
    """The choice of the kernel and its parameters."""
    kernel_of(board, tuple(KERNELS), board.experiment.parameters()["kernel"])


def kernel_of(board: BoardState, names: tuple[str, ...], declared: tuple[Parameter, ...]) -> None:
    """The choice among some kernels, and the parameters of the chosen one."""
    experiment = board.experiment
    heading("Kernel")
    st.pills(
        "Kernel",
        names,
        format_func=lambda name: KERNELS[name].title,
        required=True,
        label_visibility="collapsed",
        width="stretch",
        **controlled(board, "kernel"),
    )
    for parameter in declared:
        slider(board, parameter)
    if experiment.kernel == "built":
        _formula(board)
    st.caption("  \n".join(kernel_notes(experiment)))


def _formula(board: BoardState) -> None:
    """The formula of a kernel built by hand; what is none stays in the field, with the reason."""
    recipe = board.experiment.recipe
    mistakes, prefix = widget_state().mistakes, board.kind.entry.prefix
    of, typed, why = mistakes.get(prefix, NO_MISTAKE)
    if of != recipe:  # another formula has come, by undo or a link
        typed, why = "", ""

    def changed(text: str) -> None:
        try:
            board.choose(recipe=text)
            mistakes.pop(prefix, None)
        except ValueError as error:
            mistakes[prefix] = (recipe, text, str(error))

    help = RECIPE_HELP.format(", ".join(f"**{word}**" for word in atoms()))
    st.text_input("Formula", help=help, **bound("w_recipe", typed or recipe, changed, "value"))
    if why:
        st.html(f'<p class="svm-wrong" role="alert">{escape(why[:1].upper() + why[1:])}.</p>')


def _titles(*words: str) -> dict[str, str]:
    return {word: MODEL_TITLES[word] for word in words}
