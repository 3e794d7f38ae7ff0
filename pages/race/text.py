"""What the page Race says: of the racers, of the common moment, and of its controls."""

from collections.abc import Sequence

from pages.race.model.duel import Duel
from pages.race.model.race import PASSES
from pages.race.model.race_film import RaceFilm, Standing
from pages.race.model.racers import RACERS
from pages.state.text.number_format import number, percent_above
from pages.state.text.verdict import listed
from svmcore.arrays import Array
from svmcore.problems.certificate import Status

CLOSE = 1e-9  # suboptimality that is called arrived
COMMON_HELP = (
    "All racers are compared after the same number of passes over the data, or the same time. "
    "A pass evaluates f at every point once: an epoch, a gradient, or n/2 steps of SMO. The dots "
    "in the charts and the boundaries in the picture belong to this moment."
)
FILM_HELP = {
    "place": COMMON_HELP,
    "step": "The moments of the timeline: those at which a racer has a new iterate. With a racer "
    "highlighted they are its own iterates.",
    "cost": "(J − J*) / J*, where J* is the cost of the exact optimum.",
}
UNIT = "Moment in"
UNITS = {"passes": "passes", "ms": "ms"}
BOLD_LABEL = "Highlight"
NO_BOLD = "none"
BOLD_HELP = (
    "This racer is drawn bold, the others faint. The timeline then steps through its iterates."
)
LOSS_HELP = (
    "All minimise ½‖w‖² + C Σ loss with the same loss. A solver that does not support the loss "
    "is absent from the menu above."
)
HARD_MARGIN = "The race uses the soft margin: the hard margin has no loss term."
PERCEPTRON = "The perceptron minimises another cost and need not reach the optimum."
ENDS = {
    Status.OPTIMAL: "converged: optimum certified",
    Status.STATIONARY: "converged",
    Status.MAX_ITER: f"stopped after {PASSES:g} passes",
    Status.TIMEOUT: "stopped at the time limit",
    Status.STALLED: "ended: no further progress",
    Status.DIVERGED: "diverged: its numbers overflowed",
}


def racers_help(possible: Sequence[str]) -> str:
    """What each possible racer does, and why the others cannot race."""
    absent = [f"{r.title}, {r.why_not}" for name, r in RACERS.items() if name not in possible]
    lines = [f"**{RACERS[name].title}**: {RACERS[name].help}" for name in possible]
    if absent:
        lines.append(f"*Not for this loss*: {'; '.join(absent)}.")
    return "  \n".join(lines)


def sentence(found: tuple[Standing, ...], at: float, by: str) -> str:
    """One plain sentence: who leads at the moment, who comes last."""
    after = f"After {number(at)} {by[:-2] if by == 'passes' and at == 1.0 else by}"
    if not found:
        return "Choose at least one racer."
    ranked = sorted(found, key=lambda stand: stand.suboptimality)
    there = [stand.title for stand in ranked if stand.suboptimality <= CLOSE]
    first, last = ranked[0], ranked[-1]
    if len(there) == len(found) > 1:
        return f"{after} all have reached the optimum."
    lead = f"{first.title} {'leads, ' if len(found) > 1 else 'is '}{_standing(first, at, by)}"
    if there:
        lead = f"{listed(there)} {'has' if len(there) == 1 else 'have'} reached the optimum"
    behind = f"; {last.title} is last, {_standing(last, at, by)}" if len(found) > 1 else ""
    return f"{after} {lead}{behind}."


def film_words(film: RaceFilm) -> dict[str, list[str]]:
    """What the timeline says of every moment."""
    unit, last = film.by, len(film.moments) - 1
    cost = []
    for row in film.row:
        pairs = zip(film.race.entrants, row.tolist(), strict=True)
        ranked = sorted((float(e.suboptimality[k]), RACERS[e.racer].title) for e, k in pairs)
        first, last_one = ranked[0], ranked[-1]
        lead = f"{first[1]}: {'optimum' if first[0] <= CLOSE else percent_above(first[0])}"
        behind = f"; last {last_one[1]}" if len(ranked) > 1 else ""
        cost.append(lead + behind)
    return {
        "place": [f"after {number(at)} {unit}" for at in film.moments.tolist()],
        "step": [f"moment {k} of {last}" for k in range(last + 1)],
        "cost": cost,
    }


def _standing(stand: Standing, at: float, by: str) -> str:
    return f"{percent_above(stand.suboptimality)}{stand.stopped(at, by)}"


def details(stand: Standing) -> str:
    """What a racer does, and how its run ended."""
    entrant = stand.entrant
    above = percent_above(float(entrant.suboptimality[-1]))
    return (
        f"{RACERS[entrant.racer].help} Final cost: {above} "
        f"after {number(float(entrant.passes[-1]))} passes and "
        f"{number(1e3 * float(entrant.seconds[-1]))} ms; {ENDS[entrant.status]}."
    )


def notes(found: tuple[Standing, ...]) -> str:
    """What to know about the racers at the common moment that no column says."""
    said = [PERCEPTRON] if any(s.entrant.racer == "perceptron" for s in found) else []
    hidden = [stand.title for stand in found if not len(stand.line)]
    said += [f"No boundary in the picture: {', '.join(hidden)}."] if hidden else []
    return " ".join(said)


RACE_CANCELLED = "The race was cancelled."


def progress(latest: str | None, done: int, of: int) -> str:
    """Who is running, and how many have finished."""
    who = f"{RACERS[latest].title} is running" if latest else "The race begins"
    return f"{who}: {done} of {of} racers {'has' if done == 1 else 'have'} finished."


DUEL_HELP = {
    "place": "Both methods see the same point in every update. An epoch is one pass over all "
    "points.",
    "cost": "J = λ/2 (‖w‖² + b²) + 1/N Σ hinge loss of both models. Only mirror descent minimises "
    "it.",
    "above": "How many training points each model misclassifies.",
}
COMMON_WHY_HELP = {
    "Point": "The point that both methods see in this update, with its class and its coordinates.",
    "a of this point": "Coefficient of this point in f(x) = Σ a K(x, ·) + b, before → after the "
    "update.",
    "b:": "The intercept before → after the update. Both methods treat it as the weight of a "
    "feature that is always 1.",
}
DUEL_WHY_HELP = {
    "mirror": {
        "θ = 0": "λ is the factor of the margin term. N: number of points, C: see the menu.",
        "y f(x)": "Functional margin before the update. Below 1 the hinge loss max(0, 1 − y f(x)) "
        "is active: its subgradient is not 0.",
        "θ": "The sum of y x, with a kernel of y φ(x), over all updates so far in which the loss "
        "was active. A point of weight ω counts ω times.",
        "w =": "The new w. t: number of the update. The division by λ t multiplies the old w by "
        "(t − 1)/t: this is the gradient step on the margin term.",
        "a =": "The coefficients in f(x) = Σ a K(x, ·) + b. t: number of the update. The division "
        "by λ t multiplies the old coefficients by (t − 1)/t: the gradient step on the margin "
        "term.",
    }
    | COMMON_WHY_HELP,
    "perceptron": {
        "w = 0": "The perceptron starts at 0, too. It has no parameters.",
        "y f(x)": "Functional margin before the update. Above 0 the point is classified correctly, "
        "and the perceptron changes nothing.",
        "w": "w before → after the update. A mistake adds y x; a point of weight ω counts ω times.",
        "All a": "The coefficients in f(x) = Σ a K(x, ·) + b: a mistake changes that of its point.",
    }
    | COMMON_WHY_HELP,
}
DUEL_TITLES = {
    "mirror": "Mirror descent (solid line)",
    "perceptron": "Perceptron (grey dashed line)",
}


def duel_sentence(duel: Duel) -> str:
    """The sentence under the picture of mirror descent and the perceptron."""
    mirror, perceptron = (int(side.wrong[-1]) for side in duel.sides.values())
    return (
        "Both see the same points in the same order, one per update. At the end mirror descent "
        f"misclassifies {mirror} and the perceptron {perceptron} of {len(duel.data)} points."
    )


def duel_words(duel: Duel) -> dict[str, list[str]]:
    """What the timeline says of every update."""
    total, per_epoch = duel.plan.total, duel.plan.per_epoch
    mirror, perceptron = duel.sides.values()
    rows = range(len(duel.update))
    return {
        "place": [
            f"update {t} of {total} · epoch\u00a0{t / per_epoch:.1f}" for t in duel.update.tolist()
        ],
        "cost": [
            f"J: mirror {number(float(mirror.total[k]), 4)}, "
            f"perceptron {number(float(perceptron.total[k]), 4)}"
            for k in rows
        ],
        "above": [f"wrong: {mirror.wrong[k]} and {perceptron.wrong[k]}" for k in rows],
    }


def duel_why(duel: Duel) -> dict[str, list[str]]:
    """Why each method did what it did, of every update, a line a paragraph."""
    rows = range(len(duel.update))
    return {
        "mirror": [_why_mirror(duel, k) for k in rows],
        "perceptron": [_why_perceptron(duel, k) for k in rows],
    }


def _vector(values: Array) -> str:
    return f"({', '.join(number(float(v), 3) for v in values)})"


def _sampled(duel: Duel, k: int) -> str:
    i = int(duel.sample[k])
    side = "+1" if duel.data.y[i] > 0.0 else "−1"
    return f"Point {i + 1}, class {side}, at {_vector(duel.data.X[i])}"


def _why_mirror(duel: Duel, k: int) -> str:
    side, t = duel.sides["mirror"], int(duel.update[k])
    if not t:
        return f"θ = 0 and w = 0. λ = 1/(N C) = {number(duel.lam, 4)}.\nPlay or step."
    margin = float(side.margin[k])
    active = margin < 1.0
    i, divisor = int(duel.sample[k]), duel.lam * t
    test = f"y f(x) = {number(margin, 4)} {'<' if active else '≥'} 1: "
    push = "y x" if duel.data.weight[i] == 1.0 else "ω y x"
    if duel.linear:
        theta = _vector(side.v[k] * divisor)
        step = f"θ ← θ + {push} = {theta}" if active else f"θ stays {theta}"
        new = f"w = θ/(λ t) = {_vector(side.v[k])}, λ t = {number(divisor, 4)}"
    else:
        step = f"θ ← θ + {push.replace('x', 'φ(x)')}" if active else "θ stays as it is"
        a, old = number(float(side.v[k][i]), 4), number(float(side.v_before[k][i]), 4)
        new = f"a = θ/(λ t): a of this point {old} → {a}"
        new += f", all others times {number((t - 1) / t, 4)}" if t > 1 else ""
    why = "the loss is active" if active else "the loss is 0, only the division by λ t shrinks w"
    bias = f"b: {number(float(side.b_before[k]), 4)} → {number(float(side.b[k]), 4)}"
    return "\n".join([_sampled(duel, k), f"{test}{why}.", step, new, bias])


def _why_perceptron(duel: Duel, k: int) -> str:
    side = duel.sides["perceptron"]
    if not duel.update[k]:
        return "w = 0. No λ, no margin, no learning rate.\nPlay or step."
    margin, i = float(side.margin[k]), int(duel.sample[k])
    mistake = margin <= 0.0
    test = f"y f(x) = {number(margin, 4)} {'≤' if mistake else '>'} 0: "
    if not mistake:
        kept = f"w stays {_vector(side.v[k])}" if duel.linear else "All a stay as they are"
        return "\n".join([_sampled(duel, k), f"{test}no mistake, nothing changes.", kept])
    push = "y x" if duel.data.weight[i] == 1.0 else "ω y x"
    if duel.linear:
        step = f"w ← w + {push}: {_vector(side.v_before[k])} → {_vector(side.v[k])}"
    else:
        a, old = number(float(side.v[k][i]), 4), number(float(side.v_before[k][i]), 4)
        step = f"a of this point {old} → {a}, all others stay"
    bias = f"b: {number(float(side.b_before[k]), 4)} → {number(float(side.b[k]), 4)}"
    return "\n".join([_sampled(duel, k), f"{test}a mistake.", step, bias])
