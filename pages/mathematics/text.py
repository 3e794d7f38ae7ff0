"""What the page Mathematics says beside its pictures."""

FORMULAS = {
    "subgradient": r"f(t) \;\ge\; f(t_0) + g\,(t - t_0) \quad\text{for all } t",
    "convexity": r"\varphi(\lambda x + (1 - \lambda) z) \;\le\; "
    r"\lambda \varphi(x) + (1 - \lambda)\varphi(z)",
    "lagrange": r"\begin{gathered}\max\; 2x + y \quad\text{with}\quad x^2 + y^2 = 1 \\"
    r"L = 2x + y - \lambda\,(x^2 + y^2 - 1)\end{gathered}",
    "plane": r"f(x) = s\,(\langle w, x\rangle + b)",
    "distances": r"w_1 x + w_2 y + c = 0, \quad d = \frac{|c_2 - c_1|}{\sqrt{w_1^2 + w_2^2}}",
    "space": r"f(x) = \langle w, x\rangle + b, \quad d = \frac{2}{\|w\|}",
}
TEXTS = {
    "subgradient": "A line through a point of the loss that is nowhere above it: its slope **g** "
    "is a **subgradient**. Where the loss is differentiable there is one, the derivative; at "
    "the kink of the hinge there are many. Drag the point along the curve, and turn the line.",
    "convexity": "A function φ is **convex** if no **chord** of its graph is below the graph: then "
    "every local minimum is a global one. The hinge losses are convex, and so is J. The 0-1 loss "
    "and the sigmoid loss are not. Drag both ends x and z, and the point of the chord.",
    "lagrange": "Where the contour of f crosses the circle, part of the circle has more f (thick). "
    "Where it only touches, the slope of f along the circle is 0, and **∇f = λ∇g**. Drag the "
    "point. The gradients are drawn shorter than they are, both by the same factor. "
    "Where they are parallel, the gradient of the **Lagrangian** L is 0.",
    "plane": "**w** is perpendicular to the line f = 0, and **b** slides the line along it. The "
    "longer w, the narrower the margin. Drag the tip of w, and the line.",
    "distances": "Two lines with the same **w** = (w₁, w₂) are parallel; only c₁ and c₂ tell them "
    "apart. Divided by ‖w‖, a line is in **polar form**: the angle θ of w, and ρ, its distance "
    "from the origin with a sign. Drag the tip of w, both lines, and the point.",
    "space": "In three dimensions f = 0 is a **plane**, and the margins f = −1 and f = +1 are "
    "planes parallel to it. In n dimensions f = 0 is a **hyperplane** of dimension n − 1, as one "
    "equation takes away one dimension: a line in the plane, a plane here. Of all planes between "
    "the classes, this one has the widest margin. "
    "Drag to turn the picture; the thick segment is the width.",
}
# of the page Derivations, by picture
DERIVATIONS = {
    "subgradient": "pegasos",
    "convexity": "objective",
    "lagrange": "lagrange",
    "plane": "parallel",
    "distances": "distance",
    "space": "width",
}
PICTURE, LOSS, FUNCTION = "Picture", "Loss", "Function"  # the names of the controls
NEW_SAMPLE = "New sample"
SCALE, SCALE_HELP = "Scale (w, b) by s", "The line f = 0 is the same for every s > 0."
