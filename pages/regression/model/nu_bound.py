"""nu as a bound: the share outside the tube <= nu <= the share of support vectors."""

from typing import NamedTuple

ROUNDING = 1e-9  # of a point: nu n is a product of numbers that are not exact


class NuBound(NamedTuple):
    """The two shares, and what is to hold of them.

    n : the points learnt from, each counted by its weight; outside, support : those strictly
        outside the tube, and the support vectors, counted likewise
    below : outside <= nu n
    above : nu n <= support
    wide : whether the tube has a width; without one, `above` need not hold
    """

    nu: float
    n: float
    outside: float
    support: float
    below: bool
    above: bool
    wide: bool

    @property
    def outside_share(self) -> float:
        """outside / n."""
        return self.outside / self.n

    @property
    def support_share(self) -> float:
        """support / n."""
        return self.support / self.n

    @property
    def holds(self) -> bool:
        """Whether all that has to hold does."""
        return self.below and (self.above or not self.wide)


def nu_bound(nu: float, n: float, outside: float, support: float, wide: bool) -> NuBound:
    """What nu says of so many points.

    The sum of all multipliers is C nu n. A point strictly outside takes C of it, so no more than
    nu n are there; where the tube has a width, no point has two multipliers and none takes more
    than C, so no fewer than nu n share it. Without weights both counts are whole numbers: what
    the multipliers of a good model are wrong by, far less than C, cannot make another whole
    number of them, and only the rounding of nu n is forgiven. With weights C is C_i, and n, like
    both counts, a sum of weights.

    Source: Schoelkopf, Smola, Williamson and Bartlett, New support vector algorithms (2000),
    proposition 1.
    """
    asked = nu * n
    below = outside <= asked + ROUNDING
    return NuBound(nu, n, outside, support, below, asked - ROUNDING <= support, wide)
