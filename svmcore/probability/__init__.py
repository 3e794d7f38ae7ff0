"""Probabilities from the scores of SVMs: Platt's sigmoid for two classes, coupling for several."""
