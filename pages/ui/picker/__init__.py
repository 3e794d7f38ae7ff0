"""A choice among pictures."""
