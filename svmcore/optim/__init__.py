"""Optimisation: interior-point method, SMO steps, linear systems of Newton's method."""
