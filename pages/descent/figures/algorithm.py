"""The descent of a film as pseudocode: its lines, and which of them each update executes.

With the bias inside, w holds b, and x has one more coordinate, always 1. With a kernel φ(x) stands
for x: the lines are those of the same descent in the space of φ.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pages.descent.model.film import Film
from pages.descent.model.start import StartWeights
from pages.state.descent.descent_methods import METHODS
from pages.state.descent.pseudocode import CHOSEN, Line, as_film, factor, rate_line
from pages.state.text.number_format import number
from svmcore.arrays import Bools
from svmcore.losses import HuberHinge
from svmcore.objective import CONVENTIONS
from svmcore.sgd.parametrization import LinearWeights
from svmcore.sgd.schedule import SCHEDULES
from svmcore.sgd.update_rules import projection_radius

CONDITIONS = {"hinge": "m < 1", "squared_hinge": "m < 1", "huber_hinge": "m < 1 + h"}
PUSHES = {"hinge": "", "squared_hinge": "2 (1 − m) ", "huber_hinge": "min(1, (1 + h − m)/(2h)) "}
ALWAYS_1 = "w holds the bias b, and {} has one more coordinate, always 1."
OF_KERNEL = "w = Σ aᵢ φ(xᵢ), so w·φ(x) = Σ aᵢ K(xᵢ, x)."
MIRRORED = "As mirror descent: θ ← θ + {}, w ← θ."
NEVER_ZERO = (
    "Some texts write m < 0: with w = 0 and b = 0 at the start every m is 0, so that no point "
    "would change the model."
)
SHOWN_MEAN = "mean ← mean + ({} − mean)/t, which is shown"
ON_THE_BALL = 1 - 1e-9  # |w| / radius of a model that was projected, but for rounding


@dataclass(frozen=True)
class Terms:
    """What the lines of all methods are made of: terms in the words of the cost, and moments.

    x, f : the point and its score. push : minus the slope of the loss, times y x. rho, kappa : the
    factors of the cost, empty for 1. inside : whether w holds b
    step, active : (M,), whether there is an update, and whether the loss of its points is active
    """

    film: Film
    x: str
    f: str
    push: str
    rho: str
    kappa: str
    inside: bool
    step: Bools
    active: Bools

    @property
    def condition(self) -> str:
        """Where the loss is active."""
        return CONDITIONS[self.film.descent.loss]

    def bias(self, text: str) -> str:
        """The same for b, where w does not hold it."""
        return "" if self.inside else f", {text}"

    def line(self, text: str, ran: Bools | None = None) -> Line:
        """A line of the loop; one that has moments of its own is a branch."""
        return Line(text, 1, self.step if ran is None else ran & self.step, ran is not None)

    @property
    def receive(self) -> list[Line]:
        """The point of an update, and its margin."""
        return [self.seen("(x, y)"), self.line(f"m ← y ({self.f})")]

    def seen(self, what: str) -> Line:
        """Where the points of an update come from."""
        return self.line(CHOSEN[self.film.descent.order].format(what))

    @property
    def rate(self) -> Line:
        """The learning rate."""
        descent = self.film.descent
        formula = SCHEDULES[METHODS[descent.method].rate or descent.schedule].formula
        return self.line(rate_line(formula, CONVENTIONS[descent.objective]))


def algorithm(film: Film) -> dict[str, Any]:
    """The pseudocode of a film, as its panel takes it."""
    way, loss = CONVENTIONS[film.descent.objective], film.objective.loss
    plain = isinstance(film.parametrization, LinearWeights)
    x, inside = "x" if plain else "φ(x)", way.bias_inside
    weight = "" if film.parametrization.weight is None else "ω "
    terms = Terms(
        film=film,
        x=x,
        f=f"w·{x}" if inside else f"w·{x} + b",
        push=f"{PUSHES[film.descent.loss]}{weight}y",
        rho=factor(way.rho),
        kappa=factor(way.kappa),
        inside=inside,
        step=film.update > 0,
        active=(film.slopes != 0.0).any(axis=1),
    )
    title, body = BODIES[film.descent.method]
    mean = SHOWN_MEAN.format("w" if inside else "(w, b)")
    lines = [
        Line(_start(terms), 0, film.update == 0),
        Line(f"for t = 1, …, {film.plan.total}", 0, np.zeros(len(film.update), dtype=bool)),
        *body(terms),
        *([terms.line(mean)] if film.descent.output == "mean" else []),
    ]
    notes = [f"h = {number(loss.h)}."] if isinstance(loss, HuberHinge) else []
    notes += [MIRRORED.format(f"{terms.push} {x}"), NEVER_ZERO] if body is _perceptron else []
    notes += [ALWAYS_1.format(x)] if inside else []
    notes += [] if plain else [OF_KERNEL]
    return as_film(title, lines, " ".join(notes))


def _start(terms: Terms) -> str:
    start = terms.film.start
    if start == StartWeights():
        text = f"w ← 0{terms.bias('b ← 0')}"
    else:
        w, b = ", ".join(map(number, start.w.tolist())), number(start.b)
        text = f"w ← ({w}, {b})" if terms.inside else f"w ← ({w}), b ← {b}"
    return f"θ ← 0, {text}" if terms.film.descent.method == "mirror" else text


def _single(terms: Terms) -> list[Line]:
    bias = terms.bias(f"u ← −{terms.kappa}{terms.push}")
    return [
        *terms.receive,
        terms.line(
            f"if {terms.condition}: v ← {terms.rho}w − {terms.kappa}{terms.push} {terms.x}{bias}",
            terms.active,
        ),
        terms.line(f"else: v ← {terms.rho}w{terms.bias('u ← 0')}", ~terms.active),
        *_descend(terms),
    ]


def _batch(terms: Terms) -> list[Line]:
    every = terms.film.descent.method == "gd"
    size, among = ("N", "the points") if every else ("|B|", "the points of B")
    p, point = ("p", terms.x) if terms.inside else ("(p, q)", f"({terms.x}, 1)")
    where = f"{among} with m = y ({terms.f}){terms.condition.removeprefix('m')}"
    bias = terms.bias(f"u ← −{terms.kappa}q")
    return [
        *([] if every else [terms.seen("a batch B of points")]),
        terms.line(f"{p} ← 1/{size} Σ {terms.push} {point} over {where}"),
        terms.line(f"v ← {terms.rho}w − {terms.kappa}p{bias}"),
        *_descend(terms),
    ]


def _descend(terms: Terms) -> list[Line]:
    return [terms.rate, terms.line(f"w ← w − η v{terms.bias('b ← b − η u')}")]


def _pegasos(terms: Terms) -> list[Line]:
    film, push = terms.film, f"η {terms.kappa}{terms.push}"
    keep = f"(1 − {terms.rho}η) w"
    radius = projection_radius(film.objective, film.parametrization.weight)
    r = number(radius, 4)
    square = film.parametrization.square(film.walk.v)
    length = np.sqrt(square + film.walk.b**2 if terms.inside else square)
    return [
        *terms.receive,
        terms.rate,
        terms.line(
            f"if {terms.condition}: w ← {keep} + {push} {terms.x}{terms.bias(f'b ← b + {push}')}",
            terms.active,
        ),
        terms.line(f"else: w ← {keep}", ~terms.active),
        terms.line(f"if ‖w‖ > {r}: w ← {r} w/‖w‖", length >= ON_THE_BALL * radius),
    ]


def _mirror(terms: Terms) -> list[Line]:
    push, scale = f"{terms.kappa}{terms.push}", f"{terms.rho}t"
    scale = scale if scale == "t" else f"({scale})"
    bias = terms.bias(f"b ← b + {push}/{scale}")
    return [
        *terms.receive,
        terms.line(f"if {terms.condition}: θ ← θ + {push} {terms.x}{bias}", terms.active),
        terms.line(f"w ← θ/{scale}"),
    ]


def _perceptron(terms: Terms) -> list[Line]:
    bias = terms.bias(f"b ← b + {terms.push}")
    return [
        *terms.receive,
        terms.line(f"if m ≤ 0: w ← w + {terms.push} {terms.x}{bias}", terms.active),
    ]


class Body(NamedTuple):
    """The title of an algorithm, and what makes the lines of its loop."""

    title: str
    lines: Callable[[Terms], list[Line]]


BODIES = {
    "sgd": Body("Stochastic gradient descent", _single),
    "minibatch": Body("Mini-batch gradient descent", _batch),
    "gd": Body("Gradient descent", _batch),
    "pegasos": Body("Pegasos", _pegasos),
    "mirror": Body("Soft SVM, online mirror descent", _mirror),
    "perceptron": Body("Perceptron", _perceptron),
}
