"""Descents on the primal, one update at a time: two classes, a tube or k score functions."""
