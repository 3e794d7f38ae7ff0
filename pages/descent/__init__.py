"""The page Descent: a primal model learns, one update at a time."""

from pages.descent.settings import DESCENT, START, DescentMoment, LandscapeView
from pages.state.codec import Entry
from pages.state.registry import Naming, Page
from svmcore.sgd.methods import METHODS, Descent

PAGE = Page(
    "descent",
    "Descent",
    (DESCENT, START, Entry(LandscapeView(), "d_"), Entry(DescentMoment(), "d_")),
    names=(Naming(Descent, "method", {name: one.title for name, one in METHODS.items()}),),
    trains=False,
)
