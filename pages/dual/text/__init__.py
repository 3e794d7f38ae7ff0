"""What the page Dual says."""
