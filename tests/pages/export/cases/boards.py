"""Models of boards of two classes: SVMs, other losses, ν, labellings; and of words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pages.capacity.export import capacity_export
from pages.capacity.model.shattering import shattering
from pages.capacity.settings import CapacityView, ShatteredPoints
from pages.challenges.export import challenge_export
from pages.challenges.settings import ChallengesView, LineTask
from pages.export.two_class import two_class_export
from pages.losses.export import losses_export
from pages.losses.model.choice import LossesSettings
from pages.losses.model.minimiser import loss_run
from pages.nu.export import nu_export
from pages.nu.model import NuSettings, nu_run
from pages.state.experiment import Experiment, change
from pages.state.run import run
from pages.strings.export import strings_export
from pages.strings.model.trained import make_kernel, new_word, word_model
from pages.strings.settings import StringSettings
from tests.helpers.links import from_query
from tests.helpers.opened import TRAINED
from tests.pages.export.case import WEIGHED, Case
from tests.pages.export.executed import plane


def two_class(experiment: Experiment) -> Case:
    result, Z = run(experiment), plane()
    support = int(result.support.sum())
    said = {"objective:": result.solution.certificate.primal, "b:": result.model.intercept}
    return Case(two_class_export(experiment), Z, result.model(np.array(Z)), support, None, said)


def losses(loss: str, **changes: Any) -> Case:
    experiment, choice = change(Experiment(), **changes), LossesSettings(loss)
    found, Z = loss_run(experiment, choice), plane()
    none = loss in ("logistic", "squared")
    support = None if none else int(found.support.sum())
    proof = found.certificate or found.svm.solution.certificate
    exported, wanted = losses_export(experiment, choice), found.drawn.model(np.array(Z))
    return Case(exported, Z, wanted, support, None, {"objective:": proof.primal})


def nu(mode: str, share: float = 0.2, **changes: Any) -> Case:
    experiment, choice, Z = change(Experiment(), **changes), NuSettings(mode, share), plane()
    found = nu_run(experiment, choice)
    said = {"rho:": found.rho, "outside:": 100.0 * found.outside_share}
    exported, support = nu_export(experiment, choice), int(found.support.sum())
    return Case(exported, Z, found.model(np.array(Z)), support, None, said)


def labelling(kernel: str, k: int) -> Case:
    """Four points, of which two are so near that the hard margin has alpha > C."""
    view, Z = CapacityView(kernel=kernel, labelling=k, points="four"), plane()
    points = ShatteredPoints((0.0, 0.0, 0.3, 0.1, 1.0, 1.5, -1.0, 1.0))
    one = shattering(kernel, points.places(4)).labellings[k - 1]
    return Case(capacity_export(view, points, Experiment()), Z, one.model(np.array(Z)), None)


def widest() -> Case:
    task, Z = LineTask(seed=3, shown=True), plane()
    wanted = run(task.drawing.experiment).model(np.array(Z))
    return Case(challenge_export(ChallengesView(), task, Experiment()), Z, wanted)


def strings(**words: Any) -> Case:
    settings = StringSettings(**words)
    kernel = make_kernel(settings.kernel, settings.length, settings.decay)
    found = word_model(settings.minus, settings.plus, kernel, settings.C)
    Z = ["propanolol", "ramipril", "x", "aspirin", "captopril"]
    wanted = [new_word(found, word).score for word in Z]
    support = int(found.support.sum())
    return Case(strings_export(settings), Z, wanted, support, None, {"b:": found.b})


BOARDS: dict[str, Callable[[], Case]] = {
    "weighed": lambda: two_class(
        change(Experiment(), class_weight="balanced", balance=0.8, C=5.0, gamma=2.0)
    ),
    "hard": lambda: two_class(from_query(TRAINED["hard"])),
    "built": lambda: two_class(from_query(TRAINED["built"])),
    "laplacian": lambda: two_class(from_query(TRAINED["laplacian"])),
    "poly": lambda: two_class(from_query(TRAINED["poly"])),
    "sigmoid": lambda: two_class(from_query(TRAINED["sigmoid"])),
    "sgd": lambda: two_class(
        change(Experiment(), formulation="primal", solver="sgd", max_iter=300)
    ),
    "logistic": lambda: losses("logistic"),
    "logistic linear": lambda: losses("logistic", kernel="linear", C=20.0, **WEIGHED),
    "logistic poly": lambda: losses("logistic", kernel="poly"),
    "logistic laplacian": lambda: losses("logistic", kernel="laplacian", C=100.0),
    "squared": lambda: losses("squared", **WEIGHED),
    "squared linear": lambda: losses("squared", kernel="linear", C=0.1),
    "squared built": lambda: losses("squared", kernel="built"),
    "squared hinge": lambda: losses("squared_hinge", C=50.0, **WEIGHED),
    "squared hinge linear": lambda: losses("squared_hinge", kernel="linear"),
    "squared hinge poly": lambda: losses("squared_hinge", kernel="poly"),
    "Huber hinge": lambda: losses("huber_hinge", **WEIGHED),
    "0-1": lambda: losses("zero_one"),
    "nu": lambda: nu("nu_svc", 0.3, **WEIGHED),
    "nu linear": lambda: nu("nu_svc", 0.6, kernel="linear"),
    "nu built": lambda: nu("nu_svc", kernel="built"),
    "nu sigmoid": lambda: nu("nu_svc", 0.8, kernel="sigmoid"),
    "one class": lambda: nu("one_class"),
    "one class poly": lambda: nu("one_class", kernel="poly"),
    "sphere": lambda: nu("sphere", 0.1),
    "sphere laplacian": lambda: nu("sphere", kernel="laplacian"),
    "sphere linear": lambda: nu("sphere", kernel="linear"),
    "words": lambda: strings(),
    "substrings": lambda: strings(kernel="spectrum", C=10.0),
    "subsequences of 3": lambda: strings(length=3, decay=0.8),
    "labelling": lambda: labelling("rbf", 7),
    "labelling linear": lambda: labelling("linear", 4),
    "widest margin": widest,
}
