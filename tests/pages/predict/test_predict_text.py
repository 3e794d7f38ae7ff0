"""What the page Predict says: its numbers are those of the models."""

import numpy as np
import pytest

from pages.predict.model.what_changes import KINDS, change_task
from pages.predict.model.which_kernel import NAMES, kernel_task, largest, outline
from pages.predict.model.which_support import Marking, marking, support_task
from pages.predict.text import change_question, change_sentence, kernel_sentence, marking_sentence
from pages.state.model.scene import scene
from pages.state.text.number_format import number
from tests.helpers.opened import numbers


def found(hits: int, missed: int, extra: int) -> Marking:
    parts = np.split(np.arange(hits + missed + extra), [hits, hits + missed])
    return Marking(*parts)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((5, 2, 2), "You marked 5 of the 7 support vectors, and 2 other points."),
        ((7, 0, 0), "You marked all 7 support vectors, and no other points."),
        ((0, 3, 1), "You marked none of the 3 support vectors, and 1 other point."),
        ((2, 0, 1), "You marked all 2 support vectors, and 1 other point."),
    ],
)
def test_marks_are_counted_in_one_sentence(counts, said):
    assert marking_sentence(found(*counts), support_task(1)).startswith(said)


def test_what_was_missed_or_marked_in_vain_is_explained_by_its_margins():
    run = support_task(1)
    held, others = np.flatnonzero(run.support), np.flatnonzero(~run.support)
    missed, extra = held[1:], others[:1]
    margins = run.data.y * run.model(run.data.X)
    said = marking_sentence(marking(run, {run.data.ids[k] for k in (held[0], extra[0])}), run)
    low, high = (number(float(end), 4) for end in (margins[missed].min(), margins[missed].max()))
    assert said.endswith(
        f"A support vector has y f(x) ≤ 1: it is {low} to {high} for the {len(missed)} that you "
        f"missed and {number(float(margins[extra[0]]), 4)} for the one that you marked by mistake."
    )
    every = {run.data.ids[k] for k in held}
    assert marking_sentence(marking(run, every), run).endswith("and no other points.")


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_sample_of_a_task_can_be_judged(n):
    run = support_task(n)
    assert len(run.data) == 20
    between = np.linalg.norm(run.data.X[:, None] - run.data.X[None], axis=2)
    assert between[np.triu_indices(20, 1)].min() >= 0.1
    assert 3 <= run.support.sum() <= 12
    assert (run.margins[run.support] < 1.0 + 1e-6).all()
    assert (run.margins[~run.support] > 1.001).all()
    assert support_task(n).experiment == run.experiment != support_task(n + 1).experiment


@pytest.mark.parametrize("n", range(1, 5))
def test_the_sentence_of_a_change_states_its_numbers(n):
    removal, width, count, error = (change_task(kind, n) for kind in KINDS)
    before, k = removal.before, removal.point
    text = change_sentence(removal)
    assert number(before.margins[k]) in text
    if removal.answer == "still":
        assert "not a support vector (α = 0" in text
        assert text.endswith("so the boundary does not move.")
    else:
        assert f"α = {number(before.alpha[k])}" in text
        x, y = before.data.X[k], before.data.y[k]
        then = y * removal.after.model(x[None])[0]
        assert then < before.margins[k]
        assert f"falls from {number(before.margins[k])} to {number(then)}" in text
        side = "+1" if removal.answer == "plus" else "−1"
        assert text.endswith(f"moves by {number(abs(removal.shift))} towards class {side}.")
    C = [width.after.experiment.C, width.before.experiment.C]
    text = change_sentence(width)
    assert numbers(text)[:2] == pytest.approx(C)
    assert f"{number(width.after.width)} wide" in text
    if width.answer == "same":
        assert width.before.alpha.max() < min(C)
        assert f"largest α is {number(width.before.alpha.max())}" in text
    else:
        assert f"instead of {number(width.before.width)}. " in text
        old, new = map(slacks, (width.before, width.after))
        fewer = C[0] > C[1]
        assert (new < old) == fewer
        assert f"{'less' if fewer else 'more'} of it (Σ ξ = {number(new)}" in text
        assert f"before {number(old)}), with a {'larger' if fewer else 'smaller'} ‖w‖." in text
    held = [int(one.support.sum()) for one in (count.after, count.before)]
    said = numbers(change_sentence(count))
    assert said[2:4] == [held[0], 40]
    assert (f"(before: {held[1]})." in change_sentence(count)) == (held[1] != held[0])
    wrong = [int(one.wrong.sum()) for one in (error.after, error.before)]
    said = change_sentence(error)
    assert f"{wrong[0] or 'none'} of 40 training points" in said
    assert (", as before." if wrong[0] == wrong[1] else f"(before: {wrong[1]}).") in said
    signs = [one.model(error.before.data.X) >= 0.0 for one in (error.before, error.after)]
    turned = int((signs[0] != signs[1]).sum())
    plural = "" if turned == 1 else "s"
    assert said.endswith(f"The sign of f changes at {turned or 'no'} training point{plural}.")
    assert f"{wrong[1] or 'none'} {'are' if wrong[1] > 1 else 'is'} miscl" in change_question(error)


def slacks(run) -> float:
    """The sum of max(0, 1 - y f(x)), rounding aside."""
    return round(float(np.clip(1.0 - run.data.y * run.model(run.data.X), 0.0, None).sum()), 9)


REASONS = ("share fewer", "acts on more points", "can follow more", "is smoother")


def reason_of_count(task) -> str:
    """The reason that is given, which has to fit the change of both kinds of support vectors."""
    text = change_sentence(task)
    old, new = (gamma**-0.5 for gamma in task.values)
    assert f"up to about {number(new)} away (before: {number(old)})" in text
    free = [int((one.support & ~one.bound).sum()) for one in (task.before, task.after)]
    bound = [int((one.support & one.bound).sum()) for one in (task.before, task.after)]
    more_free, more_bound = free[1] - free[0], bound[1] - bound[0]
    holds = (
        new < old and more_free > abs(more_bound),
        new > old and -more_free > abs(more_bound),
        new < old and -more_bound > abs(more_free),
        new > old and more_bound > abs(more_free),
    )
    assert [words in text for words in REASONS] == list(holds)
    on_margin = f"{free[1]} are on the margin (before: {free[0]})"
    at_bound = f"{bound[1]} have α = C (before: {bound[0]})"
    assert (on_margin in text) == (any(holds[:2]) or not any(holds))
    assert (at_bound in text) == (any(holds[2:]) or not any(holds))
    return next((words for words in REASONS if words in text), "")


def test_every_reason_of_another_number_of_support_vectors_fits():
    reasons = {reason_of_count(change_task("count", n)) for n in range(1, 41)}
    assert reasons == {*REASONS, ""}


def task_of(name):
    return next(t for t in map(kernel_task, range(1, 60)) if t.answer == name)


def kinks(f, x, h):
    """By how much the slope of f in x1 changes within h of each x, at x2 = 0.3."""
    values = [f(np.column_stack([x + step, np.full_like(x, 0.3)])) for step in (-h, 0.0, h)]
    return (values[0] - 2.0 * values[1] + values[2]) / h


@pytest.mark.parametrize("name", NAMES)
def test_what_gives_a_kernel_away_is_true_of_its_picture(name):
    task = task_of(name)
    drawn, run = scene(task.run, task.view), task.run
    text, said = kernel_sentence(task, drawn), numbers(kernel_sentence(task, drawn))
    seen, closed = outline(drawn, task.view)
    curves = f"{seen} curve{'s' if seen > 1 else ''}"
    held = int(run.support.sum())
    if name == "linear":
        w = run.model.weights
        assert text.startswith(f"f(x) = w·x + b with w = ({number(w[0])}, {number(w[1])})")
        line = drawn.lines[1]
        np.testing.assert_allclose(line @ w + run.model.intercept, 0.0, atol=1e-6)
    elif name in ("quadratic", "cubic"):
        assert f"degree {2 if name == 'quadratic' else 3}" in text
        assert number(largest(run, task.view), 2) in text
        assert largest(run, task.view) > 3.0
    else:
        assert held in said
    if name in ("cubic", "wide", "narrow"):
        assert curves in text
        assert (", all closed" in text or "which is closed" in text) == (closed == seen)
    if name == "laplacian":
        # f has a kink there, and nowhere else: its slope jumps by as much however small h is
        at = run.data.X[run.support][:, 0]
        between = np.convolve(np.sort(run.data.X[:, 0]), [0.5, 0.5], "valid")
        jumps = [np.abs(kinks(run.model, x, 1e-6)) for x in (at, between)]
        assert jumps[0].min() > 1e3 * jumps[1].max()
    if name == "narrow":
        far = float(run.model(np.array([[30.0, 30.0]]))[0])
        assert f"b = {number(far)}, class {'+1' if far >= 0.0 else '−1'}" in text
