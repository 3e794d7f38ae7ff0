"""The sentences on SMO, on the path over C and on the growth of the cost say what was computed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pages.dual.model.path import path_record
from pages.dual.model.primal_vs_dual import CostRow
from pages.dual.model.smo_record import smo_record
from pages.dual.text.views import THEORY, growth_text, path_sentence, smo_sentence
from pages.state.board.experiment import Experiment, change
from pages.state.text.number_format import number
from tests.helpers.dual_problems import gram, machine, placed
from tests.helpers.opened import numeral


@pytest.mark.parametrize("tol", [1e-1, 1e-6])
def test_smo_names_the_violation_it_ends_with(tol):
    """max_up E - min_low E of the last multipliers, from the kernel alone."""
    experiment = change(Experiment(), n_samples=40, tol=tol)
    record = smo_record(experiment)
    found = machine(tol=tol)
    y, alpha, C = found.data.y, record.states.alpha[-1], experiment.C
    up = ((y > 0) & (alpha < C)) | ((y < 0) & (alpha > 0))
    low = ((y < 0) & (alpha < C)) | ((y > 0) & (alpha > 0))
    E = y - gram(found) @ (alpha * y)
    left = E[up].max() - E[low].min()
    assert 0.0 < left <= tol
    said = re.search(r"by (\S.*), within the tolerance of (\S.*);", smo_sentence(record))
    assert numeral(said[1]) == pytest.approx(left, rel=0.06)
    assert said[2] == number(tol, 2)
    assert "until no pair" not in smo_sentence(record)


def test_smo_says_no_pair_violates_only_where_none_does():
    pair = smo_record(placed([(-1.0, 0.0, 0), (1.0, 0.0, 1)], kernel="linear"))
    assert pair.steps.left[-1] == 0.0
    assert smo_sentence(pair).startswith(
        "SMO takes 1 step of two multipliers until no pair violates the KKT conditions;"
    )


def test_smo_that_is_stopped_says_how_far_it_got():
    record = replace(smo_record(change(Experiment(), n_samples=40)), finished=False)
    left = number(float(record.steps.left[-1]), 2)
    assert f"stopped there, where the worst pair violates the KKT conditions by {left};" in (
        smo_sentence(record)
    )


def test_a_path_of_one_event_has_one_time():
    """Two points: their alpha is C until it is 1/2, and constant from there on."""
    record = path_record(placed([(-1.0, 0.0, 0), (1.0, 0.0, 1)], kernel="linear"), 0.0)
    count = len(record.events)
    assert f" {count} time{'' if count == 1 else 's'}; " in path_sentence(record)


def test_the_path_says_that_it_is_trained_on_fewer_points():
    said = path_sentence(path_record(Experiment(), 0.25))
    assert "in between α is linear in C (the axes are logarithmic)." in said
    assert said.startswith("Trained on 68 of 90 points; the 22 hollow ones test. From C = ")
    assert "hollow" not in path_sentence(path_record(Experiment(), 0.0))


def test_growth_is_told_by_the_measured_times():
    """Times that grow otherwise than the theory are told as they are."""
    rows = [CostRow(25 * 2**k, 2, 3.0 * 2.0 ** (0.5 * k), 8.0**k, 9, 9) for k in range(4)]
    assert growth_text("points", rows[:1]) == growth_text("points", ()) == THEORY["points"]
    said = growth_text("points", rows)
    assert "Measured from N = 50 to 200," in said
    assert "the primal grew like N^0.5, that of the dual like N^3." in said
    assert "Measured from N = 25 to 50," in growth_text("points", rows[:2])
    wide = [CostRow(100, 2 * 4**k, 4.0**k, 5.0, 9, 9) for k in range(3)]
    said = growth_text("dimensions", wide)
    assert "Measured from d = 2 to 32," in said
    assert "the primal grew like d^1, that of the dual like d^0." in said
    assert not any("grows like" in text for text in THEORY.values())
