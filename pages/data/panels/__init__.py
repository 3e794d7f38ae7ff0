"""The views of the page Data, one module each."""
