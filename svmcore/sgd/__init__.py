"""Descent on the primal, one update at a time: parametrisations, schedules, update rules."""
