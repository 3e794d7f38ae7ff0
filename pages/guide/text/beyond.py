"""What the Guide says beyond two classes, with the numbers of its examples."""

from pages.guide.model import beyond
from pages.guide.text.idea import Content, Idea, Illustration, percent
from pages.state.board.experiment import Experiment, change
from pages.state.link.example_links import Link, of_board, of_settings
from pages.state.text.number_format import number


def _classes() -> Content:
    found = beyond.several()
    assert found.many is not None
    k, n = found.many.k, len(found.labels)
    text = (
        f"An SVM separates two classes. For {k} classes **one-vs-rest** trains {k} classifiers, "
        "one for each class, and predicts the class with the largest f. **One-vs-one** trains "
        f"{k * (k - 1) // 2}, one for each pair, and lets them vote. The joint schemes of "
        "Weston–Watkins and Crammer–Singer train all scores in one problem. Here one-vs-rest "
        f"misclassifies {int(found.wrong.sum())} of {n} points."
    )
    picture = Illustration("classes", f"The regions of {k} classes.")
    return Content(
        text,
        (picture,),
        (
            Link("classes", f"Open {k} classes", {}),
            Link("classes", "All four schemes", of_settings("v_", view="beside")),
        ),
    )


def _regression() -> Content:
    found = beyond.tube()
    out, held, n = int(found.outside.sum()), int(found.support.sum()), len(found.z)
    text = (
        "For **regression** f predicts a number. Errors up to ε cost nothing: they stay inside a "
        f"**tube** around f, here ±{number(found.experiment.epsilon)}. Points outside pay for the "
        f"distance to the tube (red). {out} of {n} points lie outside, and {held} are support "
        "vectors: on the edge of the tube or outside it."
    )
    picture = Illustration("regression", "A curve with its tube and the points outside.")
    shown = of_board(found.experiment, "regression")
    return Content(
        text,
        (picture,),
        (Link("regression", "Open the tube", shown),),
    )


def _nu() -> Content:
    found = beyond.novelty()
    n, out, held = len(found.outside), int(found.outside.sum()), int(found.support.sum())
    text = (
        "**ν** replaces C by a share of the points. At most this share violates the margin, and "
        "at least this share are support vectors. A **one-class SVM** has no second class: it "
        "draws an outline around most points, to find those that do not belong. With ν = "
        f"{percent(beyond.NU)}, {out} of {n} points lie outside ({percent(out / n)}) and {held} "
        f"are support vectors ({percent(held / n)})."
    )
    picture = Illustration("nu", "An outline around most points of one class; crosses outside.")
    one = of_board(found.experiment) | of_settings("n_", mode="one_class", nu=beyond.NU)
    return Content(
        text,
        (picture,),
        (Link("nu", "Open the one-class SVM", one), Link("nu", "Open ν-SVC", {})),
    )


def _data() -> Content:
    found = beyond.table()
    plan = found.plan
    names = plan.prepared.feature_names
    first, second = (names[k] for k in plan.pair)
    wrong, asked, m = found.test_wrong, len(plan.judged), len(found.rows)
    text = (
        "Paste a table, open a file or type one: one column is the class, the others are numbers. "
        f"The example is the table Iris, {len(plan.prepared.y)} flowers of "
        f"{len(plan.prepared.class_names)} species, of which the model sees two columns, {first} "
        f"and {second}. It is trained on {m} rows and misclassifies {wrong} of the {asked} test "
        "rows (hollow), which it has not seen."
    )
    picture = Illustration("data", "Three species of Iris by two measurements, with their regions.")
    return Content(text, (picture,), (Link("data", "Open the table", {}),))


def _evaluation() -> Content:
    found = beyond.tested()
    train, test = (int(found.wrong[rows].sum()) for rows in found.split)
    text = (
        "A model should be scored on points that it was not trained on. This one misclassifies "
        f"{train} of its {len(found.split.train)} training points, but {test} of "
        f"{len(found.split.test)} **test points** (hollow). **Cross-validation** repeats this so "
        "that every point is a test point once. The page Evaluation also has learning curves, "
        "ROC and precision at any threshold, and a map of the error over C and γ, whose best cell "
        "is the one to try."
    )
    picture = Illustration(
        "evaluation", "Training points, and hollow test points; crosses on errors."
    )
    board = of_board(beyond.TESTED)
    return Content(
        text,
        (picture,),
        (
            Link("evaluation", "Open this split", board),
            Link("evaluation", "Cross-validate it", board | of_settings("e_", view="folds")),
            Link(
                "evaluation",
                "Map of C and γ",
                of_board(change(Experiment(), n_samples=150)) | of_settings("e_", view="map"),
            ),
        ),
    )


IDEAS = (
    Idea("classes", "Several classes", _classes),
    Idea("regression", "Regression", _regression),
    Idea("nu", "ν, and one class", _nu),
    Idea("data", "Your own data", _data, late=True),
    Idea("evaluation", "Evaluation", _evaluation),
)
