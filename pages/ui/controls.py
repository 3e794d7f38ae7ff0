"""The sidebar, in the order of thought: data, model, kernel.

Every widget is drawn from the session and answers to it. A parameter that a dataset, a kernel or a
solver declares gets its slider here without a line of its own.
"""

from html import escape

import streamlit as st

from pages.plots.thumbnail import thumbnail
from pages.state.detail import hidden_of_data, hidden_of_training
from pages.state.experiment import LOSS, Experiment
from pages.state.layers import DECISION_LAYERS, Layers
from pages.state.parts import PARTS
from pages.ui.answer import answer_button, answer_key
from pages.ui.detail import is_expert, more_settings
from pages.ui.memory import NO_MISTAKE
from pages.ui.parts import part_switches
from pages.ui.picker import picker
from pages.ui.session import Session, session_of
from pages.ui.weights import weights
from pages.ui.widgets import (
    bound,
    choice,
    controlled,
    heading,
    segments,
    select,
    slider,
    switches,
)
from svmcore.datasets.two_class import DATASETS
from svmcore.kernels import KERNELS, atoms
from svmcore.params import Parameter, parameters
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
SHOW_TITLES = {
    "regions": "regions",
    "margins": "margins",
    "support": "support vectors",
    "slack": "slack",
    "weights": "w and width",
    "zones": "ambiguous regions",
    "tube": "tube",
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
ALPHA_RINGS = (
    "Rings are support vectors: heavy on the margin, thin with a dot at α = C "
    "(before training has converged: inside the margin)."
)
PLAIN_RINGS = "Rings are support vectors: α > 0 in at least one f."  # for pictures with one kind
OWN = {p.name: p for p in parameters(Experiment)}


def sidebar(session: Session, *, solver: bool = True) -> None:
    """All controls of an experiment, with or without those of its formulation and solver."""
    data(session)
    _margin(session)
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


def data(session: Session, *, many: bool = False) -> None:
    """The choice of the sample and its parameters; `many` for a page that shows all classes."""
    experiment = session.experiment
    heading("Data")
    offered = {name: DATASETS[name] for name in experiment.choices()["dataset"]}
    cards = {
        name: (cls.title, cls.help, thumbnail(name, experiment.classes))
        for name, cls in offered.items()
    }
    picker("dataset", cards, experiment.dataset, lambda name: session.choose(dataset=name))
    if many:
        slider(session, OWN["classes"])
    elif experiment.n_classes > 2:
        _one_class(session)
    if experiment.dataset == "own":
        st.caption("Your own points: click on the picture to place them.")
        return
    slider(session, OWN["n_samples"])
    for parameter in experiment.parameters()["dataset"]:
        slider(session, parameter)
    sample_buttons(session)


def sample_buttons(session: Session) -> None:
    """Another sample of the same dataset, and the sample as the visitor's own points."""
    st.button(
        "New sample",
        help="Draw another random sample; the points that you placed stay.",
        on_click=new_sample,
        args=(session,),
        width="stretch",
    )
    st.button(
        "Convert to my points",
        help="Make the sample your own points, which the sliders no longer change.",
        on_click=session.place_all,
        width="stretch",
    )


def _one_class(session: Session) -> None:
    """Which class is +1, on a page for two, where the board has more."""
    plus = str(session.experiment.plus)
    choice(
        "Class +1",
        {str(c): str(c) for c in range(session.experiment.n_classes)},
        help="The page shows this class (+1) against all others (−1).",
        label_visibility="visible",
        **bound("w_positive", plus, lambda c: session.choose(positive=int(c))),
    )


def more_of_data(session: Session, *, hard: bool = False, many: bool = False) -> None:
    """What is seldom changed about a sample, and how much each class counts.

    A `hard` margin knows no weights: there is nothing to choose. `many` as in `data`.
    """
    if session.experiment.dataset != "own":
        slider(session, OWN["balance"])
        slider(session, OWN["seed"], typed=True)
    if not hard:
        weights(session, many=many)


def new_sample(session: Session) -> None:
    """The sample of the next seed."""
    high = int(OWN["seed"].high)
    session.choose(seed=(session.experiment.seed + 1) % (high + 1))


def _margin(session: Session) -> None:
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
    notes = [experiment.build_kernel().formula]
    if experiment.kernel == "rbf":
        notes.append(f"σ = {(0.5 / experiment['gamma']) ** 0.5:.3g}, γ = 1/(2σ²)")
    st.caption("  \n".join(notes))


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


def show_popover(
    names: tuple[str, ...] = DECISION_LAYERS,
    rings: str = ALPHA_RINGS,
    parts: tuple[str, ...] = PARTS,
) -> None:
    """What is shown of the layers `names` and of the `parts`, as switches behind a button.

    One choice for all pages. `rings` says what the rings in the picture mean.
    """
    session = session_of()
    shown = [name for name in names if name in session.show]

    def changed(chosen: list[str]) -> None:
        others = (name for name in session.show if name not in names)
        session.store(session.value(Layers).with_shown((*chosen, *others)))

    with st.popover("Show", key="show"):
        if names:
            switches("w_show", "Show", {n: SHOW_TITLES[n] for n in names}, shown, changed)
            st.caption(rings)
        part_switches(parts)
        answer_button(names, parts)
    answer_key(names, parts)
