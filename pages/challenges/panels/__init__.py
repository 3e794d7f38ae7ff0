"""The views of the page Challenges."""
