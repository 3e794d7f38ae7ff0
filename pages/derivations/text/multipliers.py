"""Sums over multipliers with their numbers, which several derivations share."""

from pages.derivations.model.question import Lit
from pages.derivations.model.two_classes import BoardCase
from pages.derivations.text.latex import (
    bracketed,
    points_text,
    rows,
    signed,
    sum_rows,
    tex,
    vector,
)
from pages.state.text.number_format import number

BURGES = "https://doi.org/10.1023/A:1009715923555"


def supported(case: BoardCase) -> Lit:
    """The support vectors."""
    return Lit(tuple(sorted(case.support.tolist())))


def with_w(case: BoardCase) -> Lit:
    """The support vectors and w."""
    return Lit(tuple(sorted(case.support.tolist())), ("w",))


def weight_sum(case: BoardCase) -> str:
    """w = sum alpha y x, of the linear kernel."""
    order = case.support
    terms = [rf"{signed(case.alpha[i] * case.y[i])}\,{vector(case.X[i])}" for i in order]
    return sum_rows("w", terms, vector(case.w))


def balance_numbers(case: BoardCase) -> str:
    """sum alpha y = 0, class by class."""
    plus, minus = (float(case.alpha[case.y == sign].sum()) for sign in (1.0, -1.0))
    return rf"{tex(plus, 4)} - {tex(minus, 4)} = {tex(case.balance)}"


def put_back_numbers(case: BoardCase) -> str:
    """1/2 |w|^2 - |w|^2 + sum alpha."""
    square, total = case.square, float(case.alpha.sum())
    return rows(
        rf"\tfrac12\cdot {tex(square, 4)} - {tex(square, 4)} - b\cdot {tex(case.balance)}",
        rf"&+ {tex(total, 4)} = {tex(case.dual, 4)}",
    ).replace(r"\tfrac12\cdot", r"&\tfrac12\cdot")


def values_numbers(case: BoardCase) -> str:
    """The dual value and the primal one, and their difference."""
    return rows(
        rf"D &= {tex(case.alpha.sum(), 4)} - \tfrac12\cdot {tex(case.square, 4)} = "
        rf"{tex(case.dual, 6)}",
        rf"P &= {tex(case.primal, 6)},\quad P - D = {gap(case)}",
    )


def gap(case: BoardCase) -> str:
    """P - D to one digit, 0 where it is only rounding."""
    difference = case.primal - case.dual
    return tex(difference, 1) if abs(difference) > 1e-12 * abs(case.primal) else "0"


def example(case: BoardCase, kind: int) -> int | None:
    """A point of a case (see `BoardCase.kind`): the inspected one, else the first; None if none."""
    found = case.kind(kind)
    if case.at is not None and case.at in found:
        return case.at
    return int(found[0]) if len(found) else None


def free_b(case: BoardCase) -> str:
    """b = y_s - sum alpha y K from a free support vector; "" without one."""
    s = example(case, 1)
    if s is None:
        return ""
    return (
        rf"{tex(case.y[s], 1)} - {bracketed(case.K_beta[s], 4)} = "
        rf"{tex(case.y[s] - case.K_beta[s], 4)}"
    )


def free_b_here(case: BoardCase) -> str:
    """From which point b is, or that there is none."""
    s = example(case, 1)
    if s is None:
        low, high = (number(v, 4) for v in case.b_range)
        return f"No support vector is free here: b may be anything from {low} to {high}."
    others = (
        f"all {len(case.free)} free ones give the same" if len(case.free) > 1 else "the only one"
    )
    return f"From point {s + 1}; {others}."


def listing(case: BoardCase, kind: int, name: str) -> str:
    """How many points have a case, and which, as a clause."""
    found = case.kind(kind)
    return (
        f"{name}: {len(found)} ({points_text(found.tolist())})" if len(found) else f"{name}: none"
    )


def kinds_here(case: BoardCase) -> str:
    """The three cases of the multipliers, counted and listed."""
    parts = [
        listing(case, 0, "α = 0"),
        listing(case, 1, "α > 0" if case.hard else "0 < α < C"),
    ]
    return "; ".join(parts if case.hard else [*parts, listing(case, 2, "α = C")]) + "."


def at_points(case: BoardCase, kinds: tuple[int, ...]) -> list[int]:
    """An example of each of the cases that there are."""
    return [k for k in (example(case, kind) for kind in kinds) if k is not None]


def lit_examples(case: BoardCase, kinds: tuple[int, ...]) -> Lit:
    """The examples in the picture."""
    return Lit(tuple(at_points(case, kinds)), ("margins",))


def zero(value: float) -> float:
    """A product that is 0 at the optimum, without what rounding leaves of it."""
    return 0.0 if abs(value) < 1e-6 else value
