"""The kernels compared: a dot for the mean accuracy of each, with its standard error."""

from collections.abc import Sequence

import numpy as np

from pages.kernels.text.views import settings_words
from pages.model_selection.kernel_choice import KernelChoice, best_of
from pages.plots.fold_rows import fold_rows
from pages.plots.layout_sizes import TITLE_ALONE
from pages.plots.theme import Figure
from pages.plots.traces import chart_layout, empty_figure, rule

TITLE = "Cross-validation accuracy"


def choice_figure(choices: Sequence[KernelChoice]) -> Figure:
    """A row a kernel, simplest on top: its accuracy on each fold, their mean, its standard error.

    The dotted line is one standard error below the best mean: the simplest kernel to the right of
    it is as good as any.
    """
    if not choices:
        return empty_figure(TITLE, "not compared yet")
    best = best_of(choices)
    figure = fold_rows(
        chart_layout(TITLE, "accuracy (%)", l=84, t=TITLE_ALONE),
        {choice.title: np.asarray(choice.scores) for choice in choices},
        [choice.error for choice in choices],
        [_settings_words(choice) for choice in choices],
        "<br>%{customdata}",
        size=6,
    )
    layout = figure["layout"]
    layout["shapes"] = [rule("x", 100.0 * (best.accuracy - best.error), "$muted", 1.5, "dot")]
    return figure


def _settings_words(choice: KernelChoice) -> str:
    """The best settings and what they come to: "C = 1, γ = 0.5; 38 support vectors"."""
    return f"{settings_words(choice)}; {choice.n_support} support vectors"
