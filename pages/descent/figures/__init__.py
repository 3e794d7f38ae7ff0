"""The figures of the page Descent."""
