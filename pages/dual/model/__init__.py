"""What is computed for the page Dual."""
