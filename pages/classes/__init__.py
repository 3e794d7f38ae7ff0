"""The page Classes: more than two classes, in four schemes."""

from pages.classes.model import MulticlassDescent
from pages.classes.settings import VIEWS, ClassesView
from pages.state.board.experiment import Experiment, change
from pages.state.link.codec import Entry
from pages.state.multiclass.multiclass_run import TITLES, Scheme
from pages.state.registry import Naming, Page, Views, board_of_experiments
from pages.state.text.publications import Cited

START = change(Experiment(), dataset="blobs", classes=4, n_samples=120)
PAGE = Page(
    "classes",
    "Classes",
    (Entry(Scheme(), "c_"), Entry(ClassesView(), "v_"), Entry(MulticlassDescent(), "cd_")),
    {"classes": board_of_experiments(START, "m_")},
    views=Views(ClassesView, "view", VIEWS),
    names=(
        Naming(
            Scheme,
            "scheme",
            TITLES,
            {
                "ovr": (Cited("one-vs-rest", "rifkin"),),
                "ovo": (Cited("one-vs-one", "hsu"),),
                "weston_watkins": (Cited("Weston–Watkins", "weston-watkins"),),
                "crammer_singer": (Cited("Crammer–Singer", "crammer-singer"),),
            },
        ),
    ),
    shows="classes",
    sources=(
        Cited("overview", "scholkopf-smola", "§7.6"),
        Cited("kernels", "scholkopf-smola", "ch. 2"),
    ),
)
