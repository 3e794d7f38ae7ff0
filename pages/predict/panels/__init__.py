"""The views of the page Predict, one module each."""
