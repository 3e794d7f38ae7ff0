"""Which updates of a run are kept for its film."""

import numpy as np

from svmcore.arrays import Indices
from svmcore.sgd.schedule import BatchPlan

MOMENTS, NEAR = 2000, 100  # of a model with weights, which is three numbers; and beside a focus
FRAMES, NEAR_FRAMES = 60, 25  # of a model with kernels, which is a picture
BRIEF, BRIEF_FRAMES = 40, 12  # moments while a point is being dragged
OPENING = 0.3  # share of the moments that are the first updates, one by one


def moments(plan: BatchPlan, in_plane: bool, focus: int = -1, brief: bool = False) -> Indices:
    """Which updates are kept: all where they are few, else the first ones, the ends of epochs as
    evenly as there is room, and all that are near the focus.
    """
    most, near = (MOMENTS, NEAR) if in_plane else (FRAMES, NEAR_FRAMES)
    if brief:
        most = BRIEF if in_plane else BRIEF_FRAMES
    total = plan.total
    if total < most:
        return np.arange(total + 1)
    first = np.arange(int(OPENING * most))
    room = most - len(first) - 1
    if plan.epochs <= room:
        ends = np.arange(plan.epochs + 1) * plan.per_epoch
        room -= plan.epochs
    else:
        ends = np.empty(0, dtype=np.intp)
    even = np.linspace(0, total, max(room, 2)).astype(np.intp)
    around = np.arange(focus - near, focus + near + 1) if focus >= 0 else ends[:0]
    chosen = np.concatenate([first, ends, even, around])
    return np.unique(chosen[(chosen >= 0) & (chosen <= total)]).astype(np.intp)
