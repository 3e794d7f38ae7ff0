"""What the page Regression says: of the whole fit, and of a point or place."""
