"""Which labellings are separable: all of a few points, and a share of those of many."""
