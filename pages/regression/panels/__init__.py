"""The views of the page Regression, one module each."""
