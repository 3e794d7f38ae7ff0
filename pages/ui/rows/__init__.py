"""A table of points that is linked to the pictures."""
