"""How good a model is on points it did not learn from, told honestly.

Metrics, splits, cross-validation, curves, the map of C and gamma, and nested cross-validation.
Import the modules themselves: the parts that travel to other processes load no scikit-learn.
"""
