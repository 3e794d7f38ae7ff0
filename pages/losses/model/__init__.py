"""What is computed for the page Losses."""
