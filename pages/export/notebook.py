"""The model of the board as a notebook: points, svmcore, the picture, scikit-learn.

The format is https://nbformat.readthedocs.io/en/latest/format_description.html, version 4.5.
"""

import json
from typing import Any

from pages.export.parts import title
from pages.export.sklearn_code import missing, sklearn_parts
from pages.export.svmcore_code import svmcore_parts
from pages.state.run import Run

INSTALL = (
    "The notebook needs numpy, scikit-learn and plotly, and for the first model `svmcore`, the "
    "library of SVM Playground: `pip install .` in its source installs it, or its wheel, which "
    "`make wheel` builds there. The points and scikit-learn's cell run without it."
)
FIGURE = """import plotly.graph_objects as go

low, high = X.min(0), X.max(0)
room = 0.15 * np.maximum(high - low, 1.0)
xs, ys = (np.linspace(a, b, 120) for a, b in zip(low - room, high + room))
grid = np.stack(np.meshgrid(xs, ys), axis=-1)
values = decision_function(grid.reshape(-1, 2)).reshape(grid.shape[:2])
figure = go.Figure()
for level, dash, width in ((-1, "dash", 1), (0, "solid", 2), (1, "dash", 1)):
    figure.add_contour(
        x=xs, y=ys, z=values, name=f"f = {level}", showscale=False, hoverinfo="skip",
        contours=dict(type="constraint", operation="=", value=level),
        line=dict(color="black", dash=dash, width=width), showlegend=True,
    )
for sign, name, symbol, color in ((1, "+1", "circle", "#0072b2"), (-1, "-1", "diamond", "#d55e00")):
    some = y == sign
    figure.add_scatter(
        x=X[some, 0], y=X[some, 1], mode="markers", name=f"class {name}",
        marker=dict(symbol=symbol, color=color, size=9),
    )
ringed = X[support_vectors()]
figure.add_scatter(
    x=ringed[:, 0], y=ringed[:, 1], mode="markers", name="support vectors",
    marker=dict(symbol="circle-open", color="black", size=15),
)
figure.update_yaxes(scaleanchor="x")
figure.update_layout(template="simple_white", height=550)
figure
"""
COMPARE = """
difference = np.abs(sklearn_decision_function(X) - decision_function(X)).max()
print(f"largest difference of f at the points: {difference:.3g}")
"""


def notebook(result: Run) -> str:
    """The text of the .ipynb file; there must be a model."""
    ours, lacks = svmcore_parts(result), missing(result)
    cells = [
        _cell("markdown", f"# {title(result.experiment)}\n\n{INSTALL}"),
        _cell("code", ours.data),
        _cell("markdown", "## svmcore"),
        _cell("code", ours.training),
        _cell("code", FIGURE),
        _cell("markdown", f"## scikit-learn\n\n{lacks}".rstrip()),
    ]
    if not lacks:
        theirs = sklearn_parts(result, "sklearn_decision_function").training
        cells += [_cell("code", theirs), _cell("code", COMPARE)]
    for k, cell in enumerate(cells, start=1):
        cell["id"] = f"cell-{k}"
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    kernel = {"kernelspec": python, "language_info": {"name": "python"}}
    found = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(found, indent=1, ensure_ascii=False)


def _cell(kind: str, text: str) -> dict[str, Any]:
    lines = text.strip().splitlines(keepends=True)
    cell: dict[str, Any] = {"cell_type": kind, "id": "", "metadata": {}, "source": lines}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
