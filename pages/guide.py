"""How to read the picture, and what is being solved."""

from __future__ import annotations

import streamlit as st

from svmcore.datasets import DATASETS

column = st.container(width=820)
column.markdown(
    """
### Reading the picture

| mark | meaning |
|---|---|
| blue circle, orange diamond | a point of class −1, of class +1 |
| thick solid line | the boundary, f(x) = 0 |
| dashed lines | the margins, f(x) = −1 and f(x) = +1 |
| colour that fades to the page | the value of f; the page's own colour is f = 0 |
| heavy ring | free support vector, 0 < α < C: it lies exactly on its margin |
| thin ring with a dot | bound support vector, α = C: inside its margin or wrong |
| no ring | α = 0: the machine would be the same without it |
| red cross | on the wrong side of the boundary |
| red segment | slack: how far, straight up the slope of f, the point's margin is away |
| arrow w, segment 2/‖w‖ | normal vector and width of the street (linear kernel) |

### Tools and keys

Click to place a point, drag to move it, right-click or shift-click to delete it.
**A** add, **S** spray, **E** erase, **V** select, **P** pan, **F** fit, **1** and **2** the
class, **Ctrl+Z** undo, **Ctrl+Shift+Z** redo, **Delete** deletes the selection. With the picture
in focus the arrow keys move a cross-hair and **Enter** places or picks up a point.

### What is being solved
"""
)
column.latex(
    r"\text{primal}\quad \min_{w,b}\ \tfrac12\|w\|^2 + C\sum_i \max\bigl(0,\ 1 - y_i f(x_i)\bigr),"
    r"\qquad f(x) = \langle w, \varphi(x)\rangle + b"
)
column.latex(
    r"\text{dual}\quad \max_{\alpha}\ \sum_i \alpha_i - \tfrac12\sum_{i,j} \alpha_i\alpha_j "
    r"y_i y_j K(x_i, x_j)\quad\text{with}\quad 0 \le \alpha_i \le C,\ \sum_i \alpha_i y_i = 0"
)
column.markdown(
    """
Any feasible α bounds the primal value from below (weak duality), so the difference of the two
values, the **gap**, bounds the error of the machine on the screen. The badge shows the gap
relative to the value, recomputed from α and b alone: "optimal to 4e-13" is proved, not believed.
The **hard margin** is C = ∞; it exists only where the classes can be separated.

Sources: Cortes and Vapnik, *Support-vector networks* (1995). Schölkopf and Smola, *Learning with
Kernels* (2002). Fan, Chen and Lin, *Working set selection using second order information* (2005).

### The samples
"""
)
column.markdown("\n".join(f"* **{cls.title}**: {cls.help}" for cls in DATASETS.values()))
