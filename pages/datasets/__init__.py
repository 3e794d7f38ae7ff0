"""Samples to learn from: two classes, several classes, curves, and tables of the user's own."""
