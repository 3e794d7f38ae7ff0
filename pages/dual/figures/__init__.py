"""The figures of the page Dual."""
