"""The lesson on choosing C and gamma: test error, cross-validation, the map, and its optimism."""

from pages.lessons.model import scores
from pages.lessons.model.traps import CELLS, RANDOM
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, evaluation, view
from pages.model_selection.kernel_choice import percent, with_error
from pages.state.board.experiment import Experiment, change
from pages.state.text.number_format import number
from pages.state.text.verdict import listed

NARROW = change(Experiment(), gamma=50.0, C=100.0)
WIDE = change(NARROW, gamma=0.5)
SEEDS = range(10)
NOISY = change(Experiment(), noise=0.5)
FEW = change(NOISY, n_samples=60)
GUESS = change(RANDOM, seed=5)


def _train() -> Spoken:
    found, wide = scores.held_out(NARROW), scores.held_out(WIDE)
    return Spoken(
        "A model is trained on the filled points and tested on the hollow ones, which it did not "
        "see.",
        f"Move γ down to {WIDE['gamma']:g} and watch both numbers of Accuracy.",
        f"How accurate is γ = {NARROW['gamma']:g} on training and on test points?",
        f"{percent(found.train)} on training and {percent(found.test)} on test points. At γ = "
        f"{WIDE['gamma']:g}: {percent(wide.train)} and {percent(wide.test)}.",
    )


def _one_split() -> Spoken:
    found = [scores.held_out(NOISY, seed) for seed in SEEDS]
    accuracies = [one.test for one in found]
    return Spoken(
        f"One split gives one number, and {found[0].n} test points are few.",
        "Move the split seed: the points stay, only the split changes.",
        f"Between which values is the test accuracy for the split seeds {SEEDS[0]} to {SEEDS[-1]}?",
        f"Between {percent(min(accuracies))} and {percent(max(accuracies))}; one point is "
        f"{percent(1.0 / found[0].n)}.",
    )


def _folds() -> Spoken:
    found = scores.folds(NOISY)
    wrong = int((found.predicted != found.y).sum())
    return Spoken(
        "Cross-validation tests every point once, with a model that did not learn from it.",
        "Compare with leave-one-out, below the charts.",
        f"What do the {scores.FOLDS} folds say of the accuracy?",
        f"{with_error(float(found.mean[0]), float(found.error[0]))}: {wrong} of {len(found.y)} "
        "points are misclassified.",
    )


def _curve() -> Spoken:
    found = scores.curve(NOISY, "gamma")
    train, test = found.train.mean(axis=1), found.validation.mean(axis=1)
    best = int(test.argmax())
    return Spoken(
        "Training accuracy rises with γ. Validation accuracy rises, too, and then falls: from "
        "there on the model overfits.",
        "Choose the curve of C, and the learning curve.",
        "At which of these γ is the validation accuracy largest, and what is it at the right end?",
        f"{percent(test[best])} at γ = {number(found.places[best])}. At γ = "
        f"{number(found.places[-1])}: {percent(test[-1])}, and {percent(train[-1])} in training.",
    )


def _map() -> Spoken:
    found = scores.grid_map(FEW, CELLS)
    best, simple = found.best, found.simplest
    return Spoken(
        "C and γ belong together, so all pairs are tried. Among the cells within one standard "
        "error of the best, take the simplest.",
        "Press Compute the map, then click on the best cell (circle) to load it.",
        "Which cell is best, and which is the simplest within one standard error?",
        f"C = {number(best.C)}, γ = {number(best.value)} with {percent(best.cv_error)} error; "
        f"C = {number(simple.C)}, γ = {number(simple.value)} with {percent(simple.cv_error)}.",
    )


def _nested() -> Spoken:
    found = scores.nested_map(GUESS, CELLS)
    return Spoken(
        "The smallest of many errors is optimistically biased. Nested cross-validation chooses "
        "inside each training part and tests outside.",
        "The labels here are random. Press the button: Is the best score biased?",
        "What error do the best cells have where they were chosen, and on points not seen?",
        f"{percent(1.0 - found.best)} where they were chosen, and "
        f"{with_error(1.0 - found.honest, found.error)} on others; guessing has 50 %.",
    )


def _kernel() -> Spoken:
    choices = scores.kernel_choices(FEW)
    rows = [f"{percent(one.accuracy)} ({one.title})" for one in choices]
    return Spoken(
        "Three kernels, each with its best C and parameters on the same folds.",
        "Which kernel would you take? Then press Compare the kernels.",
        "What is the cross-validation accuracy of each kernel?",
        f"{listed(rows)}.",
    )


LESSON = Lesson(
    "choosing",
    "Choosing C and γ",
    15,
    (
        Scenario("Training and test", evaluation(NARROW, "test"), _train),
        Scenario("One split is not enough", evaluation(NOISY, "test"), _one_split),
        Scenario("Five folds", evaluation(NOISY, "folds"), _folds),
        Scenario("The curve of γ", evaluation(NOISY, "curves", curve="gamma"), _curve),
        Scenario("The map of C and γ", evaluation(FEW, "map", cells=CELLS), _map),
        Scenario("Nested cross-validation", evaluation(GUESS, "map", cells=CELLS), _nested),
        Scenario("Which kernel?", view("kernels", "i_", FEW, kernels="choose"), _kernel),
    ),
)
