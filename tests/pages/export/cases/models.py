"""Models of boards, words, curves and several classes; descents and races at a moment."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np

from pages.capacity.export import capacity_export
from pages.capacity.model import shattering
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
from pages.export.two_class import two_class_export
from pages.losses.export import losses_export
from pages.losses.model import LossesSettings, loss_run
from pages.nu.export import nu_export
from pages.nu.model import NuSettings, nu_run
from pages.race.export import race_export
from pages.race.model.race import enter, options_of, race, track_of
from pages.race.model.race_film import Watch
from pages.race.model.racers import RACERS, possible_racers
from pages.regression.export import regression_export
from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.experiment import Regression, change_regression
from pages.regression.model.fit import fit
from pages.regression.settings import RegressionView
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import Descent, change_descent
from pages.state.model.run import run
from pages.state.multiclass.multiclass_run import Scheme, multiclass_run
from pages.strings.export import strings_export
from pages.strings.model import make_kernel, new_word, word_model
from pages.strings.settings import StringSettings
from tests.helpers.links import from_query
from tests.helpers.opened import TRAINED
from tests.pages.export.case import FOUR, WEIGHED, Case
from tests.pages.export.executed import plane


def two_class(experiment: Experiment) -> Case:
    result, Z = run(experiment), plane()
    support = int(result.support.sum())
    said = {"objective:": result.solution.certificate.primal, "b:": result.model.intercept}
    return Case(two_class_export(experiment), Z, result.model(np.array(Z)), support, None, said)


def losses(loss: str, penalty: str = "l2", **changes: Any) -> Case:
    experiment, choice = change(Experiment(), **changes), LossesSettings(loss, penalty=penalty)
    found, Z = loss_run(experiment, choice), plane()
    none = loss in ("logistic", "squared") or penalty == "l1"
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
    "sigmoid": lambda: two_class(from_query(TRAINED["sigmoid"])),
    "sgd": lambda: two_class(
        change(Experiment(), formulation="primal", solver="sgd", max_iter=300)
    ),
    "logistic": lambda: losses("logistic"),
    "logistic linear": lambda: losses("logistic", kernel="linear", C=20.0, **WEIGHED),
    "squared": lambda: losses("squared", **WEIGHED),
    "squared hinge": lambda: losses("squared_hinge", C=50.0, **WEIGHED),
    "l1": lambda: losses("squared_hinge", "l1", kernel="linear", C=0.01, **WEIGHED),
    "Huber hinge": lambda: losses("huber_hinge", **WEIGHED),
    "0-1": lambda: losses("zero_one"),
    "nu": lambda: nu("nu_svc", 0.3, **WEIGHED),
    "nu linear": lambda: nu("nu_svc", 0.6, kernel="linear"),
    "nu sigmoid": lambda: nu("nu_svc", 0.8, kernel="sigmoid"),
    "one class": lambda: nu("one_class"),
    "sphere": lambda: nu("sphere", 0.1),
    "sphere linear": lambda: nu("sphere", kernel="linear"),
    "words": lambda: strings(),
    "substrings": lambda: strings(kernel="spectrum", C=10.0),
    "labelling": lambda: labelling("rbf", 7),
    "widest margin": widest,
}


def regression(steps: dict[str, Any] | None = None, epoch: int = -1, **changes: Any) -> Case:
    value = change_regression(Regression(), **changes)
    view = RegressionView(view="fit" if steps is None else "descent", epoch=epoch)
    course = RegressionDescent(**(steps or {}))
    Z = np.random.default_rng(3).uniform(-4.0, 4.0, (50, 1)).tolist()
    exported = regression_export(value, view, course)
    if steps is None:
        found = fit(value)
        support = int(found.support.sum()) if "support_vectors" in exported.code.script() else None
        said = {"b:": found.intercept, "epsilon:": found.epsilon}
        if support is not None:
            said["training MAE:"] = found.train_errors.mae
            said |= {"test MAE:": found.test_errors.mae} if found.test.any() else {}
        return Case(exported, Z, found(Z), support, None, said)
    shown = descend(value, course)
    said = {"cost J:": float(shown.terms.total[epoch])}
    return Case(exported, Z, shown.curves(Z, [epoch])[0], None, None, said)


HEAVY = tuple(Placed(1_000_000 + k, -1.0 + k, 0.5 * k, 0, 3.0) for k in range(4))
TUBES: dict[str, Callable[[], Case]] = {
    "tube": lambda: regression(placed=HEAVY),
    "tube linear": lambda: regression(kernel="linear", test_share=0.0, C=10.0),
    "tube ill": lambda: regression(kernel="linear", C=100.0),
    "tube of ends": lambda: regression(kernel="linear", C=0.001),
    "flat tube": lambda: regression(epsilon=2.0),
    "nu tube": lambda: regression(machine="nu", nu=0.3),
    "nu tube weighed": lambda: regression(machine="nu", placed=HEAVY, kernel="linear"),
    "tube descent": lambda: regression({"eta0": 0.01, "epochs": 7}, 3, kernel="linear"),
    "nu tube descent": lambda: regression({"eta0": 0.01}, machine="nu", kernel="linear"),
    "tube descent all": lambda: regression({"batch": "all", "eta0": 1e-3}, placed=HEAVY),
    "tube descent weighed": lambda: regression(
        {"schedule": "pegasos"}, kernel="linear", placed=HEAVY
    ),
}


def classes(scheme: Scheme, course: MulticlassDescent | None = None, **changes: Any) -> Case:
    experiment, Z = change(FOUR, **changes), plane()
    view = ClassesView(view="regions" if course is None else "descent")
    if course is None:
        found = multiclass_run(experiment, scheme)
    else:
        found = multiclass_descent(experiment, course).shown(course.epoch, course.update)
    exported = classes_export(experiment, scheme, view, course or MulticlassDescent())
    support = int(found.support.sum()) if course is None else None
    right = (found.many.predict(found.data.X) == found.data.labels).mean()
    said = {"accuracy:": 100.0 * right}
    return Case(exported, Z, found.many.values(np.array(Z)), support, None, said)


def class_descent(**words: Any) -> MulticlassDescent:
    return MulticlassDescent(**({"passes": 4} | words))


BALANCED = {"class_weight": "own", "weights": (1.0, 3.0, 0.5, 2.0)}
SEVERAL: dict[str, Callable[[], Case]] = {
    "ovr": lambda: classes(Scheme("ovr"), class_weight="own", weights=(1.0, 3.0, 0.5)),
    "ovr two": lambda: classes(Scheme("ovr"), classes=2),
    "ovo": lambda: classes(Scheme("ovo"), kernel="linear", balance=0.8, class_weight="balanced"),
    "ovo two": lambda: classes(Scheme("ovo"), classes=2, kernel="laplacian"),
    "Weston-Watkins": lambda: classes(Scheme("weston_watkins", 2.0)),
    "Weston-Watkins two": lambda: classes(
        Scheme("weston_watkins", 2.0, "column"), classes=2, kernel="linear"
    ),
    "Crammer-Singer": lambda: classes(Scheme("crammer_singer", 2.0, "column"), **BALANCED),
    "Crammer-Singer two": lambda: classes(Scheme("crammer_singer", 1.0, "column"), classes=2),
    "Crammer-Singer free": lambda: classes(Scheme("crammer_singer")),
    "class descent": lambda: classes(Scheme(), class_descent(epoch=2, update=7)),
    "class descent ovr": lambda: classes(
        Scheme(),
        class_descent(loss="one_versus_rest", step=0.01, epoch=3, update=5),
        kernel="linear",
        **BALANCED,
    ),
    "class descent random": lambda: classes(
        Scheme(),
        class_descent(loss="one_versus_rest", way="course", step=0.05, start="random", start_lot=3),
        kernel="linear",
        **BALANCED,
    ),
    "class descent target": lambda: classes(
        Scheme(), class_descent(start="random", tol="cost", cost_tol=3.0, passes=20)
    ),
    "class descent batch": lambda: classes(
        Scheme(), class_descent(loss="crammer_singer", batch="8", tol="0.01"), **BALANCED
    ),
}


def descent(start: tuple[float, ...] = (), at: int = -1, **words: Any) -> Case:
    known = {f.name for f in fields(Descent)}
    experiment = change(
        Experiment(), **{name: word for name, word in words.items() if name not in known}
    )
    how = change_descent(Descent(), **{n: word for n, word in words.items() if n in known})
    begin, moment, Z = StartWeights(*start), DescentMoment(at), plane()
    shown = film(experiment, how, begin, focus=at)
    k = -1 if at < 0 else list(shown.update).index(at)
    right = ~shown.wrong[k]
    said = {"cost J:": float(shown.terms.total[k])}
    said |= {
        f"{name} accuracy:": 100.0 * right[rows].mean()
        for name, rows in (("training", shown.split.train), ("test", shown.split.test))
        if len(rows)
    }
    wanted = shown.values(shown.v[[k]], shown.b[[k]], np.array(Z))[0]
    return Case(descent_export(experiment, how, begin, moment), Z, wanted, None, None, said)


def raced(loss: str, watch: Watch, names: tuple[str, ...] = (), **changes: Any) -> Case:
    track, Z = track_of(change(Experiment(), **changes), loss), plane()
    names = names or possible_racers(loss)
    found = race(track, [enter(track, name, options_of(name, track.experiment)) for name in names])
    models = [
        track.model(one.coef[k], float(one.intercept[k]))(np.array(Z))
        for one in found.entrants
        for k in [one.at(watch.at, watch.by)]
    ]
    said = {}
    for one in found.entrants:
        k, name = one.at(watch.at, watch.by), f"{RACERS[one.racer].title:20} J = "
        said[name] = one.value[k]
        said[f"{name}{one.value[k]:.10g}, (J - J*) / J* ="] = one.value[k] / found.optimum - 1.0
    return Case(race_export(track, found, watch), Z, np.column_stack(models), None, None, said)


COURSES: dict[str, Callable[[], Case]] = {
    "descent": lambda: descent(objective="lambda", schedule="inverse", eta0=1.0),
    "descent drawn": lambda: descent(order="replacement", schedule="constant"),
    "descent mean": lambda: descent((1.0, -2.0, 0.5), output="mean", loss="squared_hinge"),
    "descent stopped": lambda: descent(at=100, objective="average", schedule="pegasos", **WEIGHED),
    "descent start of all": lambda: descent(at=0),
    "perceptron": lambda: descent(method="perceptron", epochs=10),
    "minibatch": lambda: descent(method="minibatch", loss="huber_hinge"),
    "gd kernel": lambda: descent(method="gd", space="kernel", **WEIGHED),
    "pegasos": lambda: descent(method="pegasos", objective="lambda"),
    "mirror": lambda: descent(method="mirror", space="kernel", objective="square"),
    "turned": lambda: descent(eta0=5.0, objective="average", epochs=1),
    "race": lambda: raced("hinge", Watch(at=3.0), ("smo", "projected", "interior"), **WEIGHED),
    "race of the squared hinge": lambda: raced("squared_hinge", Watch(at=2.0), n_samples=30),
}
