"""Samples to learn from: two classes, several classes, and curves."""
