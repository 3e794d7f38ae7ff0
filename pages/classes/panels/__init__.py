"""The views of the page Classes, one module each."""
