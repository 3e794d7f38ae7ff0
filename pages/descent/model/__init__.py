"""What is computed for the page Descent."""
