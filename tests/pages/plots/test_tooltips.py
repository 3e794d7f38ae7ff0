"""What is said of the point under the pointer."""

from __future__ import annotations

import re

from pages.plots.decision import decision_figure
from pages.state.experiment import Experiment, change
from pages.state.run import run
from pages.state.scene import fit_view, scene


def test_a_tooltip_shows_no_rounding_error():
    result = run(change(Experiment(), C=1e4))
    assert ((result.margins < 1.0) & (result.margins > 1.0 - 1e-9)).any()
    view = fit_view(result.data)
    [points] = [
        t for t in decision_figure(scene(result, view), view)["data"] if t["uid"] == "points"
    ]
    said = "\n".join(points["customdata"])
    assert "slack = 0" in said
    assert not re.search("slack = .*e[-−]1", said)
