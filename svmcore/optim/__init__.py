"""Optimisation: interior point, barrier method, linear systems of Newton's method."""
