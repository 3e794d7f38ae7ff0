"""Cells of notebooks that draw a model in the plane, as text: pieces to be put together."""

PLANE = """import plotly.graph_objects as go

low, high = X.min(0), X.max(0)
room = 0.15 * np.maximum(high - low, 1.0)
xs, ys = (np.linspace(a, b, 120) for a, b in zip(low - room, high + room))
grid = np.stack(np.meshgrid(xs, ys), axis=-1)
values = decision_function(grid.reshape(-1, 2)).reshape(*grid.shape[:2], -1)
figure = go.Figure()
"""
MARGINS = """for level, dash, width in ((-1, "dash", 1), (0, "solid", 2), (1, "dash", 1)):
    figure.add_contour(
        x=xs, y=ys, z=values[..., 0], name=f"f = {level}", showscale=False, hoverinfo="skip",
        contours=dict(type="constraint", operation="=", value=level),
        line=dict(color="black", dash=dash, width=width), showlegend=True,
    )
"""
OUTLINE = """figure.add_contour(
    x=xs, y=ys, z=values[..., 0], name="f = 0", showscale=False, hoverinfo="skip",
    contours=dict(type="constraint", operation="=", value=0),
    line=dict(color="black", width=2), showlegend=True,
)
figure.add_scatter(
    x=X[:, 0], y=X[:, 1], mode="markers", name="points", marker=dict(color="gray", size=9),
)
"""
TWO_CLASSES = """for sign, name, symbol, color in (
    (1, "+1", "circle", "#0072b2"), (-1, "-1", "diamond", "#d55e00"),
):
    some = y == sign
    figure.add_scatter(
        x=X[some, 0], y=X[some, 1], mode="markers", name=f"class {name}",
        marker=dict(symbol=symbol, color=color, size=9),
    )
"""
RINGED = """ringed = X[support_vectors()]
figure.add_scatter(
    x=ringed[:, 0], y=ringed[:, 1], mode="markers", name="support vectors",
    marker=dict(symbol="circle-open", color="black", size=15),
)
"""
SEVERAL = """winner = (predict(grid.reshape(-1, 2))).reshape(grid.shape[:2])
names = np.unique(labels)
colors = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#f0e442")
for k, name in enumerate(names):
    color = colors[k % len(colors)]
    figure.add_contour(
        x=xs, y=ys, z=(winner == name).astype(float), showscale=False, hoverinfo="skip",
        contours=dict(start=0.5, end=0.5, size=1, coloring="lines"), line=dict(width=2),
        colorscale=[[0, color], [1, color]],
    )
    some = labels == name
    figure.add_scatter(
        x=X[some, 0], y=X[some, 1], mode="markers", name=f"class {name}",
        marker=dict(symbol=k, color=color, size=9),
    )
"""
PLANE_END = """figure.update_yaxes(scaleanchor="x")
figure.update_layout(template="simple_white", height=550)
figure
"""
TWO_CLASS_FIGURE = PLANE + MARGINS + TWO_CLASSES + PLANE_END
MODEL_FIGURE = PLANE + MARGINS + TWO_CLASSES + RINGED + PLANE_END
OUTLINE_FIGURE = PLANE + OUTLINE + RINGED + PLANE_END
