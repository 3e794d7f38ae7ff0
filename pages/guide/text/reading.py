"""How to read the picture, the tools and their keys, and what the pages are for."""

TITLE = "Guide"
CONTENTS = "Contents"
INTRODUCTION = (
    "A picture for every idea, each with links that open it live. A link replaces the points on "
    "the board; **Undo** (Ctrl+Z) brings yours back."
)

# anchor, title, Markdown
MARKS = ("marks", "Reading the picture")
ROWS = (  # of marks: the picture, the name, the meaning
    ("classes", "blue circle, orange diamond", "a point of class −1, of class +1"),
    ("boundary", "thick solid line", "the boundary, f(x) = 0"),
    ("margins", "dashed lines", "the margins, f(x) = −1 and f(x) = +1"),
    ("shades", "colour that fades to the page", "the value of f; the page's own colour is f = 0"),
    ("free", "heavy ring", "support vector on the margin, 0 < α < C (a free one) ¹"),
    (
        "bound",
        "thin ring with a dot",
        "support vector with α = C (a bound one): inside its margin, misclassified, or on it ¹",
    ),
    (
        "plain",
        "no ring",
        "α = 0: w would be the same without it, and so would b where a support vector is free ¹",
    ),
    ("wrong", "red cross", "misclassified"),
    (
        "slack",
        "red segment",
        "slack: how far, straight up the slope of f, the margin is away (switched on under Show)",
    ),
    ("normal", "arrow w, segment 2/‖w‖", "normal vector and margin width (linear kernel)"),
    ("hollow", "hollow point", "test point, not used for training"),
)
NOTES = """
¹ The α of an unfinished model are not final, and its rings go by the picture alone: heavy on the
margin, thin with a dot for any point inside its margin, none beyond it.

**Basic** shows the data, the model and three cards. **Expert** adds the solver and its settings,
weights, all cards and the digits of the certificate.

With **several classes** a region is pale where its class is predicted and stronger where it wins by
a whole margin. Hatched is where that is not clear: f > 0 for no class, for several, or votes are
tied (hatched both ways). A board with more than two classes is shown on the other pages as one of
them vs. the rest. If a model of a **table** uses more than two columns, the picture is a slice, and
says which: a cross then tells what is misclassified, not the colour beneath.
"""
TOOLS = (
    "tools",
    "Tools and keys",
    """
Click to place a point, drag to move it, right-click or shift-click to delete it.

| key | what it does |
|---|---|
| **I** | inspect, where points have something to tell |
| **A**, **S**, **E** | add, spray, erase |
| **V**, **P**, **F** | select, pan, fit |
| **1**, **2**, .. | the class of new points |
| **Ctrl+Z**; **Ctrl+Shift+Z**, **Ctrl+Y** | undo; redo |
| **Delete**, **Backspace** | delete the selection; its buttons double or halve its weight |
| **Escape** | give up a drag, the selection, the cross-hair |
| **−** and **+** | C one step down or up |
| **H** | the whole answer (what is drawn and said of the model) goes, or comes back |
| **K**, **X** | on Playground, Dual, Kernels: compare other models with this one, A; swap A and B |
| **M** | lecture mode: only the picture and its sentence, large; **M** again leaves it |
| **G** | the figure beside the picture takes its place; **Escape** puts the picture back |
| **L**, held | a dot follows the mouse, to point at something; nothing is edited meanwhile |
| **Page Down** | in a lesson: show the answer, then open the next step |
| **Page Up** | in a lesson: back to the question, then to the step before |
| **N** | on Predict: show the answer, then the next task |
| arrow keys, **Enter** | move a cross-hair (with the picture in focus), use the tool there |
| **Space** | play or stop a film |
| **.** and **,** | one update on, or back |
| **]** and **[** | one epoch, or the next step or event of note |
| **Home**, **End** | the ends of a film |
| **N**, **B**, **W** | on the page Derivations: next step, step before, all steps |

**Table**, above a picture, lists its points: they are read and edited there by keyboard alone.

A number's card, the name of a slider and the head of a table explain themselves under the mouse,
and on a click or a tap.

A point of **weight** 2 is larger and counts as two. On the pages Dual and Kernels a click on a
point, a bar, a row of the table or of the Gram matrix **inspects** that point, and a click on a
free place that place; a second click on the point ends it. The dotted line is the boundary without
the inspected point; while models are compared, it is the boundary of A.

On the page Descent, and on Dual for SMO and the regularisation path, the picture is a **film**. A
ring marks the points of the moment's update, a red segment the loss of one. Any change of a point
or a control rewinds and plays again from the start; of a descent, the run before stays in the
charts as a grey curve.
""",
)
GLOSSARY = ("glossary", "Glossary")
FORMULAS = ("formulas", "What is being solved")
SAMPLES = ("samples", "The samples")
SOURCES = ("sources", "Sources")
HISTORY = ("history", "Where the names come from")
PARTS = (MARKS, TOOLS, GLOSSARY, FORMULAS, SAMPLES, HISTORY, SOURCES)  # below the ideas

# each in a few short rows: a phone shows 25 letters side by side
PRIMAL = (
    r"\begin{aligned}\text{primal:}\ &\min_{w,b}\ \tfrac12\|w\|^2 + C\textstyle\sum_i \xi_i\\"
    r"&\xi_i = \max\bigl(0,\ 1 - y_i f(x_i)\bigr)\\"
    r"&f(x) = \langle w, \varphi(x)\rangle + b\end{aligned}"
)
DUAL = (
    r"\begin{aligned}\text{dual:}\ &\max_{\alpha}\ \textstyle\sum_i \alpha_i\\"
    r"&\quad - \tfrac12\textstyle\sum_{i,j} \alpha_i\alpha_j y_i y_j K(x_i, x_j)\\"
    r"&0 \le \alpha_i \le C,\quad \textstyle\sum_i \alpha_i y_i = 0\end{aligned}"
)
GAP = """
Any feasible α bounds the primal value from below (weak duality), so the difference of the two
values, the **gap**, bounds the error of the model on the screen. Under Expert the badge of an
optimal model shows the gap relative to the dual value; the badge of an unfinished one, the
Objective card and the chart show the gap itself. All are recomputed from α and b alone: "optimal
to 4 × 10⁻¹³" is proved, not believed. The **hard margin** is C = ∞; it exists only where the
classes can be separated. The page **Derivations** derives all of this step by step, with the
numbers of your points.
"""
