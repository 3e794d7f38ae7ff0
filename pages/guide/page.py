"""How to read the picture, and what is being solved."""

import streamlit as st

from pages.ui.page_shell import carry_link
from svmcore.datasets.two_class import DATASETS

carry_link()
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
| heavy ring | free support vector, 0 < α < C: it lies exactly on its margin ¹ |
| thin ring with a dot | bound support vector, α = C: inside its margin or wrong ¹ |
| no ring | α = 0: w would be the same without it, and so would b where a support vector is free ¹ |
| red cross | on the wrong side of the boundary |
| red segment | slack: how far, straight up the slope of f, the point's margin is away |
| arrow w, segment 2/‖w‖ | normal vector and margin width (linear kernel) |

¹ The α of an unfinished model are not final, and its rings go by the picture alone: heavy on the
margin, thin with a dot for any point inside its margin, none beyond it.

### Tools and keys

Click to place a point, drag to move it, right-click or shift-click to delete it.
**I** inspect (where points have something to tell), **A** add, **S** spray, **E** erase,
**V** select, **P** pan, **F** fit, **1**, **2**, .. the class, **Ctrl+Z** undo,
**Ctrl+Shift+Z** redo, **Delete** deletes the selection, and the buttons beside it give its
points twice or half the **weight**: a point of weight 2 is larger and counts as two. With the
picture in focus the arrow keys move a cross-hair and **Enter** does there what the tool does.

### Inspecting

On the pages Dual and Kernels a click on a point, a bar, a row of the table or of the Gram matrix
inspects that point, and a click on a free place that place, or wherever the pointer is
while it is held; a second click on the point ends it. Whatever the pointer rests on is lit
everywhere, and of the Gram matrix that is enough. The dotted line is the boundary without
the inspected point.

### Films

On the page Descent, and on Dual for SMO and the regularisation path, the picture is a film.
**Space** plays and stops it, **.** and **,** go one update on and back, **]** and **[** one
epoch (or to the next step or event of note), **Home** and **End** to its ends; the slider goes
anywhere. Hollow points are the test points, not used for training. A ring marks the points of the
moment's update, a red segment the loss of one. Any change of a point or a control rewinds and plays
again from the start; of a descent, the run before stays in the charts as a grey curve.

### Several classes, curves, and your own data

On the page **Classes** a region is pale where its class is predicted and stronger where it wins
by a whole margin. Hatched is where that is not clear: f > 0 for no class, for several, or votes are
tied (hatched both ways). A board with more than two classes is shown on the other pages as one of
them vs. the rest. **Regression** fits a curve: points inside the grey tube cost nothing. On
**ν-SVM** the share of points outside is chosen instead of C.

**Data** takes a file, what was copied from a spreadsheet, or what is typed. If the model uses
more than two columns, the picture is a slice, and says which: a cross then tells who is wrong, not
the colour beneath. One column may say how often each row counts, and classes can be balanced, so
that a rare one counts as much as a frequent one. **Evaluation** keeps test points (hollow) and
evaluates the model on them. Its line, its numbers and its curves all belong to the one threshold t.
The best of many scores is too good; the button below the map says by how much.

### What is being solved
"""
)
# each in a few short rows: a phone shows 25 letters side by side
column.latex(
    r"\begin{aligned}\text{primal:}\ &\min_{w,b}\ \tfrac12\|w\|^2 + C\textstyle\sum_i \xi_i\\"
    r"&\xi_i = \max\bigl(0,\ 1 - y_i f(x_i)\bigr)\\"
    r"&f(x) = \langle w, \varphi(x)\rangle + b\end{aligned}"
)
column.latex(
    r"\begin{aligned}\text{dual:}\ &\max_{\alpha}\ \textstyle\sum_i \alpha_i\\"
    r"&\quad - \tfrac12\textstyle\sum_{i,j} \alpha_i\alpha_j y_i y_j K(x_i, x_j)\\"
    r"&0 \le \alpha_i \le C,\quad \textstyle\sum_i \alpha_i y_i = 0\end{aligned}"
)
column.markdown(
    """
Any feasible α bounds the primal value from below (weak duality), so the difference of the two
values, the **gap**, bounds the error of the model on the screen. The badge of an optimal
model shows the gap relative to the dual value, the badge of an unfinished one, the Objective card
and the chart show the gap itself. All are recomputed from α and b alone: "optimal to 4e-13" is
proved, not believed.
The **hard margin** is C = ∞; it exists only where the classes can be separated.

Sources: Cortes and Vapnik, *Support-vector networks* (1995). Schölkopf and Smola, *Learning with
Kernels* (2002). Fan, Chen and Lin, *Working set selection using second order information* (2005).

### The samples
"""
)
column.markdown("\n".join(f"* **{cls.title}**: {cls.help}" for cls in DATASETS.values()))
