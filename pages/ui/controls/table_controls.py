"""The controls of a table's model: the same values on the page Data and on the page Evaluation."""

from collections.abc import Mapping

from pages.model_selection.kernel_formula import KERNELS
from pages.state.table.table_settings import LEARN, OFFERED, TableSettings
from pages.ui.controls.widgets import segments, slider, toggle
from pages.ui.visit.visit import choices, value
from svmcore.params import parameters

FEATURES_HELP = (
    "**2 columns**: the two of the picture.  \n**2 directions**: of all columns the two in "
    "which the rows spread most (PCA).  \n**All**: every column; the picture is a plane through "
    "their space."
)
BALANCE_LABEL = "Balance the classes"
BALANCE_HELP = "C of each class times n / (k n_c): a rare class counts as much as a frequent one."
PARAMETERS = {p.name: p for p in parameters(TableSettings)}


def features() -> None:
    """What the model sees of the columns."""
    titled("Features", LEARN, "learn", FEATURES_HELP)


def kernel() -> None:
    """The kernel, C, and the width where it has one."""
    segments(choices(TableSettings), "kernel", OFFERED, key="w_t_kernel")
    slider(choices(TableSettings), PARAMETERS["C"])
    if parameters(KERNELS[value(TableSettings).kernel]):
        slider(choices(TableSettings), PARAMETERS["reach"])


def split() -> None:
    """How many rows are held back, and by which lot."""
    slider(choices(TableSettings), PARAMETERS["held"])
    slider(choices(TableSettings), PARAMETERS["lot"], typed=True)


def balance() -> None:
    """Whether the classes count the same."""
    switch(BALANCE_LABEL, "balanced", BALANCE_HELP)


def switch(label: str, word: str, help: str) -> None:
    """A switch of a value."""
    toggle(choices(TableSettings), word, label, help, key=f"w_t_{word}")


def titled(label: str, titles: Mapping[str, str], word: str, help: str = "") -> None:
    """A choice of a value, with its title above."""
    segments(
        choices(TableSettings),
        word,
        titles,
        label=label,
        key=f"w_t_{word}",
        help=help or None,
        label_visibility="visible",
    )
