"""The page Regression: support vector regression, its epsilon tube and its support vectors."""

from pages.regression.model.descent import RegressionDescent
from pages.regression.model.experiment import (
    Regression,
    change_regression,
    data_fields,
    kernel_parameters,
    points_of,
)
from pages.regression.settings import VIEWS, RegressionView
from pages.state.link.codec import Entry
from pages.state.registry import BoardKind, Page, Views, with_own_ids
from pages.state.text.publications import Cited

BOARD = BoardKind(
    Entry(
        Regression(),
        "r_",
        change_regression,
        # after the sample that they are about; after its parameters
        order={"placed": 1, "removed": 2, "kernel": 3},
        optional=kernel_parameters,
        normalise=with_own_ids,
    ),
    data_fields,
    points_of,
    dataset_field="curve",
    shown=lambda view: view,  # its scales are not equal: nothing more is seen
    inspected=RegressionView,
)
PAGE = Page(
    "regression",
    "Regression",
    (Entry(RegressionDescent(), "rs_"), Entry(RegressionView(), "rv_")),
    {"regression": BOARD},
    views=Views(RegressionView, "view", VIEWS),
    shows="regression",
    sources=(
        Cited("ε-insensitive loss", "smola"),
        Cited("ν-SVR", "nu"),
        Cited("overview", "scholkopf-smola", "ch. 9"),
        Cited("kernels", "scholkopf-smola", "ch. 2"),
    ),
)
