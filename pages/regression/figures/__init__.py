"""The figures of the page Regression."""
