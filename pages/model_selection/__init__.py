"""Model selection: metrics, splits, cross-validation, curves, grid search, nested cross-validation.

Import the modules themselves: the parts that travel to other processes load no scikit-learn.

Source: https://scikit-learn.org/stable/model_selection.html
"""
