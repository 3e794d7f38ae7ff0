"""Regression in one dimension: points (x, z), the machine f(x) and its tube, how it was reached."""
