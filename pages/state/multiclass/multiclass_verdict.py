"""What a run with several classes has to say: badge, sentence, figures, and about a place."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pages.model_selection.multiclass_model import MulticlassModel
from pages.state.board.board import MAX_POINTS
from pages.state.multiclass.multiclass_run import TITLES, MulticlassRun
from pages.state.multiclass.multiclass_scene import MulticlassScene, rounding, zone_depths
from pages.state.text.number_format import number
from pages.state.text.support_words import misclassified, support_vectors
from pages.state.text.verdict import (
    SMALL_GAP,
    Badge,
    Metric,
    accuracy,
    bounds,
    listed,
    metrics,
    proof_badge,
)

ZONES = {
    "tie": "tied votes",
    "nobody": "f > 0 for no class",
    "several": "f > 0 for several classes",
}
CONSTANT = "Every optimal f is constant: the same class is predicted everywhere."
ONE_SCORE = "one score per class: ties only on lines"
CLEAR = 1e-4  # of δ: a difference that three digits would not show
UNFINISHED = "The optimum is not reached: a smaller C or points closer to the centre may help."
HELP = {
    "Classifiers": "Problems that were solved: one per class or pair, or one for all classes "
    "together.",
    "Support vectors": "Points with α > 0 in at least one f.",
    "Training accuracy": "Share of the points that are classified correctly.",
    "Objective": "½ Σ‖w‖² + C Σ loss, summed over all problems. The dual value bounds the "
    "optimum from below; the gap between the two bounds the distance to the optimum.",
    "Ambiguous": "Share of the picture where the classifiers do not agree on one class.",
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
        return Badge("plain", "no model yet")
    worst = max(abs(proof.certificate.relative_gap) for proof in many.proofs)
    return proof_badge(many.status, many.certificate, relative_gap=worst)


def multiclass_sentence(run: MulticlassRun, show: Sequence[str] | None = None) -> str:
    """The result in one plain sentence; `show` as in `sentence` of two classes."""
    if run.many is None:
        return run.why
    full = " The board is full." if len(run.labels) >= MAX_POINTS else ""
    if run.finished and run.constant:
        return f"{CONSTANT}{full}"
    above = max(abs(proof.certificate.relative_gap) for proof in run.many.proofs)
    if not run.finished and not above < SMALL_GAP:
        return f"{UNFINISHED}{full}"
    wrong, held, n = int(run.wrong.sum()), int(run.support.sum()), len(run.labels)
    return f"{support_vectors(held, n, show)}; {misclassified(wrong, show)}.{full}"


def multiclass_metrics(run: MulticlassRun, scene: MulticlassScene) -> tuple[Metric, ...]:
    """The cards beside the picture; dashes without a model."""
    if run.many is None:
        return metrics({}, HELP)
    many, certificate = run.many, run.many.certificate
    shares = unclear(run, scene)
    found = {
        "Classifiers": (str(len(many.proofs)), _classifiers(run)),
        "Support vectors": (str(int(run.support.sum())), f"of {len(run.labels)} points"),
        "Training accuracy": accuracy(run.accuracy, int(run.wrong.sum())),
        "Objective": (number(certificate.primal, 4), bounds(certificate)),
        "Ambiguous": (
            f"{number(100.0 * sum(shares.values()), 2)} %" if shares else "–",
            _zones(run, shares),
        ),
    }
    return metrics(found, HELP)


def _zones(run: MulticlassRun, shares: dict[str, float]) -> str:
    if not shares:
        return "one classifier: ties only on lines" if run.scheme.scheme == "ovo" else ONE_SCORE
    parts = [f"{ZONES[kind]}: {number(100.0 * s, 2)} %" for kind, s in shares.items() if s > 0.0]
    return "; ".join(parts) or "nowhere in the picture"


def _classifiers(run: MulticlassRun) -> str:
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
    if len(tied) == 1:
        return f"class {tied[0]} is predicted with {most} of {len(classes) - 1} possible votes."
    clearest = classes[int(np.argmax(scores))]
    break_ties = (
        "the sum of the values gives the same class"
        if clearest == tied[0]
        else f"the sum of the values gives class {clearest}"
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
            f"f > 0 for no class: class {classes[best]} is predicted, whose "
            f"f = {number(scores[best])} is the largest."
        )
    if len(yes) == 1:
        return f"f > 0 for class {yes[0]} alone, f = {number(scores[best])}."
    return (
        f"f > 0 for the classes {listed(yes)}: class {classes[best]} has the "
        f"largest f, {number(scores[best])}, and is predicted."
    )
