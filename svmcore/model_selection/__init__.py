"""Model selection: metrics, splits, cross-validation, curves, grid search, nested cross-validation.

Import the modules themselves. None of them loads scikit-learn, which takes 100 MB and a second: the
first function that needs it does.

Source: https://scikit-learn.org/stable/model_selection.html
"""
