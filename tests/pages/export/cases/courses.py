"""Descents and races, stopped at a moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np

from pages.descent.export import descent_export
from pages.descent.model.film import film
from pages.descent.model.start import StartWeights
from pages.descent.settings import DescentMoment
from pages.race.export import race_export
from pages.race.model.race import enter, options_of, race, track_of
from pages.race.model.race_snapshot import Watch
from pages.race.model.racers import RACERS, possible_racers
from pages.state.experiment import Experiment, change
from svmcore.sgd.methods import Descent, change_descent
from tests.pages.export.case import WEIGHED, Case
from tests.pages.export.executed import plane


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
}
