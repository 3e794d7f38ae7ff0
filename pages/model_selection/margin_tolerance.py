"""How far y f(x) may be from 1 for a point that is on the margin."""

MARGIN_TOLERANCE = 1e-6  # a smaller difference is the rounding error of a finished model
UNFINISHED_MARGIN_TOLERANCE = 1e-2  # the same where training has not converged
