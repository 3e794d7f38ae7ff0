"""What the page Predict says."""
