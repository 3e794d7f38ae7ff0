"""Descent on the primal, one update at a time: places, plans, rules, and the driver `walk`."""
