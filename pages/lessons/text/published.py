"""The lesson on published examples: what their text prints, and what comes out here."""

from collections.abc import Callable

from pages.lessons.model import published as model
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, board, descent
from pages.model_selection.kernel_choice import percent
from pages.state.board.experiment import change
from pages.state.link.example_links import Link, of_settings
from pages.state.model.run import run
from pages.state.table.table_run import run_of_table
from pages.state.table.table_settings import TableSettings
from pages.state.text.number_format import RAISED, number

FOUR, PETALS = TableSettings(learn="all"), TableSettings()
TUMOURS = TableSettings(real="cancer", learn="all")
LINE = change(model.MIXTURE, kernel="linear", C=0.01)
QUARTIC = change(model.MIXTURE, kernel="poly", degree=4, gamma=1.0, coef0=1.0)
DEGREE = f"{QUARTIC['degree']:g}".translate(RAISED)
SHOWN = (0, 1, 4, 9)  # epochs, from 0, whose cost is said


def _epochs() -> Spoken:
    ours = model.epoch_costs()
    epochs = ", ".join(str(k + 1) for k in SHOWN)
    here, there = (
        ", ".join(f"{costs[k]:.2f}" for k in SHOWN) for costs in (ours, model.PRINTED_COSTS)
    )
    return Spoken(
        "A tutorial trains on two far blobs of make_blobs, random_state 42. Its split has no seed, "
        "so its numbers differ a little from ours.",
        "The film begins at w = 0. Why is the cost as large as C there?",
        f"What is the cost after the epochs {epochs}?",
        f"Here {here}; the tutorial prints {there}.",
    )


def _folds() -> Spoken:
    found = model.fold_areas()
    return Spoken(
        "Another tutorial cuts 500 wide blobs into five folds without shuffling, and makes 1,000 "
        "passes of descent on each.",
        "Below the picture turn on Five folds of this descent, and choose In the given order.",
        f"It prints a mean ROC AUC of {model.PRINTED_AUC!r}. What do we get?",
        f"{found.labels!r}, as there computed from predicted labels. From f it is "
        f"{number(found.f)}.",
    )


def _four() -> Spoken:
    found, pair = run_of_table(FOUR), run_of_table(PETALS)
    return Spoken(
        "Fisher's iris: three species, four lengths in centimetres, standardised. The picture is a "
        "plane through four dimensions.",
        "Choose 2 columns. Which two does the model use?",
        "How many of the test flowers are misclassified with 4 columns, and with 2?",
        f"{found.test_wrong} of {len(found.plan.judged)} with 4, {pair.test_wrong} with 2 columns. "
        "scikit-learn's OneVsRestClassifier of SVC has the same.",
    )


def _tumours() -> Spoken:
    found = run_of_table(TUMOURS)
    wrong, n = found.test_wrong, len(found.plan.judged)
    return Spoken(
        f"{len(found.plan.prepared.y)} tumours with {found.plan.prepared.X.shape[1]} measurements "
        "each: two diagnoses, RBF kernel, C = 1.",
        "Choose the linear kernel. Is it worse?",
        "How accurate is the SVM on the test part?",
        f"{percent(1.0 - wrong / n)}: {wrong} of {n} are misclassified. scikit-learn's SVC has the "
        "same number.",
    )


def _bayes() -> Spoken:
    found = model.mixture_errors(model.MIXTURE)
    return Spoken(
        "The mixture of The Elements of Statistical Learning: ten clusters a class, drawn by its "
        "recipe with a seed of our own.",
        "Raise γ until few training errors are left. Would you trust that boundary?",
        "No classifier beats Bayes' rule, which knows the clusters. How near is the SVM?",
        f"{percent(found.new)} of {model.NEW_POINTS:,} new points are wrong, "
        f"{percent(found.bayes)} by Bayes' rule; {percent(found.train)} in training.",
    )


def _quartic() -> Spoken:
    curve, found = (model.mixture_errors(one) for one in (model.MIXTURE, QUARTIC))
    return Spoken(
        f"Figure 12.3 of The Elements of Statistical Learning has two kernels with C = "
        f"{QUARTIC.C:g}: RBF, and the polynomial (1 + x·x′){DEGREE} here.",
        "Before you look: which of the two has the smaller error on new points?",
        "What are the errors of the polynomial in training and on new points, and those of RBF?",
        f"{percent(found.train)} in training, {percent(found.new)} on new points; RBF "
        f"{percent(curve.train)} and {percent(curve.new)}.",
    )


def _line() -> Spoken:
    held, n = int(run(LINE).support.sum()), LINE.n_samples
    curve, line = (model.mixture_errors(one) for one in (model.MIXTURE, LINE))
    return Spoken(
        f"The mixture with a line and C = {LINE.C:g}: {held} of {n} points are support vectors.",
        "Move C up to 10,000. How far does the line turn?",
        "How much worse is the line than the RBF kernel on new points?",
        f"{percent(line.new)} are wrong with the line, {percent(curve.new)} with the RBF kernel.",
    )


def _table(settings: TableSettings) -> Callable[[], Link]:
    """A real table on the page Data."""
    return lambda: Link("data", "", of_settings("t_", real=settings.real, learn=settings.learn))


LESSON = Lesson(
    "published",
    "Published",
    20,
    (
        Scenario("Ten epochs", lambda: descent(model.far_blobs(), model.TEN_EPOCHS)(), _epochs),
        Scenario(
            "Five unshuffled folds",
            lambda: descent(model.wide_board(), model.WIDE_DESCENT)(),
            _folds,
        ),
        Scenario("Iris", _table(FOUR), _four),
        Scenario("Tumours", _table(TUMOURS), _tumours),
        Scenario("A mixture and Bayes' rule", board(model.MIXTURE), _bayes),
        Scenario("The mixture with degree 4", board(QUARTIC), _quartic),
        Scenario("The mixture with a line", board(LINE), _line),
    ),
)
