"""What is said of several classes where it is close, and what the hatches of a picture mean."""

from __future__ import annotations

import numpy as np
import pytest

from pages.classes.text import hatched_text
from pages.plots.multiclass import hatches_of, multiclass_figure
from pages.state.experiment import Experiment, change
from pages.state.multiclass_run import Scheme, multiclass_run
from pages.state.multiclass_scene import multiclass_scene
from pages.state.multiclass_verdict import place_report
from pages.state.scene import fit_view
from tests.helpers.multiclass_boards import holds

BLOBS = change(Experiment(), dataset="blobs", classes=4, n_samples=80, noise=0.8)
# as the caption of the pictures side by side calls them
SHAPES = {"nobody": "/", "several": "\\", "tie": "x"}
SAID = {"nobody": "f > 0 for no class", "several": "f > 0 for several classes", "tie": "tied votes"}


def meant(kind, values):
    """Whether a place is in a zone, from the values of the machines at it."""
    if kind == "nobody":
        return bool((values < 0.0).all())
    if kind == "several":
        return bool((values > 0.0).sum() > 1)
    votes, pairs = np.zeros(4), [(i, j) for i in range(4) for j in range(i + 1, 4)]
    for (i, j), f in zip(pairs, values, strict=True):
        votes[i if f > 0.0 else j] += 1
    return bool((votes == votes.max()).sum() > 1)


@pytest.mark.parametrize(("scheme", "kinds"), [("ovr", ("nobody", "several")), ("ovo", ("tie",))])
def test_each_zone_has_the_hatch_that_the_caption_says(scheme, kinds):
    run = multiclass_run(change(BLOBS, kernel="linear"), Scheme(scheme))
    scene = multiclass_scene(run, fit_view(run.data))
    figure = multiclass_figure(scene, fit_view(run.data))
    hatched = {t["uid"]: t for t in figure["data"] if "fillpattern" in t}
    assert tuple(hatched) == kinds
    words = hatched_text(hatches_of(figure))
    found = [SAID[kind] + (f" ({SHAPES[kind]})" if len(kinds) > 1 else "") for kind in kinds]
    assert words == f"Hatched: {' or '.join(found)}."
    bare = multiclass_figure(scene, fit_view(run.data), show=("regions",))
    assert hatched_text(hatches_of(bare)) == ""
    x, y = np.meshgrid(scene.grid.x[1:-1:2], scene.grid.y[1:-1:2])
    Z = np.column_stack([x.ravel(), y.ravel()])
    values = run.many.kernel(Z, run.many.X) @ run.many.coef.T + run.many.intercept
    for kind, trace in hatched.items():
        assert trace["fillpattern"]["shape"] == SHAPES[kind]
        assert trace["fillpattern"]["fgcolor"] == "$muted"
        truth = np.array([meant(kind, row) for row in values])
        drawn = holds(np.column_stack([trace["x"], trace["y"]]), Z)
        assert truth.any()
        assert (drawn & truth).sum() > 0.8 * truth.sum()
        assert (drawn != truth).mean() < 3e-3


@pytest.mark.parametrize("delta", [1.0, 0.3])
def test_on_a_margin_a_class_leads_by_as_much_as_delta(delta):
    scheme = Scheme("crammer_singer", delta=delta)
    run = multiclass_run(change(BLOBS, C=10.0), scheme)
    many, X = run.many, run.data.X
    f = many.kernel(X, many.X) @ many.coef.T + many.intercept
    ordered = np.sort(f, axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    off = np.abs(lead / delta - 1.0)
    near, far = np.flatnonzero(off < 1e-5), np.flatnonzero(off > 1e-3)
    assert len(near) > 3
    for i in near:
        assert f"by {delta:g}, as much as δ = {delta:g}." in place_report(run, tuple(X[i])).sentence
    for i in far:
        more = "more than" if lead[i] > delta else "less than"
        assert f"{more} δ = {delta:g}." in place_report(run, tuple(X[i])).sentence
