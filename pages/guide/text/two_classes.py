"""What the Guide says of two classes, with the numbers of its examples."""

from pages.guide.model import two_classes
from pages.guide.text.idea import Content, Idea, Illustration, percent
from pages.state.link.example_links import Link, of_board, of_settings, playground
from pages.state.text.number_format import number
from pages.state.text.verdict import badge


def _svm() -> Content:
    found = two_classes.widest()
    n = len(found.run.data)
    text = (
        "A **support vector machine** (SVM) separates two classes by the boundary with the widest "
        f"margin. Many lines separate these {n} points. The margin of the dotted line is only "
        f"{number(found.other_width)} wide, that of the SVM {number(found.width)}, and no line has "
        "a wider one. The boundary is where f(x) = ⟨w,\u00a0x⟩ + b is 0; the margin ends where f "
        "is −1 and +1, and is 2/\u2060‖w‖ wide."
    )
    picture = Illustration(
        "svm", "Two separable classes, the boundary with the widest margin, and another line."
    )
    return Content(
        text,
        (picture,),
        (playground(two_classes.SEPARABLE, "Open this example"),),
    )


def _support() -> Content:
    whole, alone = two_classes.widest().run, two_classes.support_alone()
    held, n = int(whole.support.sum()), len(whole.data)
    text = (
        f"Only {held} of the {n} points determine the boundary. They are the **support vectors**; "
        f"a ring marks them. Remove the {n - held} others (grey), and the boundary does not "
        "change. Drag a support vector, and it does. Predictions are cheap for the same reason: f "
        "is a sum over the support vectors alone."
    )
    picture = Illustration(
        "support", f"The same boundary from {held} support vectors, with all other points in grey."
    )
    return Content(
        text,
        (picture,),
        (
            playground(alone.experiment, f"Only the {held} support vectors"),
            playground(whole.experiment, f"All {n} points"),
        ),
    )


def _soft() -> Content:
    low, high = (two_classes.soft(C) for C in (two_classes.SMALL_C, two_classes.LARGE_C))
    text = (
        "Where classes overlap, some points must violate the margin. The **slack** ξ of a point "
        "(red) says by how much: 0 for a point on its side of the margin, more than 1 for a "
        "misclassified one. **C** is the penalty on the sum of all slacks. A small C accepts many "
        "margin violations for a wide margin, a large C few for a narrow one."
    )
    pictures = tuple(
        Illustration(
            name,
            f"A soft margin with C = {found.C:g} and its slacks.",
            f"C = {found.C:g}: the margin is {number(found.width)} wide, and {found.violations} of "
            f"{len(found.run.data)} points violate it.",
        )
        for name, found in (("small-C", low), ("large-C", high))
    )
    links = tuple(
        playground(one.run.experiment, f"Open C = {one.C:g}", show=("slack",))
        for one in (low, high)
    )
    return Content(text, pictures, links)


def _hard() -> Content:
    hard, compromise = two_classes.inseparable(), two_classes.soft(1.0)
    text = (
        "The **hard margin** allows no slack (C = ∞). It exists only where the classes can be "
        "separated. Here no line separates them: their convex hulls overlap, and a line cannot "
        "have a point of both hulls, such as the cross, on both sides. The soft margin always "
        f"exists; with C = 1 it misclassifies {compromise.wrong} of these {len(hard.data)} points."
    )
    picture = Illustration("hard", "Two overlapping classes with their convex hulls.")
    return Content(
        text,
        (picture,),
        (
            playground(hard.experiment, "Open the hard margin"),
            playground(compromise.run.experiment, "The soft margin, C = 1"),
        ),
    )


def _kernels() -> Content:
    fits = {name: two_classes.fit(name) for name in two_classes.GAMMAS}
    text = (
        "A **kernel** K(x, x′) measures how similar two points are; with it the boundary can bend. "
        "The γ of the RBF kernel says how quickly similarity falls with the distance. A small γ "
        "**underfits**: f is too stiff for the classes. A large γ **overfits**: f "
        "follows every single training point, noise included. The training error "
        f"alone does not show this; {two_classes.NEW_POINTS:,} new points from the same "
        "distribution do."
    )
    pictures = tuple(
        Illustration(
            name,
            f"The RBF kernel with γ = {found.gamma:g}, which {name}.",
            f"γ = {found.gamma:g} {name}: {percent(found.train)} training error, "
            f"{percent(found.new)} on new points.",
        )
        for name, found in fits.items()
    )
    links = tuple(
        playground(found.run.experiment, f"Open γ = {found.gamma:g}") for found in fits.values()
    )
    return Content(text, pictures, links)


def _duality() -> Content:
    found = two_classes.duality()
    primal, dual = found.primal.solution, found.dual.solution
    assert primal is not None
    assert dual is not None
    n = len(found.dual.data)
    text = (
        f"The **primal** problem looks for w and b, here 3 numbers. The **dual** problem looks for "
        f"one multiplier α per point, here {n}. Both have the same solution: the optimal values "
        f"are {number(primal.certificate.primal, 4)} and {number(dual.certificate.dual, 4)}, and "
        "the boundary is the same. That is the point: the choice changes how the model is "
        "computed, not the model. The dual needs only the values K(x, x′), so it works where w "
        "has infinitely many coordinates."
    )
    pictures = (
        Illustration(
            "primal", "The boundary that the primal problem gives.", "Trained by the primal"
        ),
        Illustration("dual", "The same boundary from the dual problem.", "Trained by the dual"),
    )
    shown = of_board(found.dual.experiment) | of_settings("i_", dual="beside")
    links = (
        Link("dual", "Compare primal and dual", shown),
        playground(found.primal.experiment, "Open the primal", detail="expert"),
    )
    return Content(text, pictures, links)


def _training() -> Content:
    found = two_classes.course()
    updates = int(found.updates[-1])
    text = (
        "**Stochastic gradient descent** (SGD) trains the primal with one point per update: w and "
        "b move a little against the subgradient of the cost at this point. The dashed lines are "
        f"boundaries on the way, the solid line that after {updates} updates, which are "
        f"{two_classes.DESCENT.epochs} passes over the data (epochs). The cost falls from "
        f"{number(found.start)} to {number(found.end)}, which is {percent(found.above, 2)} above "
        "the optimum. The page Descent plays the run as a film."
    )
    picture = Illustration("training", "Boundaries during a descent, and the last one.")
    own = {name: getattr(two_classes.DESCENT, name) for name in ("epochs", "eta0", "test_share")}
    words = of_board(two_classes.OVERLAP) | of_settings("d_", **own)
    link = Link("descent", "Play the film", words)
    return Content(text, (picture,), (link,))


def _proof() -> Content:
    shown = two_classes.proof()
    solution = shown.solution
    assert solution is not None
    trace = solution.trace
    text = (
        "How can one know that a model is optimal? Every feasible α gives a **dual value**, which "
        "is never above the optimum; every model has a **primal value**, which is never below "
        "it. The difference is the **duality gap**: the model is no further from the optimum than "
        f"that. Sequential minimal optimisation (SMO) closes the gap here in {solution.n_iter} "
        f"{trace.unit}s. Under Expert the badge says what is left, relative to the dual value: "
        f"“{badge(shown).text}”."
    )
    picture = Illustration(
        "proof", "The primal value falls and the dual value rises until they meet."
    )
    return Content(
        text,
        (picture,),
        (
            playground(two_classes.SMO, "Open this run", detail="expert"),
            Link(
                "dual",
                "SMO step by step",
                of_board(two_classes.SMO) | of_settings("i_", dual="smo"),
            ),
        ),
    )


IDEAS = (
    Idea("svm", "The widest margin", _svm),
    Idea("support-vectors", "Support vectors", _support),
    Idea("slack", "Slack and C", _soft),
    Idea("hard-margin", "The hard margin, and when it fails", _hard),
    Idea("kernels", "Kernels: underfitting and overfitting", _kernels),
    Idea("duality", "Primal and dual", _duality),
    Idea("training", "Training", _training),
    Idea("certificate", "The certificate", _proof),
)
