"""What is said of a regression: every number in it made again from alpha, b and the kernel."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from pages.regression.model.experiment import kernels
from pages.regression.text import (
    HELP,
    nu_sentence,
    regression_badge,
    regression_cards,
    regression_sentence,
)
from pages.state.board.board import MAX_POINTS
from pages.state.text.number_format import number
from pages.state.text.verdict import Badge
from svmcore.problems.certificate import Certificate, Status
from tests.helpers.tube_samples import of, own

LINE = [(x, 0.6 * x) for x in np.linspace(-2.0, 2.0, 9)]


def counts(found):
    """Support vectors, those at C, training and test points outside, from alpha, b and K."""
    kernel = found.regression.build_kernel()
    X = found.x[:, None]
    f = kernel(X, X) @ (found.alpha - found.alpha_star) + found.intercept
    most = np.maximum(found.alpha, found.alpha_star)
    C, out = found.regression.C, np.abs(found.z - f) > found.epsilon + 1e-6
    support, full = most > 1e-6 * C, most > (1 - 1e-6) * C
    apart = found.test
    return int(support.sum()), int(full.sum()), int(out[~apart].sum()), int(out[apart].sum()), f


def numbers(text):
    return [float(found) for found in re.findall(r"\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize("machine", ["epsilon", "nu"])
@pytest.mark.parametrize("kernel", kernels())
def test_it_counts_what_is_there(kernel, machine):
    found = of(kernel=kernel, machine=machine, curve="sinc", epsilon=0.25, nu=0.4)
    support, _, out, out_test, _ = counts(found)
    expected = [support, 68, out, out_test, 22]
    if machine == "nu":
        expected.append(round(found.epsilon, 3))
    assert numbers(regression_sentence(found)) == pytest.approx(expected, abs=5e-4)


def test_one_and_none_have_words_of_their_own():
    points = [(-1, 0), (0, 1), (1, 0)]
    assert regression_sentence(own(points, epsilon=0.1, C=100.0)) == (
        "3 of 3 points are support vectors; none lies outside the tube."
    )
    straight = own([*LINE, (0.1, 1.5)], kernel="linear", epsilon=0.1)
    assert "; 1 lies outside the tube." in regression_sentence(straight)
    three = own([(0, 0), (1, 1), (2, 1.8)], test_share=0.25)
    inside = not three.outside[three.test].any()
    where = "inside" if inside else "outside"
    assert regression_sentence(three).endswith(f"The test point lies {where} the tube.")


@pytest.mark.parametrize(
    ("points", "words", "said"),
    [
        ([], {}, "The board is empty: click on it to place points."),
        ([(1, 1)], {}, "There is only one point to learn from: f is flat and goes through it."),
        (
            [(x, 1) for x in range(5)],
            {"machine": "nu"},
            "All 5 points have the same z: f is flat and goes through them. ν finds no width "
            "for the tube: ε = 0.",
        ),
        (
            [(1, z) for z in (-2, -1, 0, 1, 2)],
            {"epsilon": 0.5},
            "All 5 points have the same x: f is flat, and 4 lie outside the tube.",
        ),
        (
            [(0, 0), (0, 1), (1, 0), (1, 1)],
            {"kernel": "linear", "machine": "nu", "nu": 0.2},
            "f is flat, and its tube holds every point: a larger C may let it bend. "
            "ν finds ε = 0.5.",
        ),
        (
            [*LINE, (1e6, 0), (-1e6, 0)],
            {"kernel": "poly"},
            "Rounding errors prevent convergence: the numbers of this kernel are too "
            "large here. "
            "2 points lie far outside the window; each α is at most C.",
        ),
        (
            [*LINE, (1e6, 0)],
            {"kernel": "built", "recipe": "poly(degree=8, gamma=100)^8"},
            "The values of this kernel are too large for double precision here: choose another "
            "kernel, or move the points that lie far away.",
        ),
    ],
)
def test_odd_points_have_a_sentence_each(points, words, said):
    found = own(points, **words)
    assert regression_sentence(found).endswith(said)
    assert len(regression_cards(found)) == (0 if found.model is None else len(HELP))


def test_a_gap_is_given_as_what_the_certificate_proves():
    def said(loss):
        proof = Certificate(1.0, loss, 1.0, 0.1, 0.0)
        return regression_sentence(replace(of(), status=Status.STALLED, certificate=proof))

    assert said(0.02).startswith("The cost is at most 2 % above the optimum; rounding errors")
    for beyond in (-0.1, 2.0):
        assert said(beyond).startswith("Rounding errors prevent convergence")


def test_a_full_board_says_so():
    assert regression_sentence(of(n_samples=MAX_POINTS)).endswith("The board is full.")
    assert not regression_sentence(of(n_samples=MAX_POINTS - 1)).endswith("full.")


@pytest.mark.parametrize("machine", ["epsilon", "nu"])
def test_values(machine):
    found = of(machine=machine, curve="uneven", C=3.0)
    support, full, out, _, f = counts(found)
    off, z, test = found.z - f, found.z, found.test
    cards = {card.name: card for card in regression_cards(found)}
    assert list(cards) == list(HELP)
    assert cards["Support vectors"][1:3] == (
        str(support),
        f"{support - full} free, {full} at C",
    )
    origin = "given" if machine == "epsilon" else "found by ν"
    assert cards["Tube"][1:3] == (
        "±" + number(found.epsilon),
        f"{origin}, {out} of 68 outside",
    )

    def r2(chosen):
        return number(1.0 - (off[chosen] ** 2).sum() / (z[chosen].var() * chosen.sum()))

    assert cards["R²"][1:3] == (r2(~test), f"test {r2(test)}")
    mae = [number(np.abs(off[chosen]).mean()) for chosen in (~test, test)]
    assert cards["MAE"][1:3] == (mae[0], f"test {mae[1]}")
    rmse = [number(np.sqrt((off[chosen] ** 2).mean())) for chosen in (~test, test)]
    assert cards["RMSE"][1:3] == (rmse[0], f"test {rmse[1]}")
    beta = found.alpha - found.alpha_star
    slack = np.maximum(np.abs(off[~test]) - found.epsilon, 0.0).sum()
    width = 0.5 * 68 * found.epsilon if machine == "nu" else 0.0
    primal = 0.5 * beta @ (f - found.intercept) + 3.0 * (slack + width)
    assert cards["Objective"].value == number(primal, 4)
    assert cards["Objective"].detail.startswith(f"dual {number(primal, 4)}, gap ")


def test_no_cards_without_a_machine_and_dashes_without_what_a_number_needs():
    assert regression_cards(own([])) == ()
    cards = {card.name: card for card in regression_cards(own([(0, 1), (1, 1)]))}
    assert cards["R²"][1:3] == ("–", "no test points")
    assert cards["MAE"][1:3] == ("0", "no test points")
    cards = {card.name: card for card in regression_cards(of(machine="nu", nu=1.0))}
    assert cards["Tube"].value == "±0"


def test_badges():
    assert regression_badge(own([])) == Badge("plain", "no model yet")
    assert regression_badge(of()).kind == "certified"
    assert regression_badge(of()).text.startswith("optimal to ")
    assert regression_badge(own([*LINE, (1e6, 1)], kernel="poly")).kind == "failed"
    lost = own([*LINE, (1e6, 0)], kernel="built", recipe="poly(degree=8, gamma=100)^8")
    assert regression_badge(lost) == Badge("failed", "no model")


def test_less_is_said_of_nu_where_less_is_known():
    assert nu_sentence(of()) == ""
    assert nu_sentence(own([(0, 1), (1, 1)], machine="nu")) == (
        "0 % outside ≤ ν = 50 %; a tube without a width bounds nothing more."
    )
    lost = own([*LINE, (1e6, 0), (-1e6, 0)], machine="nu", kernel="poly")
    assert nu_sentence(lost).startswith("Training has not converged")
