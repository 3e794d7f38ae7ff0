"""What is computed for the page Regression."""
