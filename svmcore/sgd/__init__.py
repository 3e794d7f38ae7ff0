"""Subgradient descent on the primal: two classes, a tube or k score functions."""
