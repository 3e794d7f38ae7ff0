"""The page Classes: more than two classes, in four schemes."""

from pages.classes.model import MulticlassDescent
from pages.classes.settings import VIEWS, ClassesView
from pages.state.codec import Entry
from pages.state.experiment import Experiment, change
from pages.state.multiclass_run import TITLES, Scheme
from pages.state.registry import Naming, Page, board_of_experiments

START = change(Experiment(), dataset="blobs", classes=4, n_samples=120)
PAGE = Page(
    "classes",
    "Classes",
    (Entry(Scheme(), "c_"), Entry(ClassesView(), "v_"), Entry(MulticlassDescent(), "cd_")),
    {"classes": board_of_experiments(START, "m_")},
    names=(Naming(ClassesView, "view", VIEWS), Naming(Scheme, "scheme", TITLES)),
    shows="classes",
)
