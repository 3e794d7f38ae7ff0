"""What the view Hulls says: where the hulls are nearest, and how C, ν and μ belong together."""

from math import ceil, isfinite

from pages.dual.model.hulls import HullPair
from pages.state.model.run import Run
from pages.state.text.number_format import number
from pages.state.text.verdict import sentence
from svmcore.problems.separation import Separability

TO_LINEAR, TO_LINEAR_HELP = "Use the linear kernel", "Its hulls are in the plane of the picture."
STORY = (
    "A point of a reduced hull is Σ u x over one class, with Σ u = 1 and 0 ≤ u ≤ μ. That of the "
    "nearest points is u = α/(½Σα), which is at most C/(½Σα) = μ. The smaller C, the smaller the "
    "hulls; dotted is the convex hull."
)
NO_SPACE = "This kernel is not positive semi-definite: it has no feature space, so no hulls."
ROUNDING = 1e-9  # of 1/μ


def hull_sentence(run: Run, found: HullPair | None) -> str:
    """Where the hulls are nearest to each other, and what the boundary has to do with it."""
    if found is None:
        return NO_SPACE if run.model is not None and not run.model.kernel.psd else sentence(run)
    if run.model is None:
        met = run.separation is not None and run.separation.verdict is Separability.INSEPARABLE
        more = " The convex hulls have a point in common, the cross." if met else ""
        return sentence(run) + more
    if not run.finished:
        return sentence(run)
    kind = "convex hulls" if found.is_whole else "reduced hulls"
    if found.meet:
        return f"The {kind} have a point in common, so w = 0 and f is constant."
    far = f"are {number(found.distance)} from each other"
    if found.nearest is None:
        only = "only the linear kernel has its hulls in the picture"
        return f"In feature space the {kind} {far}; {only}."
    segment = "the segment between their nearest points"
    if not isfinite(found.mu):
        return f"The {kind} {far}, the margin width; the boundary bisects {segment} at 90°."
    own = "" if found.run.data.top == "C" else ", times the point's weight"
    mu = f"no u above μ = {number(found.mu)}{own}"
    if found.is_whole:
        mu = f"μ = {number(found.mu)}{own}: no u is above 1 anyway"
    return f"The {kind} ({mu}) {far}; the boundary is perpendicular to {segment}."


def hull_rows(found: HullPair) -> list[tuple[str, str, str]]:
    """The relation of C, ν and μ in numbers: a name, its formula and its value."""
    if found.half == 0.0:
        return []
    rows = [("sum of α, each class", "½Σα", number(found.half, 4))]
    if isfinite(found.mu):
        equal = found.run.data.top == "C"
        rows += [
            ("μ", "C/(½Σα)", number(found.mu, 4)),
            ("ν", "Σα/(nC) = 2/(nμ)" if equal else "Σα/Σ(C × weight)", number(found.nu, 4)),
        ]
        if equal:
            least = ceil(1.0 / found.mu - ROUNDING)
            rows.insert(2, ("points with u > 0, each class", "≥ 1/μ", f"{least} or more"))
    rows.append(("distance", "2‖w‖/Σα", number(found.by_w, 4)))
    if found.nearest is not None:
        rows.append(("distance, measured", "‖p − q‖", number(found.distance, 4)))
    if found.run.width is not None and not found.meet:
        rows.append(("margin width", "2/‖w‖", number(found.run.width, 4)))
    if found.levels is not None:
        low, high = (number(float(level)) for level in found.levels)
        rows.append(("f at both ends", "±(1 − Σ u ξ)", f"{low}, {high}"))
    return rows
