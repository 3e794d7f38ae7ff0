"""Models of all pages as they are exported, with the values that the pages show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np

from pages.capacity.export import capacity_export
from pages.capacity.model.shattering import shattering
from pages.capacity.settings import CapacityView, ShatteredPoints
from pages.challenges.export import challenge_export
from pages.challenges.settings import ChallengesView, LineTask
from pages.classes.export import classes_export
from pages.classes.model import MulticlassDescent, multiclass_descent
from pages.classes.settings import ClassesView
from pages.descent.export import descent_export
from pages.descent.model.film import film
from pages.descent.model.start import StartWeights
from pages.descent.settings import DescentMoment
from pages.export.program import Exported
from pages.export.two_class import two_class_export
from pages.losses.export import losses_export
from pages.losses.model.choice import LossesSettings
from pages.losses.model.minimiser import loss_run
from pages.nu.export import nu_export
from pages.nu.model import NuSettings, nu_run
from pages.race.export import race_export
from pages.race.model.race import enter, options_of, race, track_of
from pages.race.model.race_snapshot import Watch
from pages.race.model.racers import possible_racers
from pages.regression.export import regression_export
from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.experiment import Regression, change_regression
from pages.regression.model.fit import fit
from pages.regression.settings import RegressionView
from pages.state.board import Placed
from pages.state.experiment import Experiment, change
from pages.state.multiclass_run import Scheme, multiclass_run
from pages.state.run import run
from pages.strings.export import strings_export
from pages.strings.model.trained import make_kernel, new_word, word_model
from pages.strings.settings import StringSettings
from svmcore.sgd.methods import Descent, change_descent
from tests.helpers.links import from_query
from tests.helpers.opened import TRAINED
from tests.pages.export.executed import plane


class Case(NamedTuple):
    """What is exported, places off the training points, f there, and the support vectors."""

    exported: Exported
    Z: list[Any]
    wanted: Any
    support: int | None = None


def two_class(experiment: Experiment) -> Case:
    result, Z = run(experiment), plane()
    support = int(result.support.sum())
    return Case(two_class_export(experiment), Z, result.model(np.array(Z)), support)


def losses(loss: str, **changes: Any) -> Case:
    experiment, choice = change(Experiment(), **changes), LossesSettings(loss)
    found, Z = loss_run(experiment, choice), plane()
    none = loss in ("logistic", "squared")
    support = None if none else int(found.support.sum())
    return Case(losses_export(experiment, choice), Z, found.drawn.model(np.array(Z)), support)


def regression(steps: dict[str, Any] | None = None, epoch: int = -1, **changes: Any) -> Case:
    value = change_regression(Regression(), **changes)
    view = RegressionView(view="fit" if steps is None else "descent", epoch=epoch)
    course = RegressionDescent(**(steps or {}))
    Z = np.random.default_rng(3).uniform(-4.0, 4.0, (50, 1)).tolist()
    exported = regression_export(value, view, course)
    if steps is None:
        found = fit(value)
        support = int(found.support.sum()) if "support_vectors" in exported.code.script() else None
        return Case(exported, Z, found(Z), support)
    return Case(exported, Z, descend(value, course).curves(Z, [epoch])[0])


def nu(mode: str, share: float = 0.2, **changes: Any) -> Case:
    experiment, choice, Z = change(Experiment(), **changes), NuSettings(mode, share), plane()
    found = nu_run(experiment, choice)
    return Case(
        nu_export(experiment, choice), Z, found.model(np.array(Z)), int(found.support.sum())
    )


FOUR = change(Experiment(), dataset="blobs", classes=4, n_samples=60)


def classes(scheme: Scheme, course: MulticlassDescent | None = None, **changes: Any) -> Case:
    experiment, Z = change(FOUR, **changes), plane()
    view = ClassesView(view="regions" if course is None else "descent")
    if course is None:
        found = multiclass_run(experiment, scheme)
    else:
        found = multiclass_descent(experiment, course).shown(course.epoch, course.update)
    exported = classes_export(experiment, scheme, view, course or MulticlassDescent())
    support = int(found.support.sum()) if course is None else None
    return Case(exported, Z, found.many.values(np.array(Z)), support)


def class_descent(**words: Any) -> MulticlassDescent:
    return MulticlassDescent(**({"passes": 4} | words))


def descent(start: tuple[float, ...] = (), at: int = -1, **words: Any) -> Case:
    known = {f.name for f in fields(Descent)}
    experiment = change(
        Experiment(), **{name: word for name, word in words.items() if name not in known}
    )
    how = change_descent(Descent(), **{n: word for n, word in words.items() if n in known})
    begin, moment, Z = StartWeights(*start), DescentMoment(at), plane()
    shown = film(experiment, how, begin, focus=at)
    k = -1 if at < 0 else list(shown.update).index(at)
    wanted = shown.values(shown.v[[k]], shown.b[[k]], np.array(Z))[0]
    return Case(descent_export(experiment, how, begin, moment), Z, wanted)


def raced(loss: str, watch: Watch, names: tuple[str, ...] = (), **changes: Any) -> Case:
    track, Z = track_of(change(Experiment(), **changes), loss), plane()
    names = names or possible_racers(loss)
    found = race(track, [enter(track, name, options_of(name, track.experiment)) for name in names])
    models = [
        track.model(one.coef[k], float(one.intercept[k]))(np.array(Z))
        for one in found.entrants
        for k in [one.at(watch.at, watch.by)]
    ]
    return Case(race_export(track, found, watch), Z, np.column_stack(models))


def strings(**words: Any) -> Case:
    settings = StringSettings(**words)
    kernel = make_kernel(settings.kernel, settings.length, settings.decay)
    found = word_model(settings.minus, settings.plus, kernel, settings.C)
    Z = ["propanolol", "ramipril", "x", "aspirin", "captopril"]
    wanted = [new_word(found, word).score for word in Z]
    return Case(strings_export(settings), Z, wanted, int(found.support.sum()))


def labelling(kernel: str, k: int) -> Case:
    view, points, Z = (
        CapacityView(kernel=kernel, labelling=k, points="four"),
        ShatteredPoints(),
        plane(),
    )
    one = shattering(kernel, points.places(4)).labellings[k - 1]
    return Case(capacity_export(view, points, Experiment()), Z, one.model(np.array(Z)), None)


def widest() -> Case:
    task, Z = LineTask(seed=3, shown=True), plane()
    wanted = run(task.drawing.experiment).model(np.array(Z))
    return Case(challenge_export(ChallengesView(), task, Experiment()), Z, wanted)


HEAVY = tuple(Placed(1_000_000 + k, -1.0 + k, 0.5 * k, 0, 3.0) for k in range(4))
BALANCED = {"class_weight": "own", "weights": (1.0, 3.0, 0.5, 2.0)}
WEIGHED = {"class_weight": "balanced", "balance": 0.8}
CASES: dict[str, Callable[[], Case]] = {
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
    "tube": lambda: regression(placed=HEAVY),
    "tube linear": lambda: regression(kernel="linear", test_share=0.0, C=10.0),
    "tube ill": lambda: regression(kernel="linear", C=100.0),
    "tube of ends": lambda: regression(kernel="linear", C=0.001),
    "tube poly": lambda: regression(kernel="poly", epsilon=0.1, curve="step"),
    "tube laplacian": lambda: regression(kernel="laplacian", epsilon=0.05, C=10.0),
    "tube built": lambda: regression(kernel="built"),
    "flat tube": lambda: regression(epsilon=2.0),
    "nu tube": lambda: regression(machine="nu", nu=0.3),
    "nu tube weighed": lambda: regression(machine="nu", placed=HEAVY, kernel="linear"),
    "nu 1": lambda: regression(machine="nu", nu=1.0),
    "tube descent": lambda: regression({"eta0": 0.01, "epochs": 7}, 3, kernel="linear"),
    "tube descent all": lambda: regression({"batch": "all", "eta0": 1e-3}, placed=HEAVY),
    "tube descent weighed": lambda: regression(
        {"schedule": "pegasos"}, kernel="linear", placed=HEAVY
    ),
    "nu": lambda: nu("nu_svc", 0.3, **WEIGHED),
    "nu linear": lambda: nu("nu_svc", 0.6, kernel="linear"),
    "nu built": lambda: nu("nu_svc", kernel="built"),
    "nu sigmoid": lambda: nu("nu_svc", 0.8, kernel="sigmoid"),
    "one class": lambda: nu("one_class"),
    "one class poly": lambda: nu("one_class", kernel="poly"),
    "sphere": lambda: nu("sphere", 0.1),
    "sphere laplacian": lambda: nu("sphere", kernel="laplacian"),
    "sphere linear": lambda: nu("sphere", kernel="linear"),
    "ovr": lambda: classes(Scheme("ovr"), class_weight="own", weights=(1.0, 3.0, 0.5)),
    "ovr two": lambda: classes(Scheme("ovr"), classes=2),
    "ovo": lambda: classes(Scheme("ovo"), kernel="linear", balance=0.8, class_weight="balanced"),
    "ovo two": lambda: classes(Scheme("ovo"), classes=2, kernel="laplacian"),
    "Weston-Watkins": lambda: classes(Scheme("weston_watkins", 2.0)),
    "Crammer-Singer": lambda: classes(Scheme("crammer_singer", 2.0, "column"), **BALANCED),
    "Crammer-Singer linear": lambda: classes(
        Scheme("crammer_singer", 1.0, "column"), kernel="linear"
    ),
    "Crammer-Singer two": lambda: classes(Scheme("crammer_singer", 1.0, "column"), classes=2),
    "Crammer-Singer free": lambda: classes(Scheme("crammer_singer")),
    "class descent": lambda: classes(Scheme(), class_descent(epoch=2, update=7)),
    "class descent ovr": lambda: classes(
        Scheme(),
        class_descent(loss="one_versus_rest", step=0.01, epoch=3, update=5),
        kernel="linear",
        **BALANCED,
    ),
    "class descent ovr sum": lambda: classes(
        Scheme(), class_descent(loss="one_versus_rest", way="sum", step=1e-3), kernel="linear"
    ),
    "class descent batch": lambda: classes(
        Scheme(), class_descent(loss="crammer_singer", batch="8", tol="0.01"), **BALANCED
    ),
    "descent": lambda: descent(objective="lambda", schedule="inverse", eta0=1.0),
    "descent mean": lambda: descent((1.0, -2.0, 0.5), output="mean", loss="squared_hinge"),
    "descent start": lambda: descent((1.0, -2.0, 0.5), objective="average", order="data"),
    "descent stopped": lambda: descent(at=100, objective="average", schedule="pegasos", **WEIGHED),
    "descent start of all": lambda: descent(at=0),
    "perceptron": lambda: descent(method="perceptron", epochs=10),
    "perceptron inside": lambda: descent((1.0, 0.0, 0.0), method="perceptron", objective="average"),
    "minibatch": lambda: descent(method="minibatch", loss="huber_hinge"),
    "gd kernel": lambda: descent(method="gd", space="kernel", **WEIGHED),
    "pegasos": lambda: descent(method="pegasos", objective="lambda"),
    "mirror": lambda: descent(method="mirror", space="kernel", objective="square"),
    "turned": lambda: descent(eta0=5.0, objective="average", epochs=1),
    "race": lambda: raced("hinge", Watch(at=3.0), ("smo", "projected", "interior"), **WEIGHED),
    "race of all": lambda: raced("hinge", Watch(at=3.0), **WEIGHED),
    "race of the squared hinge": lambda: raced("squared_hinge", Watch(at=2.0), n_samples=30),
    "words": lambda: strings(),
    "substrings": lambda: strings(kernel="spectrum", C=10.0),
    "subsequences of 3": lambda: strings(length=3, decay=0.8),
    "labelling": lambda: labelling("rbf", 7),
    "labelling linear": lambda: labelling("linear", 4),
    "widest margin": widest,
}
CHOICE = (
    "race",
    "words",
    "descent stopped",
    "Crammer-Singer",
    "class descent ovr",
    "sphere",
    "weighed",
    "hard",
    "logistic",
    "squared hinge",
    "nu tube",
    "tube descent weighed",
)
