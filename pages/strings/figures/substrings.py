"""The Gram matrix of the words, and f at a new word by its parts."""

from html import escape

import numpy as np

from pages.plots.matrix import matrix_figure
from pages.plots.theme import Figure
from pages.plots.traces import bars, chart_layout, on_paper
from pages.state.text.number_format import number
from pages.strings.model.trained import NewWord, WordModel
from pages.strings.text import GRAM_UNIT, PARTS_HELP, TITLE_GRAM

MOST = 8  # parts that are shown


def gram_figure(model: WordModel) -> Figure:
    """K of the words, class -1 first."""
    names = [escape(word) for word in model.words]
    return matrix_figure(model.K, model.y, names, TITLE_GRAM, GRAM_UNIT, what="words")


def parts_figure(model: WordModel, found: NewWord) -> Figure:
    """The largest terms of f(s) - b, in the colour of the class that each speaks for."""
    shown = [term for term in found.parts[:MOST] if term[1] != 0.0]
    names = [escape(u) for u, _ in shown]
    values = np.array([term for _, term in shown])
    rest = sum(term for _, term in found.parts) - float(values.sum())
    title = f"Shared parts in f({escape(found.word)})"
    layout = chart_layout(title, PARTS_HELP, "closest", l=8)
    each = bars(
        "parts",
        np.arange(len(shown)),
        values,
        {"color": [f"$class{int(term > 0.0)}" for term in values]},
        customdata=[
            f"{name}: {number(float(t), 3)}" for name, t in zip(names, values, strict=True)
        ],
        hovertemplate="%{customdata}<extra></extra>",
    )
    ticks = {"tickmode": "array", "tickvals": list(range(len(shown))), "ticktext": names}
    layout["xaxis"] |= ticks | {"range": [-0.6, max(len(shown), 4) - 0.4]}
    layout["xaxis"]["tickfont"] = {"size": 13, "color": "$ink"}
    layout["yaxis"] |= {"zeroline": True, "zerolinecolor": "$muted"}
    layout["margin"] |= {"l": 40, "b": 44}
    words = f"others {number(rest, 2)}, b = {number(model.b, 2)}"
    layout["annotations"] = [on_paper(words, 1.0, 1.0, "right")]
    return {"data": [each], "layout": layout}
