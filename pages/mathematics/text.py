"""What the page Mathematics says beside its pictures."""

FORMULAS = {
    "subgradient": r"f(t) \;\ge\; f(t_0) + g\,(t - t_0) \quad\text{for all } t",
    "lagrange": r"\max\; 2x + y \quad\text{with}\quad x^2 + y^2 = 1",
    "plane": r"f(x) = s\,(\langle w, x\rangle + b)",
}
TEXTS = {
    "subgradient": "A line through a point of the loss that is nowhere above it: its slope **g** "
    "is a **subgradient**. Where the loss is differentiable there is one, the derivative; at "
    "the kink of the hinge there are many. Drag the point along the curve, and turn the line.",
    "lagrange": "Where the contour of f crosses the circle, part of the circle has more f (thick). "
    "Where it only touches, no step along the circle gains anything, and **∇f = λ∇g**. Drag the "
    "point. The gradients are drawn shorter than they are, both by the same factor.",
    "plane": "**w** is perpendicular to the line f = 0, and **b** slides the line along it. The "
    "longer w, the narrower the margin. Drag the tip of w, and the line.",
}
# of the page Derivations, by picture
DERIVATIONS = {"subgradient": "pegasos", "lagrange": "lagrange", "plane": "parallel"}
PICTURE, LOSS = "Picture", "Loss"  # the names of the controls
SCALE, SCALE_HELP = "Scale (w, b) by s", "The line f = 0 is the same for every s > 0."
