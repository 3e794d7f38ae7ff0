"""The views of the page Capacity, one module each."""
