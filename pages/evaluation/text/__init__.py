"""What the page Evaluation says."""
