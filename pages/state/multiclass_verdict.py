"""What a run with several classes has to say: badge, sentence, figures, and about a place."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pages.state.board import MAX_POINTS
from pages.state.multiclass_run import TITLES, MulticlassRun
from pages.state.multiclass_scene import MulticlassScene, rounding, zone_depths
from pages.state.verdict import (
    SMALL_GAP,
    Badge,
    Metric,
    accuracy,
    bounds,
    listed,
    metrics,
    number,
    proof_badge,
)
from svmcore.multiclass import MulticlassModel

ZONES = {
    "tie": "several classes share the most votes",
    "nobody": "no machine says yes",
    "several": "more than one machine says yes",
}
SAME = (
    "The best machine is the same everywhere: it cannot tell these classes apart.",
    "The best machines are the same everywhere: they cannot tell these classes apart.",
)
ONE_SCORE = "one score a class: ties are lines"
CLEAR = 1e-4  # of δ: a difference that three digits would not show
UNFINISHED = "The optimum is not reached: a smaller C or points nearer to the middle may help."
HELP = {
    "Machines": "How many problems were solved, and how many functions f they gave.",
    "Support vectors": "Points that have weight in some f: the others could go.",
    "Training accuracy": "Share of the points that are given their own class.",
    "Objective": "½ Σ‖w‖² + C Σ loss, of all problems together. The dual value bounds it from "
    "below; the gap between the two is all that any machine could gain.",
    "Unclear": "Share of the picture where the machines do not agree on one class.",
}


@dataclass(frozen=True)
class PlaceReport:
    """What the classes say at a place; tuples in the order of `classes`.

    votes : those of each class, None where nobody votes. levels : heights worth a line in the
    chart. sentence : who wins and how clearly.
    """

    place: tuple[float, float]
    classes: tuple[int, ...]
    scores: tuple[float, ...]
    votes: tuple[int, ...] | None
    predicted: int
    levels: tuple[float, ...]
    sentence: str


def multiclass_badge(many: MulticlassModel | None) -> Badge:
    """What the certificates prove, in three words."""
    if many is None:
        return Badge("plain", "no machine yet")
    worst = max(abs(proof.certificate.relative_gap) for proof in many.proofs)
    return proof_badge(many.status, many.certificate, relative_gap=worst)


def multiclass_sentence(run: MulticlassRun) -> str:
    """The result in one plain sentence."""
    if run.many is None:
        return run.why
    full = " The board is full." if len(run.labels) >= MAX_POINTS else ""
    if run.finished and run.constant:
        return f"{SAME[len(run.many.proofs) > 1]}{full}"
    above = max(abs(proof.certificate.relative_gap) for proof in run.many.proofs)
    if not run.finished and not above < SMALL_GAP:
        return f"{UNFINISHED}{full}"
    wrong, held, n = int(run.wrong.sum()), int(run.support.sum()), len(run.labels)
    side = {0: "all are given their own class", 1: "1 is given another class than its own"}.get(
        wrong, f"{wrong} are given another class than their own"
    )
    whose = "the machine" if len(run.many.proofs) == 1 else "the machines"
    return f"{held} of {n} points {'holds' if held == 1 else 'hold'} up {whose}; {side}.{full}"


def multiclass_metrics(run: MulticlassRun, scene: MulticlassScene) -> tuple[Metric, ...]:
    """The cards beside the picture; dashes without a model."""
    if run.many is None:
        return metrics({}, HELP)
    many, certificate = run.many, run.many.certificate
    shares = unclear(run, scene)
    found = {
        "Machines": (str(len(many.proofs)), _machines(run)),
        "Support vectors": (str(int(run.support.sum())), f"of {len(run.labels)} points"),
        "Training accuracy": accuracy(run.accuracy, int(run.wrong.sum())),
        "Objective": (number(certificate.primal, 4), bounds(certificate)),
        "Unclear": (
            f"{number(100.0 * sum(shares.values()), 2)} %" if shares else "–",
            _zones(run, shares),
        ),
    }
    return metrics(found, HELP)


def _zones(run: MulticlassRun, shares: dict[str, float]) -> str:
    if not shares:
        return "one machine: ties are lines" if run.scheme.scheme == "ovo" else ONE_SCORE
    parts = [f"{ZONES[kind]}: {number(100.0 * s, 2)} %" for kind, s in shares.items() if s > 0.0]
    return "; ".join(parts) or "nowhere in the picture"


def _machines(run: MulticlassRun) -> str:
    many = run.many
    assert many is not None
    if many.joint:
        return f"{many.k} scores trained together"
    return f"{TITLES[many.scheme].lower()}, {many.k} classes"


@lru_cache(maxsize=32)
def unclear(run: MulticlassRun, scene: MulticlassScene) -> dict[str, float]:
    """The share of the picture that belongs to each kind of zone."""
    if run.many is None or scene.grid is None:
        return {}
    values = run.many.on_grid(scene.grid.x, scene.grid.y)
    noise = rounding(run, scene.extent, values)
    return {k: float((d > noise).mean()) for k, d in zone_depths(run.many, values).items()}


def place_report(run: MulticlassRun, place: tuple[float, float]) -> PlaceReport | None:
    """What the classes say at a place; None without a model."""
    many = run.many
    if many is None:
        return None
    verdict = many.judge(many.values(np.array([place])))
    scores = tuple(float(s) for s in verdict.scores[0])
    classes = tuple(int(c) for c in many.classes)
    votes = tuple(int(v) for v in verdict.votes[0]) if many.scheme == "ovo" else None
    winner = int(verdict.places[0])
    levels: tuple[float, ...] = (0.0, 1.0) if many.scheme == "ovr" else ()
    if many.joint:
        levels = (max(scores) - many.delta,)
    words = _voted(classes, votes, scores) if votes else _scored(run, classes, scores)
    where = f"At ({number(place[0])}, {number(place[1])}) "
    return PlaceReport(place, classes, scores, votes, classes[winner], levels, where + words)


def _voted(classes: tuple[int, ...], votes: tuple[int, ...], scores: tuple[float, ...]) -> str:
    most = max(votes)
    tied = [c for c, v in zip(classes, votes, strict=True) if v == most]
    plural = "vote" if most == 1 else "votes"
    if len(tied) == 1:
        return f"class {tied[0]} wins with {most} {plural} of {len(classes) - 1} possible."
    clearest = classes[int(np.argmax(scores))]
    break_ties = (
        "the sum of the values says the same"
        if clearest == tied[0]
        else f"by the sum of the values it would be class {clearest}"
    )
    return (
        f"the classes {listed(tied)} share the most votes, {most} each: the first of them, "
        f"{tied[0]}, is predicted; {break_ties}."
    )


def _scored(run: MulticlassRun, classes: tuple[int, ...], scores: tuple[float, ...]) -> str:
    many = run.many
    assert many is not None
    order = np.argsort(-np.asarray(scores), kind="stable")
    best, second = (int(i) for i in order[:2])
    lead = scores[best] - scores[second]
    if lead == 0.0:
        equals = [c for c, s in zip(classes, scores, strict=True) if s == scores[best]]
        return f"the classes {listed(equals)} have the same score: the first of them is predicted."
    if many.joint:
        clear = "more than" if lead >= many.delta else "less than"
        # on a margin, where points lie that hold up the model, rounding decides between the two
        clear = "as much as" if abs(lead - many.delta) <= CLEAR * many.delta else clear
        return (
            f"class {classes[best]} leads class {classes[second]} by {number(lead)}, "
            f"{clear} δ = {number(many.delta)}."
        )
    yes = [c for c, s in zip(classes, scores, strict=True) if s > 0.0]
    if not yes:
        return (
            f"every machine says no: class {classes[best]} is predicted, whose "
            f"f = {number(scores[best])} is nearest to yes."
        )
    if len(yes) == 1:
        return f"only the machine of class {yes[0]} says yes, with f = {number(scores[best])}."
    return (
        f"the machines of the classes {listed(yes)} say yes: class {classes[best]} has the "
        f"largest f, {number(scores[best])}."
    )
