"""What is computed for the page Race."""
