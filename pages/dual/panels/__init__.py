"""The views of the page Dual, one module each."""
