"""The lessons on the margin, soft margins, the dual and kernels: their numbers by scikit-learn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.svm import SVC

from pages.challenges.settings import LineTask
from pages.datasets.two_class import DATASETS, sample
from pages.lessons.text.scenario import spoken
from pages.state.board.experiment import change
from pages.state.model.run import data_of
from pages.state.text.number_format import number
from tests.helpers.links import from_query, value_of
from tests.pages.lessons.answers import EXACT, answers, scenario


class Fit:
    """scikit-learn's SVM of the experiment that a scenario opens, with some fields changed."""

    def __init__(self, title: str, **changes: Any) -> None:
        self.experiment = change(from_query(scenario(title).link.words), **changes)
        data, e = data_of(self.experiment), self.experiment
        self.X, self.y = data.X, data.y
        self.C = EXACT if e.margin == "hard" else e.C
        own = {name: e[name] for name in ("degree", "gamma", "coef0")}
        self.svc = SVC(C=self.C, kernel=e.kernel, tol=1e-10, **own).fit(self.X, self.y)
        self.f = self.svc.decision_function(self.X)
        self.alpha = np.zeros(len(self.y))
        self.alpha[self.svc.support_] = np.abs(self.svc.dual_coef_[0])

    @property
    def held(self) -> int:
        return int((self.alpha > 1e-6 * self.alpha.max()).sum())

    @property
    def bound(self) -> int:
        return int((self.alpha > self.C * (1.0 - 1e-6)).sum())

    @property
    def wrong(self) -> int:
        return int(((self.f >= 0.0) != (self.y > 0.0)).sum())

    @property
    def slack(self) -> np.ndarray:
        return np.maximum(0.0, 1.0 - self.y * self.f)

    @property
    def violating(self) -> int:
        return int((self.slack > 1e-5).sum())

    @property
    def width(self) -> float:
        norm = float(np.linalg.norm(self.svc.coef_))
        return 2.0 / norm

    def new_errors(self) -> float:
        dataset = DATASETS[self.experiment.dataset]()
        X, y = sample(dataset, 1000, 0.5, 2)
        return 100.0 * float((self.svc.predict(X) != y).mean())

    def left_out_errors(self) -> int:
        found = 0
        for k in range(len(self.y)):
            rest = np.arange(len(self.y)) != k
            other = SVC(C=self.C, gamma=self.experiment["gamma"], tol=1e-8)
            other.fit(self.X[rest], self.y[rest])
            found += int(other.predict(self.X[k : k + 1])[0] != self.y[k])
        return found


@answers("Two points, by hand")
def by_hand(title: str) -> tuple[str, ...]:
    (w1, w2), b = Fit(title).svc.coef_[0], Fit(title).svc.intercept_
    assert np.allclose([w1, w2, b[0]], [-0.5, -0.5, 2.5], atol=1e-4)
    return ("(−0.5, −0.5)", "b = 2.5", number(np.hypot(2.0, 2.0)))


@answers("One outlier")
def outlier(title: str) -> tuple[str, ...]:
    after = Fit(title).width
    before = Fit(title, placed=()).width
    return (number(before), number(after), f"{number(100.0 * after / before)} %")


@answers("No hard margin")
def no_hard_margin(title: str) -> tuple[str, ...]:
    soft = Fit(title, margin="soft")
    return (f"{soft.wrong} of {len(soft.y)}.",)


@answers("A small C")
def small_c(title: str) -> tuple[str, ...]:
    return tuple(f"{number(Fit(title, C=C).width)} at C = {C:g}" for C in (0.01, 100.0))


@answers("A large C")
def large_c(title: str) -> tuple[str, ...]:
    return tuple(f"{Fit(title, C=C).violating} at C = {C:g}" for C in (0.01, 100.0))


@answers("What decides")
def decides(title: str) -> tuple[str, ...]:
    held = Fit(title).held
    return (f"{40 - held}: all but the {held} ",)


@answers("The outlier again")
def outlier_again(title: str) -> tuple[str, ...]:
    with_it, without = Fit(title).width, Fit(title, placed=()).width
    hard = Fit(title, margin="hard").width
    return (
        f"{number(with_it)} with it, {number(without)} without",
        f"with it: {number(hard)}.",
    )


@answers("The classes balance")
def balance(title: str) -> tuple[str, ...]:
    fit = Fit(title)
    plus, minus = (number(fit.alpha[fit.y == side].sum(), 4) for side in (1.0, -1.0))
    return (f"{plus} in class +1 and {minus} in class −1",)


@answers("How many?")
def how_many(title: str) -> tuple[str, ...]:
    held = {C: Fit(title, C=C).held for C in (0.1, 1.0, 100.0)}
    assert list(held.values()) == sorted(held.values(), reverse=True)
    return tuple(f"{k} at C = {C:g}" for C, k in held.items())


@answers("Leave one out")
def left_out(title: str) -> tuple[str, ...]:
    fit = Fit(title)
    n, wrong = len(fit.y), fit.left_out_errors()
    return (
        f"{number(100.0 * fit.held / n)} % ({fit.held} of {n})",
        f"{number(100.0 * wrong / n)} % ({wrong} of {n})",
    )


@answers("What a line cannot do")
def line(title: str) -> tuple[str, ...]:
    return (f"{Fit(title).wrong} and {Fit(title, kernel='rbf').wrong} of 90",)


@answers("A third coordinate")
def third(title: str) -> tuple[str, ...]:
    flat = Fit(title)
    phi = np.column_stack([flat.X, (flat.X**2).sum(1)])
    f = SVC(C=flat.C, kernel="linear", tol=1e-10).fit(phi, flat.y).decision_function(phi)
    wrong = int(((f >= 0.0) != (flat.y > 0.0)).sum())
    return (f"{wrong} of {len(flat.y)};", f"it was {flat.wrong}.")


@answers("Infinitely many lines")
def many_lines(title: str) -> tuple[str, ...]:
    """The line of the link as the page draws it: feasible, and hit by a point when widened."""
    task = value_of(LineTask, scenario(title).link.words)
    drawing = task.drawing
    assert drawing.feasible
    assert drawing.separates
    wider = replace(task, distance=task.distance + 0.01).drawing
    assert not wider.feasible
    assert f"margin is {number(drawing.line.width)} wide" in spoken(scenario(title)).say
    svc = SVC(C=EXACT, kernel="linear", tol=1e-10).fit(drawing.X, drawing.y)
    best = 2.0 / float(np.linalg.norm(svc.coef_))
    assert drawing.line.width < 0.4 * best
    return (f"{number(best)}: the SVM",)


@answers("The most stable line")
def stable(title: str) -> tuple[str, ...]:
    """The counts of the page that the link opens."""
    moved = value_of(LineTask, scenario(title).link.words).moved_points
    assert f"in {moved.own.sum()} draws" in spoken(scenario(title)).say
    assert moved.own.sum() < moved.svm.sum()
    assert moved.r < moved.limit
    return (f"In {moved.svm.sum()} of {len(moved.svm)}:", f"‖w‖ = {number(moved.limit)},")


@answers("Underfitting")
def fitted(title: str) -> tuple[str, ...]:
    fit = Fit(title)
    share = 100.0 * fit.wrong / len(fit.y)
    return (
        f"{number(share)} % of the training points",
        f"{number(fit.new_errors())} % of 1,000 new points",
    )


@answers("Overfitting")
def overfitting(title: str) -> tuple[str, ...]:
    return *fitted(title), f"At γ = 0.5: {number(Fit(title, gamma=0.5).new_errors())} %"


@answers("Slack")
def slack(title: str) -> tuple[str, ...]:
    fit = Fit(title)
    return (f"{fit.violating} of {len(fit.y)} violate", f"misclassified: {fit.wrong}.")


@answers("Between 0 and C")
def between(title: str) -> tuple[str, ...]:
    fit = Fit(title)
    free, n = fit.held - fit.bound, len(fit.y)
    return (f"{n - fit.held} are 0, {fit.bound} are C, {free} lie between",)


@answers("Two kinds")
def kinds(title: str) -> tuple[str, ...]:
    fit = Fit(title)
    return (f"{fit.held - fit.bound} on the margin", f"and {fit.bound} with α = C")
