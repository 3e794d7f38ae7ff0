"""What is computed for the page Challenges."""
